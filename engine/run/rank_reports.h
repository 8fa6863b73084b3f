#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "run/event.h"
#include "run/run_folder.h"

namespace gan {

/// How a rank other than 0 tells rank 0, which alone writes the journal, what it has to say: a file of its own in the
/// run folder, to which it adds an event a line. Nothing is lost when a rank dies, and whoever looks for the reason of
/// a start that failed finds it there. The file is opened and closed for every line, because that is when a network
/// file system shows what others wrote.
///
/// Thread-safe. Nothing throws: a line that cannot be written ends no training.
class RankReportWriter {
 public:
  RankReportWriter(const RunFolder& folder, int rank, std::string host);

  /// Errors are always written; of the rest at most kMostLinesAMinute, and how many were left out.
  void report(Severity severity, const Message& message);
  static constexpr int kMostLinesAMinute = 60;

 private:
  using Clock = std::chrono::steady_clock;
  bool mayWrite(Severity severity);
  void write(Severity severity, const Message& message);

  const std::filesystem::path file_;
  const int rank_;
  const std::string host_;
  std::mutex mutex_;
  Clock::time_point minute_ = Clock::now();
  int written_ = 0;  // in this minute
  int left_out_ = 0;
};

/// Rank 0's side: what the other ranks wrote and the journal does not hold yet. Not thread-safe.
class RankReportReader {
 public:
  /// Goes on where the newest RankReported of each rank in the journal says, be it of an earlier start, which may have
  /// had more ranks than this one has.
  RankReportReader(const RunFolder& folder, int ranks, std::span<const Event> journal);

  /// New whole lines, by rank and then in order. What is no report of that rank is passed over with a warning.
  std::vector<RankReported> next();

 private:
  std::vector<RankReported> next(int rank);

  std::filesystem::path folder_;
  std::vector<std::uint64_t> read_to_;  // by rank, from 1
  std::set<int> unreadable_;            // ranks whose file cannot be read, which was said
};

}  // namespace gan
