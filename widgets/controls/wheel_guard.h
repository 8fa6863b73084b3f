#pragma once

#include <QWidget>

namespace gan {

/// Keeps the wheel from changing a value that happens to lie under the mouse while somebody scrolls past it.
class WheelGuard : public QObject {
 public:
  static void protect(QWidget* widget);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using QObject::QObject;
};

}  // namespace gan
