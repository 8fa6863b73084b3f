#pragma once

#include <QImage>

namespace ganstudio::v1 {
class Picture;
}

namespace gan {

/// Null for what is no picture of raw pixels, nor a JPEG file of the size that it says.
QImage imageOf(const ganstudio::v1::Picture& picture);

}  // namespace gan
