#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVector>

namespace gan {

/// A setting as it stands in several runs.
struct ConfigurationRow {
  QString path;        ///< "optimizer.generator.learning_rate"
  QString title;       ///< "G learning rate"
  QStringList values;  ///< One a run; a null one: the setting means nothing there.
  bool differs = false;

  friend bool operator==(const ConfigurationRow&, const ConfigurationRow&) = default;
};

/// Settings of several runs side by side: those that differ, or all.
class ConfigurationModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kTitle, kPath, kFirstRun };

  using QAbstractTableModel::QAbstractTableModel;

  void setRuns(const QStringList& names);
  /// A list of values for each run.
  void setRows(const QVector<ConfigurationRow>& rows);
  /// Whether anything is known of the runs, shown or not.
  bool hasRows() const { return !rows_.isEmpty(); }
  bool showsAll() const { return shows_all_; }
  void setShowsAll(bool all);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void choose();

  QStringList names_;
  QVector<ConfigurationRow> rows_;
  QVector<qsizetype> shown_;  ///< Of rows_.
  bool shows_all_ = false;
};

}  // namespace gan
