#pragma once

#include <QListView>

#include "style/picture_carrier.h"

namespace gan {

/// Small pictures in a row, each with a line of text. A click, Return or Space takes one up; what an item has of
/// kLeavingRole is copied and dragged out.
class ThumbnailList : public QListView {
  Q_OBJECT

 public:
  explicit ThumbnailList(QAbstractItemModel& model, QWidget* parent = nullptr);

  /// Pictures alone; tool tips still have the lines.
  void hideTexts();
  /// -1: none.
  int chosenRow() const;

 signals:
  void taken(int row);
  void choiceChanged();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void copy(const QModelIndex& index);
  void drag(const QModelIndex& index);

  QPoint pressed_;
  PictureCarrier carrier_;
};

}  // namespace gan
