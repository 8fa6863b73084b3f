#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gan {

struct Hdf5ImagesInfo {
  std::int64_t count = 0;
  std::int64_t channels = 0;  ///< 1 or 3
  std::int64_t height = 0;
  std::int64_t width = 0;
  /// Whether an image is stored as planes [C, H, W], as BigGAN-PyTorch does, or as pixels [H, W, C], as StudioGAN does;
  /// told by the shape.
  bool planar = true;
  /// Neighbouring images that are packed together, so that reading one unpacks all; 1 where each can be read by itself.
  std::int64_t chunk_images = 1;
  std::vector<std::int64_t> labels;      ///< Empty when the images have none.
  std::vector<std::string> class_names;  ///< Empty when the file names none.
  std::string fingerprint;               ///< What `data prepare` noted; empty in others' files.

  std::int64_t imageBytes() const { return channels * height * width; }
};

/// An HDF5 file with a data set "imgs" of uint8, [N, C, H, W] or [N, H, W, C], and perhaps "labels" of N integers and
/// "class_names". It is opened once and stays open. Images that are stored unpacked are read from their place in the
/// file without the library and its lock; chunks that must be unpacked are kept while their neighbours are likely to be
/// asked for.
class Hdf5Images {
 public:
  /// Shapes are checked against the file's size before memory is taken. Throws Error(kDataLoss, "hdf5_*") naming the
  /// file, Error(kNotFound | kPermissionDenied).
  explicit Hdf5Images(const std::filesystem::path& path);
  ~Hdf5Images();
  Hdf5Images(const Hdf5Images&) = delete;
  Hdf5Images& operator=(const Hdf5Images&) = delete;

  const Hdf5ImagesInfo& info() const;

  /// Reads image `index` as it is stored; bytes holds info().imageBytes(). Called from several threads at once.
  /// Throws Error(kDataLoss) naming the file.
  void read(std::int64_t index, std::span<std::uint8_t> bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether a file begins as HDF5 files do. False for what cannot be read.
bool looksLikeHdf5(const std::filesystem::path& path);

}  // namespace gan
