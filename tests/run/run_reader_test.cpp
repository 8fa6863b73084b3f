#include "run/run_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "config/images_per_iteration.h"
#include "core/append_log.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run_reader_fixture.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kLiveField = "optimizer.generator.learning_rate";

TEST_F(RunReaderTest, ARunThatDidNothingYetIsStarting) {
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.summary().status, RunStatus::kStarting);
  EXPECT_EQ(reader.summary().step, 0);
  EXPECT_FALSE(reader.summary().writer_alive);
  EXPECT_THAT(reader.seriesNames(), IsEmpty());
  EXPECT_FALSE(reader.steps());
  EXPECT_EQ(reader.end(), RunReader::Cursor{});
}

TEST_F(RunReaderTest, FollowingLiveAndOpeningLaterTellTheSame) {
  RunReader follower(folder_);
  follower.refresh();
  journalSegment(1, 0);
  follower.refresh();
  openMetrics(1, 0);
  follower.refresh();
  rows(1, 1, 5);
  follower.refresh();
  journal(5, StatusChanged{RunStatus::kPaused, {}});
  rows(1, 6, 8);
  follower.refresh();
  journalSegment(2, 6);
  openMetrics(2, 6);
  follower.refresh();
  rows(2, 7, 9);
  journal(9, StatusChanged{RunStatus::kFinished, {}});
  follower.refresh();

  RunReader later(folder_);
  later.refresh();
  for (const RunReader* reader : {&follower, &later}) {
    EXPECT_THAT(valuesOf(*reader), ElementsAre(1001, 1002, 1003, 1004, 1005, 1006, 2007, 2008, 2009));
    EXPECT_EQ(reader->events().size(), 4U);
    EXPECT_EQ(reader->end(), (RunReader::Cursor{.next_sequence = 5, .next_row = 11}));
    EXPECT_EQ(reader->summary().status, RunStatus::kFinished);
    EXPECT_EQ(reader->summary().segment, 2);
    EXPECT_EQ(reader->summary().step, 9);
    EXPECT_DOUBLE_EQ(reader->summary().epoch, 0.9);
    EXPECT_EQ(reader->summary().last_change_unix_seconds, 1009.0);
  }
}

TEST_F(RunReaderTest, ReadsALongRunPieceByPieceWhereThatIsWished) {
  constexpr std::int64_t kRows = 40'000;
  openMetrics(1, 0);
  rows(1, 1, kRows);
  RunReader reader(folder_);
  int pieces = 1;
  for (; reader.refresh(1); ++pieces) {
    ASSERT_TRUE(reader.steps());
    EXPECT_EQ(valuesOf(reader).size(), static_cast<std::size_t>(reader.steps()->last));
    if (pieces > 1) continue;
    EXPECT_LT(reader.steps()->last, kRows);
  }
  EXPECT_GT(pieces, 2);
  EXPECT_EQ(reader.steps()->last, kRows);
}

TEST_F(RunReaderTest, ARollBackCutsTheLineWhicheverFileShowsItFirst) {
  journalSegment(1, 0);
  openMetrics(1, 0);
  rows(1, 1, 8);
  RunReader journal_first(folder_);
  RunReader metrics_first(folder_);
  journal_first.refresh();
  metrics_first.refresh();
  EXPECT_EQ(journal_first.summary().step, 8);

  journalSegment(2, 3);
  journal_first.refresh();
  EXPECT_EQ(journal_first.summary().step, 3);
  EXPECT_EQ(journal_first.summary().segment, 2);
  openMetrics(2, 3);
  journal_first.refresh();
  EXPECT_EQ(valuesOf(journal_first), (std::vector<float>{1001, 1002, 1003}));
  EXPECT_EQ(journal_first.summary().step, 3);
  EXPECT_DOUBLE_EQ(journal_first.summary().epoch, 0.3);
  ASSERT_TRUE(journal_first.steps());
  EXPECT_EQ(journal_first.steps()->first, 1);
  EXPECT_EQ(journal_first.steps()->last, 3);

  // As if the journal were not there yet: a second roll back that only the metrics know of.
  openMetrics(3, 1);
  metrics_first.refresh();
  EXPECT_EQ(valuesOf(metrics_first), (std::vector<float>{1001}));
  EXPECT_EQ(metrics_first.summary().step, 1);
  EXPECT_EQ(metrics_first.summary().segment, 3);
  rows(3, 2, 4);
  journalSegment(3, 1);
  metrics_first.refresh();
  EXPECT_EQ(valuesOf(metrics_first), (std::vector<float>{1001, 3002, 3003, 3004}));
  EXPECT_EQ(metrics_first.summary().step, 4);
}

TEST_F(RunReaderTest, EventsLeadTheStepWhereScalarsAreRare) {
  journalSegment(1, 0);
  openMetrics(1, 0);
  rows(1, 5, 5);
  journal(7, StatusChanged{RunStatus::kStopped, {}});
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.summary().step, 7);
}

TEST_F(RunReaderTest, LiveValuesFollowCommandsAndSegments) {
  RunReader reader(folder_);
  reader.refresh();
  const Value configured = folder_.config().value(kLiveField);
  EXPECT_EQ(reader.summary().live_values.at(kLiveField), configured);

  journalSegment(1, 0);
  const std::vector<Assignment> values{{kLiveField, Value(0.125)}, {"no.such.field", Value(1.0)}};
  journalCommand(values, CommandResult::kRefused);
  reader.refresh();
  EXPECT_EQ(reader.summary().live_values.at(kLiveField), configured);
  EXPECT_EQ(reader.summary().live_values.count("no.such.field"), 0U);

  journalCommand(values, CommandResult::kApplied);
  reader.refresh();
  EXPECT_EQ(reader.summary().live_values.at(kLiveField), Value(0.125));

  journalSegment(2, 1, {{kLiveField, Value(0.25)}});
  reader.refresh();
  EXPECT_EQ(reader.summary().live_values.at(kLiveField), Value(0.25));
}

TEST_F(RunReaderTest, SegmentsMayHaveOtherColumns) {
  openMetrics(1, 0, {"loss/g", "loss/d"});
  rows(1, 1, 4, 2);
  openMetrics(2, 2, {"loss/g", "score/new"});
  rows(2, 3, 4, 2);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre("loss/d", "loss/g", "score/new"));
  EXPECT_THAT(valuesOf(reader, "loss/g"), ElementsAre(1001, 1002, 2003, 2004));
  EXPECT_THAT(valuesOf(reader, "loss/d"), ElementsAre(1001, 1002));
  EXPECT_THAT(valuesOf(reader, "score/new"), ElementsAre(2003, 2004));
}

TEST_F(RunReaderTest, ASeriesIsNamedOnceItHasAValue) {
  openMetrics(1, 0, {"loss/g", "penalty/r1"});
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), IsEmpty());
  metrics_->append({.step = 1, .values = {1, kMissing}});
  metrics_->publish();
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre("loss/g"));
  metrics_->append({.step = 2, .values = {2, 0.5F}});
  metrics_->publish();
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre("loss/g", "penalty/r1"));
  openMetrics(2, 0);  // all of it is superseded
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre("loss/g", "penalty/r1"));
}

TEST_F(RunReaderTest, MissingValuesAreLeftOutAndNanIsKept) {
  openMetrics(1, 0, {"loss/g", "rare"});
  metrics_->append({.step = 1, .values = {1, kMissing}});
  metrics_->append({.step = 2, .values = {std::nanf(""), 20}});
  metrics_->append({.step = 3, .values = {3, kMissing}});
  metrics_->publish();
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(reader.values("rare", kAll, 10).steps, ElementsAre(2));
  EXPECT_EQ(reader.query("loss/g", kAll, 1).at(0).not_finite, 1U);
  EXPECT_EQ(reader.query("loss/g", kAll, 1).at(0).count, 2U);
}

TEST_F(RunReaderTest, AnUnknownSeriesIsNamed) {
  RunReader reader(folder_);
  reader.refresh();
  const auto error =
      expectError(ErrorCode::kNotFound, "series_not_found", [&] { reader.query("loss/typo", kAll, 10); });
  EXPECT_THAT(error->message(), testing::HasSubstr("loss/typo"));
}

TEST_F(RunReaderTest, PositionsAreThoseOfTheRowOrTheOneBefore) {
  openMetrics(1, 0);
  rows(1, 10, 11);
  rows(1, 20, 20);
  RunReader reader(folder_);
  EXPECT_THAT(reader.positions(std::vector<std::int64_t>{5}).epochs, ElementsAre(0));
  reader.refresh();
  const auto positions = reader.positions(std::vector<std::int64_t>{11, 15, 20, 99, 1});
  EXPECT_THAT(positions.epochs, ElementsAre(1.1, 1.1, 2.0, 2.0, 1.0));
  EXPECT_THAT(positions.unix_seconds, ElementsAre(1011, 1011, 1020, 1020, 1010));
}

TEST_F(RunReaderTest, WhatLaterSegmentsSupersededIsKeptBySegment) {
  openMetrics(1, 0, {"loss/g", "rare"});
  rows(1, 1, 10, 2);
  openMetrics(2, 6);  // 7 to 10 of segment 1 are superseded
  rows(2, 7, 12);
  openMetrics(3, 4);  // 5 and 6 of segment 1, and all of segment 2
  rows(3, 5, 6);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(valuesOf(reader), ElementsAre(1001, 1002, 1003, 1004, 3005, 3006));

  const auto pieces = reader.superseded("loss/g", kAll, 100);
  ASSERT_EQ(pieces.size(), 3U);
  const std::vector<std::vector<float>> values = {
      {1007, 1008, 1009, 1010}, {1005, 1006}, {2007, 2008, 2009, 2010, 2011, 2012}};
  const std::vector<std::int32_t> segments = {1, 1, 2};
  const std::vector<std::int64_t> firsts = {7, 5, 7};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_EQ(pieces[i].segment, segments[i]);
    EXPECT_EQ(pieces[i].range.first, firsts[i]);
    EXPECT_EQ(pieces[i].range.last, firsts[i] + static_cast<std::int64_t>(values[i].size()) - 1);
    ASSERT_EQ(pieces[i].columns.size(), values[i].size());
    for (std::size_t column = 0; column < values[i].size(); ++column) {
      EXPECT_EQ(pieces[i].columns[column].max, values[i][column]);
      EXPECT_DOUBLE_EQ(pieces[i].positions.epochs[column],
                       static_cast<double>(firsts[i]) / 10 + static_cast<double>(column) / 10);
    }
  }
  EXPECT_EQ(reader.superseded("rare", kAll, 100).size(), 2U) << "segment 2 did not record it";
  expectError(ErrorCode::kNotFound, "series_not_found", [&] { reader.superseded("loss/typo", kAll, 100); });
}

TEST_F(RunReaderTest, SupersededPiecesOfARangeShareItsColumns) {
  openMetrics(1, 0);
  rows(1, 1, 1000);
  openMetrics(2, 500);
  rows(2, 501, 1000);
  RunReader reader(folder_);
  reader.refresh();
  const auto all = reader.superseded("loss/g", kAll, 100);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].columns.size(), 50U) << "half of the run's length is half of the columns";
  EXPECT_EQ(all[0].columns.front().first_step, 501);
  EXPECT_EQ(all[0].columns.back().last_step, 1000);
  const auto part = reader.superseded("loss/g", {600, 699}, 100);
  ASSERT_EQ(part.size(), 1U);
  EXPECT_EQ(part[0].range.first, 600);
  EXPECT_EQ(part[0].range.last, 699);
  EXPECT_EQ(part[0].columns.size(), 100U);
  EXPECT_THAT(reader.superseded("loss/g", {1, 500}, 100), IsEmpty());
  EXPECT_THAT(reader.superseded("loss/g", kAll, 0), IsEmpty());
}

TEST_F(RunReaderTest, ARestartFromTheSameStepSupersedesAllOfIt) {
  for (std::int32_t segment = 1; segment <= 3; ++segment) {
    openMetrics(segment, 0);
    rows(segment, 1, 4);
  }
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(valuesOf(reader), ElementsAre(3001, 3002, 3003, 3004));
  const auto pieces = reader.superseded("loss/g", kAll, 100);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].columns.at(0).max, 1001);
  EXPECT_EQ(pieces[1].columns.at(0).max, 2001);
}

TEST_F(RunReaderTest, ALongLineWithOldRowsCutOffIsWhole) {
  RunReader follower(folder_);
  std::vector<float> expected;
  const auto train = [&](std::int32_t segment, std::int64_t first_step, std::int64_t last) {
    openMetrics(segment, first_step, {"rare", "loss/g"});
    for (std::int64_t step = first_step; step < last; step += 700) {
      rows(segment, step + 1, std::min(step + 700, last), 2);
      follower.refresh();
    }
    expected.resize(static_cast<std::size_t>(first_step));
    for (std::int64_t step = first_step + 1; step <= last; ++step) {
      expected.push_back(static_cast<float>(step + 1000 * segment));
    }
  };
  train(1, 0, 40'000);
  train(2, 12'345, 30'000);
  train(3, 20'480, 20'480);
  train(4, 20'480, 50'000);
  RunReader later(folder_);
  later.refresh();
  for (const RunReader* reader : {&follower, &later}) {
    EXPECT_EQ(valuesOf(*reader), expected);
    const auto pieces = reader->superseded("loss/g", {12'000, 25'000}, 100'000);
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_EQ(pieces[0].columns.size(), 25'000U - 12'345U);
    for (const Column& column : pieces[0].columns) ASSERT_EQ(column.max, static_cast<float>(column.first_step + 1000));
    EXPECT_EQ(pieces[1].columns.front().max, 20'481 + 2000);
    EXPECT_THAT(reader->positions(std::vector<std::int64_t>{1, 2, 100}).epochs, ElementsAre(0.1, 0.2, 10));
    EXPECT_THAT(reader->positions(std::vector<std::int64_t>{12'346, 12'400}).epochs, ElementsAre(1234.6, 1240));
    const auto far = reader->positions(std::vector<std::int64_t>{1'000, 11'111, 45'000});
    EXPECT_THAT(far.unix_seconds,
                ElementsAre(testing::DoubleNear(2'000, 1e-6), testing::DoubleNear(12'111, 1e-6), 46'000));
  }
}

TEST_F(RunReaderTest, SmoothedTogetherSeriesAreAsSmoothedOneByOne) {
  openMetrics(1, 0, {"a", "b"});
  rows(1, 1, 20'000, 2);
  openMetrics(2, 15'000, {"b", "c"});
  rows(2, 15'001, 30'000, 2);
  RunReader together(folder_);
  RunReader alone(folder_);
  together.refresh();
  alone.refresh();
  const std::vector<std::string> names = {"a", "b", "unknown"};
  for (const double weight : {0.9, 0.99}) {
    together.smooth(names, {weight});
    for (const char* name : {"a", "b", "c"}) {
      const auto found = together.query(name, kAll, 500, {weight});
      const auto expected = alone.query(name, kAll, 500, {weight});
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].min, expected[i].min) << name << " " << i;
        ASSERT_EQ(found[i].last, expected[i].last) << name << " " << i;
      }
    }
  }
  expectError(ErrorCode::kInvalidArgument, "smoothing_out_of_range", [&] { together.smooth(names, {1.5}); });
}

TEST_F(RunReaderTest, OldRowsThatTheFileLostAreMissedOnlyWhereTheyAreLookedAt) {
  openMetrics(1, 0);
  rows(1, 1, 30'000);
  RunReader reader(folder_);
  reader.refresh();
  metrics_.reset();
  std::filesystem::resize_file(folder_.metrics() / "000001.cols", 100);
  const std::optional<Error> error = expectError(ErrorCode::kDataLoss, "metrics_changed", [&] {
    reader.query("loss/g", {2, 200}, 100);
  });
  EXPECT_THAT(error->message(), testing::HasSubstr("000001.cols"));
  EXPECT_EQ(reader.query("loss/g", kAll, 100).size(), 100U);
  EXPECT_EQ(reader.query("loss/g", {29'000, 29'009}, 100).front().max, 30'000);
}

TEST_F(RunReaderTest, RatesAreThoseOfTheNewestRowsWhileARunTrains) {
  std::optional<RunLock> lock(folder_.path());
  SegmentStarted started;
  started.total_steps = 900;
  journal(0, started);
  journal(0, StatusChanged{RunStatus::kRunning, {}});
  openMetrics(1, 0);
  double time = 1000;
  const auto train = [&](std::int64_t first, std::int64_t last, double seconds_a_step) {
    for (std::int64_t step = first; step <= last; ++step) {
      time += seconds_a_step;
      metrics_->append({.step = step, .unix_seconds = time, .epoch = 0, .values = {1}});
    }
    metrics_->publish();
  };
  RunReader reader(folder_);
  train(1, 1, 1);
  reader.refresh();
  EXPECT_EQ(reader.summary().iterations_per_second, 0) << "one row has no rate";
  train(2, 100, 1);
  train(101, 500, 0.1);  // the newest 20 s hold 200 steps of these
  reader.refresh();
  const auto images = static_cast<double>(imagesPerIteration(folder_.config()));
  EXPECT_EQ(reader.summary().total_steps, 900);
  EXPECT_NEAR(reader.summary().iterations_per_second, 10, 1e-6);
  EXPECT_NEAR(reader.summary().images_per_second, 10 * images, 1e-4);

  openMetrics(2, 400);  // what went before a roll back does not count
  train(401, 404, 0.5);
  reader.refresh();
  EXPECT_NEAR(reader.summary().iterations_per_second, 2, 1e-6);

  journal(404, StatusChanged{RunStatus::kPaused, {}});
  reader.refresh();
  EXPECT_EQ(reader.summary().iterations_per_second, 0);
  journal(404, StatusChanged{RunStatus::kRunning, {}});
  reader.refresh();
  EXPECT_GT(reader.summary().iterations_per_second, 0);
  lock.reset();
  EXPECT_EQ(reader.summary().iterations_per_second, 0) << "its engine is gone";
  EXPECT_EQ(reader.summary().images_per_second, 0);
}

TEST_F(RunReaderTest, TheNewestLoadIsPartOfTheSummary) {
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_FALSE(reader.summary().load);
  LoadMeasured load;
  for (const double percent : {20.0, 90.0}) {
    load.cpu_percent = percent;
    journal(1, load);
  }
  reader.refresh();
  ASSERT_TRUE(reader.summary().load);
  EXPECT_EQ(reader.summary().load->cpu_percent, 90);
}

TEST_F(RunReaderTest, TheLoadOfAnEarlierProcessIsNoneOfTheOneThatGoesOn) {
  RunReader reader(folder_);
  LoadMeasured load;
  load.cpu_percent = 1;  // while it was paused
  journal(5, load);
  SegmentStarted started;
  started.cause = SegmentStarted::Cause::kRollback;
  journal(5, started);
  reader.refresh();
  EXPECT_TRUE(reader.summary().load) << "the same process";
  started.cause = SegmentStarted::Cause::kResume;
  journal(5, started);
  reader.refresh();
  EXPECT_FALSE(reader.summary().load);
}

TEST_F(RunReaderTest, TheNewestTimesOfTheRanksArePartOfTheSummaryUntilAnotherSegmentBegins) {
  RunReader reader(folder_);
  journalSegment(1, 0);
  journal(1, RanksMeasured{5, {{"a", {1, 2, 3, 4, 5, 6}}, {"b", {}}}});
  const RanksMeasured newest{7, {{"a", {6, 5, 4, 3, 2, 1}}, {"b", {}}}};
  journal(1, newest);
  reader.refresh();
  EXPECT_EQ(reader.summary().ranks, newest);
  journalSegment(2, 4);
  reader.refresh();
  EXPECT_FALSE(reader.summary().ranks);
}

TEST_F(RunReaderTest, ADamagedBlockHidesOnlyItself) {
  journalSegment(1, 0);
  openMetrics(1, 0);
  rows(1, 1, 2);
  metrics_.reset();
  AppendLogWriter(folder_.metrics() / "000001.cols").append("Rnonsense");
  openMetrics(2, 2);
  rows(2, 3, 3);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(valuesOf(reader), ElementsAre(1001, 1002, 2003));
  EXPECT_EQ(reader.events().size(), 1U);
}

TEST_F(RunReaderTest, ABadEntryOfTheJournalHidesOnlyWhatComesAfterIt) {
  journalSegment(1, 0);
  journal(3, StatusChanged{RunStatus::kPaused, {}});
  AppendLogWriter(folder_.journal()).append("{}");
  for (int refreshes = 1; refreshes <= 2; ++refreshes) {
    RunReader reader(folder_);
    for (int i = 0; i < refreshes; ++i) reader.refresh();
    EXPECT_EQ(reader.events().size(), 2U);
    EXPECT_EQ(reader.summary().status, RunStatus::kPaused);
  }
}

TEST_F(RunReaderTest, AHeldLockMeansALivingWriter) {
  RunReader reader(folder_);
  {
    const RunLock lock(folder_.path());
    EXPECT_TRUE(reader.summary().writer_alive);
  }
  EXPECT_FALSE(reader.summary().writer_alive);
}

}  // namespace
}  // namespace gan
