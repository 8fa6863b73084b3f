#pragma once

#include <string_view>
#include <vector>

namespace gan {

/// Reads finite numbers between commas, "0.485, 0.456, 0.406"; at least one. Throws Error(kInvalidArgument,
/// "number_list_bad").
std::vector<double> numberList(std::string_view text);

}  // namespace gan
