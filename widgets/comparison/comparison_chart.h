#pragma once

#include <QByteArray>
#include <QStringList>
#include <QWidget>
#include <memory>
#include <optional>
#include <span>

#include "comparison/alignment.h"
#include "loss_chart/chart_data.h"

namespace gan {

/// Curves of several runs above one another: a part of the plot for each series, in which a run's colour and dash are
/// those of the legend. Owns no history: it asks each run for what is visible with wanted(), and draws what setReply()
/// brings, as often as that comes. Repaints at most once per turn of the event loop.
class ComparisonChart : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonChart(QWidget* parent = nullptr);
  ~ComparisonChart() override;

  /// Forgets everything. Runs are told by their numbers from now on.
  void setRuns(const QStringList& names);
  /// As branchPoints() says, one for each run.
  void setBranchPoints(std::span<const qint64> points);
  /// Of one run.
  void setSeries(int run, const QStringList& names);
  void setExtent(int run, qint64 first_step, qint64 last_step);
  void setReply(int run, const ChartReply& reply);
  /// True once there is something to see of the run.
  bool hasCurvesOf(int run) const;

  Alignment alignment() const;
  void setAlignment(Alignment alignment);
  /// What is drawn; names that no run has are passed over.
  QStringList shown() const;
  void setShown(const QStringList& names);
  bool smooths() const;
  void setSmooths(bool on);
  /// What is in view, on the axis that the runs share.
  QPair<double, double> range() const;
  void setRange(double first, double last);
  void fit();
  /// What the runs say at a place on the axis: "D loss: first 0.69; second 0.71".
  QString textAt(double x) const;

  /// All series that any run has.
  QStringList allSeries() const;
  /// What is seen of a run: names, smoothing and steps; without names: nothing of it.
  ChartQuery seen(int run) const;
  /// The chart as drawn, as a file of this name is to hold it by its suffix: .png or .svg. Nothing, and a sentence in
  /// *error, when there is nothing to write or no such suffix; values (.csv) are not known here.
  std::optional<QByteArray> exported(const QString& file, QString* error);

 signals:
  /// To be answered now and with whatever is new; without names: no more.
  void wanted(int run, const gan::ChartQuery& query);
  void exportRequested();
  void copyRequested();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
