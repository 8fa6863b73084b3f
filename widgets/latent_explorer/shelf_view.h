#pragma once

#include <QListView>

namespace gan {

class ShelfModel;

/// The kept points as a row of small pictures. Return, or a click, takes one up; Delete removes those that are chosen.
class ShelfView : public QListView {
  Q_OBJECT

 public:
  explicit ShelfView(ShelfModel& model, QWidget* parent = nullptr);

  /// Of the one that is chosen; empty: none.
  QString chosenLine() const;
  void removeChosen();

 signals:
  void lineChosen(const QString& line);
  void choiceChanged();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  ShelfModel& shelf_;
};

}  // namespace gan
