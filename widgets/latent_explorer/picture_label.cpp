#include "latent_explorer/picture_label.h"

#include <QMouseEvent>

namespace gan {

void PictureLabel::setPicture(const QImage& image, const QString& description, const QString& otherwise) {
  image_ = image;
  description_ = description;
  if (image.isNull()) return setText(otherwise);
  const QSize room = contentsRect().size() * devicePixelRatioF();
  const bool enlarged = image.width() < room.width() && image.height() < room.height();
  QPixmap picture = QPixmap::fromImage(
      image.scaled(room, Qt::KeepAspectRatio, enlarged ? Qt::FastTransformation : Qt::SmoothTransformation));
  picture.setDevicePixelRatio(devicePixelRatioF());
  setPixmap(picture);
}

void PictureLabel::mousePressEvent(QMouseEvent* event) { carrier_.onPress(*event); }

void PictureLabel::mouseMoveEvent(QMouseEvent* event) { carrier_.onMove(*this, *event, image_, description_); }

}  // namespace gan
