#pragma once

#include <QImage>
#include <QString>

namespace gan {

/// The newest sheet of a run's samples, its middle scaled to this size; null where there is none that can be read, or
/// where it is larger than a sheet is. Reads the disk.
QImage thumbnailOf(const QString& run, QSize size);

}  // namespace gan
