#include "run/metrics_format.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <unordered_set>

#include "core/error.h"

namespace gan {
namespace {

static_assert(std::endian::native == std::endian::little, "metrics are stored as they lie in memory");

constexpr char kSegment = 'S';
constexpr char kRows = 'R';
constexpr std::uint8_t kDenseVersion = 1;  // as version 0.1.0 wrote it
constexpr std::uint8_t kVersion = 2;
constexpr std::size_t kMaxNameBytes = 200;

template <class T>
void put(std::string& out, T value) {
  static_assert(std::is_arithmetic_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class T>
void putArray(std::string& out, const std::vector<T>& values, std::size_t begin, std::size_t end) {
  out.append(reinterpret_cast<const char*>(values.data() + begin), (end - begin) * sizeof(T));
}

/// Takes values off the front of a record; what reaches beyond its end is reported by ok().
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T take() {
    T value{};
    const std::string_view bytes = takeBytes(sizeof(T));
    if (ok_) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }

  std::string_view takeBytes(std::size_t count) {
    if (count > rest_.size()) ok_ = false;
    if (!ok_) return {};
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  /// Nothing when there are not so many.
  template <class T>
  std::vector<T> takeArray(std::size_t count) {
    const std::string_view bytes = takeBytes(count * sizeof(T));
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  bool ok() const { return ok_; }
  std::size_t left() const { return rest_.size(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

[[noreturn]] void throwBad(const std::string& source, std::string_view expected, std::string_view found) {
  throw Error(ErrorCode::kDataLoss, "metrics_bad_block",
              "{file} holds a damaged block of metrics: expected {expected}, found {found}. The other blocks are still "
              "used.",
              {{"file", source}, {"expected", std::string(expected)}, {"found", std::string(found)}});
}

/// Steps of a record of rows, checked to increase and to lie above last.
std::vector<std::int64_t> takeSteps(const std::string& source, Cursor& cursor, std::size_t rows, std::int64_t first,
                                    std::uint32_t spacing, std::int64_t last) {
  std::vector<std::int64_t> steps;
  if (spacing == 0) {
    steps = cursor.takeArray<std::int64_t>(rows);
  } else {
    const auto reach = static_cast<std::uint64_t>(rows - 1) * spacing;  // Both below 2^32.
    if (first < 0 || reach > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() - first)) {
      throwBad(source, "steps from 0 on", std::to_string(first));
    }
    steps.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) steps[i] = first + static_cast<std::int64_t>(i * spacing);
  }
  for (const std::int64_t step : steps) {
    if (step <= last) throwBad(source, "steps above " + std::to_string(last), std::to_string(step));
    last = step;
  }
  return steps;
}

/// Neighbouring columns that have values in the same rows.
struct ColumnGroup {
  std::size_t first = 0;
  std::size_t columns = 0;
  std::vector<std::uint16_t> rows;  ///< Counted from the record's first; empty: all of them.
  std::size_t count = 0;            ///< Of rows.
  std::string_view values;          ///< f32 [columns][count]
};

/// Those of [begin, end) in which a column has a value, counted from begin.
std::vector<std::uint16_t> rowsWithValue(const std::vector<float>& column, std::size_t begin, std::size_t end) {
  std::vector<std::uint16_t> rows;
  for (std::size_t row = begin; row < end; ++row) {
    if (!isMissing(column[row])) rows.push_back(static_cast<std::uint16_t>(row - begin));
  }
  return rows;
}

void putGroups(std::string& out, const MetricsBlock& block, std::size_t begin, std::size_t end) {
  const std::size_t count_place = out.size();
  std::uint16_t count = 0;
  put(out, count);
  for (std::size_t first = 0; first < block.values.size();) {
    const std::vector<std::uint16_t> rows = rowsWithValue(block.values[first], begin, end);
    std::size_t last = first + 1;
    while (last < block.values.size() && rowsWithValue(block.values[last], begin, end) == rows) ++last;
    if (!rows.empty()) {
      ++count;
      put(out, static_cast<std::uint16_t>(first));
      put(out, static_cast<std::uint16_t>(last - first));
      put(out, static_cast<std::uint16_t>(rows.size()));
      const bool all = rows.size() == end - begin;
      if (!all) putArray(out, rows, 0, rows.size());
      for (std::size_t column = first; column < last; ++column) {
        if (all) putArray(out, block.values[column], begin, end);
        for (std::size_t i = 0; !all && i < rows.size(); ++i) put(out, block.values[column][begin + rows[i]]);
      }
    }
    first = last;
  }
  std::memcpy(out.data() + count_place, &count, sizeof(count));
}

/// What follows the epochs of a record of rows, checked.
std::vector<ColumnGroup> takeGroups(const std::string& source, Cursor& cursor, std::size_t rows, std::size_t columns) {
  std::vector<ColumnGroup> groups;
  const auto count = cursor.take<std::uint16_t>();
  for (std::size_t next = 0; cursor.ok() && groups.size() < count; next = groups.back().first + groups.back().columns) {
    ColumnGroup group;
    group.first = cursor.take<std::uint16_t>();
    group.columns = cursor.take<std::uint16_t>();
    group.count = cursor.take<std::uint16_t>();
    if (group.count < rows) group.rows = cursor.takeArray<std::uint16_t>(group.count);
    group.values = cursor.takeBytes(group.columns * group.count * sizeof(float));
    const bool own_columns = group.columns > 0 && group.first >= next && group.first + group.columns <= columns;
    const bool own_rows = group.count > 0 && group.count <= rows && (group.rows.empty() || group.rows.back() < rows) &&
                          std::ranges::adjacent_find(group.rows, std::ranges::greater_equal()) == group.rows.end();
    if (cursor.ok() && !(own_columns && own_rows)) {
      throwBad(source, "values of columns and rows that follow each other", "others");
    }
    groups.push_back(std::move(group));
  }
  if (!cursor.ok() || cursor.left() != 0) {
    throwBad(source, std::to_string(count) + " groups of columns", "another number of bytes");
  }
  return groups;
}

/// The group's values of one of its columns, for rows that begin at `rows`.
void placeValues(const ColumnGroup& group, std::size_t column, float* rows) {
  const char* values = group.values.data() + column * group.count * sizeof(float);
  if (group.rows.empty()) {
    std::memcpy(rows, values, group.count * sizeof(float));
    return;
  }
  for (std::size_t i = 0; i < group.count; ++i) {
    std::memcpy(rows + group.rows[i], values + i * sizeof(float), sizeof(float));
  }
}

}  // namespace

bool isColumnName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == '/';
  });
}

std::string encodeSegment(const MetricsBlock& block) {
  std::string out;
  put(out, kSegment);
  put(out, kVersion);
  put(out, block.segment);
  put(out, block.first_step);
  put(out, static_cast<std::uint32_t>(block.columns.size()));
  for (const std::string& name : block.columns) {
    put(out, static_cast<std::uint16_t>(name.size()));
    out += name;
  }
  return out;
}

std::string encodeRows(const MetricsBlock& block, std::size_t begin, std::size_t end) {
  const std::size_t rows = end - begin;
  std::uint32_t spacing = 0;
  if (rows == 1) {
    spacing = 1;
  } else {
    const std::int64_t gap = block.steps[begin + 1] - block.steps[begin];
    const auto other = [gap](std::int64_t a, std::int64_t b) { return b - a != gap; };
    const auto steps = std::span(block.steps).subspan(begin, rows);
    const bool regular = std::ranges::adjacent_find(steps, other) == steps.end();
    if (regular && gap <= std::numeric_limits<std::uint32_t>::max()) spacing = static_cast<std::uint32_t>(gap);
  }
  std::string out;
  out.reserve(32 + rows * (24 + 4 * block.values.size()));
  put(out, kRows);
  put(out, static_cast<std::uint32_t>(rows));
  put(out, block.steps[begin]);
  put(out, spacing);
  if (spacing == 0) putArray(out, block.steps, begin, end);
  putArray(out, block.unix_seconds, begin, end);
  putArray(out, block.epochs, begin, end);
  putGroups(out, block, begin, end);
  return out;
}

void MetricsDecoder::decode(std::string_view record, MetricsBlock& block) {
  if (record.empty()) throwBad(source_, "a kind of block", "an empty one");
  switch (record.front()) {
    case kSegment:
      return decodeSegment(record, block);
    case kRows:
      return decodeRows(record, block);
    default:
      throwBad(source_, "a block of kind S or R", std::to_string(static_cast<unsigned char>(record.front())));
  }
}

void MetricsDecoder::decodeSegment(std::string_view record, MetricsBlock& block) {
  open_ = false;
  Cursor cursor(record.substr(1));
  const auto version = cursor.take<std::uint8_t>();
  if (cursor.ok() && version != kDenseVersion && version != kVersion) {
    throw Error(
        ErrorCode::kUnsupported, "metrics_newer_version",
        "{file} holds metrics in version {found} of the format, but this program knows version {known}: open the "
        "run with a newer program.",
        {{"file", source_}, {"found", std::to_string(version)}, {"known", std::to_string(kVersion)}});
  }
  MetricsBlock segment;
  segment.opens_segment = true;
  segment.segment = cursor.take<std::int32_t>();
  segment.first_step = cursor.take<std::int64_t>();
  const auto count = cursor.take<std::uint32_t>();
  if (!cursor.ok() || count > kMaxMetricsColumns || segment.segment < 0 || segment.first_step < 0) {
    throwBad(source_, "the opening of a segment", std::to_string(record.size()) + " bytes that are none");
  }
  std::unordered_set<std::string_view> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view name = cursor.takeBytes(cursor.take<std::uint16_t>());
    if (!cursor.ok() || !isColumnName(name)) throwBad(source_, "a column's name", "another text");
    if (!names.insert(name).second) throwBad(source_, "different columns", std::string(name) + " twice");
    segment.columns.emplace_back(name);
  }
  if (cursor.left() != 0) throwBad(source_, "the end of a block", std::to_string(cursor.left()) + " more bytes");
  segment.values.resize(count);
  segment_ = segment;
  segment_.opens_segment = false;
  version_ = version;
  open_ = true;
  last_step_ = segment.first_step;
  block = std::move(segment);
}

void MetricsDecoder::decodeRows(std::string_view record, MetricsBlock& block) {
  if (!open_) throwBad(source_, "the opening of a segment first", "rows");
  Cursor cursor(record.substr(1));
  const std::size_t rows = cursor.take<std::uint32_t>();
  const auto first = cursor.take<std::int64_t>();
  const auto spacing = cursor.take<std::uint32_t>();
  const std::size_t columns = segment_.columns.size();
  const std::size_t position_bytes = (spacing == 0 ? sizeof(std::int64_t) : 0) + 2 * sizeof(double);
  const std::size_t dense_bytes = position_bytes + columns * sizeof(float);
  const bool fits = version_ == kDenseVersion ? cursor.left() / dense_bytes == rows && cursor.left() % dense_bytes == 0
                                              : rows <= kMaxMetricsRows && cursor.left() >= rows * position_bytes;
  if (!cursor.ok() || rows == 0 || !fits) {
    throwBad(source_, std::to_string(rows) + " rows of " + std::to_string(columns) + " columns",
             std::to_string(record.size()) + " bytes");
  }
  const auto steps = takeSteps(source_, cursor, rows, first, spacing, last_step_);
  const auto unix_seconds = cursor.takeArray<double>(rows);
  const auto epochs = cursor.takeArray<double>(rows);
  const std::vector<ColumnGroup> groups =
      version_ == kDenseVersion
          ? std::vector{ColumnGroup{.first = 0, .columns = columns, .rows = {}, .count = rows, .values = cursor.rest()}}
          : takeGroups(source_, cursor, rows, columns);
  if (block.steps.empty()) block = segment_;
  const std::size_t before = block.steps.size();
  block.steps.insert(block.steps.end(), steps.begin(), steps.end());
  block.unix_seconds.insert(block.unix_seconds.end(), unix_seconds.begin(), unix_seconds.end());
  block.epochs.insert(block.epochs.end(), epochs.begin(), epochs.end());
  for (auto& column : block.values) column.resize(before + rows, kMissing);
  for (const ColumnGroup& group : groups) {
    for (std::size_t column = 0; column < group.columns; ++column) {
      placeValues(group, column, block.values[group.first + column].data() + before);
    }
  }
  last_step_ = steps.back();
}

}  // namespace gan
