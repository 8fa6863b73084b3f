#include "controls/quiet_labels.h"

#include <QPainter>
#include <QStyle>

#include "style/icons.h"

namespace gan {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const { return {0, QLabel::minimumSizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QString text = fontMetrics().elidedText(this->text(), Qt::ElideRight, width());
  style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), palette(), isEnabled(), text,
                        isEnabled() ? QPalette::PlaceholderText : QPalette::WindowText);
}

IconLabel::IconLabel(const QString& icon_name, QWidget* parent) : QWidget(parent), icon_(icon(icon_name)) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void IconLabel::setIcon(const QString& icon_name) {
  icon_ = icon(icon_name);
  update();
}

QSize IconLabel::sizeHint() const {
  const int side = fontMetrics().height();
  return {side, side};
}

void IconLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  icon_.paint(&painter, rect(), Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
}

}  // namespace gan
