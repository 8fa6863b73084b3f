#include "style/icon_sign.h"

#include <QPainter>

namespace gan {

IconSign::IconSign(QIcon icon, QWidget* parent) : QWidget(parent), icon_(std::move(icon)) {
  setFixedSize(QSize(1, 1) * fontMetrics().height() * 5 / 4);
}

void IconSign::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  icon_.paint(&painter, rect());
}

}  // namespace gan
