#include "latent_explorer/latent_plane.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace gan {
namespace {

constexpr double kSmallStep = 0.01;
constexpr double kLargeStep = 0.1;
constexpr int kSideInLines = 11;

}  // namespace

LatentPlane::LatentPlane(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("latent_plane"));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::CrossCursor);
  setAccessibleName(tr("Place between four samples of the seed"));
  setToolTip(
      tr("Drag, or press the arrow keys (with Shift in large steps): the picture is mixed from four samples of the "
         "seed, one at each corner"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize LatentPlane::sizeHint() const { return QSize(kSideInLines, kSideInLines) * fontMetrics().height(); }

QSize LatentPlane::minimumSizeHint() const { return sizeHint() / 2; }

void LatentPlane::setPlace(std::optional<QPointF> place) {
  const QLocale locale;
  const QString text =
      place ? tr("%1 to the right, %2 down, of 100")
                  .arg(locale.toString(place->x() * 100, 'f', 0), locale.toString(place->y() * 100, 'f', 0))
            : tr("The point does not lie on this plane; an arrow key goes back to it.");
  if (accessibleDescription() != text) setAccessibleDescription(text);
  if (place == place_) return;
  place_ = place;
  update();
}

QRectF LatentPlane::square() const {
  const double margin = fontMetrics().height() / 2.0;
  const QRectF inside = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
  const double side = std::max(1.0, std::min(inside.width(), inside.height()));
  return {inside.center().x() - side / 2, inside.top(), side, side};
}

void LatentPlane::moveUnder(QPointF pointer) {
  const QRectF whole = square();
  const QPointF from = pointer - whole.topLeft();
  emit moved({std::clamp(from.x() / whole.width(), 0.0, 1.0), std::clamp(from.y() / whole.height(), 0.0, 1.0)});
}

void LatentPlane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  moveUnder(event->position());
}

void LatentPlane::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) moveUnder(event->position());
}

void LatentPlane::keyPressEvent(QKeyEvent* event) {
  const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStep : kSmallStep;
  QPointF to = place_.value_or(QPointF(0, 0));
  switch (event->key()) {
    case Qt::Key_Left:
      to.rx() -= step;
      break;
    case Qt::Key_Right:
      to.rx() += step;
      break;
    case Qt::Key_Up:
      to.ry() -= step;
      break;
    case Qt::Key_Down:
      to.ry() += step;
      break;
    case Qt::Key_Home:
      to = {0, 0};
      break;
    case Qt::Key_End:
      to = {1, 1};
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  emit moved({std::clamp(to.x(), 0.0, 1.0), std::clamp(to.y(), 0.0, 1.0)});
}

void LatentPlane::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void LatentPlane::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void LatentPlane::paintEvent(QPaintEvent*) {
  constexpr int kCells = 4;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF whole = square();
  painter.fillRect(whole, palette().color(QPalette::Base));
  QColor line = palette().color(QPalette::Text);
  line.setAlphaF(0.15F);
  painter.setPen(QPen(line, 1));
  for (int i = 1; i < kCells; ++i) {
    const double at = whole.width() * i / kCells;
    painter.drawLine(whole.topLeft() + QPointF(at, 0), whole.bottomLeft() + QPointF(at, 0));
    painter.drawLine(whole.topLeft() + QPointF(0, at), whole.topRight() + QPointF(0, at));
  }
  painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid), hasFocus() ? 2 : 1));
  painter.drawRect(whole);
  const double radius = fontMetrics().height() / 3.0;
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Mid));
  for (const QPointF& corner : {whole.topLeft(), whole.topRight(), whole.bottomLeft(), whole.bottomRight()}) {
    painter.drawEllipse(corner, radius / 2, radius / 2);
  }
  if (!place_) return;
  const QPointF at = whole.topLeft() + QPointF(place_->x() * whole.width(), place_->y() * whole.height());
  painter.setPen(QPen(palette().color(QPalette::Base), 2));
  painter.setBrush(palette().color(QPalette::Highlight));
  painter.drawEllipse(at, radius, radius);
}

}  // namespace gan
