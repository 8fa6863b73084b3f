#include "style/scale.h"

#include <QFontMetrics>
#include <QScreen>
#include <QWidget>
#include <algorithm>
#include <array>

namespace gan {

int space(const QWidget& widget, Space size) {
  constexpr std::array kEighths = {1, 2, 4, 8, 16};
  const int line = widget.fontMetrics().height();
  return std::max(1, line * kEighths[static_cast<std::size_t>(size)] / 8);
}

QFont sized(QFont base, TextSize size) {
  constexpr std::array kShares = {0.8, 1.0, 1.2, 1.6, 2.0};
  const double share = kShares[static_cast<std::size_t>(size)];
  if (base.pixelSize() > 0) {  // then it has no size in points
    base.setPixelSize(qRound(base.pixelSize() * share));
  } else {
    base.setPointSizeF(base.pointSizeF() * share);
  }
  return base;
}

void giveFirstSize(QWidget& window, int characters, int lines) {
  const QFontMetrics metrics = window.fontMetrics();
  const QSize wanted(metrics.averageCharWidth() * characters, metrics.height() * lines);
  window.resize(wanted.boundedTo(window.screen()->availableSize() * 9 / 10));
}

}  // namespace gan
