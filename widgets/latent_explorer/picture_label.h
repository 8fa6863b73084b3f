#pragma once

#include <QLabel>

#include "style/picture_carrier.h"

namespace gan {

/// A picture as large as the label, with hard pixels where it is enlarged. It is dragged out at its own size.
class PictureLabel : public QLabel {
  Q_OBJECT

 public:
  using QLabel::QLabel;

  /// description: what it is; stands in the file that is dragged out. Null: `otherwise` is written there.
  void setPicture(const QImage& image, const QString& description, const QString& otherwise = {});
  /// The file lives as long as the label; null without a picture.
  std::unique_ptr<QMimeData> dragged() { return carrier_.packed(image_, description_); }

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QImage image_;
  QString description_;
  PictureCarrier carrier_;
};

}  // namespace gan
