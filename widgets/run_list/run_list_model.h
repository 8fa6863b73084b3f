#pragma once

#include <QAbstractItemModel>
#include <QImage>
#include <QStringList>
#include <QVector>
#include <memory>
#include <tuple>

#include "run/run_glance.h"
#include "run_list/run_marks.h"
#include "run_list/run_place.h"

namespace gan {

/// One run as a list shows it.
struct RunRow {
  enum class State {
    kStarting,
    kRunning,
    kPaused,
    kFinished,
    kStopped,
    kDiverged,
    kFailed,
    kLost,        ///< Was running, and its engine is gone.
    kUnreadable,  ///< Nothing is known of it but the problem.
    kElsewhere,   ///< On another computer, and nothing is known of it.
  };
  RunPlace place;   ///< Unique; its name is the run folder's, or that of a connection.
  QString group;    ///< The watched folder it was found in; empty: the group of connections to other computers.
  RunPlace parent;  ///< The run it branched from, if it is in the list.
  State state = State::kStarting;
  QString problem;  ///< Of kUnreadable: why.
  RunGlance glance;
  QStringList troubles;  ///< What rules found in it that nobody has answered yet, in words; the newest last.
  RunMarks marks;
  QString marks_problem;  ///< Why there are no marks of it; empty: what it has was read.
  /// Two rows show the same.
  friend bool operator==(const RunRow& a, const RunRow& b) {
    const auto shown = [](const RunRow& row) {
      return std::tie(row.place, row.place.name, row.group, row.parent, row.state, row.problem, row.glance,
                      row.troubles, row.marks, row.marks_problem);
    };
    return shown(a) == shown(b);
  }
};

/// "running", "paused" …, translated.
QString runStateText(RunRow::State state);

/// A rule found something in it while it goes on, which waits for an answer.
bool isTroubled(const RunRow& run);

/// What people call it: the name they gave it, otherwise its place's.
QString displayName(const RunRow& run);

/// Which runs of all are shown.
struct RunFilter {
  QString words;          ///< Each stands in a run's names, its note or its tags; none: all do.
  bool archived = false;  ///< Those that were archived, too.
  friend bool operator==(const RunFilter&, const RunFilter&) = default;
};

/// Live and finished runs of chosen folders, and of other computers: groups hold runs, runs hold their branches,
/// starred ones first.
class RunListModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kStep, kSpeed, kRemaining, kLength, kBestScore, kTags, kPicture, kColumnCount };
  enum Role {
    kPlaceRole = Qt::UserRole,  ///< Of a run, a RunPlace.
    kStateRole,
    kFolderRole,  ///< The watched folder, of any row.
  };

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
  const RunRow* find(const RunPlace& place) const;
  /// The newest picture of a run; null takes it away. It is as large as it is to be shown.
  void setPicture(const RunPlace& place, const QImage& picture);
  /// Invalid where it is not shown.
  QModelIndex indexOf(const RunPlace& place) const;

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
