#include "run/rank_reports.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>
#include <utility>

#include "core/file_descriptor.h"
#include "core/log.h"
#include "core/message.h"
#include "core/units.h"

namespace gan {
namespace {

constexpr std::size_t kLongestLine = std::size_t{16} << 10U;
constexpr std::size_t kMostBytesAtOnce = std::size_t{256} << 10U;

std::filesystem::path reportFile(const std::filesystem::path& folder, int rank) {
  return folder / ("rank-" + std::to_string(rank) + ".jsonl");
}

/// How many ranks an earlier start had, as far as they left something.
int ranksBefore(const std::filesystem::path& folder) {
  constexpr int kMostRanks = 1 << 16;
  int ranks = 1;
  std::error_code error;
  for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    const std::string name = file->path().filename().string();
    int rank = 0;
    if (std::sscanf(name.c_str(), "rank-%5d", &rank) != 1 || reportFile(folder, rank) != file->path()) continue;
    if (rank > 0 && rank < kMostRanks) ranks = std::max(ranks, rank + 1);
  }
  return ranks;
}

/// What the file holds from offset on, up to kMostBytesAtOnce; nothing where there is no file. One that was cut short
/// or made anew is read from its beginning.
std::string readFrom(const std::filesystem::path& path, std::uint64_t& offset) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  const FileDescriptor file = openRegularFile(path, O_RDONLY);
  const std::uint64_t size = sizeOfOpenFile(file, path);
  if (size < offset) offset = 0;
  std::string bytes(std::min<std::uint64_t>(size - offset, kMostBytesAtOnce), '\0');
  const ssize_t count = pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

}  // namespace

RankReportWriter::RankReportWriter(const RunFolder& folder, int rank, std::string host)
    : file_(reportFile(folder.rankReports(), rank)), rank_(rank), host_(std::move(host)) {}

void RankReportWriter::report(Severity severity, const Message& message) {
  const std::lock_guard lock(mutex_);
  if (!mayWrite(severity)) return;
  if (const int count = std::exchange(left_out_, 0); count > 0) {
    write(Severity::kWarning,
          {"rank_lines_left_out", "{count} lines of this process were left out.", {{"count", std::to_string(count)}}});
  }
  write(severity, message);
}

bool RankReportWriter::mayWrite(Severity severity) {
  if (const auto now = Clock::now(); now - minute_ >= std::chrono::minutes(1)) {
    minute_ = now;
    written_ = 0;
  }
  if (severity == Severity::kError) return true;
  if (++written_ <= kMostLinesAMinute) return true;
  ++left_out_;
  return false;
}

void RankReportWriter::write(Severity severity, const Message& message) {
  try {
    Event event{.what = RankReported{rank_, host_, severity, message, 0, unixSeconds()}};
    std::string line = toJson(event) + "\n";
    if (line.size() > kLongestLine) {
      std::get<RankReported>(event.what).message = {"", message.english().substr(0, kLongestLine / 8) + " ...", {}};
      line = toJson(event) + "\n";
    }
    std::filesystem::create_directory(file_.parent_path());  // not the run's: rank 0 may have taken it away
    const FileDescriptor file = openRegularFile(file_, O_WRONLY | O_CREAT);
    writeWholeAt(file, sizeOfOpenFile(file, file_), std::as_bytes(std::span(line)), file_);
  } catch (const std::exception&) {
    // The line is on this process's standard error all the same.
  }
}

RankReportReader::RankReportReader(const RunFolder& folder, int ranks, std::span<const Event> journal)
    : folder_(folder.rankReports()), read_to_(static_cast<std::size_t>(std::max(ranks, ranksBefore(folder_))), 0) {
  for (const Event& event : journal) {
    const auto* reported = std::get_if<RankReported>(&event.what);
    const auto rank = reported != nullptr ? static_cast<std::size_t>(reported->rank) : read_to_.size();
    if (rank < read_to_.size()) read_to_[rank] = reported->read_to;
  }
}

std::vector<RankReported> RankReportReader::next() {
  std::vector<RankReported> all;
  for (std::size_t rank = 1; rank < read_to_.size(); ++rank) {
    std::ranges::move(next(static_cast<int>(rank)), std::back_inserter(all));
  }
  return all;
}

std::vector<RankReported> RankReportReader::next(int rank) {
  const std::filesystem::path path = reportFile(folder_, rank);
  std::uint64_t& offset = read_to_[static_cast<std::size_t>(rank)];
  std::vector<RankReported> reports;
  try {
    const std::string bytes = readFrom(path, offset);
    std::string_view rest = bytes;
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
      offset += end + 1;
      try {
        const Event event = eventFromJson(rest.substr(0, end), path.string());
        const auto* reported = std::get_if<RankReported>(&event.what);
        if (reported == nullptr || reported->rank != rank) continue;
        reports.push_back(*reported);
        reports.back().read_to = offset;
      } catch (const std::exception& error) {
        log::warning(messageOf(error).english());
      }
    }
    if (rest.size() > kLongestLine) offset += rest.size();  // no line of ours
    unreadable_.erase(rank);
  } catch (const std::exception& error) {
    if (unreadable_.insert(rank).second) log::warning(messageOf(error).english());
  }
  return reports;
}

}  // namespace gan
