#include "style/first_size.h"

#include <QFontMetrics>
#include <QScreen>
#include <QWidget>

namespace gan {

void giveFirstSize(QWidget& window, int characters, int lines) {
  const QFontMetrics metrics = window.fontMetrics();
  const QSize wanted(metrics.averageCharWidth() * characters, metrics.height() * lines);
  window.resize(wanted.boundedTo(window.screen()->availableSize() * 9 / 10));
}

}  // namespace gan
