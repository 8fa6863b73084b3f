#include "number_range.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace gan::app {

CLI::Validator numberRange(double least, double most) {
  const CLI::Range range(least, most);
  const auto check = [range](std::string& text) -> std::string {
    return std::isnan(std::strtod(text.c_str(), nullptr)) ? text + " is not a number" : range(text);
  };
  return {check, range.get_description()};
}

}  // namespace gan::app
