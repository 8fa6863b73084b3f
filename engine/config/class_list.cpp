#include "config/class_list.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::int64_t kMostClasses = 100000;

[[noreturn]] void throwBad(std::string_view text, const std::string& expected) {
  throw Error(ErrorCode::kInvalidArgument, "class_list_bad",
              "{text} is no list of classes: expected {expected}. Write numbers and ranges, such as 0, 3, 7-9, or "
              "nothing for all classes.",
              {{"text", excerpt(text)}, {"expected", expected}});
}

std::optional<std::int64_t> number(std::string_view text) {
  text = trimmed(text);
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value < 0) return {};
  return value;
}

}  // namespace

std::vector<std::int64_t> classList(std::string_view text, std::int64_t classes) {
  std::vector<std::int64_t> chosen;
  if (trimmed(text).empty()) {
    chosen.resize(static_cast<std::size_t>(std::max<std::int64_t>(classes, 0)));
    std::iota(chosen.begin(), chosen.end(), 0);
    return chosen;
  }
  const std::int64_t limit = classes < 0 ? std::numeric_limits<std::int64_t>::max() : classes;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto dash = item.find('-');
    const auto first = number(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number(item.substr(dash + 1));
    if (!first || !last || *last < *first) throwBad(text, "whole numbers from 0 and ranges of them between commas");
    if (*last >= limit) {
      throwBad(text, classes == 0 ? "nothing, for the networks know no classes"
                                  : "classes from 0 to " + std::to_string(classes - 1));
    }
    if (*last - *first >= kMostClasses - static_cast<std::int64_t>(chosen.size())) {
      throwBad(text, "at most 100,000 classes");
    }
    for (std::int64_t one = *first; one <= *last; ++one) chosen.push_back(one);
    if (comma == std::string_view::npos) return chosen;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace gan
