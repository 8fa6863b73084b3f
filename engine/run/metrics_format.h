#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "run/metrics.h"

namespace gan {

/// Records inside metrics/NNNNNN.cols, all numbers little-endian. The first byte is the kind.
///   'S', opens a segment: u8 version, i32 segment, i64 first step, u32 columns, each u16 length and name.
///   'R', rows: u32 rows, i64 first step, u32 spacing; if spacing is 0, i64 steps[rows]; f64 unix_seconds[rows],
///        f64 epochs[rows], then the values.
///        Version 1: for each column f32 values[rows].
///        Version 2: u16 groups, each of neighbouring columns that have values in the same rows: u16 first column,
///        u16 columns, u16 count of rows; unless these are all, u16 rows[count], which increase; for each column f32
///        values[count]. The columns of groups increase. What is in no group is missing.
std::string encodeSegment(const MetricsBlock& block);
/// Rows [begin, end) of block, at most kMaxMetricsRows.
std::string encodeRows(const MetricsBlock& block, std::size_t begin, std::size_t end);

inline constexpr std::size_t kMaxMetricsColumns = 4096;
/// Of a record whose missing values take no bytes: it can grow to 32 MiB in memory, no more.
inline constexpr std::size_t kMaxMetricsRows = 2048;

/// True for what a column may be called.
bool isColumnName(std::string_view name);

/// Reads the records of one file in order. Not thread-safe.
class MetricsDecoder {
 public:
  /// source names the file in messages.
  explicit MetricsDecoder(std::string source) : source_(std::move(source)) {}

  /// Adds what a record says to block. A record that opens a segment replaces block, as do rows if block has none yet;
  /// otherwise block must come from this decoder and segment, and rows are appended. On Error block is unchanged.
  void decode(std::string_view record, MetricsBlock& block);

  /// True when the record opens a segment.
  static bool opensSegment(std::string_view record) { return !record.empty() && record.front() == 'S'; }

 private:
  void decodeSegment(std::string_view record, MetricsBlock& block);
  void decodeRows(std::string_view record, MetricsBlock& block);

  std::string source_;
  MetricsBlock segment_;  ///< Without rows; no columns until a segment was opened.
  bool open_ = false;
  std::uint8_t version_ = 0;  ///< Of the segment.
  std::int64_t last_step_ = 0;
};

}  // namespace gan
