#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVector>
#include <string>

#include "run/rank_balance.h"

namespace gan {

/// What people call it, translated: "Data".
QString phaseTitle(Phase phase);

/// "GPU 0 + GPU 1" of "0+1", as RankTimes has it; translated.
QString devicesText(const std::string& computes_on);

/// Another run that the same computer trains.
struct OtherRun {
  QString name;
  std::string computes_on;  ///< As RankTimes has it; empty: it has not said yet.
};

/// All processes of a training, as they were measured last and held against each other.
struct ProcessFacts {
  RanksMeasured measured;
  RankBalance balance;

  friend bool operator==(const ProcessFacts& a, const ProcessFacts& b) = default;
};

/// A row for each process: its number, host, device, whether it is slow, a bar of its phases, their milliseconds and,
/// when some process has a GPU, what those do. Needs no window.
class ProcessesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    kProcess,
    kHost,
    kDevice,  ///< Empty of those that did not say where they compute.
    kNote,
    kBar,
    kFirstPhase,
    kTotal = kFirstPhase + static_cast<int>(kPhaseCount),
    kGpu,  ///< This one and those behind it only when some process has a GPU.
    kGpuMemory,
    kColumnCount
  };
  /// Of the bar: QVector<double>, the phases as parts of the longest process.
  static constexpr int kPartsRole = Qt::UserRole + 1;

  using QAbstractTableModel::QAbstractTableModel;
  void setFacts(const ProcessFacts& facts);
  const ProcessFacts& facts() const { return facts_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void factsChanged();

 private:
  const RankTimes& rankAt(int row) const { return facts_.measured.ranks[static_cast<std::size_t>(row)]; }
  QString note(int row) const;
  QVariant text(int row, int column) const;
  QVariant toolTip(int row, int column) const;

  ProcessFacts facts_;
  double longest_ = 0;
  bool on_gpus_ = false;  // some process has one
};

}  // namespace gan
