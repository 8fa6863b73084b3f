#include "comparison/comparison_chart.h"

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QVector>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "comparison/compared_curves.h"
#include "comparison/comparison_cursor.h"
#include "comparison/comparison_lanes.h"
#include "comparison/run_legend.h"
#include "comparison/series_choice.h"
#include "loss_chart/chart_export.h"
#include "loss_chart/chart_looks.h"
#include "loss_chart/plot_view.h"
#include "loss_chart/readings.h"
#include "style/divided_parts.h"
#include "style/icons.h"
#include "style/run_style.h"
#include "style/series_style.h"
#include "style/theme.h"

namespace gan {
namespace {

constexpr double kSmoothing = 0.02;  // of what is in view
constexpr int kAskInterval_ms = 30;
constexpr double kFar = 1e6;  // widths of a view, beyond all runs
/// Of all curves together, as in the chart of one run.
constexpr double kMostColumnsInAll = 24'000;
constexpr double kLeastColumns = 64;
/// In lines of text: the least height of a series' part of the plot, what is between two of them, and what is below.
constexpr double kLeastLane = 6;
constexpr double kLaneGap = 1.4;
constexpr double kBelow = 3.6;

}  // namespace

struct ComparisonChart::Impl {
  explicit Impl(ComparisonChart& owner);

  void connectParts();
  void setTexts();
  QStringList known() const;
  void askAll();
  void askSoon();
  void ask();
  void changed();
  void refresh();
  void fitHeight();
  void describe();
  void pan(double right);
  void zoom(double factor, double at);
  double axisAt(double pixel) const;
  ChartPicture picture();
  ComparisonLook look() const {
    return {.smooths = smoothing->isChecked(), .logarithmic = log->isChecked(), .is_dark = isDark(plot->palette())};
  }

  ComparisonChart& chart;
  ComparedCurves curves;
  QStringList runs;
  std::vector<QStringList> series;  ///< A list a run.
  QSet<int> due;                    ///< Runs that are to be asked.
  QVector<bool> asked;              ///< Whether a question to the run stands.
  std::vector<ComparisonLane> lanes;
  bool is_seen = false;
  bool is_refresh_due = false;
  QTimer asking{&chart};
  QElapsedTimer since_asked;
  QComboBox* alignment;
  QCheckBox* smoothing;
  QCheckBox* log;
  QToolButton* fit;
  QToolButton* exporting;
  QAction* export_file;
  QAction* copy;
  RunLegend* legend;
  PlotView* plot;
  SeriesChoice* choice;
  ComparisonCursor* cursor;
};

ComparisonChart::Impl::Impl(ComparisonChart& owner)
    : chart(owner),
      alignment(new QComboBox),
      smoothing(new QCheckBox),
      log(new QCheckBox),
      fit(new QToolButton),
      exporting(new QToolButton),
      export_file(new QAction(exporting)),
      copy(new QAction(exporting)),
      legend(new RunLegend),
      plot(new PlotView),
      choice(new SeriesChoice),
      cursor(new ComparisonCursor(curves, *plot, &owner)) {
  alignment->setObjectName(QStringLiteral("comparison_alignment"));
  smoothing->setObjectName(QStringLiteral("comparison_smoothing"));
  smoothing->setChecked(true);
  log->setObjectName(QStringLiteral("comparison_log"));
  fit->setObjectName(QStringLiteral("comparison_fit"));
  fit->setIcon(icon(QStringLiteral("fit")));
  fit->setAutoRaise(true);
  fit->setFocusPolicy(Qt::TabFocus);
  exporting->setObjectName(QStringLiteral("comparison_export"));
  exporting->setIcon(icon(QStringLiteral("export")));
  exporting->setAutoRaise(true);
  exporting->setFocusPolicy(Qt::TabFocus);
  exporting->setPopupMode(QToolButton::InstantPopup);
  export_file->setObjectName(QStringLiteral("comparison_export_file"));
  copy->setObjectName(QStringLiteral("comparison_copy"));
  auto* menu = new QMenu(exporting);
  menu->addActions({export_file, copy});
  exporting->setMenu(menu);
  plot->setObjectName(QStringLiteral("comparison_plot"));
  for (int i = 0; i < 4; ++i) alignment->addItem(QString());
  setTexts();

  auto* tools = new QHBoxLayout;
  tools->addWidget(fit);
  tools->addWidget(alignment);
  tools->addWidget(smoothing);
  tools->addWidget(log);
  tools->addStretch(1);
  tools->addWidget(exporting);
  auto* scroll = new QScrollArea;  // many series have a part of the plot each
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);  // the plot has it
  scroll->setWidget(plot);
  connect(plot, &PlotView::valuesPanned, scroll, [scroll](double up) {  // values are fitted, so these keys are free
    QScrollBar* bar = scroll->verticalScrollBar();
    bar->setValue(bar->value() - qRound(up * scroll->viewport()->height()));
  });
  auto* splitter = new DividedParts;
  splitter->setObjectName(QStringLiteral("comparison_splitter"));
  splitter->addPart(scroll, tr("Curves"));
  splitter->addPart(choice, tr("Series"));
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setCollapsible(0, false);
  auto* layout = new QVBoxLayout(&chart);
  layout->addLayout(tools);
  layout->addWidget(legend);
  layout->addWidget(splitter, 1);
  asking.setSingleShot(true);
  asking.setTimerType(Qt::PreciseTimer);  // a coarse one may fire early
  connectParts();
}

void ComparisonChart::Impl::setTexts() {
  alignment->setItemText(static_cast<int>(Alignment::kStep), tr("By step"));
  alignment->setItemText(static_cast<int>(Alignment::kEpoch), tr("By epoch"));
  alignment->setItemText(static_cast<int>(Alignment::kTime), tr("By time"));
  alignment->setItemText(static_cast<int>(Alignment::kBranchPoint), tr("By branch point"));
  alignment->setAccessibleName(tr("Alignment"));
  alignment->setToolTip(
      tr("What the runs have in common where their curves lie above one another; at its branch point a branch left its "
         "parent"));
  smoothing->setText(tr("&Smoothed"));
  smoothing->setToolTip(tr("Average each value over 2 % of what is in view; otherwise what was recorded is shown"));
  log->setText(tr("&Log axis"));
  log->setToolTip(tr("Logarithmic values, where all that are shown are positive"));
  fit->setAccessibleName(tr("Fit"));
  fit->setToolTip(tr("Show all of the runs (0)"));
  exporting->setAccessibleName(tr("Export"));
  exporting->setToolTip(tr("Write the chart as a picture, a drawing or values, or copy it"));
  export_file->setText(tr("&Export chart …"));
  copy->setText(tr("&Copy chart"));
  plot->setAccessibleName(tr("Curves of the compared runs"));
  plot->setWhatsThis(
      tr("The arrow keys left and right move the view, up and down lead to other series; + and − zoom; Home and End go "
         "to the first and newest step; 0 shows all. Ctrl and an arrow move the cursor; Escape takes it away."));
}

void ComparisonChart::Impl::connectParts() {
  connect(&asking, &QTimer::timeout, &chart, [this] { ask(); });
  connect(alignment, &QComboBox::currentIndexChanged, &chart, [this](int index) {
    curves.setAlignment(static_cast<Alignment>(index));
    cursor->clear();
    askAll();
    changed();
  });
  connect(smoothing, &QCheckBox::toggled, &chart, [this] {
    askAll();
    changed();
  });
  connect(log, &QCheckBox::toggled, &chart, [this] { changed(); });
  connect(fit, &QToolButton::clicked, &chart, &ComparisonChart::fit);
  connect(export_file, &QAction::triggered, &chart, &ComparisonChart::exportRequested);
  connect(copy, &QAction::triggered, &chart, &ComparisonChart::copyRequested);
  connect(choice, &SeriesChoice::shownChanged, &chart, [this] {
    fitHeight();
    askAll();
    changed();
  });
  connect(plot, &PlotView::geometryChanged, &chart, [this] {
    askAll();
    changed();
    refresh();  // the axes are where they belong already: no picture may show curves that are not
  });
  connect(plot, &PlotView::lookChanged, &chart, [this] { changed(); });
  connect(plot, &PlotView::fitAsked, &chart, &ComparisonChart::fit);
  connect(plot, &PlotView::doubleClicked, &chart, &ComparisonChart::fit);
  connect(plot, &PlotView::zoomed, &chart, [this](double factor, double at) { zoom(factor, at); });
  connect(plot, &PlotView::panned, &chart, [this](double right, double) { pan(right); });
  connect(plot, &PlotView::rectangleChosen, &chart,
          [this](const QRectF& pixels) { chart.setRange(axisAt(pixels.left()), axisAt(pixels.right())); });
  connect(plot, &PlotView::homeAsked, &chart, [this] { pan(-kFar); });
  connect(plot, &PlotView::endAsked, &chart, [this] { pan(kFar); });
  connect(cursor, &ComparisonCursor::moved, &chart, [this] {
    curves.setCursor(cursor->place());
    askAll();
    describe();
  });
}

QStringList ComparisonChart::Impl::known() const {
  QStringList all;
  for (const QStringList& names : series) {
    for (const QString& name : names) {
      if (!all.contains(name)) all << name;
    }
  }
  std::ranges::stable_sort(all, [](const QString& a, const QString& b) {
    const int rank_a = seriesRank(a);
    const int rank_b = seriesRank(b);
    return rank_a != rank_b ? rank_a < rank_b : a < b;
  });
  return all;
}

void ComparisonChart::Impl::askAll() {
  for (int run = 0; run < curves.count(); ++run) due.insert(run);
  askSoon();
}

/// Not at each pixel of a drag.
void ComparisonChart::Impl::askSoon() {
  if (!is_seen || due.isEmpty() || asking.isActive()) return;
  const qint64 since = since_asked.isValid() ? since_asked.elapsed() : kAskInterval_ms;
  asking.start(static_cast<int>(std::max<qint64>(0, kAskInterval_ms - since)));
}

void ComparisonChart::Impl::ask() {
  const QStringList shown = choice->shown();
  const double pixels = plot->plot().width() * plot->devicePixelRatioF();
  const double count = static_cast<double>(shown.size()) * curves.count();
  const double most = count > static_cast<double>(kMostDetailed) ? std::max(kLeastColumns, kMostColumnsInAll / count)
                                                                 : kMostColumnsInAll;
  since_asked.start();
  for (const int run : std::exchange(due, {})) {
    QStringList names = shown;
    const QStringList& its = series[static_cast<std::size_t>(run)];
    names.removeIf([&its](const QString& name) { return !its.contains(name); });
    const auto query = curves.ask(run, names, std::min(pixels, most), smoothing->isChecked() ? kSmoothing : 0);
    const bool stood = std::exchange(asked[run], query.has_value());
    if (query) {
      emit chart.wanted(run, *query);
    } else if (stood) {
      emit chart.wanted(run, {});
    }
  }
}

void ComparisonChart::Impl::changed() {
  if (std::exchange(is_refresh_due, true)) return;
  QMetaObject::invokeMethod(
      &chart, [this] { refresh(); }, Qt::QueuedConnection);
}

/// So that each series has room; what does not fit is scrolled.
void ComparisonChart::Impl::fitHeight() {
  const double line = plot->fontMetrics().height();
  const auto count = static_cast<double>(choice->shown().size());
  plot->setMinimumHeight(static_cast<int>(line * (count * (kLeastLane + kLaneGap) + kBelow)));
}

void ComparisonChart::Impl::refresh() {
  if (!std::exchange(is_refresh_due, false) || !is_seen) return;
  const QStringList names = choice->shown();
  bool has_curves = false;
  for (int run = 0; run < curves.count(); ++run) has_curves = has_curves || chart.hasCurvesOf(run);
  if (!names.isEmpty() && has_curves && curves.hasView()) {
    plot->setSentence({});
    lanes = comparisonLanes(curves, names, plot->plot(), kLaneGap * plot->fontMetrics().height(), look());
    QVector<PlotView::Lane> axes;
    for (const ComparisonLane& lane : lanes) {
      axes.append({lane.mapping.plot, yAxisLook(lane.mapping, *plot), seriesTitle(lane.name)});
    }
    const Alignment by = curves.alignment();
    const ChartAxis axis = by == Alignment::kEpoch  ? ChartAxis::kEpoch
                           : by == Alignment::kTime ? ChartAxis::kTime
                                                    : ChartAxis::kStep;
    AxisLook x = xAxisLook(axis, lanes.front().mapping, *plot);
    if (by == Alignment::kBranchPoint) x.title = tr("Steps since the branch point");
    plot->setAxes(x, axes);
  } else {
    lanes.clear();
    plot->setSentence(known().isEmpty() ? tr("Curves appear here once the runs have been read.")
                      : names.isEmpty() ? tr("Check a series in the list to see its curves.")
                                        : tr("None of the runs has values of what is chosen."));
  }
  const bool is_linear_for_want = log->isChecked() && std::ranges::any_of(lanes, [](const ComparisonLane& lane) {
                                    return !lane.mapping.logarithmic;
                                  });
  plot->setRemark(is_linear_for_want ? tr("Linear where some values in view are not positive") : QString());
  plot->curves().setCurves(comparedCurves(curves, lanes, look()), {}, plot->plot());
  cursor->setDrawn(lanes, look(), legend->shortNames());
  describe();
}

void ComparisonChart::Impl::describe() {
  plot->setAccessibleDescription(lanes.empty() ? QString() : chart.textAt(cursor->place().value_or(curves.last())));
}

double ComparisonChart::Impl::axisAt(double pixel) const {
  return lanes.empty() ? 0 : lanes.front().mapping.axisX(pixel);
}

/// By so many widths of the view.
void ComparisonChart::Impl::pan(double right) {
  if (curves.isFitted()) return;
  const double moved = right * (curves.last() - curves.first());
  chart.setRange(curves.first() + moved, curves.last() + moved);
}

void ComparisonChart::Impl::zoom(double factor, double at) {
  if (!(factor > 0)) return;
  const double width = curves.last() - curves.first();
  const double centre = curves.first() + width * at;
  chart.setRange(centre - width / factor * at, centre + width / factor * (1 - at));
}

ChartPicture ComparisonChart::Impl::picture() {
  QVector<ChartPicture::Line> lines;
  for (int run = 0; run < runs.size(); ++run) lines.append({runs[run], runStyle(run, look().is_dark)});
  return {.plot = plot->viewport()->size(),
          .names = {},
          .bands = {},
          .lines = lines,
          .palette = chart.palette(),
          .font = chart.font(),
          .draw = [this](QPainter* painter, const QRectF& target) { plot->drawTo(painter, target); },
          .title = plot->accessibleName()};
}

ComparisonChart::ComparisonChart(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
  setObjectName(QStringLiteral("comparison_chart"));
}

ComparisonChart::~ComparisonChart() = default;

void ComparisonChart::setRuns(const QStringList& names) {
  impl_->runs = names;
  impl_->series.assign(static_cast<std::size_t>(names.size()), {});
  impl_->asked.fill(false, names.size());
  impl_->due.clear();
  impl_->curves.setCount(static_cast<int>(names.size()));
  impl_->legend->setNames(names);
  impl_->choice->setNames({});
  impl_->changed();
}

void ComparisonChart::setBranchPoints(std::span<const qint64> points) {
  impl_->curves.setBranchPoints(points);
  if (alignment() == Alignment::kBranchPoint) impl_->askAll();
  impl_->changed();
}

void ComparisonChart::setSeries(int run, const QStringList& names) {
  QStringList& its = impl_->series.at(static_cast<std::size_t>(run));
  if (its == names) return;
  its = names;
  impl_->choice->setNames(impl_->known());
  impl_->due.insert(run);
  impl_->fitHeight();
  impl_->askSoon();
}

void ComparisonChart::setExtent(int run, qint64 first_step, qint64 last_step) {
  const bool is_new = !impl_->asked.at(run);
  impl_->curves.setExtent(run, first_step, last_step);
  if (is_new) impl_->due.insert(run);
  impl_->askSoon();
  impl_->changed();
}

void ComparisonChart::setReply(int run, const ChartReply& reply) {
  const bool is_first = !hasCurvesOf(run);
  if (!impl_->curves.setReply(run, reply)) return;
  if (is_first && hasCurvesOf(run) && smooths()) {  // what takes longer comes now
    impl_->due.insert(run);
    impl_->askSoon();
  }
  impl_->changed();
}

bool ComparisonChart::hasCurvesOf(int run) const {
  const std::vector<Curve>& curves = impl_->curves.reply(run).curves;
  return std::ranges::any_of(curves, [](const Curve& curve) { return !curve.raw.empty(); });
}

Alignment ComparisonChart::alignment() const { return impl_->curves.alignment(); }

void ComparisonChart::setAlignment(Alignment alignment) {
  impl_->alignment->setCurrentIndex(static_cast<int>(alignment));
}

QStringList ComparisonChart::shown() const { return impl_->choice->shown(); }

void ComparisonChart::setShown(const QStringList& names) { impl_->choice->setShown(names); }

bool ComparisonChart::smooths() const { return impl_->smoothing->isChecked(); }

void ComparisonChart::setSmooths(bool on) { impl_->smoothing->setChecked(on); }

QPair<double, double> ComparisonChart::range() const { return {impl_->curves.first(), impl_->curves.last()}; }

void ComparisonChart::setRange(double first, double last) {
  impl_->curves.set(first, last);
  impl_->askAll();
  impl_->changed();
}

void ComparisonChart::fit() {
  impl_->curves.fit();
  impl_->askAll();
  impl_->changed();
}

QString ComparisonChart::textAt(double x) const {
  QStringList lines;
  for (const QString& name : shown()) {
    QStringList values;
    for (const ComparedValue& each : valuesAt(impl_->curves, name, x)) {
      values << QStringLiteral("%1 %2").arg(impl_->runs[each.run], valueText(each.value));
    }
    if (!values.isEmpty()) lines << tr("%1: %2").arg(seriesTitle(name), values.join(QStringLiteral("; ")));
  }
  return lines.join(QLatin1Char('\n'));
}

QStringList ComparisonChart::allSeries() const { return impl_->known(); }

ChartQuery ComparisonChart::seen(int run) const {
  const ComparedCurves& curves = impl_->curves;
  return curves.seen(run, shown(), smooths() ? kSmoothing : 0);
}

std::optional<QByteArray> ComparisonChart::exported(const QString& file, QString* error) {
  impl_->refresh();
  const QString suffix = QFileInfo(file).suffix().toLower();
  if (impl_->lanes.empty()) {
    *error = tr("There is nothing to save: the chart shows no curve.");
  } else if (suffix == QLatin1String("png")) {
    return pngOf(impl_->picture());
  } else if (suffix == QLatin1String("svg")) {
    return svgOf(impl_->picture());
  } else {
    *error = tr("%1 has no suffix that says what to write. Choose a name that ends in .png, .svg or .csv.").arg(file);
  }
  return std::nullopt;
}

void ComparisonChart::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  impl_->is_seen = true;
  impl_->askAll();
  impl_->changed();  // it was drawn last when it was seen last
}

/// What nobody sees is not read.
void ComparisonChart::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  impl_->is_seen = false;
  impl_->asking.stop();
  for (int run = 0; run < impl_->curves.count(); ++run) {
    if (std::exchange(impl_->asked[run], false)) emit wanted(run, {});
  }
}

}  // namespace gan
