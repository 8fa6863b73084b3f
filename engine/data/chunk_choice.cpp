#include "data/chunk_choice.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "data/epoch_order.h"
#include "interop/hdf5_images.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostChunkBytes = std::int64_t{1} << 20U;
constexpr std::int64_t kSampleBytes = std::int64_t{16} << 20U;

/// Seconds for all images of a file in the order of an epoch.
double readingTime(const fs::path& path, std::int64_t chunk_images) {
  const Hdf5Images file(path);
  std::vector<std::uint8_t> image(static_cast<std::size_t>(file.info().imageBytes()));
  const std::vector<std::int64_t> order = EpochOrder(0, file.info().count, chunk_images).permutation(0);
  const auto begin = std::chrono::steady_clock::now();
  for (const std::int64_t index : order) file.read(index, image);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::int64_t chooseChunkImages(const fs::path& from, const fs::path& scratch, const Hdf5Layout& layout,
                               Hdf5Compression compression, ProgressMonitor& monitor) {
  constexpr double kWorthwhile = 1.1;
  Hdf5Layout sample = layout;
  sample.count = std::clamp<std::int64_t>(kSampleBytes / layout.imageBytes(), 1, layout.count);
  std::vector<std::pair<std::int64_t, double>> times;
  const std::int64_t most = std::min(sample.count, kMostChunkBytes / layout.imageBytes());
  for (std::int64_t images = 1; images <= std::max<std::int64_t>(most, 1); images *= 4) {
    ProgressMonitor silent;
    packHdf5Images(from, scratch, sample, {.compression = compression, .chunk_images = images, .threads = 1}, silent);
    times.emplace_back(images, readingTime(scratch, images));
    fs::remove(scratch);
    monitor.throwIfCancelled();
  }
  const double fastest = std::ranges::min(times, {}, &std::pair<std::int64_t, double>::second).second;
  const auto enough =
      std::ranges::find_if(times, [&](const auto& time) { return time.second <= kWorthwhile * fastest; });
  return enough->first;
}

}  // namespace gan
