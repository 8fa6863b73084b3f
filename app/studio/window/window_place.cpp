#include "window/window_place.h"

#include <algorithm>

namespace gan {

QRect firstPlace(const QRect& room) {
  const QSize size = (QSizeF(room.size()) * 0.85).toSize().boundedTo({1600, 1000});
  QRect place(QPoint(), size);
  place.moveCenter(room.center());
  return place;
}

QRect onScreen(const QRect& window, const QRect& room) {
  const QSize size = window.size().boundedTo(room.size());
  const QPoint last = room.bottomRight() - QPoint(size.width() - 1, size.height() - 1);
  const QPoint at(std::clamp(window.x(), room.x(), last.x()), std::clamp(window.y(), room.y(), last.y()));
  return {at, size};
}

bool isWide(QSize window) { return window.width() * 2 > window.height() * 3; }

}  // namespace gan
