#include "sampling/picture_file.h"

#include <jpeglib.h>
#include <webp/encode.h>

#include <memory>

#include "config/text.h"
#include "core/error.h"
#include "interop/jpeg_writer.h"
#include "sampling/png.h"

namespace gan {
namespace {

[[noreturn]] void throwFailed(const std::filesystem::path& path, const char* library) {
  throw Error(ErrorCode::kInvalidArgument, "picture_not_encoded",
              "{path} cannot be written: {library} does not encode a picture of this size. Choose png.",
              {{"path", path.string()}, {"library", library}});
}

std::string encodeWebp(const std::filesystem::path& path, const Image& image, int quality) {
  constexpr int kLosesNothing = 100;
  const std::string rgb = colours(image);
  const auto* pixels = reinterpret_cast<const std::uint8_t*>(rgb.data());
  const auto width = static_cast<int>(image.width);
  const auto height = static_cast<int>(image.height);
  std::uint8_t* bytes = nullptr;
  const std::size_t size = quality == kLosesNothing
                               ? WebPEncodeLosslessRGB(pixels, width, height, 3 * width, &bytes)
                               : WebPEncodeRGB(pixels, width, height, 3 * width, static_cast<float>(quality), &bytes);
  const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> owner(bytes, WebPFree);
  if (size == 0) throwFailed(path, "libwebp");
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::string_view nameOf(PictureFormat format) {
  return format == PictureFormat::kPng ? "png" : format == PictureFormat::kJpeg ? "jpeg" : "webp";
}

std::string_view extensionOf(PictureFormat format) { return format == PictureFormat::kJpeg ? "jpg" : nameOf(format); }

PictureFormat pictureFormat(std::string_view name) {
  const std::string_view bare = name.starts_with('.') ? name.substr(1) : name;
  if (bare == "png") return PictureFormat::kPng;
  if (bare == "jpg" || bare == "jpeg") return PictureFormat::kJpeg;
  if (bare == "webp") return PictureFormat::kWebp;
  throw Error(ErrorCode::kInvalidArgument, "picture_format_unknown",
              "{name} is no format of pictures that is written here. There are png, jpeg and webp.",
              {{"name", excerpt(name)}});
}

std::string encodePicture(const std::filesystem::path& path, const Image& image, PictureFormat format, int quality) {
  checkPicture(path, image);
  switch (format) {
    case PictureFormat::kJpeg:
      if (std::string jpeg = encodeJpeg(image.pixels, image.width, image.height, image.channels, quality);
          !jpeg.empty())
        return jpeg;
      throwFailed(path, "libjpeg");
    case PictureFormat::kWebp:
      return encodeWebp(path, image, quality);
    case PictureFormat::kPng:
      break;
  }
  return encodePng(path, image);
}

void checkPicture(const std::filesystem::path& path, const Image& image) {
  constexpr std::int64_t kLargestSide = 1 << 20;
  const bool possible = (image.channels == 1 || image.channels == 3) && image.width >= 1 && image.height >= 1 &&
                        image.width <= kLargestSide && image.height <= kLargestSide &&
                        image.pixels.size() == static_cast<std::size_t>(image.width * image.height * image.channels);
  if (!possible) {
    throw Error(
        ErrorCode::kInvalidArgument, "picture_bad_shape",
        "{path} cannot be written: an image needs 1 or 3 channels, sides of 1 to 1048576 pixels and as many bytes, "
        "but this one is {width}x{height} with {channels} channels and {bytes} bytes.",
        {{"path", path.string()},
         {"width", std::to_string(image.width)},
         {"height", std::to_string(image.height)},
         {"channels", std::to_string(image.channels)},
         {"bytes", std::to_string(image.pixels.size())}});
  }
}

void requirePictureSize(const std::filesystem::path& path, PictureFormat format, const Image& planned) {
  constexpr std::int64_t kMostBytes = (std::int64_t{1} << 32U) - 1;       // libpng counts in 32 bits
  const std::int64_t most = format == PictureFormat::kPng    ? 1'000'000  // libpng's own limit
                            : format == PictureFormat::kJpeg ? JPEG_MAX_DIMENSION
                                                             : WEBP_MAX_DIMENSION;
  if (planned.width <= most && planned.height <= most &&
      planned.width <= kMostBytes / planned.channels / planned.height) {
    return;
  }
  throw Error(ErrorCode::kInvalidArgument, "picture_too_large",
              "{path} would have {width} x {height} pixels, but a picture of the format {format} has sides of at most "
              "{most} and 4 GiB of pixels. Ask for fewer pictures in it, or choose png.",
              {{"path", path.string()},
               {"width", std::to_string(planned.width)},
               {"height", std::to_string(planned.height)},
               {"format", std::string(nameOf(format))},
               {"most", std::to_string(most)}});
}

std::string colours(const Image& image) {
  if (image.channels == 3) return {image.pixels.begin(), image.pixels.end()};
  std::string rgb;
  rgb.reserve(3 * image.pixels.size());
  for (const std::uint8_t level : image.pixels) rgb.append(3, static_cast<char>(level));
  return rgb;
}

}  // namespace gan
