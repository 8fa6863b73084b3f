// What a watcher of a run gets, piece by piece, how it waits, and that questions are answered meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "run_reader_fixture.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

using RunUpdatesTest = RunReaderTest;

TEST_F(RunUpdatesTest, AWatcherGetsEachRowAndEventOnceInPieces) {
  journalSegment(1, 0);
  openMetrics(1, 0);
  rows(1, 1, 10);
  openMetrics(2, 4);
  rows(2, 5, 6);
  RunReader reader(folder_);
  reader.refresh();
  RunReader::Cursor cursor{.next_sequence = 0, .next_row = 0};
  std::vector<std::int64_t> steps;
  std::size_t events = 0;
  while (cursor != reader.end()) {
    const auto update = reader.since(cursor, 3);
    ASSERT_LE(stepsOf(update.metrics).size(), 3U);
    std::ranges::copy(stepsOf(update.metrics), std::back_inserter(steps));
    events += update.events.size();
    ASSERT_NE(update.next, cursor);
    cursor = update.next;
  }
  EXPECT_THAT(steps, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 5, 6));
  EXPECT_EQ(events, 1U);

  const auto partial = reader.since({.next_sequence = 1, .next_row = 9}, kManyRows);
  ASSERT_EQ(partial.metrics.size(), 2U);
  EXPECT_EQ(partial.metrics[0].values, (std::vector<std::vector<float>>{{1010}}));
  EXPECT_EQ(partial.metrics[1].segment, 2);
}

TEST_F(RunUpdatesTest, ManyEventsComeInSeveralUpdates) {
  for (std::size_t i = 0; i < RunReader::kMaxEvents + 5; ++i) journal(0, LoadMeasured{});
  RunReader reader(folder_);
  reader.refresh();
  const auto first = reader.since({}, 0);
  EXPECT_EQ(first.events.size(), RunReader::kMaxEvents);
  const auto second = reader.since(first.next, 0);
  EXPECT_EQ(second.events.size(), 5U);
  EXPECT_EQ(second.events.front().sequence, RunReader::kMaxEvents + 1);
  EXPECT_EQ(second.next, reader.end());
}

TEST_F(RunUpdatesTest, MeasurementsOfLongAgoAreReadAgainAndInTheirPlaces) {
  journalSegment(1, 0);
  for (int i = 2; i <= 3'000; ++i) {
    if (i % 100 == 0) {
      journal(i, SampleWritten{std::to_string(i), 0});
    } else {
      journal(i, LoadMeasured{.cpu_percent = static_cast<double>(i)});
    }
  }
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.events().size(), 31U);
  EXPECT_EQ(reader.summary().load->cpu_percent, 2'999);

  for (const std::uint64_t first : {1U, 2U, 255U, 258U, 1'500U, 2'930U, 2'990U, 3'000U}) {
    std::uint64_t expected = first;
    for (RunReader::Cursor cursor{first, 0}; cursor.next_sequence < 3'001;) {
      const auto update = reader.since(cursor, 0);
      ASSERT_FALSE(update.events.empty());
      for (const Event& event : update.events) {
        ASSERT_EQ(event.sequence, expected++);
        const auto* load = std::get_if<LoadMeasured>(&event.what);
        ASSERT_EQ(load ? load->cpu_percent : 0, load ? static_cast<double>(event.step) : 0);
      }
      ASSERT_EQ(update.next.next_sequence, expected);
      cursor = update.next;
    }
    EXPECT_EQ(expected, 3'001U);
  }
}

TEST_F(RunUpdatesTest, MeasurementsAreLeftOutForWhoDoesNotWantThem) {
  for (int i = 1; i <= 500; ++i) journal(i, LoadMeasured{});
  journal(501, SampleWritten{"a", 0});
  journal(502, LoadMeasured{});
  RunReader reader(folder_);
  reader.refresh();
  const auto update = reader.since({}, 0, RunReader::Measurements::kLeftOut);
  ASSERT_EQ(update.events.size(), 1U);
  EXPECT_EQ(update.events[0].sequence, 501U);
  EXPECT_EQ(update.next, reader.end());
}

TEST_F(RunUpdatesTest, WhatTheJournalNoLongerHoldsIsNotPassedOver) {
  for (int i = 1; i <= 500; ++i) journal(i, LoadMeasured{});
  RunReader reader(folder_);
  reader.refresh();
  std::filesystem::resize_file(folder_.journal(), 0);
  const auto update = reader.since({}, 0);
  EXPECT_THAT(update.events, IsEmpty());
  EXPECT_EQ(update.next.next_sequence, 1U);
}

TEST_F(RunUpdatesTest, AWatcherFarBehindIsToldHowManyRowsItMissed) {
  constexpr std::int64_t kRows = 70'000;
  openMetrics(1, 0);
  rows(1, 1, kRows);
  RunReader reader(folder_);
  reader.refresh();
  const auto update = reader.since({.next_sequence = 1, .next_row = 10}, kManyRows);
  const auto steps = stepsOf(update.metrics);
  EXPECT_GE(steps.size(), RunReader::kKeptRows);
  EXPECT_EQ(update.skipped_rows + 10 + steps.size(), static_cast<std::size_t>(kRows));
  EXPECT_EQ(steps.front(), static_cast<std::int64_t>(update.skipped_rows) + 11);
  EXPECT_EQ(steps.back(), kRows);
  EXPECT_EQ(update.next, reader.end());
}

TEST_F(RunUpdatesTest, RowsThatCameOneByOneAreKeptTogether) {
  openMetrics(1, 0);
  RunReader reader(folder_);
  for (std::int64_t step = 1; step <= 20; ++step) {
    rows(1, step, step);
    reader.refresh();
  }
  const auto all = reader.since({}, kManyRows);
  ASSERT_EQ(all.metrics.size(), 1U);
  EXPECT_EQ(all.metrics[0].steps.size(), 20U);
  const auto some = reader.since({.next_sequence = 1, .next_row = 7}, 3);
  EXPECT_THAT(stepsOf(some.metrics), ElementsAre(8, 9, 10));
  EXPECT_EQ(some.next.next_row, 10U);
}

TEST_F(RunUpdatesTest, ACursorBeyondTheEndIsSetToTheEnd) {
  journalSegment(1, 0);
  openMetrics(1, 0);
  rows(1, 1, 3);
  RunReader reader(folder_);
  reader.refresh();
  const RunReader::Cursor beyond{.next_sequence = 900, .next_row = 900};
  EXPECT_TRUE(reader.wait(beyond, milliseconds(0)));
  const auto update = reader.since(beyond, kManyRows);
  EXPECT_THAT(update.events, IsEmpty());
  EXPECT_THAT(update.metrics, IsEmpty());
  EXPECT_EQ(update.next, reader.end());
}

TEST_F(RunUpdatesTest, WaitersWakeWhenSomethingCame) {
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_FALSE(reader.wait({}, milliseconds(1)));
  std::atomic<bool> woken = false;
  std::thread waiter([&] { woken = reader.wait({}, std::chrono::minutes(1)); });
  openMetrics(1, 0);
  rows(1, 1, 1);
  reader.refresh();
  waiter.join();
  EXPECT_TRUE(woken);
}

TEST_F(RunUpdatesTest, QueriesRunBesideRefresh) {
  RunReader reader(folder_);
  journalSegment(1, 0);
  openMetrics(1, 0);
  std::atomic<bool> done = false;
  std::thread watcher([&] {
    RunReader::Cursor cursor;
    while (!done) {
      reader.wait(cursor, milliseconds(5));
      cursor = reader.since(cursor, 100).next;
      reader.summary();
      if (!reader.seriesNames().empty()) reader.query("loss/g", kAll, 10, {0.9});
    }
  });
  for (int round = 0; round < 50; ++round) {
    rows(1, round * 20 + 1, round * 20 + 20);
    reader.refresh();
  }
  done = true;
  watcher.join();
  EXPECT_EQ(valuesOf(reader).size(), 1'000U);
}

}  // namespace
}  // namespace gan
