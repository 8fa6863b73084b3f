#include "interop/tar_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::uint64_t kMaxTextBytes = 1U << 20U;  // of a long name or of pax records
constexpr std::size_t kSumAt = 148;
constexpr std::size_t kSumBytes = 8;

using Header = std::array<char, kBlock>;

/// A field of a header up to its first NUL.
std::string_view field(const Header& header, std::size_t at, std::size_t bytes) {
  const std::string_view whole(header.data() + at, bytes);
  return whole.substr(0, whole.find('\0'));
}

/// Octal digits between spaces, or, where the first bit is set, a big-endian number (GNU).
std::optional<std::uint64_t> number(const Header& header, std::size_t at, std::size_t bytes) {
  if ((static_cast<unsigned char>(header[at]) & 0x80U) != 0) {
    std::uint64_t value = static_cast<unsigned char>(header[at]) & 0x7FU;
    for (std::size_t i = at + 1; i < at + bytes; ++i) {
      if (value >> 55U != 0) return std::nullopt;
      value = value << 8U | static_cast<unsigned char>(header[i]);
    }
    return value;
  }
  std::string_view digits = field(header, at, bytes);
  digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
  digits = digits.substr(0, digits.find(' '));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  const bool whole = end == digits.data() + digits.size() && (error == std::errc() || digits.empty());
  return whole ? std::optional(value) : std::nullopt;
}

/// Old programs summed signed bytes.
bool sumMatches(const Header& header) {
  std::int64_t plain = 0;
  std::int64_t with_sign = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const char c = i >= kSumAt && i < kSumAt + kSumBytes ? ' ' : header[i];
    plain += static_cast<unsigned char>(c);
    with_sign += static_cast<signed char>(c);
  }
  const auto stored = number(header, kSumAt, kSumBytes);
  return stored && (static_cast<std::int64_t>(*stored) == plain || static_cast<std::int64_t>(*stored) == with_sign);
}

std::string nameIn(const Header& header) {
  constexpr std::string_view kPosix("ustar\0", 6);
  std::string name(field(header, 0, 100));
  const std::string_view prefix = field(header, 345, 155);
  const bool posix = std::string_view(header.data() + 257, kPosix.size()) == kPosix;
  return posix && !prefix.empty() ? std::string(prefix) + "/" + name : name;
}

bool hasContent(char type) {
  constexpr std::string_view kNone = "123456";  // links, devices, folders, pipes
  return kNone.find(type) == std::string_view::npos;
}

bool isFile(char type) { return type == '0' || type == '\0' || type == '7'; }

}  // namespace

void TarReader::throwDamaged(std::uint64_t offset, std::string_view reason) const {
  throw Error(ErrorCode::kDataLoss, "tar_damaged",
              "{file} should be a whole tar archive, but at byte {offset} {reason}. Fetch it again.",
              {{"file", source_}, {"offset", std::to_string(offset)}, {"reason", std::string(reason)}});
}

std::string TarReader::text(std::uint64_t offset, std::uint64_t bytes) {
  if (bytes > kMaxTextBytes) throwDamaged(offset, "there is a name or a list of attributes of more than 1 MiB");
  std::string result(static_cast<std::size_t>(bytes), '\0');
  read_(offset, std::as_writable_bytes(std::span(result.data(), result.size())));
  return result;
}

/// Records of the form "LENGTH KEY=VALUE\n", where the length counts the whole record.
void TarReader::takePax(std::string_view records, Overrides& overrides) {
  while (!records.empty() && records.front() != '\0') {
    std::size_t length = 0;
    const char* const begin = records.data();
    const auto [after, error] = std::from_chars(begin, begin + records.size(), length);
    const auto digits = static_cast<std::size_t>(after - begin);
    if (error != std::errc() || length > records.size() || length < digits + 2 || records[digits] != ' ') {
      throwDamaged(position_, "the attributes in front of a file cannot be read");
    }
    const std::string_view record = records.substr(digits + 1, length - digits - 2);
    records.remove_prefix(length);
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view value = record.substr(equals + 1);
    if (record.starts_with("path=")) overrides.name = value;
    if (record.starts_with("size=")) {
      std::uint64_t bytes = 0;
      const auto [end, wrong] = std::from_chars(value.data(), value.data() + value.size(), bytes);
      if (wrong != std::errc() || end != value.data() + value.size()) {
        throwDamaged(position_, "the size of a file is no number");
      }
      overrides.bytes = bytes;
    }
    if (record.starts_with("GNU.sparse.")) throwDamaged(position_, "a file is stored without its empty parts");
  }
}

std::optional<TarEntry> TarReader::next() {
  Overrides overrides;
  std::uint64_t first_header = position_;
  while (position_ < bytes_) {
    const std::uint64_t at = position_;
    if (bytes_ - at < kBlock) throwDamaged(at, "it ends inside a header");
    Header header;
    read_(at, std::as_writable_bytes(std::span(header)));
    if (std::ranges::all_of(header, [](char c) { return c == '\0'; })) return std::nullopt;
    if (!sumMatches(header)) throwDamaged(at, "there is no header of a file");
    const char type = header[156];
    const auto stored = number(header, 124, 12);
    if (!stored) throwDamaged(at, "the size of a file is no number");
    const bool own = type != 'L' && type != 'K' && type != 'x' && type != 'g';
    const std::uint64_t bytes = !hasContent(type) ? 0 : own ? overrides.bytes.value_or(*stored) : *stored;
    const std::uint64_t content = at + kBlock;
    if (bytes > bytes_ - content) throwDamaged(at, "it ends inside a file");
    position_ = std::min(bytes_, content + (bytes + kBlock - 1) / kBlock * kBlock);
    if (type == 'S') throwDamaged(at, "a file is stored without its empty parts");
    if (type == 'L') overrides.name = text(content, bytes).c_str();
    if (type == 'x') takePax(text(content, bytes), overrides);
    if (!own) continue;
    TarEntry entry{.name = overrides.name.empty() ? nameIn(header) : overrides.name,
                   .header = first_header,
                   .content = content,
                   .bytes = bytes};
    while (entry.name.starts_with("./")) entry.name.erase(0, 2);
    if (isFile(type) && !entry.name.empty() && !entry.name.ends_with('/')) return entry;
    overrides = {};
    first_header = position_;
  }
  return std::nullopt;
}

}  // namespace gan
