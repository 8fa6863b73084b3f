#include "link/folder_run.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QImage>
#include <QTest>
#include <atomic>
#include <cmath>
#include <fstream>
#include <future>
#include <limits>

#include "core/atomic_file.h"
#include "link/engine_watch.h"
#include "run/lock.h"
#include "run/sample_info.h"
#include "service/fake_run.h"
#include "support/expect_error.h"
#include "support/process.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Collects what a source says from its threads, of which this one is the one that reads.
class Heard {
 public:
  RunSource::Callbacks callbacks() {
    return {
        .on_new = [this] { change([this] { ++news_; }); },
        .on_state = [this](LinkState state, const Message& why) { change([&] { states_.emplace_back(state, why); }); }};
  }
  bool waitForState(LinkState wanted, milliseconds timeout = seconds(20)) {
    return QTest::qWaitFor([&] { return isIn(wanted); }, static_cast<int>(timeout.count()));
  }
  bool waitForNews(int count, milliseconds timeout = seconds(20)) {
    return QTest::qWaitFor([&] { return news() >= count; }, static_cast<int>(timeout.count()));
  }
  int news() {
    const std::lock_guard lock(mutex_);
    return news_;
  }
  bool wasEver(LinkState state) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(states_, [state](const auto& told) { return told.first == state; });
  }

 private:
  bool isIn(LinkState state) {
    const std::lock_guard lock(mutex_);
    return !states_.empty() && states_.back().first == state;
  }
  template <class Change>
  void change(const Change& what) {
    const std::lock_guard lock(mutex_);
    what();
  }
  std::mutex mutex_;
  std::vector<std::pair<LinkState, Message>> states_;
  int news_ = 0;
};

void writePicture(const RunFolder& folder, const std::string& name, const QImage& image) {
  ASSERT_TRUE(image.save(QString::fromStdString((folder.samples() / (name + ".png")).string()), "PNG"));
}

Command commandOf(CommandKind kind) {
  Command command;
  command.id = "1";
  command.client = "ann";
  command.kind = kind;
  return command;
}

CommandAnswer ask(RunSource& source, const Command& command) {
  std::promise<CommandAnswer> answer;
  source.command(command, [&answer](const CommandAnswer& said) { answer.set_value(said); });
  return answer.get_future().get();
}

ChartQuery queryFor(const char* name, int columns) {
  ChartQuery query;
  query.stamp = 5;
  query.names = {QString::fromLatin1(name)};
  query.columns = columns;
  return query;
}

TEST(FolderRun, AFolderThatIsNoRunIsRefused) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { openFolderRun(folder.path()); });
}

TEST(FolderRun, ARunOfANewerEngineOpensWithoutTheFieldsThatThisBuildLacks) {
  FakeRun run;
  run.rows(5);
  std::ofstream(run.path() / "run.yaml", std::ios::app) << "\nfuture:\n  field: 3\n";
  SegmentStarted started;
  started.live_values = {{"future.live", 0.5}};
  run.journal(started);

  const auto source = openFolderRun(run.path());

  EXPECT_EQ(source->refresh().events.size(), 2U);
  EXPECT_EQ(source->facts().id, run.folder().manifest().id);
}

TEST(FolderRun, EachRefreshTellsWhatIsNew) {
  FakeRun run;
  run.rows(100);
  const auto source = openFolderRun(run.path());

  const RunUpdate first = source->refresh();
  run.journal(StatusChanged{RunStatus::kFinished, {}});
  const RunUpdate second = source->refresh();
  const RunUpdate third = source->refresh();

  ASSERT_EQ(first.events.size(), 1U);
  EXPECT_EQ(first.summary.step, 100);
  EXPECT_EQ(first.series, std::vector<std::string>({"loss/d", "loss/g"}));
  ASSERT_EQ(second.events.size(), 1U);
  EXPECT_EQ(second.summary.status, RunStatus::kFinished);
  EXPECT_TRUE(third.events.empty());
  EXPECT_EQ(source->facts().path, run.path().string());
  EXPECT_EQ(source->facts().id, run.folder().manifest().id);
}

TEST(FolderRun, ACurveHoldsEveryValueWithItsEpochsAndTheRunsExtent) {
  FakeRun run;
  run.rows(900);
  const auto source = openFolderRun(run.path());
  source->refresh();

  const ChartReply fine = source->query(queryFor("loss/d", 10'000));
  const ChartReply coarse = source->query(queryFor("loss/d", 9));

  EXPECT_EQ(fine.stamp, 5U);
  EXPECT_EQ(fine.first_step, 1);
  EXPECT_EQ(fine.last_step, 900);
  ASSERT_EQ(fine.curves.size(), 1U);
  ASSERT_EQ(fine.curves[0].raw.size(), 900U);
  EXPECT_TRUE(fine.curves[0].smoothed.empty());
  for (const ChartColumn& column : fine.curves[0].raw) {
    EXPECT_EQ(column.first, FakeRun::valueOf(column.first_step, 0));
    EXPECT_NEAR(column.epoch, static_cast<double>(column.first_step) / 100, 1e-12);
    EXPECT_GT(column.unix_seconds, 1e9);
  }
  ASSERT_EQ(coarse.curves[0].raw.size(), 9U);
  EXPECT_EQ(coarse.curves[0].raw.front().min, FakeRun::valueOf(1, 0));
  EXPECT_EQ(coarse.curves[0].raw.back().max, FakeRun::valueOf(900, 0));
}

TEST(FolderRun, TheSmoothedCurveIsADebiasedMovingAverage) {
  FakeRun run;
  run.rows(50);
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query = queryFor("loss/g", 1000);
  query.smoothing = 0.9;

  const Curve curve = source->query(query).curves.at(0);

  ASSERT_EQ(curve.smoothed.size(), 50U);
  double last = 0;
  for (int step = 1; step <= 50; ++step) {
    last = last * 0.9 + 0.1 * static_cast<double>(FakeRun::valueOf(step, 1));
    EXPECT_NEAR(curve.smoothed[static_cast<std::size_t>(step - 1)].first, last / (1 - std::pow(0.9, step)), 1e-4);
  }
  EXPECT_EQ(curve.raw.size(), 50U);
}

TEST(FolderRun, WhatIsNoNoiseIsNotSmoothed) {
  FakeRun run({"train/loss", "validation/loss"});
  run.rows(50);
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query = queryFor("train/loss", 1000);
  query.names << QStringLiteral("validation/loss");
  query.smoothing = 0.9;
  const ChartReply reply = source->query(query);
  ASSERT_EQ(reply.curves.size(), 2U);
  EXPECT_EQ(reply.curves[0].smoothed.size(), 50U);
  EXPECT_TRUE(reply.curves[1].smoothed.empty()) << "each value is a mean over all images already";
}

TEST(FolderRun, AStepsOwnValueComesBesideColumnsOfMany) {
  FakeRun run;
  run.rows(1000);
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query = queryFor("loss/d", 20);
  query.smoothing = 0.5;
  query.cursor = 505;

  const Curve curve = source->query(query).curves.at(0);
  query.columns = 1000;
  const Curve whole = source->query(query).curves.at(0);

  ASSERT_TRUE(curve.at_cursor && curve.smoothed_at_cursor);
  EXPECT_EQ(curve.at_cursor->first_step, 505);
  EXPECT_EQ(curve.at_cursor->first, FakeRun::valueOf(505, 0));
  EXPECT_EQ(curve.smoothed_at_cursor->first, whole.smoothed[504].first);
  query.cursor = 1001;
  EXPECT_FALSE(source->query(query).curves.at(0).at_cursor) << "it was not recorded";
}

TEST(FolderRun, SupersededPiecesComeOnRequestOnly) {
  FakeRun run({"loss/d"});
  run.rows(100);
  MetricsWriter again(run.folder().metrics(), 2, 60, {"loss/d"});
  again.append({.step = 61, .unix_seconds = 2e9, .epoch = 0.61, .values = {7.0F}});
  again.publish();
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query = queryFor("loss/d", 1000);

  const Curve plain = source->query(query).curves.at(0);
  query.superseded = true;
  const Curve with = source->query(query).curves.at(0);

  EXPECT_EQ(plain.raw.size(), 61U);
  EXPECT_EQ(plain.raw.back().last, 7.0F);
  EXPECT_TRUE(plain.superseded.empty());
  ASSERT_EQ(with.superseded.size(), 1U);
  EXPECT_EQ(with.superseded[0].front().first_step, 61);
  EXPECT_EQ(with.superseded[0].back().last_step, 100);
  EXPECT_EQ(with.superseded[0].back().last, FakeRun::valueOf(100, 0));
  EXPECT_NEAR(with.superseded[0].back().epoch, 1.0, 1e-12);
}

/// A loss each step, and some gradients each 50 steps from step 50 on: that of layer i is 100 i + the step's number.
class SparseRun : public FakeRun {
 public:
  static constexpr int kLayers = 6;
  SparseRun() : FakeRun({"loss/d"}) {
    std::vector<std::string> columns = {"loss/d"};
    for (int i = 0; i < kLayers; ++i) columns.push_back("gradient_norm/d/layer" + std::to_string(i));
    MetricsWriter metrics(folder().metrics(), 2, 0, columns);
    for (std::int64_t step = 1; step <= 1000; ++step) {
      MetricsRow row{step, 1e9 + static_cast<double>(step), static_cast<double>(step) / 100, {valueOf(step, 0)}};
      for (int i = 0; i < kLayers; ++i) {
        row.values.push_back(step % 50 == 0 ? static_cast<float>(100 * i) + static_cast<float>(step) : kMissing);
      }
      metrics.append(row);
    }
    metrics.flush();
  }
  static BandQuery layers() {
    BandQuery band{QStringLiteral("gradient_norm/d"), {}};
    for (int i = 0; i < kLayers; ++i) band.members << QStringLiteral("gradient_norm/d/layer%1").arg(i);
    return band;
  }
};

TEST(FolderRun, ASeriesMeasuredEveryFewStepsReachesToItsNeighboursBesideTheRange) {
  SparseRun run;
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query = queryFor("gradient_norm/d/layer0", 1000);
  const auto steps = [&](qint64 first, qint64 last) {
    query.first_step = first;
    query.last_step = last;
    QVector<qint64> found;
    const ChartReply reply = source->query(query);
    for (const ChartColumn& column : reply.curves.at(0).raw) {
      EXPECT_EQ(column.first, static_cast<float>(column.first_step));
      EXPECT_EQ(column.first_step, column.last_step);
      EXPECT_NEAR(column.epoch, static_cast<double>(column.first_step) / 100, 1e-9);
      found << column.first_step;
    }
    return found;
  };

  EXPECT_EQ(steps(310, 390), QVector<qint64>({300, 350, 400}));
  EXPECT_EQ(steps(310, 340), QVector<qint64>({300, 350})) << "without a value of its own";
  EXPECT_EQ(steps(300, 350), QVector<qint64>({300, 350})) << "it has values at both ends";
  EXPECT_EQ(steps(1, 60), QVector<qint64>({50, 100}));
  EXPECT_EQ(steps(960, 990), QVector<qint64>({950, 1000}));
  query = queryFor("loss/d", 1000);
  query.first_step = 310;
  query.last_step = 390;
  EXPECT_EQ(source->query(query).curves.at(0).raw.size(), 81U) << "one of every step reaches nowhere";
}

TEST(FolderRun, ABandsQuantilesAreThoseOfItsSeriesAndComeWithEpochs) {
  SparseRun run;
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query;
  query.columns = 1000;
  query.bands = {SparseRun::layers()};
  query.bands[0].members << QStringLiteral("no/such");

  const ChartReply reply = source->query(query);

  EXPECT_TRUE(reply.curves.empty()) << "nothing sticks out of values that lie evenly";
  ASSERT_EQ(reply.bands.size(), 1U);
  EXPECT_EQ(reply.bands[0].name, QStringLiteral("gradient_norm/d"));
  EXPECT_EQ(reply.bands[0].members, SparseRun::kLayers);
  ASSERT_EQ(reply.bands[0].columns.size(), 20U);
  for (const ChartColumn& column : reply.bands[0].columns) {
    const auto step = static_cast<float>(column.last_step);
    EXPECT_FLOAT_EQ(column.last, step + 250) << "between layers 2 and 3";
    EXPECT_FLOAT_EQ(column.min, step + 25);
    EXPECT_FLOAT_EQ(column.max, step + 475);
    EXPECT_NEAR(column.epoch, column.last_step / 100.0, 1e-9);
  }
}

TEST(FolderRun, WhatSticksOutOfABandInViewComesAsACurve) {
  SparseRun run;
  {
    std::vector<std::string> columns;
    for (const QString& name : SparseRun::layers().members) columns.push_back(name.toStdString());
    MetricsWriter metrics(run.folder().metrics(), 3, 1000, columns);
    for (std::int64_t step = 1001; step <= 1100; ++step) {
      std::vector<float> values(columns.size(), 1.0F);
      if (step == 1050) values[3] = 1e6F;
      metrics.append({step, 2e9, 11, values});
    }
    metrics.flush();
  }
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query;
  query.columns = 1000;
  query.first_step = 1001;
  query.bands = {SparseRun::layers()};

  const ChartReply reply = source->query(query);
  query.view_first_step = 1060;
  const ChartReply later = source->query(query);

  ASSERT_EQ(reply.curves.size(), 1U);
  EXPECT_EQ(reply.curves[0].name, QStringLiteral("gradient_norm/d/layer3"));
  EXPECT_EQ(reply.bands.at(0).sticking_out, QStringList{reply.curves[0].name});
  EXPECT_TRUE(later.curves.empty());
}

TEST(FolderRun, ASheetComesWithTheClassesOfItsImagesAndWithoutWhereTheyCannotBeRead) {
  FakeRun run;
  const QImage image(9, 5, QImage::Format_RGB32);
  for (const char* name : {"good", "bad", "none"}) writePicture(run.folder(), name, image);
  SampleInfo info;
  info.count = 2;
  info.columns = 2;
  info.padding = 1;
  info.labels = {7, 0};
  info.class_names = {{7, "dress"}};
  writeFileAtomically(run.folder().samples() / "good.json", toJson(info));
  writeFileAtomically(run.folder().samples() / "bad.json", "{\"labels\": [1, 2,");
  const auto source = openFolderRun(run.path());

  const SheetContent good = source->sample("good");
  const SheetContent bad = source->sample("bad");
  const SheetContent none = source->sample("none");

  EXPECT_EQ(good.grid.labels, QVector<qint64>({7, 0}));
  EXPECT_EQ(good.grid.class_names, (QMap<qint64, QString>{{7, QStringLiteral("dress")}}));
  EXPECT_EQ(good.grid.columns, 2);
  EXPECT_EQ(good.grid.padding, 1);
  EXPECT_TRUE(good.problem.empty());
  EXPECT_EQ(bad.image.size(), image.size()) << "the picture is shown all the same";
  EXPECT_EQ(bad.grid, SheetGrid());
  EXPECT_EQ(bad.problem.id, "sample_bad_info");
  EXPECT_EQ(none.grid, SheetGrid());
  EXPECT_TRUE(none.problem.empty()) << "older engines wrote none";
}

TEST(FolderRun, OddQueriesDoNoHarm) {
  FakeRun run;
  run.rows(10);
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query = queryFor("no/such", std::numeric_limits<int>::min());
  query.names << QStringLiteral("loss/d");
  query.smoothing = std::numeric_limits<double>::quiet_NaN();
  query.first_step = std::numeric_limits<qint64>::min();
  query.last_step = std::numeric_limits<qint64>::max();

  const ChartReply reply = source->query(query);

  ASSERT_EQ(reply.curves.size(), 1U);
  EXPECT_EQ(reply.curves[0].raw.size(), 1U);
}

TEST(FolderRun, ARunWithoutRowsHasNoCurves) {
  FakeRun run;
  const auto source = openFolderRun(run.path());
  source->refresh();
  EXPECT_EQ(source->query(queryFor("loss/d", 100)).last_step, 0);
}

TEST(FolderRun, ASampleIsThePictureOfItsFile) {
  FakeRun run;
  QImage image(7, 5, QImage::Format_RGB32);
  image.fill(QColor(10, 200, 30));
  writePicture(run.folder(), "step-00000001.s1", image);
  const auto source = openFolderRun(run.path());

  const QImage read = source->sample("step-00000001.s1").image;

  EXPECT_EQ(read.size(), QSize(7, 5));
  EXPECT_EQ(read.pixelColor(3, 3), QColor(10, 200, 30));
}

TEST(FolderRun, PicturesThatAreNoneAreRefused) {
  FakeRun run;
  const auto source = openFolderRun(run.path());
  writeFileAtomically(run.folder().samples() / "text.png", "This is no picture.");
  // A header that announces 50,000 x 50,000 pixels, with the checksum that PNG asks for.
  const unsigned char huge[] = {0x89, 'P',  'N',  'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I',  'H',  'D',  'R', 0,
                                0,    0xc3, 0x50, 0,   0,    0xc3, 0x50, 8,    2, 0, 0, 0,  0xc4, 0xcd, 0xaa, 0x9d};
  writeFileAtomically(run.folder().samples() / "huge.png",
                      std::string_view(reinterpret_cast<const char*>(huge), sizeof(huge)));

  expectError(ErrorCode::kDataLoss, "sample_bad_picture", [&] { source->sample("text"); });
  expectError(ErrorCode::kDataLoss, "sample_bad_picture", [&] { source->sample("huge"); });
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { source->sample("none"); });
  for (const char* name : {"../run", "", ".hidden", "a/b"}) {
    expectError(ErrorCode::kInvalidArgument, "sample_bad_name", [&] { source->sample(name); });
  }
}

TEST(FolderRun, AFinishedRunIsFinishedAndTellsOfWhatIsAppended) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  source->refresh();
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kFinished));
  const int before = heard.news();

  run.rows(1);

  EXPECT_TRUE(heard.waitForNews(before + 1));
}

TEST(FolderRun, CommandsForARunThatNobodyTrainsSaySo) {
  FakeRun run;
  const auto source = openFolderRun(run.path());
  const CommandAnswer answer = ask(*source, commandOf(CommandKind::kPause));
  EXPECT_EQ(answer.result, CommandResult::kRefused);
  EXPECT_EQ(answer.reason.id, "run_not_served");
}

TEST(FolderRun, ConnectsToTheEngineThatTrainsTheRunAndSteersIt) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kFinished));

  FakeSink sink;
  {
    const RunLock lock(run.path());
    FakeEngine engine(run, &sink);
    ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
    EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));

    Command command = commandOf(CommandKind::kRollback);
    command.step = 30;
    const CommandAnswer answer = ask(*source, command);

    EXPECT_EQ(answer.result, CommandResult::kApplied);
    EXPECT_EQ(answer.step, 1);
    ASSERT_EQ(sink.commands().size(), 1U);
    EXPECT_EQ(sink.commands()[0], command);
    EXPECT_EQ(source->schema().fields().size(), Schema::builtin().fields().size());
  }
  EXPECT_TRUE(heard.waitForState(LinkState::kFinished));
}

/// What is told at once, not at the next look.
class FolderNewsTest : public testing::Test {
 protected:
  FakeRun run_;
  int written_ = 0;
  int engine_ = 0;
  FolderNews news_{run_.folder(), {.on_written = [this] { ++written_; }, .on_engine = [this] { ++engine_; }}};

  static bool reaches(const int& count, int wanted) {
    return QTest::qWaitFor([&] { return count >= wanted; }, 20'000);
  }
};

TEST_F(FolderNewsTest, ComeOfMetricsAndOfTheJournal) {
  run_.rows(1);
  ASSERT_TRUE(reaches(written_, 1));
  const int before = written_;
  run_.journal(StatusChanged{RunStatus::kFinished, {}});
  EXPECT_TRUE(reaches(written_, before + 1));
  EXPECT_EQ(engine_, 0);
}

TEST_F(FolderNewsTest, ComeOfASegmentThatBegins) {
  MetricsWriter next(run_.folder().metrics(), 2, 60, {"loss/d"});
  EXPECT_TRUE(reaches(written_, 1));
}

TEST_F(FolderNewsTest, SayThatAnEngineTookTheRun) {
  const RunLock lock(run_.path());
  EXPECT_TRUE(reaches(engine_, 1));
}

TEST_F(FolderNewsTest, SayNothingOfWhatNobodyShows) {
  std::ofstream(run_.path() / "engine.log", std::ios::app) << "a line\n";
  writeFileAtomically(run_.folder().samples() / "x.json", "{}");
  run_.rows(1);
  ASSERT_TRUE(reaches(written_, 1));
  const int of_rows = written_;
  std::ofstream(run_.path() / "engine.log", std::ios::app) << "a line\n";
  QTest::qWait(50);
  EXPECT_EQ(written_, of_rows);
  EXPECT_EQ(engine_, 0);
}

TEST(FolderRun, TellsOfEachRowThatAnEngineWrites) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  FakeSink sink;
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
  for (int i = 0; i < 8; ++i) {
    const int before = heard.news();
    run.rows(1);
    ASSERT_TRUE(heard.waitForNews(before + 1));
  }
}

TEST(FolderRun, AnEngineThatIsAliveButSilentIsLostNotFinished) {
  FakeRun run;
  Heard heard;
  const RunLock lock(run.path());
  FakeSink sink;
  auto engine = std::make_unique<FakeEngine>(run, &sink);
  const auto source = openFolderRun(run.path());
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
  const std::string endpoint = readFile(run.folder().endpoint(), 65536);

  engine->stop();
  writeFileAtomically(run.folder().endpoint(), endpoint);  // as a process that hangs leaves it

  EXPECT_TRUE(heard.waitForState(LinkState::kLost));
  EXPECT_FALSE(heard.wasEver(LinkState::kFinished));
}

TEST(FolderRun, AnEngineThatStartsIsBeingConnectedTo) {
  FakeRun run;
  Heard heard;
  const RunLock lock(run.path());
  const auto source = openFolderRun(run.path());

  source->watch(heard.callbacks());

  EXPECT_TRUE(heard.waitForState(LinkState::kConnecting));
  QTest::qWait(1500);
  EXPECT_FALSE(heard.wasEver(LinkState::kLost));
}

TEST(FolderRun, AProcessThatIsKilledIsSeenToBeGone) {
  FakeRun run;
  Heard heard;
  const pid_t child = ::fork();
  if (child == 0) {
    const RunLock lock(run.path());
    ::pause();
    ::_exit(0);
  }
  while (!RunLock::holder(run.path())) std::this_thread::sleep_for(milliseconds(5));
  const auto source = openFolderRun(run.path());
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnecting));

  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);

  EXPECT_TRUE(heard.waitForState(LinkState::kFinished, seconds(5)));
}

TEST(FolderRun, ClosingEndsACommandThatAnEngineDoesNotAnswer) {
  FakeRun run;
  FakeSink sink(seconds(6));
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  const auto source = openFolderRun(run.path());
  std::thread closer([&] {
    while (sink.commands().empty()) std::this_thread::sleep_for(milliseconds(5));
    source->close();
  });

  const CommandAnswer answer = ask(*source, commandOf(CommandKind::kPause));

  EXPECT_EQ(answer.result, CommandResult::kUnknown) << "the engine has it, and will say so in its journal";
  closer.join();
}

TEST(FolderRun, AnAnswerThatTakesLongerThanACallIsWaitedFor) {
  FakeRun run;
  FakeSink sink(seconds(3));
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  const auto source = openFolderRun(run.path());

  const CommandAnswer answer = ask(*source, commandOf(CommandKind::kCheckpoint));

  EXPECT_EQ(answer.result, CommandResult::kApplied);
  EXPECT_EQ(sink.commands().size(), 1U);  // asked again, taken once
}

}  // namespace
}  // namespace gan
