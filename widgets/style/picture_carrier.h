#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QMimeData>
#include <QPointF>
#include <QTemporaryDir>
#include <memory>

class QMouseEvent;
class QWidget;

namespace gan {

/// Takes pictures out of the program, by the clipboard or by drag and drop: pixel for pixel as a picture, and as a PNG
/// file, which lives as long as this. GUI thread.
class PictureCarrier {
  Q_DECLARE_TR_FUNCTIONS(PictureCarrier)

 public:
  /// description: what made it; stands in the file. Null without a picture.
  std::unique_ptr<QMimeData> packed(QImage picture, const QString& description);
  /// Nothing happens without a picture.
  void copy(const QImage& picture, const QString& description);
  /// Returns when it was dropped.
  void drag(QWidget& from, const QImage& picture, const QString& description);
  /// For a widget that is all picture, when the mouse is pressed on it and moved: drags from where the left button was
  /// pressed once it is far enough away.
  void onPress(const QMouseEvent& event);
  void onMove(QWidget& from, const QMouseEvent& event, const QImage& picture, const QString& description);

 private:
  QPointF pressed_;
  std::unique_ptr<QTemporaryDir> files_;
  int packed_files_ = 0;
};

}  // namespace gan
