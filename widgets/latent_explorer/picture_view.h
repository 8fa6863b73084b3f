#pragma once

#include <QImage>
#include <QWidget>

#include "latent_explorer/explored_picture.h"
#include "style/picture_carrier.h"

namespace gan {

class SnapshotDivider;

/// One picture as large as there is room, with hard pixels where it is enlarged. At its own size it can be dragged out,
/// as a picture and as a PNG file. Another one can lie over it, right of a divider, and is dragged out likewise.
class PictureView : public QWidget {
  Q_OBJECT

 public:
  explicit PictureView(QWidget* parent = nullptr);

  /// line: what made it; stands in the file that is dragged out.
  void setPicture(const QImage& image, const QString& line);
  /// Height and width of pictures that are not scaled down; 0: all are as they are.
  void setOwnSide(int side);
  /// Whether its pixels are the generator's own.
  void setExact(bool exact) { exact_ = exact; }
  /// Right of the divider, drawn in the first one's place; without an image there is none, and no divider.
  void setComparedPicture(const ExploredPicture& picture);
  /// In place of a picture where there is none, below it where there is; empty: nothing to say.
  void setMessage(const QString& message);
  const QString& message() const { return message_; }
  const QImage& image() const { return image_; }
  /// There is a picture, exact and at its own size.
  bool isWhole() const;
  /// For the clipboard; the file lives as long as the view. Null unless isWhole().
  std::unique_ptr<QMimeData> dragged();
  /// What is dragged from there: the compared picture right of the divider. Null unless it is exact and at its own
  /// size.
  std::unique_ptr<QMimeData> draggedFrom(QPointF place);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// Height and width, in the screen's pixels, that there is room for.
  void sideChanged(int side);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void describe();
  QRectF pictureRect() const;
  bool isWhole(const ExploredPicture& picture) const;
  /// Which of the two is seen there.
  ExploredPicture pictureAt(QPointF place) const;

  QImage image_;
  ExploredPicture compared_;
  SnapshotDivider* divider_;
  QString line_;
  QString message_;
  int own_side_ = 0;
  bool exact_ = true;
  PictureCarrier carrier_;
  QPointF pressed_;
};

}  // namespace gan
