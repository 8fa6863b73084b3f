#include "interop/s3_listing.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>

#include "core/crc32c.h"
#include "interop/s3_address.h"

namespace gan {

namespace {

constexpr std::string_view kFormat = "gan-studio-s3-listing-2";

std::optional<std::string_view> takeLine(std::string_view& text, char end = '\n') {
  const std::size_t place = text.find(end);
  if (place == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, place);
  text.remove_prefix(place + 1);
  return line;
}

template <typename Number>
std::optional<Number> numberIn(std::string_view text, int base) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::uint32_t checksum(std::string_view text) { return crc32c(std::as_bytes(std::span(text.data(), text.size()))); }

std::optional<S3Object> parseObject(std::string_view line) {
  const auto size_text = takeLine(line, ' ');
  const auto etag_text = takeLine(line, ' ');
  if (!size_text || !etag_text || line.find('+') != std::string_view::npos) return std::nullopt;
  const auto size = numberIn<std::uint64_t>(*size_text, 10);
  const auto etag = percentDecode(*etag_text);
  const auto key = percentDecode(line);
  if (!size || !etag || !key) return std::nullopt;
  return S3Object{.key = *key, .etag = *etag, .size = *size};
}

/// "- KIND FILES NAME NAME NAME".
std::optional<PassedOver> parsePassedOver(std::string_view line) {
  PassedOver passed;
  std::vector<std::string> words;
  line.remove_prefix(2);
  for (bool more = true; more;) {
    const std::size_t end = line.find(' ');
    more = end != std::string_view::npos;
    auto word = percentDecode(line.substr(0, end));
    if (!word) return std::nullopt;
    words.push_back(std::move(*word));
    if (more) line.remove_prefix(end + 1);
  }
  const auto files = words.size() > 2 ? numberIn<std::int64_t>(words[1], 10) : std::nullopt;
  if (!files || *files < static_cast<std::int64_t>(words.size()) - 2) return std::nullopt;
  return PassedOver{.kind = words[0], .files = *files, .names = {words.begin() + 2, words.end()}};
}

}  // namespace

bool S3Listing::add(const S3Object& object) {
  constexpr std::size_t kMaxBytes = 65535;
  if (object.key.empty() || object.key.size() > kMaxBytes || object.etag.size() > kMaxBytes) return false;
  if (!entries_.empty() && key(count() - 1) >= object.key) return false;
  entries_.push_back({.text = texts_.size(),
                      .size = object.size,
                      .key_bytes = static_cast<std::uint16_t>(object.key.size()),
                      .etag_bytes = static_cast<std::uint16_t>(object.etag.size())});
  texts_ += object.key;
  texts_ += object.etag;
  return true;
}

std::string_view S3Listing::key(std::int64_t index) const {
  const Entry& entry = entries_[static_cast<std::size_t>(index)];
  return std::string_view(texts_).substr(entry.text, entry.key_bytes);
}

S3Object S3Listing::at(std::int64_t index) const {
  const Entry& entry = entries_[static_cast<std::size_t>(index)];
  return {.key = std::string(key(index)),
          .etag = texts_.substr(entry.text + entry.key_bytes, entry.etag_bytes),
          .size = entry.size};
}

void S3Listing::shrink() {
  texts_.shrink_to_fit();
  entries_.shrink_to_fit();
}

std::string formatS3Listing(const SavedS3Listing& saved) {
  std::string text(kFormat);
  text += "\n" + percentEncode(saved.address, "/:") + "\n" +
          std::to_string(static_cast<std::int64_t>(saved.unix_seconds)) + "\n";
  for (const PassedOver& passed : saved.listing.passedOver()) {
    text += "- " + percentEncode(passed.kind) + " " + std::to_string(passed.files);
    for (const std::string& name : passed.names) text += " " + percentEncode(name, "/");
    text += "\n";
  }
  for (std::int64_t i = 0; i < saved.listing.count(); ++i) {
    const S3Object object = saved.listing.at(i);
    text +=
        std::to_string(object.size) + " " + percentEncode(object.etag) + " " + percentEncode(object.key, "/") + "\n";
  }
  return text + "crc32c " + std::to_string(checksum(text)) + "\n";
}

std::optional<SavedS3Listing> parseS3Listing(std::string_view text) {
  constexpr std::string_view kChecksum = "crc32c ";
  const std::string_view whole = text;
  if (takeLine(text) != kFormat) return std::nullopt;
  const auto address = takeLine(text);
  const auto time = takeLine(text);
  const auto decoded = address ? percentDecode(*address) : std::nullopt;
  const auto seconds = time ? numberIn<std::int64_t>(*time, 10) : std::nullopt;
  if (!decoded || !seconds) return std::nullopt;
  SavedS3Listing saved{.address = *decoded, .unix_seconds = static_cast<double>(*seconds), .listing = {}};
  std::vector<PassedOver> passed_over;
  while (text.starts_with("- ")) {
    const auto line = takeLine(text);
    auto passed = line ? parsePassedOver(*line) : std::nullopt;
    if (!passed) return std::nullopt;
    passed_over.push_back(std::move(*passed));
  }
  saved.listing.setPassedOver(std::move(passed_over));
  while (!text.starts_with(kChecksum)) {
    const auto line = takeLine(text);
    const auto object = line ? parseObject(*line) : std::nullopt;
    if (!object || !saved.listing.add(*object)) return std::nullopt;
  }
  const std::size_t begin = whole.size() - text.size();
  const auto line = takeLine(text);
  if (!line || !text.empty()) return std::nullopt;
  if (numberIn<std::uint32_t>(line->substr(kChecksum.size()), 10) != checksum(whole.substr(0, begin))) {
    return std::nullopt;
  }
  saved.listing.shrink();
  return saved;
}

}  // namespace gan
