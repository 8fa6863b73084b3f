#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "link/folder_run.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "service/fake_run.h"
#include "support/evaluated.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

ChartQuery queryFor(const char* name, int columns) {
  ChartQuery query;
  query.stamp = 5;
  query.names = {QString::fromLatin1(name)};
  query.columns = columns;
  return query;
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

/// A run of its own made in a folder, whose values are its steps and an offset.
class Descendants : public testing::Test {
 protected:
  struct Made {
    std::string name;
    std::int64_t first_step = 0;
    std::int64_t last_step = 0;
    float offset = 0;
    std::string parent{};
    double created = 0;
    std::string images{};
  };
  fs::path make(const Made& made) const {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    manifest.parent_path = made.parent;
    manifest.parent_step = made.parent.empty() ? -1 : made.first_step;
    manifest.created_unix_seconds = made.created;
    manifest.data_fingerprint = made.images;
    const RunFolder folder = RunFolder::create(folder_ / made.name, RunConfig(), manifest);
    begin(folder, 1, made.first_step, made.created);
    write(folder, 1, made.first_step, made.last_step, made.offset);
    return folder.path();
  }
  static void begin(const RunFolder& folder, std::int32_t segment, std::int64_t first_step, double unix_seconds) {
    JournalWriter journal(folder.journal());
    Event event;
    event.segment = segment;
    event.step = first_step;
    event.unix_seconds = unix_seconds;
    SegmentStarted started;
    started.first_step = first_step;
    event.what = started;
    journal.append(event);
  }
  static void write(const RunFolder& folder, std::int32_t segment, std::int64_t first, std::int64_t last,
                    float offset) {
    fs::create_directories(folder.metrics());
    MetricsWriter metrics(folder.metrics(), segment, first, {"loss/d"});
    for (std::int64_t step = first + 1; step <= last; ++step) {
      metrics.append({.step = step,
                      .unix_seconds = 1e9 + static_cast<double>(step),
                      .epoch = static_cast<double>(step) / 100,
                      .values = {static_cast<float>(step) + offset}});
    }
    metrics.publish();
  }
  static void judge(const fs::path& run, std::int64_t step) {
    JournalWriter journal(RunFolder::open(run).journal());
    Event event;
    event.segment = 1;
    event.step = step;
    event.what = evaluatedAs({{"fid", static_cast<double>(step), {}}});
    journal.append(event);
  }
  static std::vector<std::pair<std::int64_t, float>> valuesOf(const ChartColumns& columns) {
    std::vector<std::pair<std::int64_t, float>> values;
    for (const ChartColumn& column : columns) values.emplace_back(column.first_step, column.first);
    return values;
  }
  static std::vector<std::pair<std::int64_t, float>> stepsAnd(std::int64_t first, std::int64_t last, float offset) {
    std::vector<std::pair<std::int64_t, float>> values;
    for (std::int64_t step = first; step <= last; ++step) values.emplace_back(step, static_cast<float>(step) + offset);
    return values;
  }

  TemporaryFolder folder_;
};

TEST_F(Descendants, ShowEachRunTheyComeFromUpToWhereItWasLeft) {
  make({.name = "first", .last_step = 50, .offset = 1000});
  make({.name = "second", .first_step = 20, .last_step = 60, .offset = 2000, .parent = "../first", .created = 10});
  const auto source = openFolderRun(
      make({.name = "third", .first_step = 40, .last_step = 45, .offset = 3000, .parent = "../second", .created = 20}));
  source->refresh();
  const ChartReply reply = source->query(queryFor("loss/d", 1000));
  EXPECT_EQ(reply.first_step, 41);
  EXPECT_EQ(reply.history_first_step, 1);
  const Curve& curve = reply.curves.at(0);
  EXPECT_EQ(valuesOf(curve.raw), stepsAnd(41, 45, 3000));
  ASSERT_EQ(curve.before.size(), 2U);
  EXPECT_EQ(valuesOf(curve.before[0]), stepsAnd(1, 20, 1000));
  EXPECT_EQ(valuesOf(curve.before[1]), stepsAnd(21, 40, 2000));
  EXPECT_NEAR(curve.before[1].front().epoch, 0.21, 1e-9);
}

TEST_F(Descendants, LeaveOutWhatTheirParentTrainedAnewAfterTheyLeftIt) {
  const RunFolder parent = RunFolder::open(make({.name = "parent", .last_step = 50, .offset = 1000, .created = 5}));
  begin(parent, 2, 15, 30);  // rolled back to step 15, after the branch was made
  write(parent, 2, 15, 50, 9000);
  const auto source = openFolderRun(make(
      {.name = "branch", .first_step = 20, .last_step = 25, .offset = 2000, .parent = "../parent", .created = 20}));
  source->refresh();
  const ChartReply reply = source->query(queryFor("loss/d", 1000));
  ASSERT_EQ(reply.curves.at(0).before.size(), 1U);
  EXPECT_EQ(valuesOf(reply.curves[0].before[0]), stepsAnd(1, 15, 1000));
}

TEST_F(Descendants, LeaveOutScoresThatWereMeasuredByOtherImages) {
  judge(make({.name = "parent", .last_step = 50, .offset = 1000, .created = 5, .images = "before"}), 10);
  for (const char* images : {"before", "after"}) {
    const fs::path branch = make({.name = images,
                                  .first_step = 20,
                                  .last_step = 25,
                                  .offset = 2000,
                                  .parent = "../parent",
                                  .created = 20,
                                  .images = images});
    judge(branch, 25);
    const auto source = openFolderRun(branch);
    source->refresh();
    const ChartReply reply = source->query(queryFor("evaluation/in-domain-0123abcd-2048/fid", 1000));
    ASSERT_EQ(reply.curves.size(), 1U);
    EXPECT_EQ(reply.curves[0].before.size(), images == std::string("before") ? 1U : 0U) << images;
    EXPECT_EQ(source->query(queryFor("loss/d", 1000)).curves.at(0).before.size(), 1U) << images;
  }
}

TEST_F(Descendants, OfAParentThatIsGoneOrItselfShowTheirOwnStepsOnly) {
  for (const char* parent : {"../gone", "../branch", "."}) {
    const auto source = openFolderRun(
        make({.name = "branch", .first_step = 20, .last_step = 25, .offset = 2000, .parent = parent, .created = 20}));
    source->refresh();
    const ChartReply reply = source->query(queryFor("loss/d", 1000));
    EXPECT_EQ(reply.history_first_step, 0) << parent;
    EXPECT_TRUE(reply.curves.at(0).before.empty()) << parent;
    EXPECT_EQ(valuesOf(reply.curves[0].raw), stepsAnd(21, 25, 2000));
    fs::remove_all(folder_ / "branch");
  }
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

TEST(FolderRun, ABandsQuantilesAtAStepComeBesideColumnsOfMany) {
  SparseRun run;
  const auto source = openFolderRun(run.path());
  source->refresh();
  ChartQuery query;
  query.columns = 3;
  query.bands = {SparseRun::layers()};
  query.cursor = 450;

  const std::optional<ChartColumn> at = source->query(query).bands.at(0).at_cursor;

  ASSERT_TRUE(at);
  EXPECT_EQ(at->first_step, 450);
  EXPECT_EQ(at->last_step, 450);
  EXPECT_EQ(at->last, 700) << "the median of 450, 550, …, 950";
  EXPECT_EQ(at->min, 475);
  EXPECT_EQ(at->max, 925);
  EXPECT_NEAR(at->epoch, 4.5, 1e-9);
  query.cursor = 451;
  EXPECT_FALSE(source->query(query).bands.at(0).at_cursor) << "none of them was recorded there";
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

}  // namespace
}  // namespace gan
