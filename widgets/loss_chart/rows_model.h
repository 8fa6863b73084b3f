#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "loss_chart/readings.h"

namespace gan {

/// What the chart shows, as a table: step, epoch, time, and each series.
class RowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kStep, kEpoch, kTime, kFirstSeries };

  using QAbstractTableModel::QAbstractTableModel;
  /// Rows that come behind the known ones are inserted, so that a selection and a reader's place are kept.
  void setRows(ChartRows rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  int columnsPerSeries() const { return rows_.has_smoothed ? 2 : 1; }
  bool continues(const ChartRows& rows) const;

  ChartRows rows_;
};

/// Shows it; Ctrl+C copies what is selected, with tabs between the fields.
class RowsView : public QTableView {
  Q_OBJECT

 public:
  explicit RowsView(RowsModel& model, QWidget* parent = nullptr);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void setTexts();
  void copy() const;
};

}  // namespace gan
