#pragma once

#include <QAbstractTableModel>
#include <QDateTime>
#include <QVector>

namespace gan {

/// One line of a run's log; the text is translated already.
struct LogLine {
  enum class Severity { kInfo, kWarning, kError };
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

}  // namespace gan
