#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gan {

/// A path as a client of this host names it: absolute, or below the user's home folder where it begins with "/~/" (so
/// that ssh://host/~/runs is what one would type there). Throws Error(kInvalidArgument, "host_path_relative").
std::filesystem::path hostPath(std::string_view path);

/// A word of a command as a client of this host writes it: of a path below the home folder the whole path, of anything
/// else the word. Throws what hostPath() does where no home folder is known.
std::string hostWord(std::string_view word);

}  // namespace gan
