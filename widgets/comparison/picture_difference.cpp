#include "comparison/picture_difference.h"

#include <algorithm>
#include <cstdlib>

namespace gan {

QImage pictureDifference(const QImage& a, const QImage& b, int strength) {
  if (a.size() != b.size() || a.isNull()) return {};
  const QImage first = a.convertToFormat(QImage::Format_RGB32);
  const QImage second = b.convertToFormat(QImage::Format_RGB32);
  QImage result(first.size(), QImage::Format_RGB32);
  const auto differ = [strength](int x, int y) { return std::min(255, strength * std::abs(x - y)); };
  for (int row = 0; row < result.height(); ++row) {
    const auto* left = reinterpret_cast<const QRgb*>(first.constScanLine(row));
    const auto* right = reinterpret_cast<const QRgb*>(second.constScanLine(row));
    auto* out = reinterpret_cast<QRgb*>(result.scanLine(row));
    for (int x = 0; x < result.width(); ++x) {
      out[x] = qRgb(differ(qRed(left[x]), qRed(right[x])), differ(qGreen(left[x]), qGreen(right[x])),
                    differ(qBlue(left[x]), qBlue(right[x])));
    }
  }
  return result;
}

}  // namespace gan
