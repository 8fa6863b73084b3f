#include "link/photo_file.h"

#include <QBuffer>
#include <QFile>
#include <QImageReader>
#include <algorithm>

#include "core/error.h"

namespace gan {
namespace {

/// So that what scales it down to the generator's size still has something to do.
constexpr int kTimesLarger = 2;
constexpr int kSmallestSide = 256;
/// Tried in turn until it is small enough, before it is made smaller.
constexpr int kWithoutLoss = -1;
constexpr int kQualities[] = {kWithoutLoss, 95, 85, 70};

QByteArray encoded(const QImage& image, int quality) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, quality == kWithoutLoss ? "PNG" : "JPEG", quality);
  return bytes;
}

QImage middleOf(const QImage& image) {
  const int side = std::min(image.width(), image.height());
  return image.copy((image.width() - side) / 2, (image.height() - side) / 2, side, side);
}

}  // namespace

PhotoFile readPhoto(const QString& file, int side) {
  QImageReader reader(file);
  reader.setAutoTransform(true);
  reader.setDecideFormatFromContent(true);
  const QSize stored = reader.size();
  const int shorter = std::min(stored.width(), stored.height());
  int most = std::max(kSmallestSide, kTimesLarger * side);
  if (shorter > most) reader.setScaledSize(stored * most / shorter);  // large ones are never whole in memory
  const QImage whole = reader.read();
  if (whole.isNull()) {
    // The engine may know what this window does not.
    QFile raw(file);
    if (raw.size() <= PhotoFile::kMostBytes && raw.open(QIODevice::ReadOnly)) return {{}, raw.readAll()};
    throw Error(ErrorCode::kInvalidArgument, "photo_file_unreadable",
                "{file} cannot be read as a picture: {reason}. Choose a PNG, JPEG, WebP, GIF or BMP file.",
                {{"file", file.toStdString()}, {"reason", reader.errorString().toStdString()}});
  }
  QImage image = middleOf(whole).convertToFormat(QImage::Format_RGB888);
  for (;; most /= 2) {
    if (image.width() > most) image = image.scaled(most, most, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    for (const int quality : kQualities) {
      const QByteArray bytes = encoded(image, quality);
      if (!bytes.isEmpty() && bytes.size() <= PhotoFile::kMostBytes) return {image, bytes};
    }
  }
}

}  // namespace gan
