#include "support/golden_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <ostream>
#include <vector>

namespace gan {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> foldersFrom(const fs::path& root) {
  std::vector<fs::path> folders;
  if (fs::exists(root / "config.json")) folders.push_back(root);
  for (const auto& entry : fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied)) {
    if (entry.is_directory()) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

/// Whether it was read.
bool readOne(const fs::path& folder, std::ostream& out, const std::function<GoldenUse(const GoldenFolder&)>& choose) {
  std::optional<GoldenFolder> golden;
  GoldenUse use{.check = {}, .why_not = "no config.json"};
  try {
    if (std::error_code error; fs::exists(folder / "config.json", error)) use = choose(golden.emplace(folder));
  } catch (const std::exception& error) {
    use = {.check = {}, .why_not = error.what()};
  }
  if (!use.check) {
    out << "passed over: " << folder.string() << " (" << use.why_not << ")\n";
    return false;
  }
  out << "read: " << folder.string() << '\n';
  const testing::ScopedTrace trace(__FILE__, __LINE__, folder.string());
  try {
    use.check();
  } catch (const std::exception& error) {
    ADD_FAILURE() << folder.string() << " could not be read to its end: " << error.what();
  }
  return true;
}

}  // namespace

int readGoldens(const fs::path& root, std::ostream& out,
                const std::function<GoldenUse(const GoldenFolder& golden)>& choose) {
  int read = 0;
  for (const fs::path& folder : foldersFrom(root)) read += readOne(folder, out, choose) ? 1 : 0;
  return read;
}

}  // namespace gan
