#include "run/rank_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "core/units.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class RankReports : public testing::Test {
 protected:
  RankReports() : folder_(RunFolder::create(temporary_ / "run", RunConfig(), manifest())) {}

  static RunManifest manifest() {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    return manifest;
  }
  static std::vector<std::string> texts(const std::vector<RankReported>& reports) {
    std::vector<std::string> texts;
    for (const RankReported& report : reports) {
      texts.push_back(std::to_string(report.rank) + " " + report.host + " " +
                      std::string(severityName(report.severity)) + " " + report.message.english());
    }
    return texts;
  }
  fs::path fileOf(int rank) const { return folder_.rankReports() / ("rank-" + std::to_string(rank) + ".jsonl"); }
  void append(int rank, const std::string& bytes) const {
    std::ofstream(fileOf(rank), std::ios::binary | std::ios::app) << bytes;
  }

  TemporaryFolder temporary_;
  RunFolder folder_;
};

TEST_F(RankReports, ReachRankZeroOnceAndInTheOrderOfEachRank) {
  RankReportReader reader(folder_, 3, {});
  EXPECT_THAT(reader.next(), IsEmpty());
  RankReportWriter two(folder_, 2, "node2");
  RankReportWriter one(folder_, 1, "node1");
  two.report(Severity::kInfo, {"", "a line\nof two", {}});
  one.report(Severity::kWarning, {"x", "{n} images", {{"n", "5"}}});
  two.report(Severity::kError, {"y", "no more memory", {}});
  EXPECT_THAT(texts(reader.next()),
              ElementsAre("1 node1 warning 5 images", "2 node2 info a line\nof two", "2 node2 error no more memory"));
  EXPECT_THAT(reader.next(), IsEmpty());
  one.report(Severity::kInfo, {"", "later", {}});
  EXPECT_THAT(texts(reader.next()), ElementsAre("1 node1 info later"));
}

TEST_F(RankReports, OfAnEarlierStartAreTakenWhereTheJournalEnds) {
  RankReportWriter writer(folder_, 1, "node1");
  writer.report(Severity::kInfo, {"", "known", {}});
  std::vector<Event> journal;
  for (const RankReported& report : RankReportReader(folder_, 2, {}).next()) {
    journal.push_back({.sequence = 1, .what = report});
  }
  writer.report(Severity::kError, {"", "why it ended", {}});
  EXPECT_THAT(texts(RankReportReader(folder_, 2, journal).next()), ElementsAre("1 node1 error why it ended"));

  // A folder whose reports somebody deleted is read from the beginning.
  fs::remove(fileOf(1));
  writer.report(Severity::kInfo, {"", "x", {}});
  EXPECT_THAT(texts(RankReportReader(folder_, 2, journal).next()), ElementsAre("1 node1 info x"));
}

TEST_F(RankReports, OfARankThatTheNextStartDoesNotHaveAreTakenToo) {
  RankReportWriter(folder_, 3, "node3").report(Severity::kError, {"", "why four of us ended", {}});
  std::ofstream(folder_.rankReports() / "rank-99999999999.jsonl") << "no rank\n";
  EXPECT_THAT(texts(RankReportReader(folder_, 1, {}).next()), ElementsAre("3 node3 error why four of us ended"));
}

TEST_F(RankReports, SayWhenTheirRankWroteThem) {
  RankReportWriter(folder_, 1, "node1").report(Severity::kInfo, {"", "now", {}});
  const auto reports = RankReportReader(folder_, 2, {}).next();
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_NEAR(reports[0].unix_seconds, unixSeconds(), 60);
}

TEST_F(RankReports, ALineThatIsNotFinishedIsWaitedFor) {
  RankReportWriter writer(folder_, 1, "node1");
  writer.report(Severity::kInfo, {"", "first", {}});
  const std::string line = readFile(fileOf(1), 1U << 20U);
  RankReportReader reader(folder_, 2, {});
  EXPECT_EQ(reader.next().size(), 1U);
  append(1, line.substr(0, line.size() / 2));
  EXPECT_THAT(reader.next(), IsEmpty());
  append(1, line.substr(line.size() / 2));
  EXPECT_THAT(texts(reader.next()), ElementsAre("1 node1 info first"));
}

TEST_F(RankReports, WhatIsNoReportOfThatRankIsPassedOver) {
  RankReportWriter writer(folder_, 1, "node1");
  RankReportWriter other(folder_, 2, "node2");
  writer.report(Severity::kInfo, {"", "good", {}});
  other.report(Severity::kInfo, {"", "of another rank", {}});
  append(1, "not JSON\n\n{}\n{\"type\":\"rank\"}\n" + readFile(fileOf(2), 1U << 20U));
  append(1, std::string(std::size_t{1} << 20U, 'x'));  // no end of line
  append(1, "\n");
  writer.report(Severity::kInfo, {"", "good again", {}});
  RankReportReader reader(folder_, 2, {});
  std::vector<std::string> found;
  for (int i = 0; i < 10; ++i) {
    for (const std::string& text : texts(reader.next())) found.push_back(text);
  }
  EXPECT_THAT(found, ElementsAre("1 node1 info good", "2 node2 info of another rank", "1 node1 info good again"));
}

TEST_F(RankReports, AFloodIsCutShortButNoErrorIsLost) {
  RankReportWriter writer(folder_, 1, "node1");
  for (int i = 0; i < RankReportWriter::kMostLinesAMinute + 20; ++i)
    writer.report(Severity::kWarning, {"", "again", {}});
  writer.report(Severity::kError, {"", "the end", {}});
  const auto found = texts(RankReportReader(folder_, 2, {}).next());
  ASSERT_EQ(found.size(), RankReportWriter::kMostLinesAMinute + 2U);
  EXPECT_EQ(found[found.size() - 2], "1 node1 warning 20 lines of this process were left out.");
  EXPECT_EQ(found.back(), "1 node1 error the end");
}

TEST_F(RankReports, AVeryLongLineIsShortenedRatherThanLost) {
  RankReportWriter writer(folder_, 1, "node1");
  writer.report(Severity::kError, {"x", "{what}", {{"what", std::string(std::size_t{2} << 20U, '\x01')}}});
  const auto found = RankReportReader(folder_, 2, {}).next();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(found[0].message.english().size(), 10'000U);
  EXPECT_GT(found[0].message.english().size(), 1'000U);
}

TEST_F(RankReports, ThatCannotBeWrittenOrReadStopNobody) {
  std::ofstream(folder_.rankReports()) << "a file where the folder belongs";
  RankReportWriter writer(folder_, 1, "node1");
  EXPECT_NO_THROW(writer.report(Severity::kError, {"", "lost", {}}));
  RankReportReader reader(folder_, 2, {});
  EXPECT_THAT(reader.next(), IsEmpty());
  fs::remove(folder_.rankReports());
  fs::create_directories(fileOf(1));
  EXPECT_THAT(reader.next(), IsEmpty());
}

}  // namespace
}  // namespace gan
