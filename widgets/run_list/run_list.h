#pragma once

#include <QSet>
#include <QStringList>
#include <QTimer>
#include <QTreeView>

#include "run_list/run_place.h"

namespace gan {

class RunListModel;

/// Shows a RunListModel; a state is told by sign and word, not by colour alone. Of the columns that are wished as many
/// as the width has room for, the most telling first; the tool tip has them all. Names are cut where they tell no run
/// from another. As a strip it is as narrow as the signs of the states, which the same clicks, keys and tool tips
/// serve. The run that is open is highlighted, and no other ever is: what the mouse and the keys move is the current
/// row alone.
class RunList : public QTreeView {
  Q_OBJECT

 public:
  explicit RunList(RunListModel& model, QWidget* parent = nullptr);

  /// The run that is open; an empty place: none. Emits nothing. One that is not in the list is highlighted when it
  /// comes.
  void select(const RunPlace& place);
  void setEmptyText(const QString& text);
  bool isStrip() const { return strip_; }
  void setStrip(bool strip);

  /// Columns beside the name, by names that stay: "state", "best_score".
  static QStringList allColumns();
  QString columnTitle(const QString& column) const;
  QStringList columns() const;
  /// Unknown names count for nothing.
  void setColumns(const QStringList& columns);
  /// Of a run's picture, in units of the window.
  QSize pictureSize() const;

  /// The current row's, which the menu is about; empty: it is none of a run.
  RunPlace currentRun() const;
  /// The watched folder that the current row is, or that its run was found in; empty: there is none.
  QString currentFolder() const;

 signals:
  /// What currentRun() or currentFolder() say may be another one.
  void currentRowChanged();
  /// The person asked for the menu of the current row: by the right button, which makes its row the current one, by
  /// the menu key, or by Shift+F10.
  void menuWished(const QPoint& global);
  /// The person chose a run: clicked it, pressed Enter, or rested on it with the arrow keys, unless Ctrl is
  /// held.
  void runActivated(const gan::RunPlace& place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void rowsInserted(const QModelIndex& parent, int first, int last) override;
  void dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index, const QEvent* event) const override;
  void selectAll() override {}

 private:
  void activate(const QModelIndex& index);
  void highlight();
  void showNew(const QModelIndex& parent, int first, int last);
  int titleWidth(int column) const;
  int widthOf(int column) const;
  void fitColumns();
  void fitStrip();
  void setTexts();
  void wishMenu();

  RunListModel& runs_;
  QSet<int> wished_;  ///< Columns.
  QString empty_text_;
  RunPlace selected_;      ///< Given to select().
  bool was_shown_ = true;  ///< It has been in the list since: it is made current once only.
  bool by_keys_ = false;
  bool strip_ = false;
  QTimer rest_;  ///< The arrow keys rest on a run.
  QTimer fit_;   ///< Many rows change together; the columns are fitted once.
};

}  // namespace gan
