#pragma once

#include <QImage>

namespace ganstudio::v1 {
class Picture;
}

namespace gan {

/// Null for what is no picture of raw pixels.
QImage imageOf(const ganstudio::v1::Picture& picture);

}  // namespace gan
