#pragma once

#include <QListView>

namespace gan {

/// Small pictures in a row, each with a line of text. A click, Return or Space takes one up.
class ThumbnailList : public QListView {
  Q_OBJECT

 public:
  explicit ThumbnailList(QAbstractItemModel& model, QWidget* parent = nullptr);

  /// -1: none.
  int chosenRow() const;

 signals:
  void taken(int row);
  void choiceChanged();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace gan
