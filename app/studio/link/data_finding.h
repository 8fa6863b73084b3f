#pragma once

#include <QString>
#include <optional>

#include "core/message.h"

namespace gan {

/// True for "s3://bucket/folder", which is no path of this machine.
bool isBucket(const QString& path);

/// What was found where a person says that images are.
struct DataFinding {
  QString source;  ///< The value of data.source that reads it.
  qint64 count = 0;
  qint64 height = 0;
  qint64 width = 0;
  qint64 channels = 0;
  qint64 classes = 0;              ///< 0 where nothing names any.
  std::optional<Message> problem;  ///< Why an engine could not read it.
};

/// Looks at a file's first bytes, or lists a folder of pictures and looks at the first one. May wait long for the disk;
/// any thread.
DataFinding findData(const QString& path);

}  // namespace gan
