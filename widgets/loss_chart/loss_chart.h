#pragma once

#include <QByteArray>
#include <QVector>
#include <QWidget>
#include <memory>
#include <optional>

#include "loss_chart/chart_data.h"

namespace gan {

class SeriesModel;

/// Curves of a run, what is drawn as a line of chips, with zoom, pan, hover, smoothing, log axis, marks, a table for
/// screen readers and export. Owns no history: it asks for what is visible with wanted() and draws what setReply()
/// brings, as often as that comes: a question stands until the next, and hidden it takes it back. Repaints at most once
/// per event loop turn.
class LossChart : public QWidget {
  Q_OBJECT

 public:
  explicit LossChart(SeriesModel& series, QWidget* parent = nullptr);
  ~LossChart() override;

  /// Another run: forgets view, curves and marks.
  void clear();
  /// There is data up to last_step. While the newest step is in view, the view follows it.
  void setExtent(qint64 first_step, qint64 last_step);
  void setReply(const ChartReply& reply);
  /// True once there are curves to see.
  bool hasCurves() const;
  void setMarks(const QVector<ChartMark>& marks);
  /// The step that chart and samples share; nothing: no cursor.
  void setCursorStep(std::optional<qint64> step);
  /// A sentence in place of the curves while there are none: how to fill the panel.
  void setEmptyText(const QString& text);

  ChartAxis axis() const;
  void setAxis(ChartAxis axis);
  double smoothing() const;
  void setSmoothing(double weight);
  bool logarithmic() const;
  void setLogarithmic(bool on);  // has an effect only where all shown values are positive
  bool showsSuperseded() const;
  void setShowsSuperseded(bool on);
  /// The list of all series, to choose from; beside the curves where there is room, else below them.
  bool showsSeries() const;
  void setShowsSeries(bool on);
  /// Visible range of steps, inclusive.
  void setRange(qint64 first_step, qint64 last_step);
  QPair<qint64, qint64> range() const;
  void fit();
  /// Zooms to one epoch's iterations; epochs count from 0. The reply's epochs say which steps these are.
  void showEpoch(qint64 epoch);

  /// What saveState() returned, or nothing happens.
  QByteArray saveState() const;
  void restoreState(const QByteArray& state);

  /// What is seen: names, smoothing and steps.
  ChartQuery seen() const;
  /// The chart as drawn, as a file of this name is to hold it by its suffix: .png or .svg. Nothing, and a sentence in
  /// *error, when there is nothing to write or no such suffix; what is seen as values (.csv) is not known here.
  std::optional<QByteArray> exported(const QString& file, QString* error);

 signals:
  /// To be answered now and with whatever is new; without names: no more.
  void wanted(const gan::ChartQuery& query);
  /// The person put the cursor on a step, or took it away.
  void cursorMoved(std::optional<qint64> step);
  void exportRequested();
  /// By a double click in the plot: all room for the chart, or no longer.
  void enlargeAsked();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
