#include "run/metrics_format.h"

#include <algorithm>
#include <bit>
#include <cstring>
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
constexpr std::uint8_t kVersion = 1;
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

  /// The caller has checked that they are there.
  template <class T>
  void takeArray(std::vector<T>& out, std::size_t count) {
    const std::string_view bytes = takeBytes(count * sizeof(T));
    const std::size_t before = out.size();
    out.resize(before + count);
    std::memcpy(out.data() + before, bytes.data(), bytes.size());
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
    cursor.takeArray(steps, rows);
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
  for (const auto& column : block.values) putArray(out, column, begin, end);
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
  if (cursor.ok() && version != kVersion) {
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
  const std::size_t row_bytes =
      (spacing == 0 ? sizeof(std::int64_t) : 0) + 2 * sizeof(double) + columns * sizeof(float);
  if (!cursor.ok() || rows == 0 || cursor.left() / row_bytes != rows || cursor.left() % row_bytes != 0) {
    throwBad(source_, std::to_string(rows) + " rows of " + std::to_string(columns) + " columns",
             std::to_string(record.size()) + " bytes");
  }
  const auto steps = takeSteps(source_, cursor, rows, first, spacing, last_step_);
  if (block.steps.empty()) block = segment_;
  block.steps.insert(block.steps.end(), steps.begin(), steps.end());
  cursor.takeArray(block.unix_seconds, rows);
  cursor.takeArray(block.epochs, rows);
  for (auto& column : block.values) cursor.takeArray(column, rows);
  last_step_ = steps.back();
}

}  // namespace gan
