#pragma once

#include <QAbstractTableModel>
#include <QVector>
#include <optional>

#include "data/data_facts.h"

namespace gan {

/// A histogram: how many images each class or size has, and what share of all that is.
class CountsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kImages, kShare, kColumnCount };

  /// name_title heads the first column.
  explicit CountsModel(QString name_title, QObject* parent = nullptr);

  void setCounts(const QVector<ClassCount>& counts);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString name_title_;
  QVector<ClassCount> counts_;
  qint64 total_ = 0;
  qint64 most_ = 0;
};

/// Images with something wrong, and what it is.
class FaultsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kImages, kText, kColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void setFaults(const QVector<ImageFault>& faults);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVector<ImageFault> faults_;
};

/// Images a second for each number of loading threads; more threads than `best` gain little.
class SpeedsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kWorkers, kSpeed, kColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void setSpeeds(const QVector<WorkerSpeed>& speeds, std::optional<int> best);
  const QVector<WorkerSpeed>& speeds() const { return speeds_; }
  std::optional<int> best() const { return best_; }
  /// Whether the most threads that were tried were also the fastest by far: still more may load faster, so that none of
  /// these is enough.
  bool stillRising() const { return best_ && !speeds_.isEmpty() && speeds_.last().workers == *best_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVector<WorkerSpeed> speeds_;
  std::optional<int> best_;
};

}  // namespace gan
