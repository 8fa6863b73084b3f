#include "link/run_link.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "core/error.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using test::FakeRun;
using Clock = std::chrono::steady_clock;

constexpr int kPatience = 10'000;  // ms

ChartQuery stamped(quint64 stamp) {
  ChartQuery query;
  query.stamp = stamp;
  query.names = {QStringLiteral("loss/g")};
  return query;
}

class RunLinkTest : public testing::Test {
 protected:
  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  test::EndingsAwaited endings_;
  std::unique_ptr<RunLink> link_ = std::make_unique<RunLink>(test::opening(run_));

  void open() {
    QSignalSpy updated(link_.get(), &RunLink::updated);
    link_->start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !updated.isEmpty(); }, kPatience));
  }
  static Command command(CommandKind kind) {
    Command command;
    command.kind = kind;
    return command;
  }
};

TEST_F(RunLinkTest, GoesOnReadingWhatIsThereWithoutBeingTold) {
  run_->setUnread(true);
  run_->on_refresh = [run = run_.get()] { run->setUnread(run->refreshes() < 5); };
  int updates = 0;
  QObject::connect(link_.get(), &RunLink::updated, [&] { ++updates; });
  link_->start();
  EXPECT_TRUE(QTest::qWaitFor([&] { return updates == 5; }, kPatience));
}

TEST_F(RunLinkTest, OpensAndTellsWhatThereIs) {
  run_->facts.name = "fashion";
  run_->changeSummary([](RunSummary& summary) { summary.step = 42; });
  QString name;
  qint64 step = 0;
  QObject::connect(link_.get(), &RunLink::opened,
                   [&](const auto& facts, const auto&) { name = QString::fromStdString(facts->name); });
  QObject::connect(link_.get(), &RunLink::updated, [&](const auto& update) { step = update->summary.step; });

  open();

  EXPECT_EQ(name, QStringLiteral("fashion"));
  EXPECT_EQ(step, 42);
}

TEST_F(RunLinkTest, ARunThatCannotBeOpenedFailsWithTheReason) {
  link_ = std::make_unique<RunLink>([](const std::stop_token&) -> std::unique_ptr<RunSource> {
    throw Error(ErrorCode::kNotFound, "run_not_found", "{path} is not a run.", {{"path", "/x"}});
  });
  std::vector<Message> failures;
  QObject::connect(link_.get(), &RunLink::failed, [&](const Message& why) { failures.push_back(why); });

  link_->start();

  ASSERT_TRUE(QTest::qWaitFor([&] { return !failures.empty(); }, kPatience));
  EXPECT_EQ(failures.front().english(), "/x is not a run.");
}

TEST_F(RunLinkTest, LongHistoryComesInPiecesInOrderAndIsMarkedAsHistory) {
  for (int i = 0; i < 9'001; ++i) run_->add(i, SampleWritten{});
  std::uint64_t expected = 1;
  std::size_t largest = 0;
  bool all_history = true;
  int last_parts = 0;
  QObject::connect(link_.get(), &RunLink::updated, [&](const std::shared_ptr<const RunUpdate>& update) {
    for (const Event& event : update->events) EXPECT_EQ(event.sequence, expected++);
    largest = std::max(largest, update->events.size());
    all_history = all_history && update->history;
    last_parts += update->more ? 0 : 1;
  });
  open();
  ASSERT_TRUE(QTest::qWaitFor([&] { return expected == 9'002; }, kPatience));
  EXPECT_LE(largest, 2'000U);
  EXPECT_TRUE(all_history);
  EXPECT_EQ(last_parts, 1);

  run_->add(9'002, SampleWritten{});
  run_->announce();

  ASSERT_TRUE(QTest::qWaitFor([&] { return expected == 9'003; }, kPatience));
  EXPECT_FALSE(all_history);
}

TEST_F(RunLinkTest, RefreshesAtMostTwentyTimesASecondAndOnceWhileHidden) {
  open();
  const auto waitsForRefreshes = [&](int count) {
    std::vector<Clock::duration> waits;
    while (static_cast<int>(waits.size()) < count) {
      const int before = run_->refreshes();
      const auto start = Clock::now();
      while (run_->refreshes() == before) {
        run_->announce();
        QTest::qWait(5);
      }
      waits.push_back(Clock::now() - start);
    }
    return waits;
  };
  const auto sum = [](const std::vector<Clock::duration>& waits) {
    return std::accumulate(waits.begin(), waits.end(), Clock::duration(0));
  };

  // The first may come at once, and an interval begins a moment before its refresh is counted. How long it takes at
  // most, a busy machine decides, and for both alike.
  const std::vector<Clock::duration> visible = waitsForRefreshes(6);
  EXPECT_GE(sum(visible), milliseconds(200));
  link_->setVisible(false);
  const std::vector<Clock::duration> hidden = waitsForRefreshes(3);
  EXPECT_GE(sum(hidden), milliseconds(1000));
  EXPECT_LT(2 * *std::min_element(visible.begin() + 1, visible.end()), *std::max_element(hidden.begin(), hidden.end()));
}

TEST_F(RunLinkTest, OfQueriesThatWaitOnlyTheNewestIsAnswered) {
  std::mutex gate;
  std::vector<quint64> asked;
  run_->on_query = [&](const ChartQuery& query) {
    asked.push_back(query.stamp);
    const std::lock_guard lock(gate);
    return ChartReply{query.stamp, 1, 1, {}};
  };
  std::vector<quint64> answered;
  QObject::connect(link_.get(), &RunLink::charted, [&](const ChartReply& reply) { answered.push_back(reply.stamp); });
  open();
  {
    const std::lock_guard closed(gate);
    link_->query(stamped(1));
    QTest::qWait(100);  // the first one is under way now, as far as a busy machine allows
    for (quint64 stamp = 2; stamp <= 50; ++stamp) link_->query(stamped(stamp));
  }

  ASSERT_TRUE(QTest::qWaitFor([&] { return !answered.empty() && answered.back() == 50; }, kPatience));
  EXPECT_LE(answered.size(), 2U);
  EXPECT_EQ(asked, answered);
}

TEST_F(RunLinkTest, AQueryStandsAndIsAnsweredWithWhateverIsNewUntilItIsTakenBack) {
  std::vector<qint64> steps;
  QStringList order;
  qint64 newest = 1;
  run_->on_query = [&](const ChartQuery& query) { return ChartReply{query.stamp, 1, newest, {}}; };
  QObject::connect(link_.get(), &RunLink::charted, [&](const ChartReply& reply) {
    steps.push_back(reply.last_step);
    order << QStringLiteral("chart");
  });
  QObject::connect(link_.get(), &RunLink::updated, [&] { order << QStringLiteral("update"); });
  open();
  link_->query(stamped(1));
  ASSERT_TRUE(QTest::qWaitFor([&] { return steps.size() == 1; }, kPatience));
  order.clear();
  for (newest = 2; newest < 5; ++newest) {
    run_->announce();
    ASSERT_TRUE(QTest::qWaitFor([&] { return steps.back() == newest; }, kPatience));
  }
  EXPECT_EQ(steps, (std::vector<qint64>{1, 2, 3, 4}));
  for (qsizetype i = 0; i < order.size(); ++i) {
    EXPECT_EQ(order[i], i % 2 == 0 ? QStringLiteral("update") : QStringLiteral("chart"))
        << "each pass that reads answers, too";
  }

  link_->query(ChartQuery());
  run_->announce();
  ASSERT_TRUE(QTest::qWaitFor([&] { return order.size() == 7; }, kPatience));
  QTest::qWait(50);
  EXPECT_EQ(order.size(), 7);
}

TEST_F(RunLinkTest, AQueryThatFailsIsTriedAgain) {
  int calls = 0;
  run_->on_query = [&](const ChartQuery& query) {
    if (++calls == 1) throw Error(ErrorCode::kUnavailable, "engine_timeout", "No answer.");
    return ChartReply{query.stamp, 1, 1, {}};
  };
  QSignalSpy charted(link_.get(), &RunLink::charted);
  open();

  link_->query(stamped(7));

  ASSERT_TRUE(QTest::qWaitFor([&] { return !charted.isEmpty(); }, kPatience));
  EXPECT_EQ(calls, 2);
}

TEST_F(RunLinkTest, AnAnswerThatTakesLongIsNotBroughtUpToDateWithoutPause) {
  constexpr std::chrono::milliseconds kTakes(100);
  std::atomic<int> answers = 0;
  run_->on_query = [&](const ChartQuery& query) {
    ++answers;
    std::this_thread::sleep_for(kTakes);
    return ChartReply{query.stamp, 1, 1, {}};
  };
  open();
  link_->query(stamped(1));
  ASSERT_TRUE(QTest::qWaitFor([&] { return answers > 0; }, kPatience));
  const Clock::time_point begun = Clock::now();
  const int before = answers;
  while (Clock::now() - begun < 15 * kTakes || answers == before) {
    run_->announce();
    QTest::qWait(10);
  }
  const int again = answers - before;
  EXPECT_LE(again, (Clock::now() - begun) / (3 * kTakes) + 1) << "it takes a third of the time at most";
}

TEST_F(RunLinkTest, EverySampleIsAnsweredAlsoOneThatCannotBeHad) {
  run_->on_sample = [](const std::string& name) {
    if (name == "bad") throw Error(ErrorCode::kNotFound, "gone", "It is gone.");
    QImage image(2, 2, QImage::Format_RGB32);
    image.fill(Qt::red);
    return SheetContent{image};
  };
  std::map<QString, bool> loaded;
  QObject::connect(link_.get(), &RunLink::sampleLoaded,
                   [&](const QString& name, const SheetContent& content) { loaded[name] = !content.image.isNull(); });
  open();

  link_->requestSample(QStringLiteral("good"));
  link_->requestSample(QStringLiteral("bad"));

  ASSERT_TRUE(QTest::qWaitFor([&] { return loaded.size() == 2; }, kPatience));
  EXPECT_TRUE(loaded[QStringLiteral("good")]);
  EXPECT_FALSE(loaded[QStringLiteral("bad")]);
}

TEST_F(RunLinkTest, ALargePictureKeepsNoChartWaiting) {
  std::promise<void> charted;
  run_->on_sample = [shown = charted.get_future().share()](const std::string&) {
    EXPECT_EQ(shown.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    return SheetContent{QImage(2, 2, QImage::Format_RGB32)};
  };
  int pictures = 0;
  QObject::connect(link_.get(), &RunLink::sampleLoaded, [&] { ++pictures; });
  QObject::connect(link_.get(), &RunLink::charted, [&] { charted.set_value(); });
  open();
  link_->requestSample(QStringLiteral("large"));
  link_->query(stamped(1));
  ASSERT_TRUE(QTest::qWaitFor([&] { return pictures == 1; }, kPatience));
}

TEST_F(RunLinkTest, SmallPicturesGoBeforeWholeOnesAndOfSlowOnesTheNewestAreLoaded) {
  std::promise<void> all_are_wished;
  std::atomic<bool> is_loading = false;
  std::vector<std::string> loading;  // by the link's thread, one after the other
  run_->facts.has_previews = true;
  run_->on_sample = [&, go = all_are_wished.get_future().share()](const std::string& name) {
    loading.push_back(name);
    is_loading = true;
    if (name == "0") go.wait();
    return SheetContent{QImage(4, 4, QImage::Format_RGB32)};
  };
  run_->on_preview = [&](const std::string& name, int side) {
    EXPECT_EQ(side, 256);
    loading.push_back("small " + name);
    return name == "4" ? QImage() : QImage(2, 2, QImage::Format_RGB32);
  };
  std::map<QString, int> previews;  // their widths
  QStringList whole;
  QStringList dropped;
  QObject::connect(link_.get(), &RunLink::previewLoaded,
                   [&](const QString& name, const QImage& preview) { previews[name] = preview.width(); });
  QObject::connect(link_.get(), &RunLink::sampleLoaded,
                   [&](const QString& name, const SheetContent&) { whole << name; });
  QObject::connect(link_.get(), &RunLink::sampleDropped, [&](const QString& name) { dropped << name; });
  open();

  link_->requestSample(QStringLiteral("0"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return is_loading.load(); }, kPatience));
  for (int i = 1; i <= 5; ++i) {
    link_->requestPreview(QString::number(i));
    link_->requestSample(QString::number(i));
  }
  all_are_wished.set_value();

  ASSERT_TRUE(QTest::qWaitFor([&] { return whole.size() + dropped.size() == 6; }, kPatience));
  EXPECT_EQ(loading,
            (std::vector<std::string>{"0", "small 5", "small 4", "small 3", "small 2", "small 1", "5", "4", "3"}));
  EXPECT_EQ(dropped, (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
  ASSERT_EQ(previews.size(), 5U);
  EXPECT_EQ(previews[QStringLiteral("5")], 2);
  EXPECT_EQ(previews[QStringLiteral("4")], 0) << "it cannot be had";
}

TEST_F(RunLinkTest, EveryCommandIsAnsweredExactlyOnceAlsoWhenTheEngineIsGone) {
  run_->on_command = [](const Command& command) -> CommandAnswer {
    if (command.kind == CommandKind::kStop) throw Error(ErrorCode::kNotFound, "run_not_served", "No engine.");
    return {CommandResult::kApplied, 9, {}};
  };
  std::map<std::string, int> answers;
  std::map<CommandKind, CommandAnswer> answer_to;
  QObject::connect(link_.get(), &RunLink::answered, [&](const Command& command, const CommandAnswer& answer) {
    ++answers[command.id];
    answer_to[command.kind] = answer;
  });
  std::vector<QString> ids;
  for (int i = 0; i < 20; ++i) ids.push_back(link_->send(command(CommandKind::kPause)));  // before it is open
  open();
  for (int i = 0; i < 20; ++i) ids.push_back(link_->send(command(CommandKind::kStop)));

  ASSERT_TRUE(QTest::qWaitFor([&] { return answers.size() == 40; }, kPatience));
  QTest::qWait(50);
  for (const QString& id : ids) EXPECT_EQ(answers[id.toStdString()], 1);
  EXPECT_EQ(answer_to[CommandKind::kPause].result, CommandResult::kApplied);
  EXPECT_EQ(answer_to[CommandKind::kStop].result, CommandResult::kRefused);
  EXPECT_EQ(answer_to[CommandKind::kStop].reason.id, "run_not_served");
}

TEST_F(RunLinkTest, CommandsReachTheEngineInTheOrderInWhichTheyWereGiven) {
  open();
  std::vector<std::string> given;
  for (int i = 0; i < 500; ++i) given.push_back(link_->send(command(CommandKind::kSet)).toStdString());
  ASSERT_TRUE(QTest::qWaitFor([&] { return run_->commandIds().size() == given.size(); }, kPatience));
  EXPECT_EQ(run_->commandIds(), given);
}

TEST_F(RunLinkTest, APauseDoesNotWaitForACheckpointsAnswer) {
  run_->on_command = [&](const Command& command) -> CommandAnswer {
    if (command.kind == CommandKind::kCheckpoint) run_->waitUntilClosed();
    return {CommandResult::kApplied, 1, {}};
  };
  std::vector<CommandKind> answered;
  QObject::connect(link_.get(), &RunLink::answered,
                   [&](const Command& command, const CommandAnswer&) { answered.push_back(command.kind); });
  open();
  link_->send(command(CommandKind::kCheckpoint));
  link_->send(command(CommandKind::kPause));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answered.empty(); }, kPatience));
  EXPECT_EQ(answered, std::vector{CommandKind::kPause});
}

TEST_F(RunLinkTest, ACommandForARunThatCannotBeOpenedIsRefusedWithTheReason) {
  link_ = std::make_unique<RunLink>([](const std::stop_token&) -> std::unique_ptr<RunSource> {
    throw Error(ErrorCode::kNotFound, "run_not_found", "It is not a run.");
  });
  std::vector<CommandAnswer> answers;
  QObject::connect(link_.get(), &RunLink::answered,
                   [&](const Command&, const CommandAnswer& answer) { answers.push_back(answer); });
  link_->send(command(CommandKind::kPause));
  link_->start();

  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers.empty(); }, kPatience));
  EXPECT_EQ(answers.front().reason.id, "run_not_found");
}

TEST_F(RunLinkTest, ACommandThatTakesLongKeepsNoChartWaiting) {
  run_->on_command = [&](const Command&) -> CommandAnswer {
    run_->waitUntilClosed();
    return {};
  };
  QSignalSpy charted(link_.get(), &RunLink::charted);
  open();
  link_->send(command(CommandKind::kCheckpoint));
  link_->query(stamped(1));

  EXPECT_TRUE(QTest::qWaitFor([&] { return !charted.isEmpty(); }, kPatience));
}

/// Whoever comes waits until it is opened: a disk or an engine that does not answer.
class Gate {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.wait(lock, [this] { return open_; });
  }
  int waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }
  void open() {
    {
      const std::lock_guard lock(mutex_);
      open_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0;
  bool open_ = false;
};

TEST_F(RunLinkTest, LeavingTakesNoTimeWhateverHangs) {
  const std::map<std::string, std::function<void(FakeRun&, Gate&)>> places = {
      {"schema", [](FakeRun& run, Gate& gate) { run.on_schema = [&gate] { gate.pass(); }; }},
      {"refresh", [](FakeRun& run, Gate& gate) { run.on_refresh = [&gate] { gate.pass(); }; }},
      {"query",
       [](FakeRun& run, Gate& gate) {
         run.on_query = [&gate](const ChartQuery&) {
           gate.pass();
           return ChartReply();
         };
       }},
      {"command",
       [](FakeRun& run, Gate& gate) {
         run.on_command = [&gate](const Command&) {
           gate.pass();
           return CommandAnswer();
         };
       }},
  };
  for (const auto& [place, hang] : places) {
    Gate gate;
    const auto run = std::make_shared<FakeRun>();
    hang(*run, gate);
    auto link = std::make_unique<RunLink>(test::opening(run));
    link->start();
    link->query(stamped(1));
    link->send(command(CommandKind::kCheckpoint));
    ASSERT_TRUE(QTest::qWaitFor([&] { return gate.waiting() > 0; }, kPatience)) << place;

    link.reset();  // the gate is closed: waiting for what hangs would never end

    EXPECT_FALSE(waitForEndings(milliseconds(20))) << place;
    gate.open();
    EXPECT_TRUE(waitForEndings(milliseconds(kPatience))) << place;
  }
}

TEST_F(RunLinkTest, TheLoadOfTheSamplerIsAskedOfTheSourceUntilTheLinkGoes) {
  run_->on_sampler_load = [] { return SamplerLoad{150, 1 << 20}; };
  const auto ask = link_->samplerLoadAsked();
  auto early = std::async(std::launch::async, ask);
  EXPECT_EQ(early.wait_for(milliseconds(20)), std::future_status::timeout) << "there is no source yet";
  open();
  EXPECT_EQ(early.get(), (SamplerLoad{150, 1 << 20}));
  run_->on_sampler_load = [] { return std::nullopt; };
  EXPECT_EQ(ask(), std::nullopt);
  link_.reset();
  EXPECT_THROW(ask(), Error);
}

TEST_F(RunLinkTest, WhatHangsInOpeningIsToldThatNobodyWaits) {
  std::atomic<bool> asked{false};
  run_->on_schema = [&] {
    asked = true;
    run_->waitUntilClosed();
  };
  link_->start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return asked.load(); }, kPatience));

  link_.reset();

  EXPECT_TRUE(waitForEndings(milliseconds(kPatience)));
}

TEST_F(RunLinkTest, CommandsThatHangAreToldThatNobodyWaits) {
  std::atomic<int> hanging{0};
  run_->on_command = [&](const Command&) -> CommandAnswer {
    ++hanging;
    run_->waitUntilClosed();
    throw Error(ErrorCode::kCancelled, "link_closed", "Closed.");
  };
  open();
  for (int i = 0; i < 10; ++i) link_->send(command(CommandKind::kCheckpoint));
  ASSERT_TRUE(QTest::qWaitFor([&] { return hanging > 0; }, kPatience));

  link_.reset();

  EXPECT_TRUE(waitForEndings(milliseconds(kPatience)));
}

// Under AddressSanitizer; without it, memory that was given back is written to and nothing may show.
TEST_F(RunLinkTest, WhatItsSourceSaysWhileItIsClosedComesToNobody) {
  run_->on_close = [this] {
    run_->setState(LinkState::kLost, {"gone", std::string(200, 'x'), {}});
    run_->announce();
  };
  for (int i = 0; i < 20; ++i) {  // which comes first, its end or what was said, differs from time to time
    link_ = std::make_unique<RunLink>(test::opening(run_));
    open();
    link_.reset();
    EXPECT_TRUE(waitForEndings(std::chrono::seconds(20)));
  }
  EXPECT_TRUE(run_->isClosed());
}

TEST_F(RunLinkTest, GoesWhileItIsBeingOpened) {
  for (int i = 0; i < 50; ++i) {
    RunLink link(test::opening(run_));
    link.send(command(CommandKind::kPause));
    link.start();
    if (i % 2 == 0) std::this_thread::sleep_for(milliseconds(1));
  }
}

TEST_F(RunLinkTest, AnEndIsToldAfterWhatTheRunSaidLast) {
  QStringList order;
  QObject::connect(link_.get(), &RunLink::updated, [&](const std::shared_ptr<const RunUpdate>& update) {
    if (!update->events.empty()) order << QStringLiteral("update");
  });
  QObject::connect(link_.get(), &RunLink::connectionChanged,
                   [&](LinkState state, const Message&) { order << QString::number(static_cast<int>(state)); });
  open();
  run_->add(1, StatusChanged{RunStatus::kFinished, {}});

  run_->setState(LinkState::kFinished);

  ASSERT_TRUE(QTest::qWaitFor([&] { return order.size() == 2; }, kPatience));
  EXPECT_EQ(order, QStringList({QStringLiteral("update"), QString::number(static_cast<int>(LinkState::kFinished))}));
}

TEST_F(RunLinkTest, ASourceThatFailsIsLostUntilItAnswersAgain) {
  std::vector<LinkState> states;
  QObject::connect(link_.get(), &RunLink::connectionChanged,
                   [&](LinkState state, const Message&) { states.push_back(state); });
  open();
  run_->setState(LinkState::kConnected);
  std::atomic<bool> broken{true};
  run_->on_refresh = [&] {
    if (broken) throw Error(ErrorCode::kUnavailable, "engine_timeout", "No answer.");
  };
  run_->announce();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !states.empty() && states.back() == LinkState::kLost; }, kPatience));

  broken = false;

  ASSERT_TRUE(QTest::qWaitFor([&] { return states.back() == LinkState::kConnected; }, kPatience));
}

}  // namespace
}  // namespace gan
