#pragma once

#include <QImage>

namespace gan {

/// In what two pictures of one size differ: for each channel |a - b|, so many times as strong, 255 at most; equal
/// pictures are black. Null where the sizes differ.
QImage pictureDifference(const QImage& a, const QImage& b, int strength);

}  // namespace gan
