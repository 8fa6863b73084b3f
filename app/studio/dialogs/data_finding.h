#pragma once

#include <QString>
#include <optional>

#include "core/message.h"

namespace gan {

/// What was found where a person says that images are.
struct DataFinding {
  qint64 count = 0;
  qint64 height = 0;
  qint64 width = 0;
  qint64 channels = 0;
  std::optional<Message> problem;  ///< Why an engine could not read it.
};

/// Looks for an IDX file of images, or a folder that holds train-images-idx3-ubyte, with or without gzip: reads its
/// first bytes only. May wait for the disk; any thread.
DataFinding findData(const QString& path);

}  // namespace gan
