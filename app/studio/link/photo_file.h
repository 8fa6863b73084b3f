#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

namespace gan {

/// A photograph as an engine takes it: the middle square of it.
struct PhotoFile {
  static constexpr qsizetype kMostBytes = 160 << 10;

  QImage image;      ///< Null: it is sent as it is, and whoever gets it has to read it.
  QByteArray bytes;  ///< A file, of kMostBytes at most.
};

/// Upright, as its file says it was taken; much larger ones than side x side are scaled down. Blocks; throws
/// Error(kInvalidArgument, "photo_file_unreadable").
PhotoFile readPhoto(const QString& file, int side);

}  // namespace gan
