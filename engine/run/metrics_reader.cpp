#include <algorithm>
#include <charconv>
#include <exception>
#include <limits>
#include <utility>

#include "core/append_log.h"
#include "core/error.h"
#include "run/metrics.h"
#include "run/metrics_format.h"

namespace gan {
namespace {

// Small blocks are put together up to here: what handling a block costs no longer counts, and memory stays small.
constexpr std::size_t kBlockValues = 65536;

/// Segment number of "NNNNNN.cols"; -1 for any other name.
std::int64_t segmentOf(const std::filesystem::path& name) {
  const std::string stem = name.stem().string();
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  if (name.extension() != ".cols" || stem.size() < 6 || error != std::errc() || end != stem.data() + stem.size()) {
    return -1;
  }
  return number;
}

}  // namespace

struct MetricsReader::State {
  struct Record {
    std::string bytes;
    std::uint64_t offset = 0;
  };

  std::filesystem::path folder;
  std::int64_t segment = -1;  ///< Of the file being read.
  std::optional<AppendLogReader> log;
  std::optional<MetricsDecoder> decoder;
  MetricsPlace place;               ///< In that file: of its newest segment.
  std::filesystem::path next_path;  ///< Of the following file, once it was seen.
  std::optional<Record> pending;    ///< A record that belongs to the next block.
  std::exception_ptr error;         ///< To be thrown after the block that was read before it.

  bool seeNextFile();
  void openNextFile();
  std::optional<Record> nextRecord();
  std::optional<MetricsBlock> readBlock();
};

/// Looks for the file with the smallest number above the present one.
bool MetricsReader::State::seeNextFile() {
  next_path.clear();
  std::int64_t lowest = -1;
  std::error_code failed;  // A folder that is not there yet has no file.
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::int64_t number = segmentOf(entry->path().filename());
    if (number <= segment || (lowest >= 0 && number >= lowest)) continue;
    lowest = number;
    next_path = entry->path();
  }
  return lowest >= 0;
}

void MetricsReader::State::openNextFile() {
  const auto path = std::exchange(next_path, {});
  segment = segmentOf(path.filename());  // Also when it cannot be opened: the ones after it are read in any case.
  log.reset();
  log.emplace(path);
  decoder.emplace(path.string());
  place.file = std::make_shared<const std::filesystem::path>(path);
}

std::optional<MetricsReader::State::Record> MetricsReader::State::nextRecord() {
  if (pending) return std::exchange(pending, std::nullopt);
  const std::uint64_t offset = log->offset();
  std::optional<std::string> bytes = log->next();
  if (!bytes) return std::nullopt;
  return Record{std::move(*bytes), offset};
}

std::optional<MetricsBlock> MetricsReader::State::readBlock() {
  if (error) std::rethrow_exception(std::exchange(error, nullptr));
  std::optional<MetricsBlock> block;
  while (auto record = nextRecord()) {
    if (block && MetricsDecoder::opensSegment(record->bytes)) {
      pending = std::move(record);
      break;
    }
    try {
      MetricsBlock empty;
      decoder->decode(record->bytes, block ? *block : empty);
      if (!block) {
        block = std::move(empty);
        place.begin = record->offset;
        if (block->opens_segment) place.opening = record->offset;
      }
      place.end = log->offset();
      block->place = place;
    } catch (const Error&) {
      if (!block) throw;
      error = std::current_exception();
      break;
    }
    if (block->opens_segment || block->steps.size() * (block->columns.size() + 3) >= kBlockValues) break;
  }
  return block;
}

MetricsReader::MetricsReader(const std::filesystem::path& folder) : state_(std::make_unique<State>()) {
  state_->folder = folder;
}

MetricsReader::~MetricsReader() = default;

std::optional<MetricsBlock> MetricsReader::next() {
  for (;;) {
    if (state_->log) {
      if (auto block = state_->readBlock()) return block;
    }
    // The end of a file is final only if the next one was there before it was reached: a segment's last rows are
    // written before the following segment's file is made.
    if (!state_->next_path.empty()) {
      state_->openNextFile();
    } else if (!state_->seeNextFile()) {
      return std::nullopt;
    }
  }
}

MetricsBlock readMetrics(const MetricsPlace& place) {
  const std::string file = place.file->string();
  MetricsDecoder decoder(file);
  MetricsBlock block;
  const auto decode = [&](AppendLogReader& log) {
    const std::uint64_t offset = log.offset();
    if (const auto record = log.next()) return decoder.decode(*record, block);
    throw Error(ErrorCode::kDataLoss, "metrics_changed",
                "{file} no longer holds the rows at byte {offset} that were read from it before: something changed or "
                "damaged it. Open the run again to see what is left.",
                {{"file", file}, {"offset", std::to_string(offset)}});
  };
  AppendLogReader opening(*place.file, place.opening);
  decode(opening);
  block = {};
  AppendLogReader rows(*place.file, place.begin);
  while (rows.offset() < place.end) decode(rows);
  block.place = place;
  return block;
}

std::int32_t lastMetricsSegment(const std::filesystem::path& folder) {
  std::int32_t last = 0;
  std::error_code failed;  // A folder that is not there has no file.
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::int64_t number = segmentOf(entry->path().filename());
    if (number <= std::numeric_limits<std::int32_t>::max()) last = std::max(last, static_cast<std::int32_t>(number));
  }
  return last;
}

}  // namespace gan
