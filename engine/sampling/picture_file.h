#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tensor/image.h"

namespace gan {

enum class PictureFormat {
  kPng,
  kJpeg,
  kWebp,
};

/// "png", "jpeg", "webp".
std::string_view nameOf(PictureFormat format);
/// What a picture's file is called behind the point: "png", "jpg", "webp".
std::string_view extensionOf(PictureFormat format);
/// By a name or an extension, with or without its point. Throws Error(kInvalidArgument, "picture_format_unknown").
PictureFormat pictureFormat(std::string_view name);

/// quality: 1 to 100, of JPEG (whose colours keep their resolution) and WebP, where 100 loses nothing; PNG never loses
/// anything. path: for messages. Throws Error(kInvalidArgument, "picture_bad_shape").
std::string encodePicture(const std::filesystem::path& path, const Image& image, PictureFormat format, int quality);

/// Throws Error(kInvalidArgument, "picture_bad_shape") unless image has 1 or 3 channels, sides of 1 to 2^20 and as many
/// bytes.
void checkPicture(const std::filesystem::path& path, const Image& image);

/// Before a large picture is made: whether the format can hold one of that width, height and number of channels. Throws
/// Error(kInvalidArgument, "picture_too_large").
void requirePictureSize(const std::filesystem::path& path, PictureFormat format, const Image& planned);

/// red, green and blue for each pixel; of a grey image its level three times.
std::string colours(const Image& image);

}  // namespace gan
