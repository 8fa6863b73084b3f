#include "link/picture_image.h"

#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::uint32_t kMostPixels = 8192;  // of a side

}  // namespace

QImage imageOf(const v1::Picture& picture) {
  const std::uint32_t width = picture.width();
  const std::uint32_t height = picture.height();
  const std::uint32_t channels = picture.channels();
  const bool has_sense = picture.format() == v1::PICTURE_FORMAT_RAW && width > 0 && width <= kMostPixels &&
                         height > 0 && height <= kMostPixels && (channels == 1 || channels == 3) &&
                         picture.pixels().size() == std::size_t{width} * height * channels;
  if (!has_sense) return {};
  const auto* pixels = reinterpret_cast<const uchar*>(picture.pixels().data());
  const QImage::Format format = channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888;
  return QImage(pixels, static_cast<int>(width), static_cast<int>(height), static_cast<int>(width * channels), format)
      .copy();
}

}  // namespace gan
