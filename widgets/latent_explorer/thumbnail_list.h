#pragma once

#include <QListView>
#include <QMimeData>
#include <memory>

#include "style/picture_carrier.h"

namespace gan {

/// Small pictures in a row, each with a line of text. A click, Return or Space takes one up; what an item has of
/// kLeavingRole is copied and dragged out, a line of text with its small picture.
class ThumbnailList : public QListView {
  Q_OBJECT

 public:
  explicit ThumbnailList(QAbstractItemModel& model, QWidget* parent = nullptr);

  /// Pictures alone; tool tips still have the lines.
  void hideTexts();
  /// -1: none.
  int chosenRow() const;
  /// Of an item; null where nothing leaves. A file in it lives as long as the list.
  std::unique_ptr<QMimeData> dragged(const QModelIndex& index);

 signals:
  void taken(int row);
  void choiceChanged();
  void lineCopied(const QString& line);

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
