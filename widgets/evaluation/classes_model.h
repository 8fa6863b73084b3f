#pragma once

#include <QAbstractTableModel>
#include <QVector>

#include "run/evaluated.h"

namespace gan {

/// How far apart the real and the generated pictures of each class are, worst first. GUI thread.
class ClassesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kClass, kDistance, kReal, kGenerated };
  static constexpr int kColumns = kGenerated + 1;

  using QAbstractTableModel::QAbstractTableModel;

  void setClasses(const QVector<EvaluatedClass>& worst_first);
  const QVector<EvaluatedClass>& classes() const { return classes_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVector<EvaluatedClass> classes_;
};

}  // namespace gan
