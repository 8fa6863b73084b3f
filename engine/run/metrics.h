#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gan {

/// The values of one iteration, in the order of the columns.
struct MetricsRow {
  std::int64_t step = 0;    ///< Iterations completed: the first is 1.
  double unix_seconds = 0;
  double epoch = 0;         ///< Passes over the real images so far, with fraction.
  std::vector<float> values;  ///< NaN where a column has no value at this step; real NaN and infinity are kept too.
};

/// Appends rows to metrics/NNNNNN.cols: blocks of float32 columns inside an AppendLog, one file per segment.
/// Not thread-safe; the recorder owns it.
class MetricsWriter {
 public:
  /// Opens metrics/ for a new segment. columns are series names such as "loss/g".
  MetricsWriter(const std::filesystem::path& folder, std::int32_t segment, std::int64_t first_step,
                std::vector<std::string> columns);
  ~MetricsWriter();

  void append(const MetricsRow& row);
  /// Writes buffered rows as one block; readers see them from now on.
  void publish();
  /// publish(), and flushes to the disk.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A run of rows of one segment with the same columns, column by column.
struct MetricsBlock {
  std::int32_t segment = 0;
  std::vector<std::int64_t> steps;
  std::vector<double> unix_seconds;
  std::vector<double> epochs;
  std::vector<std::string> columns;
  std::vector<std::vector<float>> values;  ///< values[column][row]
};

/// Follows metrics/ over all its files, in order. Sizes inside a block are checked against the record.
/// A damaged block throws Error(kDataLoss, "metrics_bad_block").
class MetricsReader {
 public:
  explicit MetricsReader(const std::filesystem::path& folder);
  ~MetricsReader();
  /// The next block, or nothing at the present end; may be called again later.
  std::optional<MetricsBlock> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
