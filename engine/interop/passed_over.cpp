#include "interop/passed_over.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/units.h"

namespace gan {
namespace {

constexpr std::size_t kNames = 3;

struct Signature {
  std::size_t at;
  std::string_view bytes;
  std::string_view kind;
};

using namespace std::string_view_literals;

constexpr std::array kSignatures = std::to_array<Signature>({
    {0, "II*\0"sv, "TIFF"},
    {0, "MM\0*"sv, "TIFF"},
    {0, "II+\0"sv, "TIFF"},
    {0, "MM\0+"sv, "TIFF"},
    {4, "ftypavif"sv, "AVIF"},
    {4, "ftypavis"sv, "AVIF"},
    {4, "ftyphei"sv, "HEIC"},
    {4, "ftyphev"sv, "HEIC"},
    {4, "ftypmif1"sv, "HEIC"},
    {4, "ftyp"sv, "video"},
    {0, "\x1a\x45\xdf\xa3"sv, "video"},
    {8, "AVI "sv, "video"},
    {0, "\xff\x0a"sv, "JPEG XL"},
    {0, "\0\0\0\x0cJXL "sv, "JPEG XL"},
    {0, "\0\0\0\x0cjP  "sv, "JPEG 2000"},
    {0, "\xff\x4f\xff\x51"sv, "JPEG 2000"},
    {0, "8BPS"sv, "Photoshop"},
    {0, "%PDF"sv, "PDF"},
    {0, "PK\x03\x04"sv, "zip"},
    {0, "\x1f\x8b"sv, "gzip"},
    {0, "\x93NUMPY"sv, "NumPy"},
    {0, "\x89HDF\r\n\x1a\n"sv, "HDF5"},
});

/// Nothing but printable characters, in ASCII or above it as UTF-8 has them.
bool readsAsText(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) {
    const auto c = std::to_integer<unsigned char>(byte);
    return c >= 0x20 ? c != 0x7f : c == '\t' || c == '\n' || c == '\r' || c == '\f';
  });
}

}  // namespace

std::string_view otherKindOf(std::span<const std::byte> first_bytes) {
  if (first_bytes.empty()) return "empty";
  for (const Signature& known : kSignatures) {
    const bool long_enough = first_bytes.size() >= known.at + known.bytes.size();
    if (long_enough && std::memcmp(first_bytes.data() + known.at, known.bytes.data(), known.bytes.size()) == 0) {
      return known.kind;
    }
  }
  return readsAsText(first_bytes) ? "text" : "other";
}

void passOver(std::vector<PassedOver>& passed, std::string_view kind, std::string_view name) {
  auto its = std::ranges::lower_bound(passed, kind, {}, &PassedOver::kind);
  if (its == passed.end() || its->kind != kind) {
    its = passed.insert(its, {.kind = std::string(kind), .files = 0, .names = {}});
  }
  ++its->files;
  its->names.emplace(std::ranges::lower_bound(its->names, name), name);
  if (its->names.size() > kNames) its->names.pop_back();
}

std::string describe(const std::vector<PassedOver>& passed) {
  std::string text;
  for (const PassedOver& one : passed) {
    text += (text.empty() ? "" : ", ") + formatCount(one.files) + " " + one.kind + " (";
    for (std::size_t i = 0; i < one.names.size(); ++i) text += (i == 0 ? "" : ", ") + one.names[i];
    text += one.files > static_cast<std::int64_t>(one.names.size()) ? ", ...)" : ")";
  }
  return text;
}

}  // namespace gan
