#pragma once

#include <QAbstractItemModel>
#include <QImage>
#include <QVector>
#include <memory>

#include "run/run_glance.h"
#include "run_list/run_marks.h"

namespace gan {

/// One run as a list shows it.
struct RunRow {
  enum class State { kStarting, kRunning, kPaused, kFinished, kStopped, kDiverged, kFailed, kLost, kUnreadable };
  QString path;                    ///< Of the run folder; unique.
  QString name;                    ///< Of the run folder.
  QString folder;                  ///< The watched folder it was found in: a group of the list.
  QString parent_path;             ///< The run it branched from, if it is in the list.
  State state = State::kStarting;  ///< kLost: was running, and its engine is gone.
  QString problem;                 ///< Of kUnreadable: why; nothing else is known of such a run.
  RunGlance glance;
  RunMarks marks;
  QString marks_problem;  ///< Why there are no marks of it; empty: what it has was read.
  friend bool operator==(const RunRow&, const RunRow&) = default;
};

/// "running", "paused" …, translated.
QString runStateText(RunRow::State state);

/// What people call it: the name they gave it, otherwise its folder's.
QString displayName(const RunRow& run);

/// Which runs of all are shown.
struct RunFilter {
  QString words;          ///< Each stands in a run's names, its note or its tags; none: all do.
  bool archived = false;  ///< Those that were archived, too.
  friend bool operator==(const RunFilter&, const RunFilter&) = default;
};

/// Live and finished runs of chosen folders: folders hold runs, runs hold their branches, starred ones first.
class RunListModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kStep, kSpeed, kRemaining, kLength, kBestScore, kTags, kPicture, kColumnCount };
  enum Role { kPathRole = Qt::UserRole, kStateRole, kFolderRole };  ///< kFolderRole: the watched folder, of any row.

  explicit RunListModel(QObject* parent = nullptr);
  ~RunListModel() override;

  /// The whole list anew; only what differs is signalled, so selection and expansion stay. A run whose parent is not in
  /// the list, or would be its own ancestor, stands directly under its folder.
  void setRuns(const QVector<RunRow>& runs);
  void setFilter(const RunFilter& filter);
  const RunFilter& filter() const;
  /// All, also those that the filter leaves out.
  const QVector<RunRow>& runs() const;
  /// Of all; null where there is no such run. Valid until the next setRuns().
  const RunRow* find(const QString& path) const;
  /// The newest picture of a run; null takes it away. It is as large as it is to be shown.
  void setPicture(const QString& path, const QImage& picture);
  /// Invalid where it is not shown.
  QModelIndex indexOf(const QString& path) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
