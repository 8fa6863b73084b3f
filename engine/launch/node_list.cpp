#include "launch/node_list.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kMostNames = 65536;

[[noreturn]] void refuse(std::string_view text, const std::string& reason) {
  throw Error(ErrorCode::kInvalidArgument, "node_list_invalid",
              "Slurm's list \"{list}\" is not understood: {reason}. Expected something like n[0-3,7],m1 for nodes and "
              "2(x2),1 for tasks.",
              {{"list", std::string(text.substr(0, 200))}, {"reason", reason}});
}

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Cuts at commas that are not inside brackets.
std::vector<std::string_view> splitOutside(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    } else if (text[i] == '[') {
      ++depth;
    } else if (text[i] == ']') {
      --depth;
    }
  }
  return parts;
}

std::string padded(std::uint32_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  return std::string(width - std::min(width, digits.size()), '0') + digits;
}

/// "0-3,7" -> 0 1 2 3 7, each as wide as the first number of its range is written.
std::vector<std::string> ranges(std::string_view inside, std::string_view whole) {
  std::vector<std::string> numbers;
  for (const std::string_view part : splitOutside(inside)) {
    const std::size_t dash = part.find('-');
    const std::string_view first_text = part.substr(0, dash);
    const auto first = number(first_text);
    const auto last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
    if (!first || !last || *last < *first) refuse(whole, "\"" + std::string(part) + "\" is no range of numbers");
    if (*last - *first >= kMostNames - numbers.size()) refuse(whole, "it names too many nodes");
    for (std::uint32_t value = *first; value <= *last; ++value) numbers.push_back(padded(value, first_text.size()));
  }
  return numbers;
}

/// One name with any number of brackets in it.
std::vector<std::string> expand(std::string_view pattern, std::string_view whole) {
  std::vector<std::string> names{""};
  while (!pattern.empty()) {
    const std::size_t open = std::min(pattern.find('['), pattern.size());
    for (std::string& name : names) name += pattern.substr(0, open);
    pattern.remove_prefix(open);
    if (pattern.empty()) break;
    const std::size_t close = pattern.find(']');
    if (close == std::string_view::npos) refuse(whole, "a bracket is not closed");
    const std::vector<std::string> numbers = ranges(pattern.substr(1, close - 1), whole);
    if (names.size() * numbers.size() > kMostNames) refuse(whole, "it names too many nodes");
    std::vector<std::string> longer;
    for (const std::string& name : names) {
      for (const std::string& text : numbers) longer.push_back(name + text);
    }
    names = std::move(longer);
    pattern.remove_prefix(close + 1);
  }
  return names;
}

}  // namespace

std::vector<std::string> parseNodeList(std::string_view text) {
  if (text.size() > 1U << 20U) refuse(text, "it is too long");
  std::vector<std::string> names;
  for (const std::string_view pattern : splitOutside(text)) {
    if (pattern.empty()) refuse(text, "a name is empty");
    const std::vector<std::string> more = expand(pattern, text);
    if (names.size() + more.size() > kMostNames) refuse(text, "it names too many nodes");
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

std::vector<int> parseTasksPerNode(std::string_view text) {
  std::vector<int> counts;
  for (const std::string_view part : splitOutside(text)) {
    const std::size_t bracket = part.find("(x");
    const auto tasks = number(part.substr(0, bracket));
    std::optional<std::uint32_t> nodes = 1;
    if (bracket != std::string_view::npos) {
      nodes = part.ends_with(')') ? number(part.substr(bracket + 2, part.size() - bracket - 3)) : std::nullopt;
    }
    if (!tasks || !nodes || *tasks > kMostNames) refuse(text, "\"" + std::string(part) + "\" is no number of tasks");
    if (*nodes > kMostNames - counts.size()) refuse(text, "it counts too many nodes");
    counts.insert(counts.end(), *nodes, static_cast<int>(*tasks));
  }
  return counts;
}

}  // namespace gan
