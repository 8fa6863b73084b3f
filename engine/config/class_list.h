#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gan {

/// Reads the classes that somebody chose: "3", "0, 7-9, 2", or "" for all, in the order in which they are named.
/// classes: how many there are; not yet known when negative. Throws Error(kInvalidArgument, "class_list_bad") for other
/// text, for classes beyond those that there are, and for more than 100,000.
std::vector<std::int64_t> classList(std::string_view text, std::int64_t classes);

}  // namespace gan
