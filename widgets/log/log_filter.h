#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

#include "log/log_model.h"

namespace gan {

/// The lines that have all of some words and at least some severity.
class LogFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void setWords(const QString& words);
  void setLowest(LogLine::Severity severity);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
  LogLine::Severity lowest_ = LogLine::Severity::kInfo;
};

}  // namespace gan
