#pragma once

#include <filesystem>
#include <string_view>

namespace gan {

/// A path as a client of this host names it: absolute, or below the user's home folder where it begins with "/~/" (so
/// that ssh://host/~/runs is what one would type there). Throws Error(kInvalidArgument, "host_path_relative").
std::filesystem::path hostPath(std::string_view path);

}  // namespace gan
