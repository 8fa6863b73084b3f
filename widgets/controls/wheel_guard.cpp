#include "controls/wheel_guard.h"

#include <QEvent>

namespace gan {

void WheelGuard::protect(QWidget* widget) {
  widget->setFocusPolicy(Qt::StrongFocus);
  widget->installEventFilter(new WheelGuard(widget));
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
  const auto* widget = qobject_cast<QWidget*>(watched);
  if (event->type() != QEvent::Wheel || widget == nullptr || widget->hasFocus()) return false;
  event->ignore();  // the scroll area around it takes it
  return true;
}

}  // namespace gan
