#include "data/sheet_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gan {

SheetPicture::SheetPicture(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("data_sheet"));
  setAccessibleName(tr("Samples as the network sees them"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SheetPicture::setImage(const QImage& image) {
  image_ = image;
  update();
}

void SheetPicture::setEmptyText(const QString& text) {
  empty_text_ = text;
  update();
}

QSize SheetPicture::sizeHint() const { return QSize(24, 24) * fontMetrics().height(); }

QSize SheetPicture::minimumSizeHint() const { return QSize(10, 8) * fontMetrics().height(); }

void SheetPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (image_.isNull()) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, empty_text_);
    return;
  }
  const QSizeF room = QSizeF(size()) * devicePixelRatioF();  // in device pixels
  double scale = std::min(room.width() / image_.width(), room.height() / image_.height());
  if (scale >= 1) scale = std::floor(scale);
  const QSizeF drawn = QSizeF(image_.size()) * scale / devicePixelRatioF();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, scale < 1);
  painter.drawImage(QRectF(QPointF((width() - drawn.width()) / 2, 0), drawn), image_);
}

}  // namespace gan
