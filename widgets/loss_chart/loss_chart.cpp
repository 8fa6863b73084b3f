#include "loss_chart/loss_chart.h"

#include <QEvent>
#include <QFileInfo>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "loss_chart/chart_controller.h"
#include "loss_chart/chart_export.h"
#include "loss_chart/chart_tool_bar.h"
#include "loss_chart/legend_chips.h"
#include "loss_chart/legend_view.h"
#include "loss_chart/rows_model.h"
#include "loss_chart/series_model.h"
#include "style/divided_parts.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kNarrowChars = 100;        // below this the legend stands under the plot
constexpr int kTableInterval_ms = 1000;  // a table that changes faster cannot be read

}  // namespace

struct LossChart::Impl {
  Impl(LossChart& owner, SeriesModel& model);

  void connectParts();
  void setOptions(const ChartOptions& options);
  ChartRows visibleRows() const;
  void fillTable();
  void arrange();
  void showSeries(bool on);
  void setTexts();
  ChartPicture picture();

  LossChart& chart;
  SeriesModel& series;
  ChartToolBar* bar;
  DividedParts* splitter;
  QStackedWidget* stack;
  PlotView* plot;
  RowsModel* rows;
  RowsView* table;
  LegendPanel* legend;
  LegendChips* chips;
  QToolButton* all_series;
  ChartController* controller;
  QTimer table_timer{&chart};
};

LossChart::Impl::Impl(LossChart& owner, SeriesModel& model)
    : chart(owner),
      series(model),
      bar(new ChartToolBar(&owner)),
      splitter(new DividedParts(&owner)),
      stack(new QStackedWidget),
      plot(new PlotView),
      rows(new RowsModel(&owner)),
      table(new RowsView(*rows)),
      legend(new LegendPanel(model)),
      chips(new LegendChips(model)),
      all_series(new QToolButton),
      controller(new ChartController(model, *plot, &owner)) {
  plot->setObjectName(QStringLiteral("chart_plot"));
  splitter->setObjectName(QStringLiteral("chart_splitter"));
  stack->addWidget(plot);
  stack->addWidget(table);
  splitter->addPart(stack, tr("Curves"));
  splitter->addPart(legend, tr("Series"));
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setCollapsible(0, false);
  legend->hide();
  all_series->setObjectName(QStringLiteral("chart_all_series"));
  all_series->setCheckable(true);
  all_series->setAutoRaise(true);
  all_series->setFocusPolicy(Qt::TabFocus);
  auto* shown = new QHBoxLayout;
  shown->setSpacing(0);
  shown->addWidget(chips, 1);
  shown->addWidget(all_series, 0, Qt::AlignTop);
  auto* layout = new QVBoxLayout(&chart);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  layout->addLayout(shown);
  layout->addWidget(splitter, 1);
  table_timer.setSingleShot(true);
  bar->setOptions(controller->options());
  connectParts();
  setTexts();
}

void LossChart::Impl::connectParts() {
  connect(bar, &ChartToolBar::optionsChosen, &chart, [this](const ChartOptions& options) { setOptions(options); });
  connect(bar, &ChartToolBar::fitAsked, controller, &ChartController::fit);
  connect(bar, &ChartToolBar::zoomAsked, controller, [this](double factor) { controller->zoom(factor, 0.5); });
  connect(bar, &ChartToolBar::epochChosen, controller, &ChartController::showEpoch);
  connect(bar, &ChartToolBar::exportAsked, &chart, &LossChart::exportRequested);
  connect(all_series, &QToolButton::toggled, &chart, [this](bool on) { showSeries(on); });
  connect(chips, &LegendChips::chosen, &chart, [this](const QString& name) {
    all_series->setChecked(true);
    legend->lookAt(name);
  });
  connect(controller, &ChartController::enlargeAsked, &chart, &LossChart::enlargeAsked);
  connect(controller, &ChartController::wanted, &chart, &LossChart::wanted);
  connect(controller, &ChartController::cursorMoved, &chart, &LossChart::cursorMoved);
  connect(controller, &ChartController::epochChanged, bar, &ChartToolBar::setEpoch);
  connect(controller, &ChartController::refreshed, &chart, [this] {
    bar->setLastEpoch(controller->lastEpoch());
    if (stack->currentWidget() == table && !table_timer.isActive()) table_timer.start(kTableInterval_ms);
  });
  connect(&table_timer, &QTimer::timeout, &chart, [this] { fillTable(); });
}

void LossChart::Impl::setOptions(const ChartOptions& options) {
  controller->setOptions(options);
  bar->setOptions(options);
  QWidget* shown = options.table ? static_cast<QWidget*>(table) : plot;
  if (stack->currentWidget() == shown) return;
  const bool had_focus = stack->currentWidget()->hasFocus();
  if (options.table) fillTable();
  stack->setCurrentWidget(shown);
  if (had_focus) shown->setFocus();
}

ChartRows LossChart::Impl::visibleRows() const {
  const StepWindow& window = controller->window();
  const std::vector<const Band*> bands = controller->drawnBands();
  if (bands.empty()) return rowsOf(controller->reply(), series.curveNames(), window.first(), window.last());
  ChartReply reply;
  QStringList names;
  for (const Band* band : bands) {
    const QString title = seriesGroupTitle(band->name);
    for (Curve& curve : curvesOf(*band, {bandTitle(*band), tr("%1, 5 %").arg(title), tr("%1, 95 %").arg(title)})) {
      names.append(curve.name);
      reply.curves.push_back(std::move(curve));
    }
  }
  const CurveIndex curves(controller->reply());
  for (const QString& name : controller->drawnNames()) {
    names.append(name);
    if (const Curve* curve = curves.find(name)) reply.curves.push_back(*curve);
  }
  return rowsOf(reply, names, window.first(), window.last());
}

void LossChart::Impl::fillTable() { rows->setRows(visibleRows()); }

void LossChart::Impl::showSeries(bool on) {
  const bool had_focus = legend->isAncestorOf(chart.focusWidget());
  legend->setVisible(on);
  if (had_focus && !on) stack->currentWidget()->setFocus();
}

void LossChart::Impl::arrange() {
  const bool is_narrow = chart.width() < chart.fontMetrics().averageCharWidth() * kNarrowChars;
  const Qt::Orientation wished = is_narrow ? Qt::Vertical : Qt::Horizontal;
  if (splitter->orientation() == wished) return;
  splitter->setOrientation(wished);
  const QSize hint = legend->sizeHint();
  const int all = is_narrow ? splitter->height() : splitter->width();
  const int part = is_narrow ? hint.height() : hint.width();
  splitter->setSizes({std::max(0, all - part), part});
}

void LossChart::Impl::setTexts() {
  plot->setAccessibleName(tr("Curves"));
  plot->setToolTip({});  // tool tips in the plot are those of its marks
  plot->setWhatsThis(
      tr("Drag or the arrow keys move the view; the wheel, + and − zoom; Shift and drag, or the right button, zoom to "
         "a "
         "rectangle; Home and End go to the first and newest step; 0 shows all; a double click gives the chart all "
         "room. "
         "A click or Ctrl and an arrow put the "
         "cursor on a step, Ctrl, Shift and an arrow on the next mark; Escape takes it away.") +
      QLatin1Char(' ') +
      tr("The arrow keys up and down move the values; with Shift, or Ctrl and the wheel, they are zoomed."));
  chart.setAccessibleName(tr("Loss chart"));
  all_series->setText(tr("All series"));
  all_series->setAccessibleName(tr("List of all series"));
  all_series->setToolTip(tr("Show the list of all series, to choose what is drawn"));
}

ChartPicture LossChart::Impl::picture() {
  QVector<ChartPicture::Band> bands;
  for (const Band* band : controller->drawnBands()) bands.append({band->name, bandTitle(*band)});
  return {.plot = plot->viewport()->size(),
          .names = controller->drawnNames(),
          .bands = bands,
          .palette = chart.palette(),
          .font = chart.font(),
          .draw = [this](QPainter* painter, const QRectF& target) { plot->drawTo(painter, target); }};
}

LossChart::LossChart(SeriesModel& series, QWidget* parent)
    : QWidget(parent), impl_(std::make_unique<Impl>(*this, series)) {
  qRegisterMetaType<ChartQuery>();
}

LossChart::~LossChart() = default;

void LossChart::clear() { impl_->controller->clear(); }

void LossChart::setExtent(qint64 first_step, qint64 last_step) { impl_->controller->setExtent(first_step, last_step); }

void LossChart::setReply(const ChartReply& reply) { impl_->controller->setReply(reply); }

bool LossChart::hasCurves() const { return longestOf(impl_->controller->reply()) != nullptr; }

void LossChart::setMarks(const QVector<ChartMark>& marks) { impl_->controller->setMarks(marks); }

void LossChart::setCursorStep(std::optional<qint64> step) { impl_->controller->setCursorStep(step); }

void LossChart::setEmptyText(const QString& text) { impl_->controller->setEmptyText(text); }

ChartAxis LossChart::axis() const { return impl_->controller->options().axis; }

void LossChart::setAxis(ChartAxis axis) {
  ChartOptions options = impl_->controller->options();
  options.axis = axis;
  impl_->setOptions(options);
}

double LossChart::smoothing() const { return impl_->controller->options().smoothing; }

void LossChart::setSmoothing(double share) {
  ChartOptions options = impl_->controller->options();
  options.smoothing = std::clamp(share, 0.0, kMostSmoothing);
  impl_->setOptions(options);
}

bool LossChart::logarithmic() const { return impl_->controller->options().logarithmic; }

void LossChart::setLogarithmic(bool on) {
  ChartOptions options = impl_->controller->options();
  options.logarithmic = on;
  impl_->setOptions(options);
}

bool LossChart::showsSuperseded() const { return impl_->controller->options().superseded; }

void LossChart::setShowsSuperseded(bool on) {
  ChartOptions options = impl_->controller->options();
  options.superseded = on;
  impl_->setOptions(options);
}

bool LossChart::showsSeries() const { return impl_->all_series->isChecked(); }

void LossChart::setShowsSeries(bool on) { impl_->all_series->setChecked(on); }

void LossChart::setRange(qint64 first_step, qint64 last_step) {
  impl_->controller->setRange(static_cast<double>(first_step), static_cast<double>(last_step));
}

QPair<qint64, qint64> LossChart::range() const {
  const StepWindow& window = impl_->controller->window();
  return {std::llround(window.first()), std::llround(window.last())};
}

void LossChart::fit() { impl_->controller->fit(); }

void LossChart::showEpoch(qint64 epoch) { impl_->controller->showEpoch(epoch); }

QByteArray LossChart::saveState() const {
  return toBytes({impl_->controller->options(), impl_->splitter->saveState(), impl_->series.bandWishes()});
}

void LossChart::restoreState(const QByteArray& state) {
  const auto saved = savedChart(state);
  if (!saved) return;
  impl_->splitter->restoreState(saved->splitter);
  impl_->series.setBandWishes(saved->bands);
  impl_->setOptions(saved->options);
}

ChartQuery LossChart::seen() const {
  const auto [first, last] = range();
  return {.names = impl_->series.shownNames(),
          .first_step = first,
          .last_step = last,
          .smoothing = impl_->controller->smoothingWeight()};
}

std::optional<QByteArray> LossChart::exported(const QString& file, QString* error) {
  const auto refuse = [&](const QString& sentence) {
    if (error != nullptr) *error = sentence;
    return std::nullopt;
  };
  impl_->controller->refresh();
  if (!impl_->controller->hasCurves()) return refuse(tr("There is nothing to save: the chart shows no curve."));
  const QString suffix = QFileInfo(file).suffix().toLower();
  if (suffix == QLatin1String("png")) return pngOf(impl_->picture());
  if (suffix == QLatin1String("svg")) return svgOf(impl_->picture());
  return refuse(
      tr("%1 has no suffix that says what to write. Choose a name that ends in .png, .svg or .csv.").arg(file));
}

void LossChart::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  impl_->arrange();
  impl_->controller->setSeen(true);
}

void LossChart::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  impl_->controller->setSeen(false);
}

void LossChart::focusInEvent(QFocusEvent* event) {
  impl_->stack->currentWidget()->setFocus(event->reason());  // a focus proxy would make Tab leave out the tools
}

void LossChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  impl_->arrange();
}

void LossChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) impl_->series.refreshLook();
}

}  // namespace gan
