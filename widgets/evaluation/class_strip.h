#pragma once

#include <QImage>
#include <QVector>
#include <QWidget>

#include "style/picture_carrier.h"

namespace gan {

/// Pictures of one class beside each other, below what is said of it. Small pixels are enlarged hard. A click or the
/// arrow keys choose one, which is dragged out and copied at its own size.
class ClassStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ClassStrip(QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setPictures(const QVector<QImage>& pictures);
  /// What stands there while it has none.
  void setEmptyText(const QString& why);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  /// Where a picture is drawn; empty where it has no room.
  QRect placeOf(int picture) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  /// One that has room; others change nothing.
  void choose(int picture);

  void describe();

  QString title_;
  QString empty_text_;
  QVector<QImage> pictures_;
  int chosen_ = -1;
  PictureCarrier carrier_;
};

}  // namespace gan
