#include "interop/s3_address.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"

namespace gan {

namespace {

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

[[noreturn]] void throwBadAddress(std::string_view text) {
  throw Error(ErrorCode::kInvalidArgument, "s3_bad_address",
              "{address} is not the address of a folder in S3. Write s3://bucket/folder, where a bucket's name has 3 "
              "to 63 small "
              "letters, digits, dots and hyphens.",
              {{"address", std::string(text)}});
}

}  // namespace

bool isS3Address(std::string_view text) { return text.starts_with(kS3Scheme) || text.starts_with("S3://"); }

S3Address parseS3Address(std::string_view text) {
  if (!isS3Address(text)) throwBadAddress(text);
  const std::string_view rest = text.substr(kS3Scheme.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  S3Address address{.bucket = std::string(rest.substr(0, slash)),
                    .prefix = std::string(rest.substr(std::min(slash + 1, rest.size())))};
  const std::string& bucket = address.bucket;
  const bool known = std::ranges::all_of(
      bucket, [](char c) { return kLower.find(c) != std::string_view::npos || c == '.' || c == '-'; });
  if (bucket.size() < 3 || bucket.size() > 63 || !known || kLower.find(bucket.front()) == std::string_view::npos ||
      kLower.find(bucket.back()) == std::string_view::npos || bucket.find("..") != std::string::npos ||
      address.prefix.size() > 1000) {
    throwBadAddress(text);
  }
  if (!address.prefix.empty() && !address.prefix.ends_with('/')) address.prefix += '/';
  return address;
}

std::string percentEncode(std::string_view text, std::string_view kept) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  encoded.reserve(text.size());
  for (const char c : text) {
    if (kUnreserved.find(c) != std::string_view::npos || kept.find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      encoded += '%';
      encoded += kDigits[byte >> 4U];
      encoded += kDigits[byte & 15U];
    }
  }
  return encoded;
}

std::optional<std::string> percentDecode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    unsigned value = 0;
    if (text.size() - i < 3) return std::nullopt;
    const char* end = text.data() + i + 3;
    if (std::from_chars(text.data() + i + 1, end, value, 16).ptr != end) return std::nullopt;
    decoded += static_cast<char>(value);
    i += 2;
  }
  return decoded;
}

bool isRegionName(std::string_view text) {
  return !text.empty() && text.size() <= 32 && !text.starts_with('-') && !text.ends_with('-') &&
         std::ranges::all_of(text, [](char c) { return kLower.find(c) != std::string_view::npos || c == '-'; });
}

}  // namespace gan
