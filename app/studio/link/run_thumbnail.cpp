#include "link/run_thumbnail.h"

#include <QDir>
#include <QImageReader>

namespace gan {
namespace {

constexpr qint64 kMostPixels = 64LL << 20;

}  // namespace

QImage thumbnailOf(const QString& run, QSize size) {
  const QDir samples(run + QStringLiteral("/samples"));
  // Names begin with the step, padded with zeros.
  const QStringList sheets = samples.entryList({QStringLiteral("step-*.png")}, QDir::Files, QDir::Name);
  if (sheets.isEmpty() || size.isEmpty()) return {};
  QImageReader reader(samples.filePath(sheets.last()), "png");
  const QSize whole = reader.size();
  if (whole.isEmpty() || qint64{whole.width()} * whole.height() > kMostPixels) return {};
  const QImage sheet = reader.read();
  if (sheet.isNull()) return {};
  const QImage scaled = sheet.scaled(size, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
  return scaled.copy(QRect(QPoint((scaled.width() - size.width()) / 2, (scaled.height() - size.height()) / 2), size));
}

}  // namespace gan
