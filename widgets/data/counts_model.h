#pragma once

#include <QAbstractTableModel>
#include <QVector>

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

}  // namespace gan
