#include "service/host_path.h"

#include <algorithm>
#include <cstdlib>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

bool isInHome(std::string_view path) { return path == "/~" || path.starts_with("/~/"); }

}  // namespace

std::filesystem::path hostPath(std::string_view path) {
  const bool in_home = isInHome(path);
  const char* home = std::getenv("HOME");
  if (in_home && home != nullptr)
    return std::filesystem::path(home) / path.substr(std::min<std::size_t>(3, path.size()));
  if (path.starts_with('/') && !in_home) return std::filesystem::path(path);
  throw Error(ErrorCode::kInvalidArgument, "host_path_relative",
              "{path} is no path that begins with / on that machine, or below a home folder that is known there. Name "
              "the whole path, as in ssh://host/path/to/run.",
              {{"path", excerpt(path)}});
}

std::string hostWord(std::string_view word) { return isInHome(word) ? hostPath(word).string() : std::string(word); }

}  // namespace gan
