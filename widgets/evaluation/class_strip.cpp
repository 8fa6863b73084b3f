#include "evaluation/class_strip.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace gan {
namespace {

constexpr int kPictureLines = 4;  ///< Height of a picture, in lines of text.
constexpr int kGap = 2;

}  // namespace

ClassStrip::ClassStrip(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
}

void ClassStrip::setTitle(const QString& title) {
  title_ = title;
  setAccessibleName(title);
  update();
}

void ClassStrip::setPictures(const QVector<QImage>& pictures) {
  pictures_ = pictures;
  chosen_ = std::min(chosen_, static_cast<int>(pictures.size()) - 1);
  describe();
  update();
}

void ClassStrip::setEmptyText(const QString& why) {
  empty_text_ = why;
  describe();
  update();
}

void ClassStrip::describe() {
  setAccessibleDescription(pictures_.isEmpty()
                               ? empty_text_
                               : tr("%1 generated pictures").arg(QLocale().toString(qlonglong{pictures_.size()})));
}

QSize ClassStrip::sizeHint() const { return QSize(24, kPictureLines + 2) * fontMetrics().height(); }
QSize ClassStrip::minimumSizeHint() const { return QSize(8, kPictureLines + 2) * fontMetrics().height(); }

QRect ClassStrip::placeOf(int picture) const {
  const int line = fontMetrics().height();
  const int side = kPictureLines * line;
  const QRect place(picture * (side + kGap), line * 3 / 2, side, side);
  const bool drawn = picture >= 0 && picture < pictures_.size() && !pictures_[picture].isNull();
  return drawn && place.right() < width() ? place : QRect();
}

void ClassStrip::choose(int picture) {
  if (placeOf(picture).isEmpty()) return;
  chosen_ = picture;
  update();
}

void ClassStrip::mousePressEvent(QMouseEvent* event) {
  carrier_.onPress(*event);
  chosen_ = -1;
  for (int i = 0; i < pictures_.size(); ++i) {
    if (placeOf(i).contains(event->pos())) chosen_ = i;
  }
  update();
}

void ClassStrip::mouseMoveEvent(QMouseEvent* event) {
  carrier_.onMove(*this, *event, pictures_.value(chosen_), title_);
}

void ClassStrip::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return carrier_.copy(pictures_.value(chosen_), title_);
  if (event->key() == Qt::Key_Left) return choose(chosen_ - 1);
  if (event->key() == Qt::Key_Right) return choose(chosen_ + 1);
  QWidget::keyPressEvent(event);
}

void ClassStrip::focusInEvent(QFocusEvent* event) {
  if (chosen_ < 0 && event->reason() != Qt::MouseFocusReason) choose(0);
  QWidget::focusInEvent(event);
}

void ClassStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int line = fontMetrics().height();
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(QRect(0, 0, width(), line * 3 / 2), Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(title_, Qt::ElideRight, width()));
  const int side = kPictureLines * line;
  for (int i = 0; i < pictures_.size(); ++i) {
    const QRect place = placeOf(i);
    if (place.isEmpty()) continue;
    const bool small = std::max(pictures_[i].width(), pictures_[i].height()) < side;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, !small);
    painter.drawImage(place, pictures_[i]);
    if (i != chosen_ || !hasFocus()) continue;
    painter.setPen(QPen(palette().color(QPalette::Highlight), kGap));
    painter.drawRect(place.adjusted(1, 1, -1, -1));
  }
  if (!pictures_.isEmpty()) return;
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(QRect(0, line * 3 / 2, width(), side), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, empty_text_);
}

}  // namespace gan
