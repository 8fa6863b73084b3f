#include "sampling/png.h"

#include <png.h>

#include "core/atomic_file.h"
#include "core/error.h"
#include "sampling/picture_file.h"

namespace gan {

std::string encodePng(const std::filesystem::path& path, const Image& image) {
  checkPicture(path, image);
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
  return content;
}

void writePng(const std::filesystem::path& path, const Image& image) {
  writeFileAtomically(path, encodePng(path, image));
}

}  // namespace gan
