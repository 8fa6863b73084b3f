// What reading images costs a training: time beside the steps, memory over epochs, memory for lists of many files.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "data/decoded_image.h"
#include "data/image_folder_dataset.h"
#include "data/loader.h"
#include "data/tolerant_dataset.h"
#include "interop/tar_images.h"
#include "run/metrics.h"
#include "support/process.h"
#include "support/tar_builder.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

const fs::path kClothing = fs::path(GAN_SHARED_DIR) / "data/clothing/train";
constexpr int kFiles = 200'000;
constexpr double kMostBytesOfAFile = 200;

/// A line of /proc/self/status in bytes, after the allocator has given back what it can.
std::int64_t memory(const std::string& name) {
  ::malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) return std::stoll(line.substr(name.size())) * 1024;
  }
  return 0;
}

/// Sums of two series over all rows after the first `skipped`.
std::pair<double, double> sums(const fs::path& run, const std::string& part, const std::string& whole, int skipped) {
  MetricsReader reader(run / "metrics");
  std::pair<double, double> result;
  while (const auto block = reader.next()) {
    const auto column = [&](const std::string& name) {
      return static_cast<std::size_t>(std::ranges::find(block->columns, name) - block->columns.begin());
    };
    for (std::size_t row = 0; row < block->steps.size(); ++row) {
      if (block->steps[row] <= skipped) continue;
      result.first += static_cast<double>(block->values.at(column(part)).at(row));
      result.second += static_cast<double>(block->values.at(column(whole)).at(row));
    }
  }
  return result;
}

TEST(DataCost, WaitingForPhotographsIsBelowOnePercentOfDcgansStep) {
  if (!fs::exists(kClothing)) GTEST_SKIP() << kClothing << " is absent: the photographs are not part of the sources";
  const TemporaryFolder folder;
  const auto finished = run({program("gan-engine"), "train", "--preset", "dcgan-64", "--data", kClothing.string(),
                             "--out", (folder / "run").string(), "--steps", "22", "--set", "sampling.interval_steps=0"},
                            {}, std::chrono::seconds(600));
  ASSERT_EQ(finished.code, 0) << finished.errors;
  const auto [waited, stepped] = sums(folder / "run", "time/data_ms", "time/step_ms", 2);  // the first batches are new
  ASSERT_GT(stepped, 0);
  std::cout << "waited " << waited << " of " << stepped << " ms: " << 100 * waited / stepped << " %\n";
  EXPECT_LT(waited / stepped, 0.01);
}

TEST(DataCost, MemoryStaysFlatOverTwentyEpochs) {
  if (!fs::exists(kClothing)) GTEST_SKIP() << kClothing << " is absent: the photographs are not part of the sources";
  const TemporaryFolder folder;
  const TolerantDataset dataset(std::make_unique<ImageFolderDataset>(
                                    kClothing, ImageFolderOptions{.shorter_side_at_least = shorterSideToDecode(64)}),
                                {.limit = 0.01, .list = folder / "damaged-images.txt"});
  LoaderOptions options;
  options.workers = 2;
  Loader loader(dataset, EpochOrder(1, dataset.info().count, 1), options);
  const auto epochs = [&loader](int count) {
    for (std::int64_t done = 0; done < count * loader.imagesPerEpoch(); done += 64) loader.next();
  };
  epochs(2);
  const std::int64_t before = memory("VmRSS:");
  epochs(18);
  const std::int64_t grown = memory("VmRSS:") - before;
  std::cout << "grown by " << grown << " of " << before << " bytes in 18 epochs of " << dataset.info().count
            << " photographs\n";
  EXPECT_LT(grown, std::int64_t{4} << 20U);  // 200 bytes lost with each image would be 4 MB
}

TEST(DataCost, AFolderTakesAtMostTwoHundredBytesAFile) {
  const TemporaryFolder folder;
  constexpr int kClasses = 200;
  for (int i = 0; i < kFiles; ++i) {
    const fs::path place = folder / ("n" + std::to_string(10'000'000 + i % kClasses));
    if (i < kClasses) fs::create_directory(place);
    std::ofstream(place / (place.filename().string() + "_" + std::to_string(i) + ".JPEG"));
  }
  std::ofstream("/proc/self/clear_refs") << "5";  // the highest use so far is forgotten
  const std::int64_t before = memory("VmRSS:");
  const ImageFolderDataset dataset(folder.path(), {});
  const double listed = static_cast<double>(memory("VmRSS:") - before);
  const EpochOrder order(1, dataset.info().count, 1);
  const std::vector<std::int64_t> epochs[] = {order.permutation(0), order.permutation(1)};
  const double most = static_cast<double>(memory("VmHWM:") - before);
  ASSERT_EQ(dataset.info().count, kFiles);
  ASSERT_EQ(epochs[1].size(), std::size_t{kFiles});
  std::cout << listed / kFiles << " bytes a file, " << most / kFiles << " at most while it was listed\n";
  EXPECT_GT(listed, 0);
  EXPECT_LT(most / kFiles, kMostBytesOfAFile);
}

TEST(DataCost, AnArchiveTakesAtMostTwoHundredBytesAFile) {
  const TemporaryFolder folder;
  {
    std::ofstream archive(folder / "set.tar", std::ios::binary);
    for (int i = 0; i < kFiles; ++i) {
      const std::string name = "n" + std::to_string(10'000'000 + i % 1000);
      archive << tarFile(name + "/" + name + "_" + std::to_string(i) + ".JPEG", "");
    }
  }
  const std::int64_t before = memory("VmRSS:");
  const TarImages images = TarImages::list(folder / "set.tar", DataSplit::kTrain);
  const double listed = static_cast<double>(memory("VmRSS:") - before);
  ASSERT_EQ(images.count(), kFiles);
  std::cout << listed / kFiles << " bytes a file\n";
  EXPECT_LT(listed / kFiles, kMostBytesOfAFile);
}

}  // namespace
}  // namespace gan::test
