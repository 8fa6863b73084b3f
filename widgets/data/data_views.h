#pragma once

#include <QImage>
#include <QWidget>

#include "run/event.h"
#include "style/picture_carrier.h"
#include "style/text_table.h"

class QVBoxLayout;

namespace gan {

/// Facts in rows. Cells with kBarRole have a bar behind their text. While it is empty it says why.
class FactsTable : public TextTable {
  Q_OBJECT

 public:
  /// wide_column takes the room that the others leave.
  FactsTable(QAbstractItemModel& model, int wide_column, QWidget* parent = nullptr);

  void setEmptyText(const QString& text);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void fitColumns();
  void fitRows();

  int wide_column_;
  QString empty_text_;
};

/// Sentences that must not be overlooked, below each other, each with the sign of a warning or an error. Hidden while
/// there is none.
class NoticeList : public QWidget {
  Q_OBJECT

 public:
  explicit NoticeList(Severity severity, QWidget* parent = nullptr);

  /// New ones are told to screen readers.
  void setNotices(const QStringList& notices);

 private:
  QWidget* makeStrip(const QString& notice);

  Severity severity_;
  QVBoxLayout* layout_;
  QStringList notices_;
};

/// A sheet of samples, as large as there is room: small pixels are enlarged hard by whole factors, a large sheet is
/// shrunk. It is dragged out and copied as it is.
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
  void mousePressEvent(QMouseEvent* event) override { carrier_.onPress(*event); }
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QImage image_;
  QString empty_text_;
  PictureCarrier carrier_;
};

}  // namespace gan
