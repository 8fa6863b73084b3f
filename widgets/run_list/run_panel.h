#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QAction;
class QLineEdit;
class QMenu;

namespace gan {

class RunList;
class RunListModel;

/// A RunList, and above it a line for words that the shown runs have and a menu of what is shown of them. As a strip it
/// is the list alone, whatever words stand in the line.
class RunPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RunPanel(RunListModel& model, QWidget* parent = nullptr);

  RunList& list() { return *list_; }
  void setStrip(bool strip);
  bool showsArchived() const;
  void showArchived(bool archived);
  /// The cursor into the line for words.
  void findRuns();
  /// As RunList::setColumns().
  void setColumns(const QStringList& columns);

 signals:
  /// The person chose what is shown of runs.
  void columnsChosen(const QStringList& columns);
  void archivedToggled(bool shown);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void makeMenu();
  void fitWidth();
  void filter();

  RunListModel& runs_;
  RunList* list_;
  QWidget* bar_;
  QLineEdit* words_;
  QMenu* menu_;
  QAction* archived_;
  QVector<QAction*> columns_;  ///< With the column's name as data.
};

}  // namespace gan
