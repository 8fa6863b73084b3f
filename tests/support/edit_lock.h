#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "core/atomic_file.h"

namespace gan {

/// Replaces one member's value in a run's lock file, keeping the file's inode as engines do.
inline void editLock(const std::filesystem::path& run, const std::string& member, const std::string& value) {
  std::string text = readFile(run / "lock", 1U << 20U);
  const std::size_t begin = text.find("\"" + member + "\": ") + member.size() + 4;
  text.replace(begin, text.find_first_of(",\n", begin) - begin, value);
  std::fstream(run / "lock", std::ios::binary | std::ios::in | std::ios::out) << text;
}

}  // namespace gan
