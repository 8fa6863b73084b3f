#pragma once

#include <QAbstractScrollArea>
#include <QImage>
#include <QPixmap>
#include <QWidget>
#include <optional>

#include "sample_gallery/sample_model.h"
#include "sample_gallery/sheet_layout.h"
#include "style/picture_carrier.h"

namespace gan {

/// One picture: fitted, or at a whole factor of device pixels to a pixel and then dragged about. Enlarged pictures keep
/// hard pixels, shrunk ones are averaged. A fitted sheet whose images are known is laid out anew for the view: all of
/// them as large as can be, but never smaller than a device pixel to a pixel, rather fewer. A fitted picture is dragged
/// out of the window, and with Ctrl, at any factor, the image under the pointer alone. Copying takes the image that
/// keys have chosen, else the whole picture. The chosen image may have all the room; it has so on the next sheets, too.
class SheetView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  static constexpr int kMaxZoom = 16;

  explicit SheetView(QWidget* parent = nullptr);

  /// The part in view stays when the new picture has the old one's size.
  void setImage(const QImage& image);
  const QImage& image() const { return image_; }
  /// What is known of the images on the picture. One is under the pointer, or chosen with Ctrl and the arrow keys.
  void setGrid(const SheetGrid& grid);
  const SheetGrid& grid() const { return grid_; }
  /// Of the images that are seen, which may be fewer, and laid out anew.
  const SheetGrid& shownGrid() const { return shown_grid_; }
  /// Those that are left out are so from each row of the sheet.
  bool showsFewerOfEachRow() const { return layout_ && layout_->of_row > 0; }
  /// Of that image; empty: there is none.
  QString pointedText() const;
  /// The chosen image alone, else the one under the pointer or the first; off: all again. Nothing happens where nothing
  /// is known of the images.
  void setSingle(bool on);
  bool showsSingle() const;
  /// To the clipboard, as the keys do.
  void copy();
  /// Whether the menu has the lines of text of the images; off: they stand for others by now.
  void setLinesOffered(bool on) { lines_offered_ = on; }
  bool areLinesOffered() const { return lines_offered_; }
  /// In place of a picture.
  void setMessage(const QString& message);
  /// Small, over the picture; empty: none.
  void setNote(const QString& note);
  const QString& message() const { return message_; }
  const QString& note() const { return note_; }

  /// 0 fits. What lies under anchor (in the viewport; nothing: its middle) stays there.
  void setZoom(int factor, std::optional<QPointF> anchor = {});
  int zoom() const { return zoom_; }
  /// The factor that is steps larger (or smaller) than what is shown, whether that is fitted or not.
  int zoomAfter(int steps) const;
  /// Device pixels to a pixel of the picture.
  double scale() const;
  /// The point of the picture in the middle of the view; (0, 0) to (1, 1).
  QPointF centre() const;
  void setCentre(QPointF centre);
  /// Where the picture lies in the viewport.
  QRectF pictureRect() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void zoomWished(int steps, QPointF anchor);
  /// By the person, or because zooming about an anchor moved it.
  void centreMoved(QPointF centre);
  /// See pointedText().
  void pointedChanged(const QString& text);
  void shownCountChanged();
  void doubleClicked();
  /// The point of this line of text, which an image shows, is to be explored.
  void lineWished(const QString& line);

 protected:
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void layOut();
  double fitScale(QSizeF viewport) const;
  double scaleOf(int zoom) const;
  QSize deviceSize() const;
  QSizeF contentSize() const;
  void updateScrollBars();
  void scrollTo(QPointF offset);
  bool isPannable() const;
  void updateCursor();
  void preparePixmap();
  void paintMessage(QPainter& painter);
  void paintNote(QPainter& painter);
  void paintChosen(QPainter& painter);
  std::optional<int> imageUnder(QPointF point) const;
  /// Which image of the sheet stands at a place of what is seen of it, and where an image stands; nothing: nowhere.
  int imageOf(int place) const { return layout_ ? imageAtPlace(grid_, *layout_, place) : place; }
  std::optional<int> placeOf(std::optional<int> image) const;
  /// The whole picture without an image.
  QImage part(std::optional<int> image) const;
  void pan(QPoint to);
  bool chooseBy(int key);
  void point(std::optional<int> hovered, std::optional<int> chosen);

  QImage image_;
  SheetGrid grid_;
  QImage shown_;  ///< image_ as it is laid out, and what is known of it then; null: it is to be laid out anew.
  SheetGrid shown_grid_;
  std::optional<SheetLayout> layout_;
  std::optional<int> hovered_;  ///< Under the pointer; an image of the sheet.
  std::optional<int> chosen_;   ///< By keys.
  bool single_ = false;         ///< The chosen image has all the room.
  bool lines_offered_ = true;
  QString pointed_text_;
  QString message_;
  QString note_;
  int zoom_ = 0;
  QPixmap pixmap_;  ///< shown_ as it is drawn; at whole factors drawing enlarges it.
  qint64 pixmap_key_ = 0;
  std::optional<QPoint> drag_from_;
  PictureCarrier carrier_;
  bool moving_ = false;  ///< The scroll bars are being set by us.
  int wheel_rest_ = 0;
};

}  // namespace gan
