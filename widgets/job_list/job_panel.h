#pragma once

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace gan {

class JobListModel;

/// Shows a JobListModel, and says in a sentence why there is nothing in it or how old it is. It owns no jobs and asks
/// nobody: it only wishes.
class JobPanel : public QWidget {
  Q_OBJECT

 public:
  explicit JobPanel(JobListModel& model, QWidget* parent = nullptr);

  /// Empty: nothing to say.
  void setNote(const QString& note);
  /// Computers whose jobs may be listed, by what they are called; with one there is nothing to choose.
  void setQueues(const QStringList& names, int chosen);
  /// Of the selected job; empty: none is.
  QString job() const;
  QString run() const;

 signals:
  void selectionChanged();
  /// The person double-clicked a job, pressed Enter on it or the button.
  void runWished(const QString& run);
  void cancelWished(const QString& job);
  /// The person chose another computer.
  void queueWished(int number);

 private:
  int row() const;
  void refresh();

  JobListModel& jobs_;
  QComboBox* queue_;
  QLabel* note_;
  QTreeView* list_;
  QPushButton* open_;
  QPushButton* cancel_;
};

}  // namespace gan
