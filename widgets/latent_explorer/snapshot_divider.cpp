#include "latent_explorer/snapshot_divider.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace gan {
namespace {

constexpr double kSmallStep = 0.01;
constexpr double kLargeStep = 0.1;

}  // namespace

SnapshotDivider::SnapshotDivider(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("snapshot_divider"));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::SplitHCursor);
  setAccessibleName(tr("Divider between two snapshots"));
  setToolTip(tr("Drag, or press the arrow keys: the chosen snapshot is on the left, the compared one on the right"));
  setShare(share_);
}

void SnapshotDivider::setArea(const QRectF& area) {
  area_ = area;
  place();
}

void SnapshotDivider::setShare(double share) {
  share_ = std::clamp(share, 0.0, 1.0);
  setAccessibleDescription(tr("At %1 % of the width").arg(QLocale().toString(share_ * 100, 'f', 0)));
  place();
  emit moved();
}

void SnapshotDivider::place() {
  const int width = fontMetrics().height();
  const double middle = area_.left() + share_ * area_.width();
  setGeometry(qRound(middle) - width / 2, qRound(area_.top()), width, std::max(width, qRound(area_.height())));
}

void SnapshotDivider::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  grip_ = event->position().x() - width() / 2.0;
}

void SnapshotDivider::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton) || area_.width() <= 0) return;
  const double x = mapToParent(event->position().toPoint()).x() - grip_;
  setShare((x - area_.left()) / area_.width());
}

void SnapshotDivider::keyPressEvent(QKeyEvent* event) {
  const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStep : kSmallStep;
  switch (event->key()) {
    case Qt::Key_Left:
      return setShare(share_ - step);
    case Qt::Key_Right:
      return setShare(share_ + step);
    case Qt::Key_Home:
      return setShare(0);
    case Qt::Key_End:
      return setShare(1);
    default:
      return QWidget::keyPressEvent(event);
  }
}

void SnapshotDivider::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void SnapshotDivider::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void SnapshotDivider::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPointF middle(width() / 2.0, height() / 2.0);
  const QColor line = palette().color(hasFocus() ? QPalette::Highlight : QPalette::WindowText);
  painter.setPen(QPen(palette().color(QPalette::Window), 4));
  painter.drawLine(QPointF(middle.x(), 0), QPointF(middle.x(), height()));
  painter.setPen(QPen(line, 2));
  painter.drawLine(QPointF(middle.x(), 0), QPointF(middle.x(), height()));
  painter.setBrush(palette().color(QPalette::Window));
  const double radius = width() / 2.0 - 1;
  painter.drawEllipse(middle, radius, radius);
  painter.drawLine(middle - QPointF(radius / 3, radius / 3), middle - QPointF(radius / 3, -radius / 3));
  painter.drawLine(middle + QPointF(radius / 3, radius / 3), middle + QPointF(radius / 3, -radius / 3));
}

}  // namespace gan
