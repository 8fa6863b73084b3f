#include "link/remote_run.h"

#include <gtest/gtest.h>

#include <QImage>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/shared_connection.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "service/fake_run.h"
#include "support/evaluated.h"
#include "support/expect_error.h"

namespace gan {
namespace {

/// An engine of this test's process answers for a run of which the source knows no folder.
class RemoteRunTest : public testing::Test {
 protected:
  void serve(CommandSink* sink = nullptr) {
    reader_.emplace(RunFolder::open(run_.path()));
    reader_->refresh();
    server_.emplace(*reader_, sink, ServiceOptions{});
  }
  Target target() const { return {"unix:" + server_->unixSocket()}; }
  void open() {
    source_ = openRemoteRun(target(), std::make_shared<SharedConnection>(target()));
    source_->watch({.on_new = [this] { happened([](RemoteRunTest&) {}); },
                    .on_state =
                        [this](LinkState state, const Message&) {
                          happened([state](RemoteRunTest& test) { test.states_.push_back(state); });
                        }});
  }
  /// Refreshes whenever there is something new, until that is so.
  template <class Condition>
  bool until(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
      try {
        update_ = source_->refresh();
        events_.insert(events_.end(), update_.events.begin(), update_.events.end());
      } catch (const Error&) {
        // The engine goes, and the connection has not noticed yet.
      }
      if (condition()) return true;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return news_; });
      news_ = false;
    }
    return false;
  }
  template <class Change>
  void happened(const Change& change) {
    const std::lock_guard lock(mutex_);
    change(*this);
    news_ = true;
    changed_.notify_all();
  }
  LinkState state() {
    const std::lock_guard lock(mutex_);
    return states_.empty() ? LinkState::kConnecting : states_.back();
  }

  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  std::optional<RunReader> reader_;
  FakeSink sink_;
  std::optional<RunServer> server_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool news_ = false;
  std::vector<LinkState> states_;
  std::vector<Event> events_;
  RunUpdate update_;
  std::unique_ptr<RunSource> source_;
};

TEST_F(RemoteRunTest, TellsTheWholeHistoryWithItsFirstUpdate) {
  run_.journal(SampleWritten{.name = "step-00000010", .truncation = 0});
  run_.rows(40);
  serve();
  open();
  const RunUpdate update = source_->refresh();
  ASSERT_EQ(update.events.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<SegmentStarted>(update.events[0].what));
  EXPECT_TRUE(std::holds_alternative<SampleWritten>(update.events[1].what));
  EXPECT_EQ(update.summary.step, 40);
  EXPECT_EQ(update.series, (std::vector<std::string>{"loss/d", "loss/g"}));
}

TEST_F(RemoteRunTest, KnowsTheRunAndNoFolderOfThisComputer) {
  serve();
  open();
  const RunFacts facts = source_->facts();
  EXPECT_EQ(facts.id, run_.folder().manifest().id);
  EXPECT_EQ(facts.name, "run");
  EXPECT_EQ(facts.folder, "");
}

TEST_F(RemoteRunTest, SaysOfCheckpointsHowTheirScoresCameAboutSoThatNoneAreRankedThatDoNotCompare) {
  CheckpointStore store(run_.folder().checkpoints());
  Evaluated rough = evaluatedAs({{"fid", 5, {}}, {"kid", 1, {}}});
  rough.features.resize = "clean-fid";
  rough.classes = {{"cat", 1, 2, 3}};
  const std::vector<std::pair<std::int64_t, Evaluated>> found = {
      {10, rough}, {20, evaluatedAs({{"fid", 30, {}}})}, {30, evaluatedAs({{"fid", 40, {}}})}};
  for (const auto& [step, evaluated] : found) {
    CheckpointState state;
    state.step = step;
    state.segment = 1;
    store.write(state, [](const std::filesystem::path& folder) { std::ofstream(folder / "a.safetensors") << "x"; });
    Event event;
    event.step = step;
    event.segment = 1;
    event.what = evaluated;
    store.note(event);
  }
  serve();
  open();
  const std::vector<CheckpointStore::Entry> told = source_->checkpoints();
  ASSERT_EQ(told.size(), 3U);
  for (std::size_t i = 0; i < told.size(); ++i) {
    ASSERT_TRUE(told[i].evaluated) << i;
    EXPECT_EQ(comparableAs(*told[i].evaluated), comparableAs(found[i].second)) << i;
    EXPECT_EQ(told[i].evaluated->find("fid")->value, found[i].second.find("fid")->value) << i;
  }
  EXPECT_TRUE(told[0].evaluated->classes.empty()) << "a list has no room for thousands";
  CurrentLine line;
  line.add(1, 0);
  ASSERT_NE(bestOf(told, line, "fid"), nullptr);
  EXPECT_EQ(bestOf(told, line, "fid")->state.step, 20);
}

TEST_F(RemoteRunTest, DrawsTheValuesThatTheEngineHas) {
  run_.rows(40);
  serve();
  open();
  source_->refresh();
  const ChartReply reply = source_->query({.stamp = 7,
                                           .names = {QStringLiteral("loss/g"), QStringLiteral("no/such")},
                                           .first_step = 11,
                                           .last_step = 30,
                                           .columns = 100,
                                           .smoothing = 0.5,
                                           .cursor = 20});
  EXPECT_EQ(reply.stamp, 7U);
  EXPECT_EQ(reply.first_step, 1);
  EXPECT_EQ(reply.last_step, 40);
  ASSERT_EQ(reply.curves.size(), 1U);
  const Curve& curve = reply.curves.front();
  ASSERT_EQ(curve.raw.size(), 20U);
  EXPECT_EQ(curve.raw.front().first_step, 11);
  EXPECT_FLOAT_EQ(curve.raw.front().first, gan::FakeRun::valueOf(11, 1));
  EXPECT_DOUBLE_EQ(curve.raw.front().epoch, 0.11);
  EXPECT_EQ(curve.smoothed.size(), 20U);
  ASSERT_TRUE(curve.at_cursor);
  EXPECT_FLOAT_EQ(curve.at_cursor->first, gan::FakeRun::valueOf(20, 1));
}

TEST_F(RemoteRunTest, ShowsSamplesSmallBeforeTheyComeWhole) {
  const std::string name = stepName(4, 1);
  QImage sheet(600, 300, QImage::Format_RGB32);
  sheet.fill(Qt::red);
  std::filesystem::create_directories(run_.folder().samples());
  ASSERT_TRUE(sheet.save(QString::fromStdString((run_.folder().samples() / (name + ".png")).string())));
  run_.journal(SampleWritten{name, 0});
  serve();
  open();
  EXPECT_TRUE(source_->facts().has_previews);
  const QImage preview = source_->preview(name, 256);
  EXPECT_EQ(preview.size(), QSize(256, 128));
  EXPECT_GT(preview.pixelColor(100, 50).red(), 200);
  EXPECT_EQ(source_->sample(name).image.size(), QSize(600, 300));
  expectError(ErrorCode::kInvalidArgument, "sample_bad_name", [this] { source_->preview("../x", 256); });
}

TEST_F(RemoteRunTest, TellsWhatSomebodyHadEvaluated) {
  serve();
  open();
  EXPECT_TRUE(source_->evaluations({}).kept.empty());
  const KeptEvaluation kept{.step = 5, .segment = 1, .unix_seconds = 10, .evaluated = evaluatedAs({{"fid", 3, {}}})};
  keepEvaluation(run_.path(), "a", kept);
  EXPECT_EQ(source_->evaluations({}).kept, std::vector{kept});
}

TEST_F(RemoteRunTest, HearsWhatHappensNextOnce) {
  serve();
  open();
  source_->refresh();
  run_.journal(SampleWritten{.name = "step-00000010", .truncation = 0});
  reader_->refresh();
  ASSERT_TRUE(until([this] { return !events_.empty(); }));
  EXPECT_TRUE(source_->refresh().events.empty());
  ASSERT_EQ(events_.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<SampleWritten>(events_[0].what));
}

/// What a run measures of itself every few seconds adds up to hundreds of thousands of events in some days.
TEST_F(RemoteRunTest, OfMeasurementsKnowsTheNewestAndHoldsNone) {
  constexpr int kMeasurements = 300;
  const auto measure = [this](double first) {
    for (int i = 0; i < kMeasurements; ++i) run_.journal(LoadMeasured{.cpu_percent = first + i});
  };
  run_.journal(RanksMeasured{});
  measure(0);
  run_.journal(SampleWritten{.name = "step-00000010", .truncation = 0});
  serve();
  open();
  ASSERT_TRUE(until([this] { return events_.size() >= 2; }));
  measure(1000);
  run_.journal(SampleWritten{.name = "step-00000020", .truncation = 0});
  measure(2000);
  reader_->refresh();
  ASSERT_TRUE(until([this] {
    const std::optional<LoadMeasured>& load = update_.summary.load;
    return load && load->cpu_percent == 2000 + kMeasurements - 1 && events_.size() >= 3;
  }));
  ASSERT_EQ(events_.size(), 3U) << "a start and two samples";
  EXPECT_EQ(events_[0].sequence, 1U);
  EXPECT_EQ(std::get<SampleWritten>(events_[1].what).name, "step-00000010");
  EXPECT_EQ(events_[1].sequence, 3U + kMeasurements);
  EXPECT_EQ(std::get<SampleWritten>(events_[2].what).name, "step-00000020");
  EXPECT_EQ(events_[2].sequence, 4U + 2 * kMeasurements);
}

TEST_F(RemoteRunTest, SendsCommandsToTheEngine) {
  serve(&sink_);
  open();
  CommandAnswer answer;
  source_->command({.id = "a", .client = {}, .kind = CommandKind::kPause, .values = {}, .path = {}},
                   [&](const CommandAnswer& said) { happened([&](RemoteRunTest&) { answer = said; }); });
  ASSERT_TRUE(until([&] {
    const std::lock_guard lock(mutex_);
    return answer.step == 1;
  }));
  EXPECT_EQ(answer.result, CommandResult::kApplied);
  ASSERT_EQ(sink_.commands().size(), 1U);
  EXPECT_EQ(sink_.commands().front().kind, CommandKind::kPause);
}

TEST_F(RemoteRunTest, OfARunThatGoesOnAnEngineWithoutContactIsLost) {
  run_.journal(StatusChanged{.status = RunStatus::kRunning, .reason = {}, .deadline_unix_seconds = 0});
  serve();
  open();
  ASSERT_TRUE(until([this] { return state() == LinkState::kFinished; })) << "nobody holds the run's lock";
  server_.reset();
  EXPECT_TRUE(until([this] { return state() == LinkState::kLost; }));
  EXPECT_EQ(update_.summary.status, RunStatus::kRunning) << "what was told stays";
}

TEST_F(RemoteRunTest, OfARunThatHasEndedAnEngineThatGoesIsMissedByNobody) {
  run_.journal(StatusChanged{.status = RunStatus::kFinished, .reason = {}, .deadline_unix_seconds = 0});
  serve(&sink_);
  open();
  ASSERT_TRUE(until([this] { return state() == LinkState::kConnected; }));
  server_.reset();
  EXPECT_TRUE(until([this] { return state() != LinkState::kConnected; }));
  EXPECT_EQ(state(), LinkState::kFinished);
}

TEST_F(RemoteRunTest, WithoutAnEngineThereIsNoRun) {
  expectError(ErrorCode::kUnavailable, "engine_unreachable", [this] {
    const Target nobody{"unix:" + (run_.temporary() / "nobody.sock").string()};
    openRemoteRun(nobody, std::make_shared<SharedConnection>(nobody));
  });
}

}  // namespace
}  // namespace gan
