#pragma once

#include <QAbstractTableModel>
#include <QVector>

#include "data/data_facts.h"

namespace gan {

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

}  // namespace gan
