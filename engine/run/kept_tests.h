#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gan {

/// Images of a class that a classifier called by another name, or by their own, with a sheet of some of them.
struct KeptCell {
  std::int64_t row = 0;     ///< Their class,
  std::int64_t column = 0;  ///< and what they were called.
  std::string sheet;        ///< A PNG in the test's folder.

  friend bool operator==(const KeptCell& a, const KeptCell& b) = default;
};

/// How a classifier's checkpoint did on images that it was not trained on.
struct KeptTest {
  std::string id;
  std::int64_t step = 0;     ///< Of the checkpoint,
  std::int32_t segment = 0;  ///< and the segment that wrote it.
  double unix_seconds = 0;   ///< When it was done.
  std::string data;
  std::string split;  ///< "test", "val", "train".
  std::int64_t images = 0;
  double loss = 0;
  double top1 = 0;  ///< Share of the images, 0 to 1.
  double top5 = 0;
  std::vector<std::string> classes;
  std::vector<std::vector<std::int64_t>> confusion;  ///< [c][d]: images of class c that were called d.
  std::vector<KeptCell> cells;                       ///< Those that have a sheet.

  friend bool operator==(const KeptTest& a, const KeptTest& b) = default;
};

/// With more classes nothing is kept: nobody reads such a table.
inline constexpr std::size_t kMostKeptClasses = 200;

/// A folder of a run's evaluation/ folder each, "tested-ID": test.json, and sheets of cells beside it. id: of letters,
/// digits, - and _. keepTest() writes test.json, last of all; its errors are those of files.
std::filesystem::path testFolder(const std::filesystem::path& run, const std::string& id);
void keepTest(const std::filesystem::path& run, const KeptTest& test);
/// All that can be read, oldest first; others are left out, with a line in the log.
std::vector<KeptTest> keptTests(const std::filesystem::path& run);

}  // namespace gan
