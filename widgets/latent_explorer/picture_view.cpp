#include "latent_explorer/picture_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "latent_explorer/short_line.h"
#include "latent_explorer/snapshot_divider.h"

namespace gan {

PictureView::PictureView(QWidget* parent) : QWidget(parent), divider_(new SnapshotDivider(this)) {
  setObjectName(QStringLiteral("explored_picture"));
  setAccessibleName(tr("Picture of the point"));
  setToolTip(tr("Drag the picture into a folder or a document"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  divider_->hide();
  connect(divider_, &SnapshotDivider::moved, this, qOverload<>(&QWidget::update));
}

QSize PictureView::sizeHint() const { return QSize(24, 24) * fontMetrics().height(); }

QSize PictureView::minimumSizeHint() const { return QSize(8, 8) * fontMetrics().height(); }

void PictureView::setPicture(const QImage& image, const QString& line) {
  image_ = image;
  line_ = line;
  describe();
  divider_->setArea(pictureRect());
  update();
}

void PictureView::setOwnSide(int side) { own_side_ = side; }

bool PictureView::isWhole(const ExploredPicture& picture) const {
  const QImage& image = picture.image;
  return !image.isNull() && picture.is_exact && std::max(image.width(), image.height()) >= own_side_;
}

bool PictureView::isWhole() const { return isWhole({.line = line_, .image = image_, .is_exact = exact_}); }

ExploredPicture PictureView::pictureAt(QPointF place) const {
  const QRectF rect = pictureRect();
  const bool right = !compared_.image.isNull() && place.x() >= rect.left() + divider_->share() * rect.width();
  return right ? compared_ : ExploredPicture{.line = line_, .image = image_, .is_exact = exact_};
}

void PictureView::setComparedPicture(const ExploredPicture& picture) {
  compared_ = picture;
  divider_->setVisible(!picture.image.isNull());
  update();
}

void PictureView::setMessage(const QString& message) {
  if (message == message_) return;
  message_ = message;
  describe();
  update();
}

void PictureView::describe() {
  const QString text = message_.isEmpty() ? shortLine(line_) : message_;
  if (accessibleDescription() != text) setAccessibleDescription(text);
}

std::unique_ptr<QMimeData> PictureView::dragged() { return isWhole() ? carrier_.packed(image_, line_) : nullptr; }

std::unique_ptr<QMimeData> PictureView::draggedFrom(QPointF place) {
  const ExploredPicture picture = pictureAt(place);
  return isWhole(picture) ? carrier_.packed(picture.image, picture.line) : nullptr;
}

QRectF PictureView::pictureRect() const {
  const QSizeF fitted = QSizeF(image_.size()).scaled(QSizeF(size()), Qt::KeepAspectRatio);
  return {QPointF((width() - fitted.width()) / 2, (height() - fitted.height()) / 2), fitted};
}

void PictureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int margin = fontMetrics().height() / 2;
  if (image_.isNull()) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap, message_);
    return;
  }
  const QRectF place = pictureRect();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() * devicePixelRatioF() < image_.width());
  painter.drawImage(place, image_);
  if (!compared_.image.isNull()) {
    painter.save();
    painter.setClipRect(place.adjusted(place.width() * divider_->share(), 0, 0, 0));
    painter.drawImage(place, compared_.image);
    painter.restore();
  }
  if (message_.isEmpty()) return;
  const QRect room = rect().adjusted(2 * margin, margin, -2 * margin, -margin);
  QRect text = painter.boundingRect(room, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, message_);
  QColor ground = palette().color(QPalette::ToolTipBase);
  ground.setAlphaF(0.9F);
  painter.fillRect(text.adjusted(-margin, -margin / 2, margin, margin / 2), ground);
  painter.setPen(palette().color(QPalette::ToolTipText));
  painter.drawText(room, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, message_);
}

void PictureView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  divider_->setArea(pictureRect());
  emit sideChanged(qCeil(std::min(width(), height()) * devicePixelRatioF()));
}

void PictureView::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->position();
  carrier_.onPress(*event);
}

void PictureView::mouseMoveEvent(QMouseEvent* event) {
  const ExploredPicture picture = pictureAt(pressed_);
  if (isWhole(picture)) carrier_.onMove(*this, *event, picture.image, picture.line);
}

}  // namespace gan
