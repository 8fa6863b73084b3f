#include "run/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <thread>

#include "child_process.h"
#include "core/atomic_file.h"
#include "support/expect_error.h"
#include "support/power_cut.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

Event alert(std::string message) {
  return {.sequence = 0,
          .segment = 1,
          .step = 3,
          .unix_seconds = 1e9,
          .what = Alert{Severity::kInfo, "test", {"test", std::move(message), {}}, {}}};
}

std::vector<std::uint64_t> sequences(const std::vector<Event>& events) {
  std::vector<std::uint64_t> numbers;
  for (const Event& event : events) numbers.push_back(event.sequence);
  return numbers;
}

TEST(Journal, NumbersEventsFromOneAcrossRestarts) {
  const TemporaryFolder folder;
  for (int restart = 0; restart < 3; ++restart) {
    JournalWriter writer(folder / "journal.log");
    EXPECT_EQ(writer.append(alert("a")).sequence, static_cast<std::uint64_t>(2 * restart + 1));
    EXPECT_EQ(writer.append(alert("b")).sequence, static_cast<std::uint64_t>(2 * restart + 2));
  }
  EXPECT_THAT(sequences(JournalReader(folder / "journal.log").next()), testing::ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Journal, AReaderFollowsAWriter) {
  const TemporaryFolder folder;
  JournalWriter writer(folder / "journal.log");
  JournalReader reader(folder / "journal.log");
  EXPECT_TRUE(reader.next().empty());
  const Event first = writer.append(alert("first"));
  EXPECT_THAT(reader.next(), testing::ElementsAre(first));
  const Event second = writer.append(alert("second"));
  const Event third = writer.append(alert("third"));
  EXPECT_THAT(reader.next(), testing::ElementsAre(second, third));
  EXPECT_TRUE(reader.next().empty());
}

TEST(Journal, ThreadsAppendWithoutGapsOrRepeats) {
  const TemporaryFolder folder;
  JournalWriter writer(folder / "journal.log");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&writer] {
      for (int j = 0; j < 25; ++j) writer.append(alert("x"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto numbers = sequences(JournalReader(folder / "journal.log").next());
  ASSERT_EQ(numbers.size(), 100U);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i + 1);
}

TEST(Journal, IsReadInPiecesAndAgainFromAnyOfThem) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  JournalWriter writer(path);
  for (int i = 0; i < 10; ++i) writer.append(alert(std::string(static_cast<std::size_t>(i), 'x')));
  JournalReader reader(path);
  EXPECT_EQ(sequences(reader.next(0)).size(), 0U);
  EXPECT_THAT(sequences(reader.next(4)), testing::ElementsAre(1, 2, 3, 4));
  const JournalPlace place = reader.place();
  EXPECT_THAT(sequences(reader.next(4)), testing::ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(sequences(reader.next(4)), testing::ElementsAre(9, 10));
  EXPECT_EQ(place.sequence, 5U);
  EXPECT_THAT(sequences(JournalReader(path, place).next()), testing::ElementsAre(5, 6, 7, 8, 9, 10));
}

TEST(Journal, CutAnywhereItKeepsTheWholeEventsBeforeAndGoesOn) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  std::vector<std::uint64_t> ends;
  {
    JournalWriter writer(path);
    for (int i = 0; i < 3; ++i) {
      writer.append(alert(std::string(20, 'x')));
      ends.push_back(std::filesystem::file_size(path));
    }
  }
  const std::string whole = readFile(path, 1U << 20U);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
    const auto kept = static_cast<std::uint64_t>(std::ranges::count_if(ends, [size](auto end) { return end <= size; }));
    ASSERT_EQ(JournalReader(path).next().size(), kept) << size;
    JournalWriter writer(path);
    ASSERT_EQ(writer.append(alert("next")).sequence, kept + 1) << size;
    ASSERT_EQ(JournalReader(path).next().size(), kept + 1) << size;
  }
}

TEST(Journal, AnEventOfATypeThatIsNotKnownDoesNotEndIt) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  const std::string weather = R"({"sequence":2,"segment":1,"step":4,"unix_seconds":2,"type":"weather","sky":"blue"})";
  JournalWriter(path).append(alert("before"));
  AppendLogWriter(path).append(weather);
  EXPECT_EQ(JournalWriter(path).append(alert("after")).sequence, 3U);
  const std::vector<Event> events = JournalReader(path).next();
  EXPECT_THAT(sequences(events), testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(events.at(1).what, decltype(Event::what)(OtherEvent{"weather", R"({"sky":"blue"})"}));
}

TEST(Journal, AnEventWithANameThatIsNotKnownDoesNotEndIt) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  const std::string status =
      R"({"sequence":2,"segment":1,"step":4,"unix_seconds":2,"type":"status","status":"hibernating","reason":{}})";
  JournalWriter(path).append(alert("before"));
  AppendLogWriter(path).append(status);
  EXPECT_EQ(JournalWriter(path).append(alert("after")).sequence, 3U);
  const std::vector<Event> events = JournalReader(path).next();
  EXPECT_THAT(sequences(events), testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(events.at(1).what, decltype(Event::what)(OtherEvent{"status", R"({"reason":{},"status":"hibernating"})"}));
}

Event load() { return {.sequence = 0, .segment = 1, .step = 3, .unix_seconds = 1e9, .what = LoadMeasured{}}; }

TEST(Journal, ANumberThatAReaderOfTheDiskReturnedIsNotGivenAgainAfterAPowerCut) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  std::uint64_t shown = 0;
  for (int restart = 0; restart < 3; ++restart) {
    JournalWriter writer(path);
    EXPECT_EQ(writer.append(alert("a")).sequence, shown + 1);
    for (int i = 0; i < 5; ++i) writer.append(load());
    JournalReader reader(path);
    reader.returnOnlyWhatIsOnDisk();
    shown = reader.next().back().sequence;
    for (int i = 0; i < 5; ++i) writer.append(load());  // nobody has seen these
    test::cutPower(path);
  }
  EXPECT_EQ(shown, 18U);
}

TEST(Journal, AReaderOfTheDiskFlushesOnceForAllThatIsNew) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  JournalWriter writer(path);
  JournalReader reader(path);
  reader.returnOnlyWhatIsOnDisk();
  const auto flushes = [&, before = test::flushed(path).times] { return test::flushed(path).times - before; };
  EXPECT_TRUE(reader.next().empty());
  EXPECT_EQ(flushes(), 0);
  for (int i = 0; i < 100; ++i) writer.append(load());
  EXPECT_EQ(reader.next().size(), 100U);
  EXPECT_TRUE(reader.next().empty());
  EXPECT_EQ(flushes(), 1);
  writer.append(load());
  EXPECT_EQ(reader.next().size(), 1U);
  EXPECT_EQ(flushes(), 2);
}

TEST(Journal, AReaderOfTheDiskTriesAgainWhatCouldNotBeFlushed) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  JournalWriter writer(path);
  JournalReader reader(path);
  reader.returnOnlyWhatIsOnDisk();
  for (int i = 0; i < 3; ++i) writer.append(load());
  test::failNextFlush();
  EXPECT_THROW(reader.next(), Error);
  EXPECT_THAT(sequences(reader.next()), testing::ElementsAre(1, 2, 3));
}

TEST(Journal, AReaderOfTheDiskFlushesWhatTakesThePlaceOfATornEnd) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  JournalWriter(path).append(alert("a"));
  const auto whole = std::filesystem::file_size(path);
  JournalWriter(path).append(alert(std::string(9000, 'x')));
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  JournalReader reader(path);
  reader.returnOnlyWhatIsOnDisk();
  EXPECT_EQ(reader.next().size(), 1U);
  JournalWriter(path).append(load());  // shorter than what was torn
  ASSERT_GT(std::filesystem::file_size(path), whole);
  EXPECT_EQ(reader.next().size(), 1U);
  EXPECT_EQ(test::flushed(path).bytes, std::filesystem::file_size(path));
}

/// Appends until it is killed and reports each number once append() has returned.
int appendForEver(const std::filesystem::path& path, int report) {
  JournalWriter writer(path);
  for (;;) {
    const std::uint64_t sequence = writer.append(alert(std::string(3000, 'x'))).sequence;
    if (::write(report, &sequence, sizeof(sequence)) != sizeof(sequence)) return 1;
  }
}

TEST(Journal, AWriterKilledAtAnyMomentLosesNothingThatItReturned) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  std::mt19937 random(5);
  std::uint64_t reported = 0;
  for (int round = 0; round < 12; ++round) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    ChildProcess child([&] { return appendForEver(path, pipe[1]); });
    ::close(pipe[1]);
    ASSERT_EQ(::read(pipe[0], &reported, sizeof(reported)), static_cast<ssize_t>(sizeof(reported)));
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, 20'000)(random)));
    child.kill();
    while (::read(pipe[0], &reported, sizeof(reported)) == static_cast<ssize_t>(sizeof(reported))) {
    }
    ::close(pipe[0]);
    const auto numbers = sequences(JournalReader(path).next());
    ASSERT_GE(numbers.size(), reported);
    ASSERT_LE(numbers.size(), reported + 1);
    for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i + 1);
  }
}

TEST(Journal, OnAFullDiskItStandsAsBeforeAndGoesOnWhenThereIsSpace) {
  const SmallDisk disk(64);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  JournalWriter writer(disk.path() / "journal.log");
  writer.append(alert("before"));
  disk.fill();
  expectError(ErrorCode::kResourceExhausted, "disk_full", [&] { writer.append(alert(std::string(9000, 'x'))); });
  EXPECT_EQ(JournalReader(disk.path() / "journal.log").next().size(), 1U);
  std::filesystem::remove(disk.path() / "ballast");
  EXPECT_EQ(writer.append(alert("after")).sequence, 2U);
  EXPECT_EQ(JournalReader(disk.path() / "journal.log").next().size(), 2U);
}

TEST(Journal, RefusesAnEventThatItsReaderWouldRefuse) {
  const TemporaryFolder folder;
  JournalWriter writer(folder / "journal.log");
  expectError(ErrorCode::kInvalidArgument, "journal_event_too_large",
              [&] { writer.append(alert(std::string(2U << 20U, 'x'))); });
  EXPECT_EQ(writer.append(alert("small")).sequence, 1U);
}

TEST(Journal, AWholeRecordThatIsNotTheNextEventIsReportedWithItsPlace) {
  const TemporaryFolder folder;
  const auto path = folder / "journal.log";
  Event event = JournalWriter(path).append(alert("a"));
  const auto end = std::filesystem::file_size(path);
  event.sequence = 3;
  AppendLogWriter(path).append(toJson(event));
  JournalReader first_then_error(path);
  EXPECT_THAT(sequences(first_then_error.next()), testing::ElementsAre(1));
  const auto error = expectError(ErrorCode::kDataLoss, "journal_bad_sequence", [&] { first_then_error.next(); });
  ASSERT_TRUE(error);
  expectError(ErrorCode::kDataLoss, "journal_bad_sequence", [&] { readJournal(path); });
  EXPECT_THAT(error->message(), testing::HasSubstr("byte " + std::to_string(end) + " should have number 2; found 3"));

  std::filesystem::remove(path);
  AppendLogWriter(path).append("{}");
  JournalReader reader(path);
  for (int i = 0; i < 2; ++i) expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { reader.next(); });
  expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { JournalWriter writer(path); });
}

}  // namespace
}  // namespace gan
