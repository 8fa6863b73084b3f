#include "loss_chart/chart_controller.h"

#include <QApplication>
#include <algorithm>
#include <cmath>

#include "loss_chart/readings.h"
#include "loss_chart/series_model.h"
#include "style/theme.h"

namespace gan {
namespace {

constexpr double kMargin = 0.25;  // of the view's width, asked for at either side, so that a drag shows no bare edges
constexpr int kMostColumns = 20000;
/// Of all curves together, so that a frame takes no longer for hundreds of them: of so many no pixel can be told apart.
constexpr qsizetype kMostColumnsInAll = 24000;
constexpr qsizetype kLeastColumns = 64;
constexpr qint64 kAskInterval_ms = 30;
/// In lines of text: the least height of what has an axis of its own, and what is between two of them.
constexpr double kLeastLane = 6;
constexpr double kLaneGap = 1.2;
/// Pixels beside the cursor's line that are meant as its step, whatever other steps share them.
constexpr double kOnCursor = 1;

}  // namespace

ChartController::ChartController(SeriesModel& series, PlotView& plot, QObject* parent)
    : QObject(parent), series_(series), plot_(plot) {
  asking_.setSingleShot(true);
  asking_.setTimerType(Qt::PreciseTimer);  // a coarse one may fire early
  connect(&asking_, &QTimer::timeout, this, &ChartController::ask);
  connect(&series_, &SeriesModel::shownChanged, this, &ChartController::viewChanged);
  connect(&series_, &SeriesModel::modelReset, this, &ChartController::viewChanged);
  connectPlot();
}

void ChartController::connectPlot() {
  connect(&plot_, &PlotView::geometryChanged, this, [this] {
    viewChanged();
    refresh();  // the axes are where they belong already: no picture may show curves that are not
  });
  connect(&plot_, &PlotView::lookChanged, this, &ChartController::changed);
  connect(&plot_, &PlotView::panned, this, &ChartController::pan);
  connect(&plot_, &PlotView::valuesPanned, this, &ChartController::panValues);
  connect(&plot_, &PlotView::zoomed, this, &ChartController::zoom);
  connect(&plot_, &PlotView::valuesScaled, this, &ChartController::scaleValues);
  connect(&plot_, &PlotView::valuesZoomed, this, &ChartController::zoomValues);
  connect(&plot_, &PlotView::rectangleChosen, this, &ChartController::chooseRectangle);
  connect(&plot_, &PlotView::fitAsked, this, &ChartController::fit);
  connect(&plot_, &PlotView::clicked, this, [this](double pixel) {
    cursor_before_click_ = cursor_;
    cursor_has_box_ = false;
    if (const auto moment = momentAtPixel(pixel)) moveCursor(moment->step);
  });
  connect(&plot_, &PlotView::doubleClicked, this, [this] {
    moveCursor(cursor_before_click_);  // its first click was none
    emit enlargeAsked();
  });
  connect(&plot_, &PlotView::pointerMoved, this, [this](const std::optional<QPointF>& at) {
    if (at == pointer_) return;
    pointer_ = at;
    updateCursor();
  });
  connect(&plot_, &PlotView::homeAsked, this,
          [this] { setRange(window_.reachFirst(), window_.reachFirst() + window_.last() - window_.first()); });
  connect(&plot_, &PlotView::endAsked, this,
          [this] { setRange(window_.extentLast() - (window_.last() - window_.first()), window_.extentLast()); });
  connect(&plot_, &PlotView::cursorStepped, this, [this](int points) {
    cursor_has_box_ = true;
    const auto from = cursor_.value_or(std::llround(points > 0 ? window_.first() : window_.last()));
    moveCursor(cursor_ ? neighbour(reply_, drawnNames(), from, points) : from);
  });
  connect(&plot_, &PlotView::markStepped, this, &ChartController::stepMark);
  connect(&plot_, &PlotView::cursorCleared, this, [this] { moveCursor(std::nullopt); });
}

void ChartController::clear() {
  asked_.reset();
  window_.clear();
  reply_ = {};
  marks_.clear();
  cursor_.reset();
  cursor_before_click_.reset();
  value_windows_.clear();
  epoch_.reset();
  has_origin_ = false;
  ++stamp_;  // answers about the run before are stale
  changed();
  emit epochChanged(-1);
}

void ChartController::setExtent(qint64 first_step, qint64 last_step) {
  window_.setExtent(first_step, last_step);
  if (!isAskedFor()) request();
  changed();
}

void ChartController::setReply(const ChartReply& reply) {
  if (reply.stamp != stamp_ || stamp_ == 0) return;
  reply_ = reply;
  if (static_cast<double>(reply.last_step) > window_.extentLast()) window_.setExtent(reply.first_step, reply.last_step);
  for (const Curve& curve : reply_.curves) {
    if (has_origin_ || curve.raw.empty() || curve.raw.front().first_step > reply.first_step) continue;
    origin_seconds_ = curve.raw.front().unix_seconds;
    has_origin_ = true;
  }
  updateScale();
  updateHistory();
  applyEpoch();
  changed();
}

/// Runs before this one had their times long before it, with nothing in between.
void ChartController::updateHistory() {
  const double first = window_.first();
  window_.setHistory(options_.axis == ChartAxis::kTime ? 0 : reply_.history_first_step);
  if (window_.first() != first) request();
}

void ChartController::setMarks(const QVector<ChartMark>& marks) {
  marks_ = marks;
  changed();
}

void ChartController::setCursorStep(std::optional<qint64> step) {
  if (step == cursor_) return;
  cursor_ = step;
  cursor_has_box_ = cursor_has_box_ && step;
  if (step) request();
  updateCursor();
}

void ChartController::moveCursor(std::optional<qint64> step) {
  if (step == cursor_) return;
  setCursorStep(step);
  // Moved by keys, it stays in view.
  if (step && (static_cast<double>(*step) < window_.first() || static_cast<double>(*step) > window_.last())) {
    const double half = (window_.last() - window_.first()) / 2;
    setRange(static_cast<double>(*step) - half, static_cast<double>(*step) + half);
  }
  emit cursorMoved(step);
}

void ChartController::stepMark(int direction) {
  const auto from = static_cast<double>(cursor_.value_or(direction > 0 ? -1 : std::llround(window_.extentLast()) + 1));
  std::optional<qint64> best;
  for (const ChartMark& mark : marks_) {
    const auto step = static_cast<double>(mark.step);
    if (mark.superseded && !options_.superseded) continue;
    if (direction > 0 ? step > from && (!best || mark.step < *best) : step < from && (!best || mark.step > *best)) {
      best = mark.step;
    }
  }
  cursor_has_box_ = true;
  if (best) moveCursor(best);
}

void ChartController::setEmptyText(const QString& text) {
  empty_text_ = text;
  changed();
}

void ChartController::setOptions(const ChartOptions& options) {
  if (options == options_) return;
  const bool asks = options.smoothing != options_.smoothing || options.superseded != options_.superseded;
  if (options.logarithmic != options_.logarithmic) value_windows_.clear();
  options_ = options;
  updateScale();
  updateHistory();
  if (asks) request();
  changed();
}

double ChartController::smoothingWeight() const {
  return gan::smoothingWeight(options_.smoothing, window_.last() - window_.first() + 1);
}

void ChartController::changed() {
  if (std::exchange(is_refresh_due_, true)) return;
  QMetaObject::invokeMethod(this, &ChartController::refresh, Qt::QueuedConnection);
}

void ChartController::viewChanged() {
  request();
  changed();
}

void ChartController::setRange(double first, double last) {
  window_.set(first, last);
  if (std::exchange(epoch_, std::nullopt)) emit epochChanged(-1);
  viewChanged();
}

void ChartController::fit() {
  window_.fit();
  value_windows_.clear();
  epoch_.reset();
  viewChanged();
  emit epochChanged(-1);
}

void ChartController::zoom(double factor, double at) {
  if (!(factor > 0)) return;
  const double first = scale_.at(window_.first());
  const double last = scale_.at(window_.last());
  const double centre = first + (last - first) * at;
  const double width = (last - first) / factor;
  setRange(scale_.stepAt(centre - width * at), scale_.stepAt(centre + width * (1 - at)));
}

/// From now on they stay where they are put.
void ChartController::holdValues() {
  if (!value_windows_.isEmpty() || !hasCurves()) return;
  for (const ChartLane& lane : lanes_) value_windows_.insert(lane.scale, shownValues(lane));
}

void ChartController::scaleValues(double factor) {
  holdValues();
  for (ValueRange& window : value_windows_) {
    const double centre = (window.low + window.high) / 2;
    const double half = (window.high - window.low) / 2 / factor;
    if (!(half > std::abs(centre) * 1e-12) || !std::isfinite(half)) continue;  // as fine as numbers go
    window.low = centre - half;
    window.high = centre + half;
  }
  changed();
}

void ChartController::panValues(double up) {
  holdValues();
  for (ValueRange& window : value_windows_) {
    const double moved = up * (window.high - window.low);
    window.low += moved;
    window.high += moved;
  }
  changed();
}

void ChartController::pan(double right, double up) {
  if (up != 0 && !value_windows_.isEmpty()) panValues(up);
  if (right == 0 || window_.isFitted()) return;
  const double first = scale_.at(window_.first());
  const double last = scale_.at(window_.last());
  const double moved = right * (last - first);
  setRange(scale_.stepAt(first + moved), scale_.stepAt(last + moved));
}

ValueRange ChartController::shownValues(const ChartLane& lane) {
  return {lane.mapping.y_low, lane.mapping.y_high, lane.mapping.logarithmic, true};
}

/// The nearest.
ChartLane* ChartController::laneAt(double pixel) {
  const auto away = [pixel](const ChartLane& lane) {
    return std::max({0.0, lane.mapping.plot.top() - pixel, pixel - lane.mapping.plot.bottom()});
  };
  const auto nearest = std::ranges::min_element(lanes_, {}, away);
  return nearest == lanes_.end() ? nullptr : &*nearest;
}

void ChartController::zoomValues(double factor, double at) {
  if (!(factor > 0) || !hasCurves()) return;
  const QRectF whole = plot_.plot();
  const double pixel = whole.bottom() - at * whole.height();
  const ChartLane* lane = laneAt(pixel);
  if (lane == nullptr || lane->mapping.plot.isEmpty()) return;
  const PlotMapping& mapping = lane->mapping;
  const double place = std::clamp((mapping.plot.bottom() - pixel) / mapping.plot.height(), 0.0, 1.0);
  const double centre = mapping.y_low + (mapping.y_high - mapping.y_low) * place;
  const double height = (mapping.y_high - mapping.y_low) / factor;
  if (!(height > std::abs(centre) * 1e-12)) return;  // as fine as numbers go
  value_windows_.insert(lane->scale,
                        {centre - height * place, centre + height * (1 - place), mapping.logarithmic, true});
  changed();
}

void ChartController::chooseRectangle(const QRectF& pixels) {
  if (!hasCurves()) return;
  const ChartLane* lane = laneAt(pixels.center().y());
  if (lane != nullptr && pixels.height() >= plot_.fontMetrics().height()) {  // else it was meant as a range of steps
    const PlotMapping& mapping = lane->mapping;
    const auto axisY = [&](double pixel) {
      const double value = mapping.value(std::clamp(pixel, mapping.plot.top(), mapping.plot.bottom()));
      return mapping.logarithmic ? std::log10(value) : value;
    };
    value_windows_.insert(lane->scale, {axisY(pixels.bottom()), axisY(pixels.top()), mapping.logarithmic, true});
  }
  setRange(stepAtPixel(pixels.left()), stepAtPixel(pixels.right()));
}

void ChartController::showEpoch(qint64 epoch) {
  window_.fit();
  value_windows_.clear();
  epoch_ = epoch;
  applyEpoch();
  viewChanged();
  emit epochChanged(epoch);
}

void ChartController::applyEpoch() {
  if (!epoch_ || !hasCurves()) return;
  const ChartColumns* longest = longestOf(reply_);
  const XScale epochs(ChartAxis::kEpoch, *longest, 0);
  // A step's epoch is counted at its end: those of epoch 0 end in (0, 1].
  const auto from = static_cast<double>(*epoch_);
  const double first = std::floor(epochs.stepAt(from) + 1e-3) + 1;
  const double last = std::floor(epochs.stepAt(from + 1) + 1e-3);
  if (first == window_.first() && last == window_.last()) return;
  window_.set(first, last);
  request();
}

qint64 ChartController::lastEpoch() const {
  const ChartColumns* longest = longestOf(reply_);
  if (longest == nullptr || longest->empty()) return -1;
  const double last = XScale(ChartAxis::kEpoch, *longest, 0).at(window_.extentLast());
  return last < 0 ? -1 : std::max<qint64>(0, static_cast<qint64>(std::ceil(last - 1e-9)) - 1);
}

std::vector<const Band*> ChartController::drawnBands() const {
  std::vector<const Band*> drawn;
  for (const BandQuery& wanted : series_.bands()) {
    for (const Band& band : reply_.bands) {
      if (band.name == wanted.name && !band.columns.empty()) drawn.push_back(&band);
    }
  }
  return drawn;
}

QStringList ChartController::drawnNames() const {
  QStringList names = series_.curveNames();
  for (const Band* band : drawnBands()) names += band->sticking_out;
  return names;
}

bool ChartController::hasCurves() const {
  if (!drawnBands().empty()) return true;
  const CurveIndex curves(reply_);
  const QStringList names = series_.curveNames();
  return std::any_of(names.begin(), names.end(), [&](const QString& name) {
    const Curve* curve = curves.find(name);
    return curve != nullptr && !curve->raw.empty();
  });
}

void ChartController::setSeen(bool seen) {
  is_seen_ = seen;
  if (seen) return request();
  asking_.stop();
  takeBack();
}

void ChartController::takeBack() {
  if (std::exchange(asked_, std::nullopt)) emit wanted({});
}

/// Asks soon, but not at each pixel of a drag.
void ChartController::request() {
  if (!is_seen_ || asking_.isActive()) return;
  const qint64 since = since_asked_.isValid() ? since_asked_.elapsed() : kAskInterval_ms;
  asking_.start(static_cast<int>(std::max<qint64>(0, kAskInterval_ms - since)));
}

/// Whether what comes of the question that stands is all that is in view, as the run goes on.
bool ChartController::isAskedFor() const {
  if (!asked_ || asked_->smoothing != smoothingWeight()) return false;
  if (static_cast<double>(asked_->first_step) > window_.first() + 1) return false;  // a fitted view of more history
  const double passed = window_.first() - static_cast<double>(asked_->first_step);
  return window_.isFitted() || !window_.showsNewest() || passed < 2 * kMargin * (window_.last() - window_.first());
}

void ChartController::ask() {
  ChartQuery query{.stamp = 0,
                   .names = series_.curveNames(),
                   .first_step = 0,
                   .last_step = 0,
                   .columns = 0,
                   .smoothing = smoothingWeight(),
                   .cursor = cursor_,
                   .superseded = options_.superseded,
                   .bands = series_.bands()};
  if (query.isEmpty() || !window_.hasExtent()) return takeBack();
  const double width = std::max(1.0, window_.last() - window_.first());
  const bool has_history = window_.reachFirst() < window_.extentFirst();
  const double margin = window_.isFitted() && !has_history ? 0 : kMargin * width;
  const double first = std::max(window_.reachFirst(), std::floor(window_.first() - margin));
  const double last = std::min(window_.extentLast(), std::ceil(window_.last() + margin));
  query.stamp = ++stamp_;
  query.first_step = static_cast<qint64>(first);
  query.last_step = last >= window_.extentLast() ? 0 : static_cast<qint64>(last);
  query.view_first_step = static_cast<qint64>(std::floor(window_.first()));
  query.view_last_step = window_.showsNewest() ? 0 : static_cast<qint64>(std::ceil(window_.last()));
  const double pixels = plot_.plot().width() * plot_.devicePixelRatioF();
  const qsizetype count = query.names.size();
  const qsizetype most =
      count > kMostDetailed ? std::max(kLeastColumns, kMostColumnsInAll / count) : qsizetype{kMostColumns};
  const double wished = std::ceil(pixels * (last - first) / width);
  query.columns = static_cast<int>(std::clamp(wished, 1.0, static_cast<double>(most)));
  since_asked_.start();
  asked_ = query;
  emit wanted(query);
}

void ChartController::updateScale() {
  const ChartColumns* longest = longestOf(reply_);
  scale_ = longest == nullptr ? XScale() : XScale(options_.axis, *longest, origin_seconds_);
}

double ChartController::stepAtPixel(double pixel) const { return scale_.stepAt(mapping_.axisX(pixel)); }

std::optional<Moment> ChartController::momentAtPixel(double pixel) const {
  double step = stepAtPixel(pixel);
  if (cursor_) {
    const auto pinned = static_cast<double>(*cursor_);
    if (std::abs(mapping_.pixelX(scale_.at(pinned)) - pixel) <= kOnCursor) step = pinned;
  }
  return momentAt(reply_, drawnNames(), step);
}

void ChartController::updateMapping() {
  mapping_.plot = plot_.plot();
  mapping_.x_first = scale_.at(window_.first());
  mapping_.x_last = scale_.at(window_.last());
  if (!(mapping_.x_last > mapping_.x_first)) {  // one step
    mapping_.x_first -= 0.5;
    mapping_.x_last = mapping_.x_first + 1;
  }
  const double line = plot_.fontMetrics().height();
  lanes_ = lanesOf(drawnNames(), drawnBands(), plot_.plot(), kLeastLane * line, kLaneGap * line);
  bool is_linear_for_want = false;
  for (ChartLane& lane : lanes_) is_linear_for_want = fitLane(lane) || is_linear_for_want;
  plot_.setRemark(is_linear_for_want ? tr("Linear, because some values in view are not positive") : QString());
}

/// True if its values are wished for on a logarithmic axis and cannot be.
bool ChartController::fitLane(ChartLane& lane) {
  std::vector<const ChartColumns*> curves;
  const CurveIndex known(reply_);
  for (const QString& name : lane.names) {
    const Curve* curve = known.find(name);
    if (curve == nullptr) continue;
    curves.push_back(&curve->raw);
    if (!options_.superseded) continue;
    for (const ChartColumns& piece : curve->superseded) curves.push_back(&piece);
  }
  for (const Band* band : drawnBands()) {
    if (lane.bands.contains(band->name)) curves.push_back(&band->columns);
  }
  const ValueRange fitting =
      valueRangeOf(curves, window_.first(), window_.last(),
                   {.logarithmic = options_.logarithmic, .ignores_outliers = options_.ignores_outliers});
  const auto window = value_windows_.constFind(lane.scale);
  const bool chosen = window != value_windows_.constEnd() && window->is_log == fitting.is_log;
  const ValueRange values = chosen ? *window : fitting;
  if (!chosen) value_windows_.remove(lane.scale);
  lane.mapping.x_first = mapping_.x_first;
  lane.mapping.x_last = mapping_.x_last;
  lane.mapping.y_low = values.low;
  lane.mapping.y_high = values.high;
  lane.mapping.logarithmic = values.is_log;
  return options_.logarithmic && fitting.has_values && !fitting.is_log;
}

void ChartController::updateSentence() {
  if (hasCurves()) {
    plot_.setSentence({});
  } else if (!series_.names().isEmpty() && series_.shownNames().isEmpty()) {
    plot_.setSentence(tr("Check a series in the list to see its curve."));
  } else {
    plot_.setSentence(empty_text_.isEmpty() ? tr("Curves appear here once a run has recorded values.") : empty_text_);
  }
}

void ChartController::updateCursor() {
  const QStringList names = drawnNames();
  const std::vector<const Band*> bands = drawnBands();
  const ChartSubject seen{reply_, names, bands, options_, scale_, lanes_, origin_seconds_, isDark(plot_.palette())};
  const auto pixelOf = [&](double step) { return mapping_.pixelX(scale_.at(step)); };
  const auto cursor_x = cursor_ ? std::optional(pixelOf(static_cast<double>(*cursor_))) : std::nullopt;
  plot_.cursor().setCursor(cursor_x, cursor_ ? stepText(static_cast<double>(*cursor_)) : QString());

  // The newest, or where it is not in view, the last that is.
  const double last = std::min(window_.last(), window_.extentLast());
  double step = cursor_ ? static_cast<double>(*cursor_) : last;
  if (pointer_) {
    const auto moment = momentAtPixel(pointer_->x());
    if (moment) step = static_cast<double>(moment->step);
    plot_.cursor().setBoxes(moment ? std::optional(pixelOf(step)) : std::nullopt, {cursorBox(seen, step)});
  } else if (cursor_ && cursor_has_box_ && plot_.hasFocus()) {
    plot_.cursor().setBoxes(cursor_x, {cursorBox(seen, step)});
  } else {
    plot_.cursor().setBoxes(std::nullopt, {});
  }
  SeriesModel::Values values;
  for (const Reading& reading : readingsAt(reply_, names, step)) values.curves.insert(reading.name, reading.value);
  for (const Band* band : bands) {
    if (const auto reading = readingAt(*band, step)) values.bands.insert(band->name, reading->median);
  }
  series_.setValuesAtCursor(values);
  plot_.setAccessibleDescription(description(seen, window_.first(), window_.last(), step));
}

void ChartController::refresh() {
  if (!std::exchange(is_refresh_due_, false)) return;
  updateMapping();
  updateSentence();
  const QStringList names = drawnNames();
  const std::vector<const Band*> bands = drawnBands();
  const ChartSubject seen{reply_, names, bands, options_, scale_, lanes_, origin_seconds_, isDark(plot_.palette())};
  const QRectF area = plot_.plot();
  if (hasCurves()) {
    QVector<PlotView::Lane> axes;
    for (const ChartLane& lane : lanes_) {
      axes.append({lane.mapping.plot, yAxisLook(lane.mapping, plot_), lanes_.size() > 1 ? lane.title : QString()});
    }
    plot_.setAxes(xAxisLook(options_.axis, mapping_, plot_), axes);
  }
  plot_.curves().setCurves(drawnCurves(seen), gan::drawnBands(seen), area);
  QVector<ChartMark> marks = marks_;
  marks.removeIf([&](const ChartMark& mark) { return mark.superseded && !options_.superseded; });
  plot_.marks().setClusters(clustered(
                                std::move(marks), [&](double step) { return mapping_.pixelX(scale_.at(step)); },
                                area.left(), area.right(), plot_.marks().signSize() * 1.3),
                            area);
  updateCursor();
  emit refreshed();
}

}  // namespace gan
