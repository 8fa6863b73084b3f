#pragma once

#include <QAbstractTableModel>
#include <QDateTime>
#include <QIcon>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>
#include <QVector>

#include "run/event.h"

namespace gan {

/// One line of a run's log; the text is translated already.
struct LogLine {
  QDateTime time;
  qint64 step = 0;
  Severity severity = Severity::kInfo;
  QString text;
};

/// Everything that happened in a run, oldest first.
class LogModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kTime, kStep, kText, kColumnCount };
  enum Role { kSeverityRole = Qt::UserRole, kLineStepRole };

  using QAbstractTableModel::QAbstractTableModel;
  void clear();
  void append(const QVector<LogLine>& lines);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVector<LogLine> lines_;
};

/// The lines that have all of some words and at least some severity.
class LogFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void setWords(const QString& words);
  void setLowest(Severity severity);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
  Severity lowest_ = Severity::kInfo;
};

/// "Warning", translated: a sign alone is not seen by everybody.
QString severityText(Severity severity);
QIcon severityIcon(Severity severity);

}  // namespace gan
