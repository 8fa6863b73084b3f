#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/progress_monitor.h"

namespace gan {

enum class Hdf5Compression { kNone, kLzf, kGzip };

/// What a file of images is to hold; see Hdf5ImagesInfo. Images are stored as planes, as BigGAN-PyTorch reads them.
struct Hdf5Layout {
  std::int64_t count = 0;
  std::int64_t channels = 3;
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool labelled = true;  ///< False writes zeros as labels, since readers want some, and says so in an attribute.
  std::vector<std::string> class_names;
  std::vector<std::pair<std::string, std::string>> attributes;  ///< Texts on the file's root, in this order.

  std::int64_t imageBytes() const { return channels * height * width; }
};

/// Where the values lie in a file: one image after the other, and int64 labels of this machine's byte order.
struct Hdf5Places {
  std::uint64_t images = 0;
  std::uint64_t labels = 0;
};

/// Makes a whole, valid file at `path`, replacing what is there, in which all pixels and labels are still zero, and
/// takes its disk space. Whoever fills it writes to its places without the library, in any order and from any thread.
/// Equal layouts give equal bytes. Throws Error(kResourceExhausted, "disk_full"), after which nothing is left, and as
/// throwHdf5Error().
Hdf5Places createHdf5Images(const std::filesystem::path& path, const Hdf5Layout& layout);

/// The places of a file made by createHdf5Images().
Hdf5Places hdf5Places(const std::filesystem::path& path);

struct Hdf5Packing {
  Hdf5Compression compression = Hdf5Compression::kLzf;
  std::int64_t chunk_images = 1;  ///< Images that are packed together.
  int threads = 1;                ///< That pack.
};

/// Writes the first layout.count images of `from` into `path`, compressed; reports images to `monitor`. Equal input
/// gives equal bytes, for any number of threads. Removes `path` when it fails. Throws as createHdf5Images(), and
/// Error(kCancelled).
void packHdf5Images(const std::filesystem::path& from, const std::filesystem::path& path, const Hdf5Layout& layout,
                    const Hdf5Packing& packing, ProgressMonitor& monitor);

}  // namespace gan
