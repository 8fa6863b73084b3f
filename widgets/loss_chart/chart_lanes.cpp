#include "loss_chart/chart_lanes.h"

#include <algorithm>
#include <cmath>

#include "style/series_style.h"

namespace gan {
namespace {

QString titleOf(const ChartLane& lane) {
  QStringList titles;
  for (const QString& name : lane.names + lane.bands) titles << seriesGroupTitle(seriesScale(name));
  titles.removeDuplicates();
  return titles.join(QStringLiteral(", "));
}

}  // namespace

std::vector<ChartLane> lanesOf(const QStringList& names, const std::vector<const Band*>& bands, const QRectF& plot,
                               double least_height, double gap) {
  std::vector<ChartLane> lanes;
  const auto most = std::max<std::size_t>(1, static_cast<std::size_t>((plot.height() + gap) / (least_height + gap)));
  const auto laneFor = [&](const QString& name) -> ChartLane& {
    const QString scale = seriesScale(name);
    const auto found = std::ranges::find(lanes, scale, &ChartLane::scale);
    if (found != lanes.end()) return *found;
    if (lanes.size() < most) lanes.push_back({.scale = scale, .title = {}, .names = {}, .bands = {}, .mapping = {}});
    return lanes.back();
  };
  for (const QString& name : names) laneFor(name).names << name;
  for (const Band* band : bands) laneFor(band->name).bands << band->name;
  if (lanes.empty()) lanes.emplace_back();
  const auto count = static_cast<double>(lanes.size());
  const double height = std::floor((plot.height() - gap * (count - 1)) / count);
  double top = plot.top();
  for (ChartLane& lane : lanes) {
    const bool is_last = &lane == &lanes.back();
    lane.title = titleOf(lane);
    lane.mapping.plot = QRectF(plot.left(), top, plot.width(), is_last ? plot.bottom() - top : height);
    lane.mapping.clamps = lanes.size() > 1;
    top += height + gap;
  }
  return lanes;
}

const ChartLane& laneOf(const std::vector<ChartLane>& lanes, const QString& name) {
  const auto holds = [&](const ChartLane& lane) { return lane.names.contains(name) || lane.bands.contains(name); };
  const auto found = std::ranges::find_if(lanes, holds);
  return found == lanes.end() ? lanes.front() : *found;
}

}  // namespace gan
