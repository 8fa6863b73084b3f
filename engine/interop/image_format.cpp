#include "interop/image_format.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace gan {
namespace {

bool startsWith(std::span<const std::byte> bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
}

}  // namespace

std::optional<ImageFormat> imageFormatOf(std::span<const std::byte> first_bytes) {
  if (startsWith(first_bytes, "\xff\xd8\xff")) return ImageFormat::kJpeg;
  if (startsWith(first_bytes, "\x89PNG\r\n\x1a\n")) return ImageFormat::kPng;
  if (startsWith(first_bytes, "RIFF") && startsWith(first_bytes, "WEBP", 8)) return ImageFormat::kWebp;
  if (startsWith(first_bytes, "GIF87a") || startsWith(first_bytes, "GIF89a")) return ImageFormat::kGif;
  if (startsWith(first_bytes, "BM") && first_bytes.size() >= 18) {
    const auto header = std::to_integer<unsigned>(first_bytes[14]);  // length of the second header
    if (header == 12 || header == 40 || header == 52 || header == 56 || header == 64 || header == 108 ||
        header == 124) {
      return ImageFormat::kBmp;
    }
  }
  if (first_bytes.size() >= 3 && startsWith(first_bytes, "P")) {
    constexpr std::string_view kKinds = "2356";
    constexpr std::string_view kSpaces = " \t\r\n#";
    const auto kind = static_cast<char>(first_bytes[1]);
    const auto space = static_cast<char>(first_bytes[2]);
    if (kKinds.find(kind) != std::string_view::npos && kSpaces.find(space) != std::string_view::npos) {
      return ImageFormat::kNetpbm;
    }
  }
  return std::nullopt;
}

bool namedAsPicture(std::string_view name) {
  constexpr std::array<std::string_view, 11> kEndings{".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp",
                                                      ".gif", ".bmp",  ".pgm", ".ppm",  ".pnm"};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  std::string ending(name.substr(dot));
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::find(kEndings, ending) != kEndings.end();
}

}  // namespace gan
