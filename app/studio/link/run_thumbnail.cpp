#include "link/run_thumbnail.h"

#include <QDir>
#include <QFileInfo>
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

RunThumbnails::RunThumbnails(QObject* parent) : QObject(parent), seen_(std::make_shared<Seen>()) {}

void RunThumbnails::setSize(QSize size) {
  if (size == size_) return;
  size_ = size;
  seen_ = std::make_shared<Seen>();
  reading_.cancel();
}

void RunThumbnails::look(const QStringList& runs) {
  if (size_.isEmpty()) return;
  reading_.post([this, runs, size = size_, seen = seen_, newest = reading_.newest(), tell = reading_.teller()] {
    for (const QString& run : runs) {
      if (!newest.wanted()) return;
      const QDateTime changed = QFileInfo(run + QStringLiteral("/samples")).lastModified();
      if (seen->contains(run) && seen->value(run) == changed) continue;
      seen->insert(run, changed);
      tell([this, run, seen, picture = thumbnailOf(run, size)] {
        if (seen == seen_) emit found(run, picture);
      });
    }
  });
}

}  // namespace gan
