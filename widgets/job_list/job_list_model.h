#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVector>

namespace gan {

/// What is known of a cluster's job, in words for people.
struct JobRow {
  enum class State { kWaiting, kHeld, kStarting, kRunning, kSuspended, kEnding, kOther };

  QString job;   ///< Number, for a task of an array with the task's: "17_3".
  QString run;   ///< Folder.
  QString name;  ///< Of the run.
  State state = State::kOther;
  QString state_text;  ///< Of a state that has no word here; otherwise unused.
  QString why;         ///< What it waits for; may be empty.
  QString time;        ///< Spent, and allowed.
  qint64 nodes = 0;
  qint64 restarts = 0;  ///< How often it was put back into the queue.

  friend bool operator==(const JobRow& a, const JobRow& b) = default;
};

/// The jobs of a queue, in the order they are given. Views keep their selection while a job is listed.
class JobListModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kJob, kRun, kState, kWhy, kTime, kNodes, kRestarts };

  explicit JobListModel(QObject* parent = nullptr);

  /// Of jobs with the same number the first one counts.
  void setJobs(const QVector<JobRow>& listed);
  const QVector<JobRow>& jobs() const { return jobs_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const JobRow& job, int column) const;
  int rowOf(const QString& job) const;

  QVector<JobRow> jobs_;
};

}  // namespace gan
