#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QTimer>
#include <QVector>
#include <optional>

#include "loss_chart/chart_axes.h"
#include "loss_chart/chart_looks.h"
#include "loss_chart/readings.h"

namespace gan {

class SeriesModel;

/// Between what a chart knows and its plot: which steps and values are in view, what is asked for, where the cursor
/// is. Whatever changes, the plot is brought up to date once, in the next turn of the event loop; after a resize at
/// once.
class ChartController : public QObject {
  Q_OBJECT

 public:
  ChartController(SeriesModel& series, PlotView& plot, QObject* parent);

  void clear();
  void setExtent(qint64 first_step, qint64 last_step);
  void setReply(const ChartReply& reply);
  void setMarks(const QVector<ChartMark>& marks);
  void setCursorStep(std::optional<qint64> step);
  void setEmptyText(const QString& text);
  const ChartOptions& options() const { return options_; }
  void setOptions(const ChartOptions& options);
  /// Of each value, for the share of the steps in view that is wished for.
  double smoothingWeight() const;

  const StepWindow& window() const { return window_; }
  void setRange(double first, double last);
  void fit();
  void showEpoch(qint64 epoch);
  /// -1 while it is not known.
  qint64 lastEpoch() const;
  void zoom(double factor, double at);
  /// Asks for nothing while it is not seen.
  void setSeen(bool seen);

  const ChartReply& reply() const { return reply_; }
  /// Of what is drawn: the curves shown one by one and those that stick out of bands; and the bands.
  QStringList drawnNames() const;
  std::vector<const Band*> drawnBands() const;
  bool hasCurves() const;
  /// Brings the plot up to date now, if something changed.
  void refresh();

 signals:
  void wanted(const gan::ChartQuery& query);
  void cursorMoved(std::optional<qint64> step);
  void enlargeAsked();
  /// The plot was brought up to date.
  void refreshed();
  /// One epoch is in view; -1: something else is.
  void epochChanged(qint64 epoch);

 private:
  void connectPlot();
  void changed();
  void viewChanged();
  void request();
  void ask();
  void takeBack();
  bool isAskedFor() const;
  void updateScale();
  void updateHistory();
  void updateMapping();
  bool fitLane(ChartLane& lane);
  void updateCursor();
  void updateSentence();
  void pan(double right, double up);
  void holdValues();
  void panValues(double up);
  void scaleValues(double factor);
  void zoomValues(double factor, double at);
  void chooseRectangle(const QRectF& pixels);
  ChartLane* laneAt(double pixel);
  static ValueRange shownValues(const ChartLane& lane);
  void moveCursor(std::optional<qint64> step);
  void stepMark(int direction);
  void applyEpoch();
  double stepAtPixel(double pixel) const;
  std::optional<Moment> momentAtPixel(double pixel) const;

  SeriesModel& series_;
  PlotView& plot_;
  QTimer asking_{this};
  QElapsedTimer since_asked_;
  bool is_seen_ = false;
  std::optional<ChartQuery> asked_;  ///< What stands.
  StepWindow window_;
  ChartOptions options_;
  ChartReply reply_;
  QVector<ChartMark> marks_;
  std::optional<qint64> cursor_;
  std::optional<qint64> cursor_before_click_;
  std::optional<QPointF> pointer_;
  bool cursor_has_box_ = false;               ///< It was moved by keys: there is no pointer to point with.
  QHash<QString, ValueRange> value_windows_;  ///< Chosen by the person, by lanes' scales; else they fit.
  std::optional<qint64> epoch_;               ///< To be shown more exactly once finer columns are there.
  quint64 stamp_ = 0;
  double origin_seconds_ = 0;
  bool has_origin_ = false;
  QString empty_text_;
  XScale scale_;
  PlotMapping mapping_;  ///< Of steps to pixels, for all lanes.
  std::vector<ChartLane> lanes_ = std::vector<ChartLane>(1);
  bool is_refresh_due_ = false;
};

}  // namespace gan
