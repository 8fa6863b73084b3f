#include "run/run_glance.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "config/evaluation_scores.h"
#include "core/append_log.h"
#include "core/crc32c.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/host_name.h"
#include "run/current_line.h"
#include "run/kept_evaluations.h"
#include "run/lock.h"
#include "run/metrics_format.h"
#include "run/run_folder.h"
#include "run/standing_alerts.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr double kSpeedSeconds = 20;
constexpr std::string_view kBestBy = "evaluation.best_by";
constexpr std::size_t kFirstTailBytes = 64UL << 10U;
// A record of rows is far smaller; a file that holds none in so many bytes is damaged there.
constexpr std::size_t kMaxTailBytes = 8UL << 20U;
// A file made to look like many records is given up.
constexpr int kMaxFalseRecords = 64;

/// Tells a file apart from what it was before.
struct FileStamp {
  ino_t inode = 0;
  off_t size = -1;  ///< -1: there is none.
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stampOf(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

/// The end of a file of framed records: the whole records that follow each other up to its end.
class Tail {
 public:
  Tail(const fs::path& path, std::size_t bytes) : file_(openRegularFile(path, O_RDONLY)) {
    const std::uint64_t size = sizeOfOpenFile(file_, path);
    whole_ = size <= bytes;
    bytes_.resize(whole_ ? size : bytes);
    const ssize_t count = ::pread(file_.get(), bytes_.data(), bytes_.size(), static_cast<off_t>(size - bytes_.size()));
    bytes_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  }

  bool isWholeFile() const { return whole_; }

  std::vector<std::string_view> records() const {
    std::vector<std::string_view> found;
    int false_records = 0;
    for (std::size_t begin = 0; begin < bytes_.size() && false_records < kMaxFalseRecords;) {
      const std::optional<std::string_view> record = recordAt(begin);
      if (!record) {
        ++begin;
      } else if (!matches(begin, *record)) {
        ++false_records;
        ++begin;
      } else {
        found.push_back(*record);
        begin += kHeaderBytes + record->size();
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t kHeaderBytes = 8;

  std::uint32_t numberAt(std::size_t offset) const {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes_.data() + offset, sizeof(number));
    return number;
  }
  /// What a record here would hold; nothing when there can be none.
  std::optional<std::string_view> recordAt(std::size_t begin) const {
    if (bytes_.size() - begin <= kHeaderBytes) return std::nullopt;
    const std::size_t length = numberAt(begin);
    if (length == 0 || length > bytes_.size() - begin - kHeaderBytes) return std::nullopt;
    const std::string_view record = std::string_view(bytes_).substr(begin + kHeaderBytes, length);
    const bool metrics = record.front() == 'R' || record.front() == 'S';
    return metrics ? std::optional(record) : std::nullopt;
  }
  bool matches(std::size_t begin, std::string_view record) const {
    return crc32c(std::as_bytes(std::span(record))) == numberAt(begin + 4);
  }

  FileDescriptor file_;
  std::string bytes_;
  bool whole_ = false;
};

/// The newest file of metrics/; empty when there is none.
fs::path newestMetrics(const fs::path& folder, std::int32_t& segment) {
  fs::path newest;
  segment = -1;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const fs::path name = entry->path().filename();
    const std::string stem = name.stem().string();
    std::int32_t number = -1;
    const auto [last, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    const bool segment_file = name.extension() == ".cols" && error == std::errc() && last == stem.data() + stem.size();
    if (!segment_file || number <= segment) continue;
    segment = number;
    newest = entry->path();
  }
  return newest;
}

/// Rows at the end of one file of metrics, without values.
struct Rows {
  std::int64_t first_step = 0;  ///< Of the segment.
  std::vector<std::int64_t> steps;
  std::vector<double> unix_seconds;
};

Rows readNewestRows(const fs::path& path) {
  MetricsDecoder decoder(path.string());
  MetricsBlock segment;
  const std::optional<std::string> opening = AppendLogReader(path).next();
  if (!opening) return {};
  decoder.decode(*opening, segment);
  Rows rows{segment.first_step, {}, {}};
  for (std::size_t bytes = kFirstTailBytes; bytes <= kMaxTailBytes; bytes *= 8) {
    const Tail tail(path, bytes);
    for (const std::string_view record : tail.records()) {
      if (MetricsDecoder::opensSegment(record)) continue;
      MetricsBlock block;  // of one record: its values can take many times its bytes
      decoder.decode(record, block);
      rows.steps.insert(rows.steps.end(), block.steps.begin(), block.steps.end());
      rows.unix_seconds.insert(rows.unix_seconds.end(), block.unix_seconds.begin(), block.unix_seconds.end());
    }
    if (!rows.steps.empty() || tail.isWholeFile()) break;
  }
  return rows;
}

double speedOf(const Rows& rows) {
  if (rows.steps.size() < 2) return 0;
  const double newest = rows.unix_seconds.back();
  std::size_t first = rows.steps.size() - 1;
  while (first > 0 && rows.unix_seconds[first - 1] >= newest - kSpeedSeconds) --first;
  const double seconds = newest - rows.unix_seconds[first];
  return seconds > 0 ? static_cast<double>(rows.steps.back() - rows.steps[first]) / seconds : 0;
}

/// False for most events without parsing them: of a journal, a list needs segments, statuses, evaluations and by what
/// these are ranked, alerts and what answers these only.
bool mayMatter(std::string_view json) {
  constexpr std::array<std::string_view, 7> kWords = {"\"status\"", "\"first_step\"", "\"evaluation\"", kBestBy,
                                                      "\"alert\"",  "\"continue\"",   "\"rollback\""};
  return std::ranges::any_of(kWords,
                             [json](std::string_view word) { return json.find(word) != std::string_view::npos; });
}

/// There are many of these, and the newest says all.
bool isOfTimes(std::string_view json) { return json.find("\"type\":\"phases\"") != std::string_view::npos; }

std::string devicesOf(const RanksMeasured& measured) {
  std::vector<std::string> devices;
  for (const RankTimes& rank : measured.ranks) {
    if (rank.host != measured.ranks.front().host) continue;
    std::istringstream named(rank.computes_on);
    for (std::string device; std::getline(named, device, '+');) {
      if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
    }
  }
  std::string text;
  for (const std::string& device : devices) text += (text.empty() ? "" : "+") + device;
  return text;
}

/// What an evaluation said of the weights of a step.
struct Scores {
  std::int64_t step = 0;
  std::int32_t segment = 0;
  double unix_seconds = 0;
  std::string compares_as = {};
  std::vector<EvaluatedScore> values = {};
};

Scores scoresOf(const Evaluated& evaluated, std::int64_t step, std::int32_t segment, double unix_seconds) {
  return {step, segment, unix_seconds, comparableAs(evaluated), evaluated.scores};
}

struct RankedScore {
  const Scores* from = nullptr;
  double value = 0;
};

}  // namespace

struct RunGlancer::Known {
  FileStamp manifest;
  FileStamp journal;
  FileStamp metrics_folder;
  FileStamp metrics;
  fs::path metrics_file;
  std::int32_t metrics_segment = -1;
  std::uint64_t journal_offset = 0;
  RunGlance glance;
  std::int32_t segment = -1;    ///< The journal's newest.
  std::int64_t event_step = 0;  ///< Of its newest event that counts.
  StandingAlerts alerts;
  Rows rows;
  CurrentLine line;
  std::vector<Scores> trained_scores;  ///< Those that the training made of itself.
  std::vector<Scores> asked_scores;
  FileStamp evaluation_folder;

  void open(const fs::path& run, const FileStamp& stamp);
  void readJournal(const fs::path& path);
  void add(const Event& event);
  void readAskedScores(const fs::path& run);
  void readMetrics(const fs::path& folder);
  std::int64_t step() const;
  void setBestBy(const std::vector<Assignment>& live);
  std::optional<RankedScore> bestScore() const;
};

void RunGlancer::Known::open(const fs::path& run, const FileStamp& stamp) {
  const RunFolder folder = RunFolder::openForDisplay(run);
  *this = {};
  manifest = stamp;
  glance.preset = folder.manifest().preset;
  glance.parent_path = folder.manifest().parent_path;
  glance.parent_step = folder.manifest().parent_step;
  glance.total_steps = folder.config().integer("training.steps");
  glance.best_by = folder.config().text("evaluation.best_by");
}

void RunGlancer::Known::readJournal(const fs::path& path) {
  const FileStamp stamp = stampOf(path);
  if (stamp == journal || stamp.size < 0) return;
  AppendLogReader log(path, journal_offset);
  const auto take = [this](const std::string& record) {
    try {
      add(eventFromJson(record));
    } catch (const Error&) {
      // One bad entry does not hide a run; who opens it is told.
    }
  };
  std::string newest_times;
  while (std::optional<std::string> record = log.next()) {
    journal_offset = log.offset();
    if (isOfTimes(*record)) {
      newest_times = *std::move(record);
    } else if (mayMatter(*record)) {
      take(*record);
    }
  }
  if (!newest_times.empty()) take(newest_times);
  journal = stamp;
}

void RunGlancer::Known::add(const Event& event) {
  alerts.add(event);
  if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
    segment = event.segment;
    glance.has_begun = true;
    glance.computes_on.clear();
    line.add(event.segment, started->first_step);
    event_step = started->first_step;
    glance.total_steps = started->total_steps;
    setBestBy(started->live_values);
  } else if (const auto* changed = std::get_if<StatusChanged>(&event.what)) {
    glance.status = changed->status;
    event_step = std::max(event_step, event.step);
  } else if (const auto* measured = std::get_if<RanksMeasured>(&event.what)) {
    if (event.segment == segment) glance.computes_on = devicesOf(*measured);
  } else if (const auto* evaluated = std::get_if<Evaluated>(&event.what)) {
    trained_scores.push_back(scoresOf(*evaluated, event.step, event.segment, event.unix_seconds));
  } else if (const auto* handled = std::get_if<CommandHandled>(&event.what)) {
    const bool set = handled->command.kind == CommandKind::kSet && handled->answer.result == CommandResult::kApplied;
    if (set) setBestBy(handled->command.values);
  }
}

void RunGlancer::Known::setBestBy(const std::vector<Assignment>& live) {
  for (const Assignment& value : live) {
    const auto* const name = value.path == kBestBy ? std::get_if<std::string>(&value.value) : nullptr;
    if (name != nullptr) glance.best_by = *name;
  }
}

void RunGlancer::Known::readAskedScores(const fs::path& run) {
  const FileStamp stamp = stampOf(run / "evaluation");
  if (stamp == evaluation_folder) return;
  evaluation_folder = stamp;
  asked_scores.clear();
  for (const KeptEvaluation& kept : keptEvaluations(run)) {
    asked_scores.push_back(scoresOf(kept.evaluated, kept.step, kept.segment, kept.unix_seconds));
  }
}

/// Nothing where there is none. Of evaluations that do not compare the newest says which are meant.
std::optional<RankedScore> RunGlancer::Known::bestScore() const {
  const ScoreFacts* facts = findScore(glance.best_by);
  if (facts == nullptr) return std::nullopt;
  std::vector<RankedScore> counting;
  for (const auto* all : {&trained_scores, &asked_scores}) {
    for (const Scores& scores : *all) {
      const auto found = std::ranges::find(scores.values, glance.best_by, &EvaluatedScore::name);
      if (found == scores.values.end() || !std::isfinite(found->value)) continue;
      if (line.contains(scores.step, scores.segment)) counting.push_back({&scores, found->value});
    }
  }
  if (counting.empty()) return std::nullopt;
  RankedScore best =
      *std::ranges::max_element(counting, {}, [](const RankedScore& one) { return one.from->unix_seconds; });
  const Scores& meant = *best.from;
  for (const RankedScore& one : counting) {
    const bool better = facts->better == ScoreFacts::Better::kLower ? one.value < best.value : one.value > best.value;
    if (better && one.from->compares_as == meant.compares_as) best = one;
  }
  return best;
}

void RunGlancer::Known::readMetrics(const fs::path& folder) {
  if (const FileStamp stamp = stampOf(folder); stamp != metrics_folder) {
    metrics_folder = stamp;
    metrics_file = newestMetrics(folder, metrics_segment);
    metrics = {};
  }
  const FileStamp stamp = stampOf(metrics_file);
  if (stamp == metrics) return;
  metrics = stamp;
  try {
    rows = readNewestRows(metrics_file);
  } catch (const Error&) {
    rows = {};  // the journal tells the step as far as it goes
  }
}

/// As CurrentSeries::complete(): rows are newer than events unless the journal is already in a later segment.
std::int64_t RunGlancer::Known::step() const {
  if (metrics_segment < segment) return event_step;
  const std::int64_t newest = rows.steps.empty() ? rows.first_step : rows.steps.back();
  return metrics_segment > segment ? newest : std::max(newest, event_step);
}

RunGlancer::RunGlancer() = default;
RunGlancer::~RunGlancer() = default;

RunGlance RunGlancer::look(const fs::path& run) {
  std::unique_ptr<Known>& known = known_[run];
  if (known == nullptr) known = std::make_unique<Known>();
  const FileStamp manifest = stampOf(run / "manifest.json");
  try {
    if (manifest.size < 0 || manifest != known->manifest) known->open(run, manifest);
    // Before the files: what an engine wrote last is then read when it is found to be gone.
    const std::optional<LockHolder> holder = RunLock::holder(run);
    known->glance.writer_alive = holder && !RunLock::isStale(*holder);
    known->glance.writer_here = known->glance.writer_alive && holder->host == hostName();
    known->readJournal(run / "journal.log");
    known->readMetrics(run / "metrics");
    known->readAskedScores(run);
  } catch (...) {
    known_.erase(run);
    throw;
  }
  RunGlance glance = known->glance;
  glance.step = known->step();
  if (const std::optional<RankedScore> best = known->bestScore()) {
    glance.best_score = best->value;
    glance.best_compares_as = best->from->compares_as;
  }
  glance.alerts = known->alerts.all();
  const bool running = glance.status == RunStatus::kRunning && glance.writer_alive;
  glance.iterations_per_second = running ? speedOf(known->rows) : 0;
  return glance;
}

void RunGlancer::keepOnly(const std::set<fs::path>& runs) {
  std::erase_if(known_, [&runs](const auto& known) { return !runs.contains(known.first); });
}

}  // namespace gan
