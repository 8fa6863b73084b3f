#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interop/passed_over.h"
#include "tensor/image.h"

namespace gan {

class RunConfig;

struct DatasetInfo {
  std::string name;
  std::int64_t count = 0;                ///< Images, at least 1.
  std::vector<std::string> class_names;  ///< Empty when there are no labels.
  /// Changes when the images or their order do; stored in the manifest and checked on resume.
  std::string fingerprint;
  /// Neighbouring images that a source unpacks together; an epoch keeps them near each other.
  std::int64_t block_size = 1;
  std::vector<PassedOver> passed_over{};  ///< Files beside the pictures.
};

inline constexpr std::int64_t kNoLabel = -1;

/// Where real images come from. An implementation reads one image by number, in its own size; the loader resizes,
/// normalises and batches.
class Dataset {
 public:
  virtual ~Dataset() = default;

  virtual const DatasetInfo& info() const = 0;

  /// The label of image `index` (0 <= index < count), or kNoLabel, without reading the image.
  virtual std::int64_t label(std::int64_t index) const = 0;

  /// Reads image `index` (0 <= index < count) into `image`, whose memory is reused, and returns its label or kNoLabel.
  /// Called from several threads at once. Throws Error(kDataLoss) naming the file and the image.
  virtual std::int64_t read(std::int64_t index, Image& image) const = 0;

  /// What people call image `index` (0 <= index < count): its file's name where it has one, else its number.
  virtual std::string imageName(std::int64_t index) const { return std::to_string(index); }
};

/// How much of a picture is decoded.
enum class Decoding {
  kAsTrained,  ///< A JPEG may be decoded smaller where data.resolution allows it, which is several times as fast.
  kWhole,      ///< In the size that is stored.
};

/// Opens what data.source and data.path say, without the images that data.validation keeps back. Throws Error(kNotFound
/// | kInvalidArgument | kDataLoss).
std::unique_ptr<Dataset> openDataset(const RunConfig& config, Decoding decoding = Decoding::kAsTrained);

}  // namespace gan
