#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gan {

/// Stands for "this column has no value at this step": a NaN that no computation yields, so that a real NaN stays
/// visible. Compare with isMissing().
inline constexpr float kMissing = std::bit_cast<float>(std::uint32_t{0x7fc06b1d});
inline bool isMissing(float value) { return std::bit_cast<std::uint32_t>(value) == 0x7fc06b1d; }

/// The values of one iteration, in the order of the columns.
struct MetricsRow {
  std::int64_t step = 0;  ///< Iterations completed: the first is 1.
  double unix_seconds = 0;
  double epoch = 0;           ///< Passes over the real images so far, with fraction.
  std::vector<float> values;  ///< kMissing where a column has no value at this step; NaN and infinity are kept.
};

/// Appends rows to metrics/NNNNNN.cols: blocks of float32 columns inside an AppendLog, one file per segment.
/// Not thread-safe; the recorder owns it.
class MetricsWriter {
 public:
  /// Opens the file of a new segment, which supersedes what earlier ones hold after first_step; readers know from now
  /// on. The folder must exist. columns are series names such as "loss/g": different ones, of letters, digits and
  /// ". _ - /". Throws Error(kInvalidArgument, "metrics_bad_columns") and AppendLogWriter's errors. A segment that was
  /// opened before and never went further may be opened again.
  MetricsWriter(const std::filesystem::path& folder, std::int32_t segment, std::int64_t first_step,
                std::vector<std::string> columns);
  /// Publishes; a failure is only logged.
  ~MetricsWriter();
  MetricsWriter(const MetricsWriter&) = delete;
  MetricsWriter& operator=(const MetricsWriter&) = delete;

  /// Buffers a row, and publishes when many have come together. Steps increase, the first is above first_step:
  /// otherwise, or with another count of values than of columns, Error(kInvalidArgument, "metrics_bad_row").
  void append(const MetricsRow& row);
  /// Writes buffered rows; readers see them from now on. After Error(kResourceExhausted) the rows that were not
  /// written are still buffered and the next call tries again.
  void publish();
  /// publish(), and flushes to the disk.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Where records of rows lie in a metrics file.
struct MetricsPlace {
  std::shared_ptr<const std::filesystem::path> file;
  std::uint64_t opening = 0;  ///< Offset of the record that opens their segment.
  std::uint64_t begin = 0;    ///< Offset of the first record,
  std::uint64_t end = 0;      ///< and of what follows the last.
};

/// A run of rows of one segment with the same columns, column by column.
struct MetricsBlock {
  std::int32_t segment = 0;
  std::int64_t first_step = 0;  ///< Of the segment: rows of earlier segments after it are superseded.
  /// The segment begins here. Such a block has no rows, so a reader knows of it before the first iteration ends.
  bool opens_segment = false;
  std::vector<std::int64_t> steps;  ///< Increasing, above first_step.
  std::vector<double> unix_seconds;
  std::vector<double> epochs;
  std::vector<std::string> columns;
  std::vector<std::vector<float>> values;  ///< values[column][row]; kMissing where there is none.
  MetricsPlace place;                      ///< Of the rows, when they come from a file.
};

/// Reads rows again. Throws Error(kDataLoss, "metrics_changed") unless the file still holds whole records there, and
/// what opening it throws.
MetricsBlock readMetrics(const MetricsPlace& place);

/// Follows metrics/ over all its files, in the order of segments. Not thread-safe.
class MetricsReader {
 public:
  explicit MetricsReader(const std::filesystem::path& folder);
  ~MetricsReader();
  MetricsReader(const MetricsReader&) = delete;
  MetricsReader& operator=(const MetricsReader&) = delete;

  /// The next block, or nothing at the present end; may be called again later. Blocks are put together from what was
  /// published in pieces. Sizes are checked against the file; a whole record that is damaged inside throws
  /// Error(kDataLoss, "metrics_bad_block"), one of a newer program Error(kUnsupported, "metrics_newer_version"); the
  /// next call goes on after it.
  std::optional<MetricsBlock> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The highest number of a segment that has a file in metrics/; 0 when there is none.
std::int32_t lastMetricsSegment(const std::filesystem::path& folder);

}  // namespace gan
