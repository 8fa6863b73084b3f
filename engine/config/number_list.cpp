#include "config/number_list.h"

#include <charconv>
#include <cmath>

#include "config/text.h"
#include "core/error.h"

namespace gan {

std::vector<double> numberList(std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    std::string_view item = rest.substr(0, comma);
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    item = item.substr(0, item.find_last_not_of(' ') + 1);
    double number = 0;
    const auto [end, failure] = std::from_chars(item.data(), item.data() + item.size(), number);
    if (failure != std::errc() || end != item.data() + item.size() || !std::isfinite(number)) {
      throw Error(ErrorCode::kInvalidArgument, "number_list_bad",
                  "{text} is no list of numbers. Write numbers between commas, such as 0.485, 0.456, 0.406.",
                  {{"text", excerpt(text)}});
    }
    numbers.push_back(number);
    if (comma == std::string_view::npos) return numbers;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace gan
