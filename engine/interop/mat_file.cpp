#include "interop/mat_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "core/error.h"
#include "interop/inflate.h"

namespace gan {
namespace {

constexpr std::size_t kHeaderBytes = 128;
constexpr std::uint64_t kMaxValues = 4'000'000;
constexpr std::size_t kMaxFields = 1024;

// Types of data elements and classes of arrays ("MAT-File Format", The MathWorks, tables 1-1 and 1-3).
enum DataType : std::uint32_t {
  kInt8 = 1,
  kUint8 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kSingle = 7,
  kDouble = 9,
  kInt64 = 12,
  kUint64 = 13,
  kMatrix = 14,
  kCompressed = 15,
  kUtf8 = 16,
  kUtf16 = 17
};
enum ArrayClass : std::uint32_t { kStructures = 2, kCharacters = 4, kFirstNumeric = 6, kLastNumeric = 15 };

struct Element {
  std::uint32_t type = 0;
  std::span<const std::byte> data;
};

class Reader {
 public:
  Reader(std::span<const std::byte> bytes, std::string_view source) : left_(bytes), source_(source) {}

  bool atEnd() const { return left_.empty(); }

  [[noreturn]] void fail(std::string_view reason) const {
    throw Error(ErrorCode::kDataLoss, "mat_damaged",
                "{file} should be a MATLAB file of version 5 to 7, but {reason}. Fetch it again.",
                {{"file", std::string(source_)}, {"reason", std::string(reason)}});
  }

  /// A tag with its data: eight bytes for both where the data are four bytes or fewer.
  Element next() {
    if (left_.size() < 8) fail("it ends inside an element");
    const std::uint32_t first = word(0);
    if (first >> 16U != 0) {
      if (first >> 16U > 4) fail("a short element has more than four bytes");
      const Element element{.type = first & 0xFFFFU, .data = left_.subspan(4, first >> 16U)};
      left_ = left_.subspan(8);
      return element;
    }
    const std::size_t bytes = word(4);
    if (bytes > left_.size() - 8) fail("an element reaches beyond its end");
    const Element element{.type = first, .data = left_.subspan(8, bytes)};
    const std::size_t padded = first == kCompressed ? bytes : (bytes + 7) / 8 * 8;
    left_ = left_.subspan(8 + std::min(padded, left_.size() - 8));
    return element;
  }

  Element next(std::uint32_t type, std::string_view what) {
    const Element element = next();
    if (element.type != type) fail(std::string(what) + " is missing");
    return element;
  }

  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, left_.data() + at, sizeof value);
    return value;
  }

 private:
  std::span<const std::byte> left_;
  std::string_view source_;
};

template <typename Number>
double first(std::span<const std::byte> data) {
  Number value{};
  std::memcpy(&value, data.data(), sizeof value);
  return static_cast<double>(value);
}

std::size_t bytesOf(std::uint32_t type) {
  switch (type) {
    case kInt8:
    case kUint8:
    case kUtf8:
      return 1;
    case kInt16:
    case kUint16:
    case kUtf16:
      return 2;
    case kInt32:
    case kUint32:
    case kSingle:
      return 4;
    case kDouble:
    case kInt64:
    case kUint64:
      return 8;
    default:
      return 0;
  }
}

MatValue number(const Element& element) {
  if (bytesOf(element.type) == 0 || element.data.size() != bytesOf(element.type)) return {};
  switch (element.type) {
    case kInt8:
      return first<std::int8_t>(element.data);
    case kUint8:
      return first<std::uint8_t>(element.data);
    case kInt16:
      return first<std::int16_t>(element.data);
    case kUint16:
      return first<std::uint16_t>(element.data);
    case kInt32:
      return first<std::int32_t>(element.data);
    case kUint32:
      return first<std::uint32_t>(element.data);
    case kSingle:
      return first<float>(element.data);
    case kDouble:
      return first<double>(element.data);
    case kInt64:
      return first<std::int64_t>(element.data);
    case kUint64:
      return first<std::uint64_t>(element.data);
    default:
      return {};
  }
}

/// Characters beyond ASCII become question marks, except in UTF-8.
MatValue characters(const Element& element) {
  if (element.type == kInt8 || element.type == kUint8 || element.type == kUtf8) {
    return std::string(reinterpret_cast<const char*>(element.data.data()), element.data.size());
  }
  if (element.type != kUint16 && element.type != kUtf16) return {};
  std::string text;
  for (std::size_t i = 0; i + 1 < element.data.size(); i += 2) {
    const auto unit = static_cast<std::uint32_t>(first<std::uint16_t>(element.data.subspan(i)));
    text.push_back(unit < 0x80 ? static_cast<char>(unit) : '?');
  }
  return text;
}

struct ArrayHeader {
  std::uint32_t array_class = 0;
  std::uint64_t count = 1;
  std::string name;
};

ArrayHeader readHeader(Reader& array) {
  ArrayHeader header;
  const Element flags = array.next(kUint32, "the class of an array");
  if (flags.data.size() != 8) array.fail("the class of an array is missing");
  header.array_class = std::to_integer<std::uint32_t>(flags.data[0]);
  const Element sizes = array.next(kInt32, "the size of an array");
  if (sizes.data.size() < 8 || sizes.data.size() % 4 != 0) array.fail("the size of an array is missing");
  for (std::size_t at = 0; at < sizes.data.size(); at += 4) {
    const double size = first<std::int32_t>(sizes.data.subspan(at));
    if (size < 0 || __builtin_mul_overflow(header.count, static_cast<std::uint64_t>(size), &header.count)) {
      array.fail("the size of an array is impossible");
    }
  }
  const Element name = array.next(kInt8, "the name of an array");
  header.name.assign(reinterpret_cast<const char*>(name.data.data()), name.data.size());
  return header;
}

MatValue readValue(const Element& element, std::string_view source) {
  if (element.type != kMatrix || element.data.empty()) return {};
  Reader array(element.data, source);
  const ArrayHeader header = readHeader(array);
  if (header.array_class == kCharacters) return header.count == 0 ? MatValue(std::string()) : characters(array.next());
  const bool numeric = header.array_class >= kFirstNumeric && header.array_class <= kLastNumeric;
  return numeric && header.count == 1 ? number(array.next()) : MatValue();
}

std::vector<std::string> readFields(Reader& array) {
  const Element length = array.next(kInt32, "the length of the fields' names");
  if (length.data.size() != 4) array.fail("the length of the fields' names is missing");
  const double bytes_of_name = first<std::int32_t>(length.data);
  const Element names = array.next(kInt8, "the fields' names");
  if (bytes_of_name < 1 || bytes_of_name > 4096) array.fail("the length of the fields' names is impossible");
  const auto bytes = static_cast<std::size_t>(bytes_of_name);
  if (names.data.size() % bytes != 0 || names.data.size() / bytes > kMaxFields) {
    array.fail("the fields' names have an impossible length");
  }
  std::vector<std::string> fields;
  for (std::size_t at = 0; at < names.data.size(); at += bytes) {
    const std::string_view whole(reinterpret_cast<const char*>(names.data.data() + at), bytes);
    fields.emplace_back(whole.substr(0, whole.find('\0')));
  }
  return fields;
}

MatTable readTable(Reader& array, std::uint64_t count, std::string_view source) {
  constexpr std::uint64_t kLeastBytesOfAValue = 8;
  MatTable table;
  table.fields = readFields(array);
  const std::uint64_t width = table.fields.size();
  if (width == 0) array.fail("its structures have no fields");
  if (count > kMaxValues / width || count * width > kMostInflated / kLeastBytesOfAValue) {
    array.fail("it has more structures than are read");
  }
  for (std::uint64_t row = 0; row < count; ++row) {
    std::vector<MatValue> values;
    for (std::size_t i = 0; i < table.fields.size(); ++i) values.push_back(readValue(array.next(), source));
    table.rows.push_back(std::move(values));
  }
  return table;
}

std::optional<MatTable> tableIn(const Element& element, std::string_view name, std::string_view source) {
  if (element.type != kMatrix || element.data.empty()) return std::nullopt;
  Reader array(element.data, source);
  const ArrayHeader header = readHeader(array);
  if (header.name != name || header.array_class != kStructures) return std::nullopt;
  return readTable(array, header.count, source);
}

}  // namespace

std::size_t MatTable::field(std::string_view name) const {
  const auto found = std::ranges::find(fields, name);
  if (found == fields.end()) {
    throw Error(ErrorCode::kDataLoss, "mat_no_field",
                "A MATLAB structure should have the field {name}, but has not. Fetch its file again.",
                {{"name", std::string(name)}});
  }
  return static_cast<std::size_t>(found - fields.begin());
}

MatTable readMatTable(std::span<const std::byte> bytes, std::string_view name, std::string_view source) {
  static_assert(std::endian::native == std::endian::little);
  const Reader whole(bytes, source);
  if (bytes.size() < kHeaderBytes) whole.fail("it is shorter than its header");
  const auto at = [&](std::size_t place) { return std::to_integer<unsigned>(bytes[place]); };
  if (at(126) != 'I' || at(127) != 'M' || at(125) != 1) whole.fail("its header is not that of a MATLAB 5 file");
  Reader elements(bytes.subspan(kHeaderBytes), source);
  while (!elements.atEnd()) {
    const Element element = elements.next();
    if (element.type != kCompressed) {
      if (auto table = tableIn(element, name, source)) return *table;
      continue;
    }
    const std::string_view packed(reinterpret_cast<const char*>(element.data.data()), element.data.size());
    const std::string unpacked = inflated(packed, [&elements](const char* reason) { elements.fail(reason); });
    Reader inside(std::as_bytes(std::span(unpacked)), source);
    if (auto table = tableIn(inside.next(), name, source)) return *table;
  }
  throw Error(ErrorCode::kDataLoss, "mat_no_table",
              "{file} should hold an array of structures named {name}, but does not. Fetch it again.",
              {{"file", std::string(source)}, {"name", std::string(name)}});
}

}  // namespace gan
