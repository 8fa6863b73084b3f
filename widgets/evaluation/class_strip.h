#pragma once

#include <QImage>
#include <QVector>
#include <QWidget>

namespace gan {

/// Pictures of one class beside each other, below what is said of it. Small pixels are enlarged hard.
class ClassStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ClassStrip(QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setPictures(const QVector<QImage>& pictures);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_;
  QVector<QImage> pictures_;
};

}  // namespace gan
