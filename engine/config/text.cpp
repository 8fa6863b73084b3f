#include "config/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace gan {
namespace {

constexpr std::size_t kExcerptBytes = 80;
// Nobody means a setting by a longer word; it also bounds the table of editDistance().
constexpr std::size_t kLongestWord = 128;

std::uint32_t decodeCharacter(std::string_view character) {
  if (character.size() == 1) {
    return static_cast<unsigned char>(character[0]);
  }
  std::uint32_t code = static_cast<unsigned char>(character[0]) & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return code;
}

// C0 and C1 controls, DEL, and the separators that some YAML readers take for line ends.
bool isControl(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 || code == 0xFEFF;
}

std::string escapedByte(char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {'\\', 'x', kDigits[value >> 4U], kDigits[value & 15U]};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::size_t utf8CharacterLength(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) {
    return 0;
  }
  const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
  if (!std::ranges::all_of(text.substr(1, length - 1), continues)) {
    return 0;
  }
  constexpr std::array<std::uint32_t, 5> kLowest = {0, 0, 0x80, 0x800, 0x10000};
  const std::uint32_t code = decodeCharacter(text.substr(0, length));
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= kLowest[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

bool isPlainText(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8CharacterLength(text);
    if (length == 0 || isControl(decodeCharacter(text.substr(0, length)))) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

std::string excerpt(std::string_view text) {
  std::string result = "\"";
  while (!text.empty() && result.size() <= kExcerptBytes) {
    const std::size_t length = std::max<std::size_t>(utf8CharacterLength(text), 1);
    if (isPlainText(text.substr(0, length))) {
      result += text.substr(0, length);
    } else {
      for (const char byte : text.substr(0, length)) {
        result += escapedByte(byte);
      }
    }
    text.remove_prefix(length);
  }
  return result + (text.empty() ? "\"" : "...\"");
}

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_previous(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    current[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_previous, previous);
    std::swap(previous, current);
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_previous[j - 2] + 1);
      }
    }
  }
  return current[b.size()];
}

std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > kLongestWord) {
    return std::nullopt;
  }
  const std::string* nearest = nullptr;
  std::size_t smallest = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestWord) {
      continue;
    }
    const std::size_t distance = editDistance(word, candidate);
    const std::size_t allowed = std::max<std::size_t>(1, std::min(word.size(), candidate.size()) / 3);
    if (distance <= allowed && (nearest == nullptr || distance < smallest)) {
      nearest = &candidate;
      smallest = distance;
    }
  }
  return nearest == nullptr ? std::nullopt : std::optional(*nearest);
}

std::string joinChoices(std::span<const std::string> choices) {
  std::string result;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    result += i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ";
    result += choices[i];
  }
  return result;
}

}  // namespace gan
