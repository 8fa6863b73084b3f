#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QString>
#include <QVector>
#include <optional>

#include "latent_explorer/export_wish.h"

namespace gan {

/// An export of a run, as it stands.
struct ExportRow {
  enum class Phase { kWaiting, kRunning, kInterrupted, kDone, kFailed, kCancelled, kOther };

  QString id;
  ExportWish wish = {};
  Phase phase = Phase::kOther;
  QString problem = {};  ///< Why it failed.
  qint64 done = 0;
  qint64 total = 0;  ///< 0: not known yet.
  qint64 bytes = 0;  ///< So far.
  qint64 expected_bytes = 0;
  double seconds = 0;  ///< That it was being made so far.
  double created_unix_seconds = 0;
  bool is_here = false;  ///< What is made of it lies on this machine.
  QString folder = {};   ///< Of its files there; empty: none are there yet.

  bool isOver() const { return phase == Phase::kDone || phase == Phase::kFailed || phase == Phase::kCancelled; }
  /// It can be gone on with.
  bool isBroken() const { return phase == Phase::kInterrupted || phase == Phase::kFailed; }

  friend bool operator==(const ExportRow&, const ExportRow&) = default;
};

/// The exports of a run, newest first. Views keep their selection while an export is listed. GUI thread.
class ExportsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kWhat, kState, kProgress, kSize, kTime };
  /// Of kProgress: from 0 to 1; not valid where there is none to show.
  static constexpr int kShareRole = Qt::UserRole;

  using QAbstractTableModel::QAbstractTableModel;

  const QVector<ExportRow>& exports() const { return exports_; }
  /// They have been listed.
  bool isKnown() const { return known_; }
  void setExports(const QVector<ExportRow>& exports);
  /// Files of one are brought to this machine: how much of it, from 0 to 1; nothing: no more.
  void setFetched(const QString& id, std::optional<double> share);
  bool isFetched(const QString& id) const { return fetched_.contains(id); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// They are listed while somebody looks.
  bool isWatched() const { return watched_; }
  void setWatched(bool watched);
  /// Why the list cannot be had; empty: it can.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);
  /// Why none can be begun here at all; empty: they can.
  const QString& refusal() const { return refusal_; }
  void setRefusal(const QString& refusal);

 signals:
  void watchedChanged();
  /// Problem or refusal.
  void noteChanged();

 private:
  int rowOf(const QString& id) const;
  QString text(const ExportRow& row, int column) const;
  QString stateText(const ExportRow& row) const;

  QVector<ExportRow> exports_;
  bool known_ = false;
  QHash<QString, double> fetched_;  ///< Of those that are being fetched, the share that is here.
  bool watched_ = false;
  QString problem_;
  QString refusal_;
};

}  // namespace gan
