#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "interop/s3_address.h"
#include "interop/s3_client.h"
#include "interop/s3_listing.h"

namespace gan {

/// A larger object is no picture, or one that is refused.
inline constexpr std::uint64_t kMaxPictureBytes = std::uint64_t{256} << 20U;

/// What may be pictures under a folder in S3: every object but empty ones, hidden ones, those that are too large or too
/// small to be one, and those whose keys end as other files do (.txt, .csv, .json, .zip, ...), in any case. A list in
/// lists_folder that is not older than `hours` is used instead of the server's; a new one is written there. Throws
/// Error(kNotFound, "s3_no_images"), Error(kDataLoss, "s3_listing_unordered"), and as S3Client::list().
S3Listing listS3Images(S3Client& client, const S3Address& address, const std::filesystem::path& lists_folder,
                       double hours);

/// Classes of pictures by the names of the folders that hold them, in the order of these names. Pictures beside such
/// folders are a class that is named after the folder in which all lies.
struct S3Labels {
  std::vector<std::string> class_names;  ///< Empty when all pictures lie in the folder itself: they have no labels.
  std::vector<std::int32_t> labels;      ///< For each picture, or empty.
};

S3Labels labelsOf(const S3Listing& listing, const S3Address& address);

/// 64 hexadecimal digits that change with the listing: keys, ETags, sizes, order.
std::string fingerprintOf(const S3Listing& listing);

}  // namespace gan
