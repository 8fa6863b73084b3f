#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

#include "support/golden_folder.h"

namespace gan {

/// What becomes of a folder of reference values.
struct GoldenUse {
  std::function<void()> check;  ///< Empty: the folder is passed over.
  std::string why_not;          ///< Why: "no recorded training".
};

/// Goes through root and every folder below it, in the order of their paths, and names each on out: "read: FOLDER" or
/// "passed over: FOLDER (why)". choose says what is done with one that has a config.json; it throws where that is not
/// as it should be, and the folder is passed over. What a check throws fails the test that runs, and the walk goes on.
/// Returns how many folders were read.
int readGoldens(const std::filesystem::path& root, std::ostream& out,
                const std::function<GoldenUse(const GoldenFolder& golden)>& choose);

}  // namespace gan
