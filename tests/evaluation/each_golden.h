#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "support/golden_folder.h"

namespace gan::test {

/// Calls check() with each folder of reference values that has the file; what a folder holds is told by its files, so
/// that folders nobody here has seen are compared, too. Skips without any; where some were named, also without the
/// file.
inline void forEachGoldenWith(const std::string& file, const std::function<void(const GoldenFolder&)>& check) {
  if (const std::string reason = whyNoGoldens(); !reason.empty()) GTEST_SKIP() << reason;
  int found = 0;
  for (const auto& path : goldenFolders(goldensRoot())) {
    if (!std::filesystem::exists(path / file)) continue;
    SCOPED_TRACE(path.string());
    ++found;
    check(GoldenFolder(path));
  }
  if (found == 0 && goldensNamed()) GTEST_SKIP() << "no folder of " << goldensRoot() << " has " << file;
  EXPECT_GT(found, 0) << "no folder of " << goldensRoot() << " has " << file;
}

}  // namespace gan::test
