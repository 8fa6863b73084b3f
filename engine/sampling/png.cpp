#include "sampling/png.h"

#include <png.h>

#include <string>

#include "core/atomic_file.h"
#include "core/error.h"

namespace gan {

namespace {

void check(const std::filesystem::path& path, const Image& image) {
  constexpr std::int64_t kLargestSide = 1 << 20;
  const bool possible = (image.channels == 1 || image.channels == 3) && image.width >= 1 && image.height >= 1 &&
                        image.width <= kLargestSide && image.height <= kLargestSide &&
                        image.pixels.size() == static_cast<std::size_t>(image.width * image.height * image.channels);
  if (!possible) {
    throw Error(
        ErrorCode::kInvalidArgument, "png_bad_image",
        "{path} cannot be written: an image needs 1 or 3 channels, sides of 1 to 1048576 pixels and as many bytes, "
        "but this one is {width}x{height} with {channels} channels and {bytes} bytes.",
        {{"path", path.string()},
         {"width", std::to_string(image.width)},
         {"height", std::to_string(image.height)},
         {"channels", std::to_string(image.channels)},
         {"bytes", std::to_string(image.pixels.size())}});
  }
}

}  // namespace

void writePng(const std::filesystem::path& path, const Image& image) {
  check(path, image);
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.width);
  head.height = static_cast<png_uint_32>(image.height);
  head.format = image.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(head);
  std::string content(size, '\0');
  const int written =
      png_image_write_to_memory(&head, content.data(), &size, /*convert_to_8_bit=*/0, image.pixels.data(),
                                /*row_stride=*/0, /*colormap=*/nullptr);
  if (written == 0) {
    throw Error(ErrorCode::kInternal, "png_failed", "{path} cannot be written: libpng says \"{reason}\".",
                {{"path", path.string()}, {"reason", head.message}});
  }
  content.resize(size);
  writeFileAtomically(path, content);
}

}  // namespace gan
