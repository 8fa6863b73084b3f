#pragma once

#include <QImage>
#include <QWidget>

namespace gan {

/// A sheet of samples, as large as there is room: small pixels are enlarged hard by whole factors, a large sheet is
/// shrunk.
class SheetPicture : public QWidget {
  Q_OBJECT

 public:
  explicit SheetPicture(QWidget* parent = nullptr);

  void setImage(const QImage& image);
  /// In place of a picture.
  void setEmptyText(const QString& text);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QImage image_;
  QString empty_text_;
};

}  // namespace gan
