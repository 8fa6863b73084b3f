#include "evaluation/class_strip.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

namespace gan {
namespace {

constexpr int kPictureLines = 4;  ///< Height of a picture, in lines of text.
constexpr int kGap = 2;

}  // namespace

ClassStrip::ClassStrip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void ClassStrip::setTitle(const QString& title) {
  title_ = title;
  setAccessibleName(title);
  update();
}

void ClassStrip::setPictures(const QVector<QImage>& pictures) {
  pictures_ = pictures;
  setAccessibleDescription(
      tr("%1 generated pictures").arg(QLocale().toString(static_cast<qlonglong>(pictures.size()))));
  update();
}

QSize ClassStrip::sizeHint() const { return QSize(24, kPictureLines + 2) * fontMetrics().height(); }
QSize ClassStrip::minimumSizeHint() const { return QSize(8, kPictureLines + 2) * fontMetrics().height(); }

void ClassStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int line = fontMetrics().height();
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(QRect(0, 0, width(), line * 3 / 2), Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(title_, Qt::ElideRight, width()));
  const int side = kPictureLines * line;
  int x = 0;
  for (const QImage& picture : pictures_) {
    if (picture.isNull() || x + side > width()) continue;
    const bool small = std::max(picture.width(), picture.height()) < side;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, !small);
    painter.drawImage(QRect(x, line * 3 / 2, side, side), picture);
    x += side + kGap;
  }
  if (!pictures_.isEmpty()) return;
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(QRect(0, line * 3 / 2, width(), side), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                   tr("No pictures of it: they are drawn while its checkpoint stands."));
}

}  // namespace gan
