#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace gan {

/// What a run would find where its images are to come from, without decoding any.
struct DataGlance {
  std::string source;  ///< The value of data.source that reads it; of "idx", "tar" and "hdf5" nothing else is known.
  std::int64_t count = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 0;
  std::int64_t classes = 0;             ///< 0 where nothing names any.
  std::filesystem::path first_picture;  ///< Of a folder, whose pictures each have a size of their own.
};

/// Looks at a file's header, or lists a folder of pictures, which may take long. Throws as dataSourceAt(),
/// ImageFolder::list() and NpzFile do, and Error(kDataLoss, "data_archive_without_images").
DataGlance glanceAtData(const std::filesystem::path& path);

}  // namespace gan
