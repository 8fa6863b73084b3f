#include "link/picture_image.h"

#include <QBuffer>
#include <QImageReader>
#include <string>

#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::uint32_t kMostPixels = 8192;  // of a side

/// Null unless it is one of that size.
QImage jpegImage(const std::string& file, const QSize& size) {
  QBuffer buffer;
  buffer.setData(file.data(), static_cast<qsizetype>(file.size()));
  QImageReader reader(&buffer, "jpeg");
  return reader.size() == size ? reader.read() : QImage();
}

}  // namespace

QImage imageOf(const v1::Picture& picture) {
  const std::uint32_t width = picture.width();
  const std::uint32_t height = picture.height();
  const std::uint32_t channels = picture.channels();
  const bool has_sense = width > 0 && width <= kMostPixels && height > 0 && height <= kMostPixels;
  if (!has_sense) return {};
  const QSize size(static_cast<int>(width), static_cast<int>(height));
  const auto* bytes = reinterpret_cast<const uchar*>(picture.pixels().data());
  if (picture.format() == v1::PICTURE_FORMAT_JPEG) return jpegImage(picture.pixels(), size);
  const bool has_all = picture.format() == v1::PICTURE_FORMAT_RAW && (channels == 1 || channels == 3) &&
                       picture.pixels().size() == std::size_t{width} * height * channels;
  if (!has_all) return {};
  const QImage::Format format = channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888;
  return QImage(bytes, size.width(), size.height(), static_cast<int>(width * channels), format).copy();
}

}  // namespace gan
