#pragma once

#include <QAbstractItemModel>
#include <QVector>
#include <memory>

#include "run/run_glance.h"

namespace gan {

/// One run as a list shows it.
struct RunRow {
  enum class State { kStarting, kRunning, kPaused, kFinished, kStopped, kDiverged, kFailed, kLost, kUnreadable };
  QString path;  ///< Of the run folder; unique.
  QString name;
  QString folder;                  ///< The watched folder it was found in: a group of the list.
  QString parent_path;             ///< The run it branched from, if it is in the list.
  State state = State::kStarting;  ///< kLost: was running, and its engine is gone.
  QString problem;                 ///< Of kUnreadable: why; nothing else is known of such a run.
  RunGlance glance;
  friend bool operator==(const RunRow&, const RunRow&) = default;
};

/// "running", "paused" …, translated.
QString runStateText(RunRow::State state);

/// Live and finished runs of chosen folders: folders hold runs, runs hold their branches.
class RunListModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kStep, kSpeed, kRemaining, kColumnCount };
  enum Role { kPathRole = Qt::UserRole, kStateRole, kLiveRole };

  explicit RunListModel(QObject* parent = nullptr);
  ~RunListModel() override;

  /// The whole list anew; only what differs is signalled, so selection and expansion stay. A run whose parent is not in
  /// the list, or would be its own ancestor, stands directly under its folder.
  void setRuns(const QVector<RunRow>& runs);
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
