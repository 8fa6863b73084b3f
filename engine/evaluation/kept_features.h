#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

namespace gan {

/// Features of each picture of a set, kept in a folder, so that they are computed once: shares of kPictures, a file
/// each. A few shares are in memory. Several threads may use one of these, and several processes one folder.
class KeptFeatures {
 public:
  static constexpr std::int64_t kPictures = 1024;

  /// folder: empty: no file is written. pictures: of the whole set; features: of each.
  KeptFeatures(std::filesystem::path folder, std::int64_t pictures, std::int64_t features);

  /// float32 [count, features] of pictures first to first + count - 1, the caller's own; rows that are not known are
  /// NaN. A damaged file is warned of and counts as not there.
  at::Tensor find(std::int64_t first, std::int64_t count);
  /// rows: as find() gave them, with what was missing computed; NaN where that cannot be done. A share gets its file
  /// when each of its pictures was given and more are known than its file has. A folder that refuses is warned of.
  void keep(std::int64_t first, const at::Tensor& rows);

 private:
  struct Share {
    at::Tensor rows;          // float32 [pictures of it, features]
    std::vector<bool> given;  // known from the file, or by keep()
    std::int64_t filed = 0;   // rows that the file has
    std::uint64_t used = 0;
  };

  std::filesystem::path fileOf(std::int64_t share) const;
  /// With mutex_ held.
  Share& share(std::int64_t number);
  Share read(std::int64_t number);
  void write(std::int64_t number, Share& share);

  std::filesystem::path folder_;
  std::int64_t pictures_;
  std::int64_t features_;
  std::mutex mutex_;
  std::map<std::int64_t, Share> shares_;
  std::uint64_t uses_ = 0;
};

}  // namespace gan
