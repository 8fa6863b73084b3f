#include "comparison/compared_curves.h"

#include <algorithm>
#include <cmath>

#include "loss_chart/chart_options.h"
#include "loss_chart/readings.h"

namespace gan {
namespace {

constexpr double kMargin = 0.25;  // of the view's width, asked for at either side, so that a drag shows no bare edges
constexpr double kNarrowest = 1e-6;  // of all there is
constexpr int kMostColumns = 20'000;

}  // namespace

double ComparedCurves::Run::reachFirst() const {
  const qint64 history = reply.history_first_step;
  return static_cast<double>(history > 0 ? std::min(history, first_step) : first_step);
}

void ComparedCurves::setCount(int runs) {
  runs_.assign(static_cast<std::size_t>(runs), {});
  chosen_.reset();
}

void ComparedCurves::setBranchPoints(std::span<const qint64> points) {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    runs_[i].branch_point = points[i];
    runs_[i].cursor_step.reset();
    updateScales(runs_[i]);
  }
}

void ComparedCurves::setAlignment(Alignment alignment) {
  if (alignment == alignment_) return;
  alignment_ = alignment;
  chosen_.reset();
  for (Run& run : runs_) updateScales(run);
}

void ComparedCurves::setExtent(int run, qint64 first_step, qint64 last_step) {
  Run& its = runs_.at(static_cast<std::size_t>(run));
  its.first_step = first_step;
  its.last_step = last_step;
}

bool ComparedCurves::setReply(int run, const ChartReply& reply) {
  Run& its = runs_.at(static_cast<std::size_t>(run));
  if (reply.stamp != its.stamp || its.stamp == 0) return false;
  its.reply = reply;
  if (reply.last_step > its.last_step) setExtent(run, reply.first_step, reply.last_step);
  const ChartColumns* longest = longestOf(its.reply);
  if (its.asked_whole && longest != nullptr) its.whole = *longest;
  updateScales(its);
  return true;
}

/// Seconds count from the run's first step.
XScale ComparedCurves::scaleOf(const Run& run, const ChartColumns& columns) const {
  switch (alignment_) {
    case Alignment::kStep:
      return {};
    case Alignment::kBranchPoint:
      return XScale(run.branch_point);
    case Alignment::kEpoch:
      return {ChartAxis::kEpoch, columns, 0};
    case Alignment::kTime:
      return {ChartAxis::kTime, columns,
              XScale(ChartAxis::kTime, run.whole, 0).at(static_cast<double>(run.first_step))};
  }
  return {};
}

void ComparedCurves::updateScales(Run& run) const {
  const ChartColumns* longest = longestOf(run.reply);
  run.whole_scale = scaleOf(run, run.whole);
  run.scale = longest == nullptr ? run.whole_scale : scaleOf(run, *longest);
}

bool ComparedCurves::isPlaced(const Run& run) const {
  const bool by_steps = alignment_ == Alignment::kStep || alignment_ == Alignment::kBranchPoint;
  return run.hasSteps() && (by_steps || !run.whole.empty());
}

std::optional<std::pair<double, double>> ComparedCurves::reach() const {
  std::optional<std::pair<double, double>> all;
  for (const Run& run : runs_) {
    if (!isPlaced(run)) continue;
    const XScale& scale = run.whole_scale;
    const double first = scale.at(static_cast<double>(run.first_step));
    const double last = scale.at(static_cast<double>(run.last_step));
    all = all ? std::pair(std::min(all->first, first), std::max(all->second, last)) : std::pair(first, last);
  }
  return all;
}

bool ComparedCurves::hasView() const { return reach().has_value(); }

double ComparedCurves::first() const {
  const auto all = reach();
  if (!all) return 0;
  return chosen_ ? chosen_->first : all->first;
}

double ComparedCurves::last() const {
  const auto all = reach();
  if (!all) return 1;
  const double last = chosen_ ? chosen_->second : all->second;
  return last > first() ? last : first() + 1;  // one step
}

void ComparedCurves::set(double first, double last) {
  const auto all = reach();
  if (!all || !std::isfinite(first) || !std::isfinite(last) || !(last > first)) return;
  const double whole = all->second - all->first;
  if (last - first >= whole) return fit();
  const double width = std::max(last - first, whole * kNarrowest);
  first = std::clamp(first, all->first, all->second - width);
  chosen_ = {first, first + width};
}

std::pair<double, double> ComparedCurves::stepsInView(int run) const {
  const XScale& scale = at(run).whole_scale;
  return {scale.stepAt(first()), scale.stepAt(last())};
}

void ComparedCurves::setCursor(std::optional<double> place) {
  cursor_ = place;
  for (Run& run : runs_) run.cursor_step.reset();
  if (!place) return;
  for (Run& run : runs_) {
    if (isPlaced(run)) run.cursor_step = std::llround(run.scale.stepAt(*place));
  }
}

qint64 ComparedCurves::stepAt(int run, double place) const {
  const Run& its = at(run);
  if (cursor_ == place && its.cursor_step) return *its.cursor_step;
  return std::llround(its.scale.stepAt(place));
}

ChartQuery ComparedCurves::seen(int run, const QStringList& names, double smoothing_share) const {
  const Run& its = at(run);
  if (!isPlaced(its)) return {};
  ChartQuery query{.names = names, .first_step = its.first_step, .last_step = its.last_step};
  if (!isFitted()) {
    const auto [first, last] = stepsInView(run);
    query.first_step = std::max<qint64>(its.first_step, std::llround(first));
    query.last_step = std::min<qint64>(its.last_step, std::llround(last));
  }
  if (query.first_step > query.last_step) return {};
  query.smoothing = smoothingWeight(smoothing_share, static_cast<double>(query.last_step - query.first_step + 1));
  return query;
}

std::optional<ChartQuery> ComparedCurves::ask(int run, const QStringList& names, double pixels,
                                              double smoothing_share) {
  Run& its = runs_.at(static_cast<std::size_t>(run));
  ++its.stamp;
  if (!its.hasSteps() || names.isEmpty()) return std::nullopt;
  const auto run_last = static_cast<double>(its.last_step);
  // What is not known to lie anywhere is all in view.
  its.asked_whole = isFitted() || its.whole.empty();
  double from = its.reachFirst();
  double to = run_last;
  double share = 1;  // of the view's width
  double steps = run_last - static_cast<double>(its.first_step) + 1;
  if (!its.asked_whole) {
    const XScale& scale = its.whole_scale;
    const double margin = kMargin * (last() - first());
    from = std::max(from, std::floor(scale.stepAt(first() - margin)));
    to = std::min(to, std::ceil(scale.stepAt(last() + margin)));
    if (from > to) return std::nullopt;
    share = (scale.at(to) - scale.at(from)) / (last() - first());
    const auto [view_first, view_last] = stepsInView(run);
    steps = std::max(1.0, std::min(view_last, run_last) - std::max(view_first, from) + 1);
  } else if (isPlaced(its)) {
    const XScale& scale = its.whole_scale;
    share = (scale.at(run_last) - scale.at(static_cast<double>(its.first_step))) / (last() - first());
  }
  // What a branch's parents recorded is asked for along with it, as far as it is in view.
  ChartQuery query{.stamp = its.stamp, .names = names};
  query.first_step = its.asked_whole ? 0 : static_cast<qint64>(std::max(0.0, from));
  query.last_step = to >= run_last ? 0 : static_cast<qint64>(to);
  query.columns = static_cast<int>(std::clamp(std::ceil(pixels * share), 1.0, static_cast<double>(kMostColumns)));
  if (cursor_ && isPlaced(its)) query.cursor = its.cursor_step = stepAt(run, *cursor_);
  query.smoothing = its.whole.empty() ? 0 : smoothingWeight(smoothing_share, steps);
  return query;
}

}  // namespace gan
