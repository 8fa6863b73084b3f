#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "data/dataset.h"
#include "interop/object_cache.h"
#include "interop/s3_images.h"

namespace gan {

struct S3DatasetOptions {
  S3Options client;
  std::filesystem::path cache;          ///< Folder for lists and copies of images.
  std::uint64_t cache_limit_bytes = 0;  ///< Of copies; 0 keeps none.
  double listing_hours = 24;            ///< How old a kept list may be.
  /// Length that the shorter side must keep when a format can be decoded smaller; 0 decodes whole pictures.
  std::int64_t shorter_side_at_least = 0;
  std::array<std::uint8_t, 3> background{255, 255, 255};  ///< Behind transparent pixels.
};

/// Pictures in a folder in S3, labelled after the folders that hold them; each is read, on as many connections as
/// threads ask, and decoded when its turn comes.
class S3Dataset : public Dataset {
 public:
  /// Lists the folder. Throws as parseS3Address(), listS3Images() and ObjectCache.
  S3Dataset(const std::string& address, const S3DatasetOptions& options);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    return labels_.empty() ? kNoLabel : labels_.at(static_cast<std::size_t>(index));
  }
  /// Throws also what S3Client::read() does.
  std::int64_t read(std::int64_t index, Image& image) const override;
  std::string imageName(std::int64_t index) const override { return std::string(listing_.key(index)); }

 private:
  std::string bytesOf(const S3Object& object) const;

  const S3DatasetOptions options_;
  const S3Address address_;
  std::unique_ptr<S3Client> client_;
  std::unique_ptr<ObjectCache> cache_;  ///< Null when no copies are kept.
  S3Listing listing_;
  std::vector<std::int32_t> labels_;
  DatasetInfo info_;
};

/// As the fields data.* say, with pictures decoded as S3DatasetOptions::shorter_side_at_least has it.
std::unique_ptr<Dataset> openS3Dataset(const RunConfig& config, std::int64_t shorter_side_at_least);

}  // namespace gan
