#include "loss_chart/readings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gan {
namespace {

double distance(const ChartColumn& column, double step) {
  return std::max({0.0, static_cast<double>(column.first_step) - step, step - static_cast<double>(column.last_step)});
}

ChartColumns::const_iterator nearest(const ChartColumns& columns, double step) {
  auto after = std::partition_point(columns.begin(), columns.end(), [&](const ChartColumn& column) {
    return static_cast<double>(column.last_step) < step;
  });
  if (after == columns.begin()) return after;
  if (after == columns.end() || distance(*(after - 1), step) < distance(*after, step)) return after - 1;
  return after;
}

/// The end of the column that is nearer.
bool takesLast(const ChartColumn& column, double step) {
  return std::abs(static_cast<double>(column.last_step) - step) <
         std::abs(static_cast<double>(column.first_step) - step);
}

double valueOf(const ChartColumn& column, double step) {
  if (!column.has_values) return std::numeric_limits<double>::quiet_NaN();
  return takesLast(column, step) ? column.last : column.first;
}

/// The longest of the curves: its columns say where points were recorded.
const ChartColumns* reference(const ChartReply& reply, const QStringList& names) {
  const ChartColumns* longest = nullptr;
  for (const Curve& curve : reply.curves) {
    if (!names.contains(curve.name) || curve.raw.empty()) continue;
    if (longest == nullptr || curve.raw.size() > longest->size()) longest = &curve.raw;
  }
  return longest;
}

}  // namespace

const Curve* curveOf(const ChartReply& reply, const QString& name) {
  const auto found =
      std::find_if(reply.curves.begin(), reply.curves.end(), [&](const Curve& curve) { return curve.name == name; });
  return found == reply.curves.end() ? nullptr : &*found;
}

std::vector<Reading> readingsAt(const ChartReply& reply, const QStringList& names, double step) {
  std::vector<Reading> readings;
  for (const QString& name : names) {
    const Curve* curve = curveOf(reply, name);
    if (curve == nullptr || curve->raw.empty()) continue;
    const ChartColumn& column = *nearest(curve->raw, step);
    Reading reading{.name = name,
                    .step = takesLast(column, step) ? column.last_step : column.first_step,
                    .value = valueOf(column, step),
                    .raw = {},
                    .extremes = {}};
    if (column.has_values && column.first_step != column.last_step && column.min < column.max) {
      reading.extremes = {column.min, column.max};
    }
    if (column.has_values && !curve->smoothed.empty()) {
      reading.raw = reading.value;
      reading.value = valueOf(*nearest(curve->smoothed, static_cast<double>(reading.step)), step);
    }
    readings.push_back(reading);
  }
  return readings;
}

std::optional<Moment> momentAt(const ChartReply& reply, const QStringList& names, double step) {
  const ChartColumns* columns = reference(reply, names);
  if (columns == nullptr) return std::nullopt;
  const auto column = nearest(*columns, step);
  Moment moment{column->first_step, column->epoch, column->unix_seconds};
  if (takesLast(*column, step)) {
    moment.step = column->last_step;
    if (const auto next = column + 1; next != columns->end()) {  // epoch and time are known of columns' beginnings
      const double part = static_cast<double>(column->last_step - column->first_step) /
                          static_cast<double>(std::max<qint64>(1, next->first_step - column->first_step));
      moment.epoch += part * (next->epoch - column->epoch);
      moment.unix_seconds += part * (next->unix_seconds - column->unix_seconds);
    }
  }
  return moment;
}

qint64 neighbour(const ChartReply& reply, const QStringList& names, qint64 step, int count) {
  const ChartColumns* columns = reference(reply, names);
  if (columns == nullptr) return step;
  const auto at = nearest(*columns, static_cast<double>(step)) - columns->begin();
  const auto to = std::clamp<std::ptrdiff_t>(at + count, 0, static_cast<std::ptrdiff_t>(columns->size()) - 1);
  const ChartColumn& column = (*columns)[static_cast<std::size_t>(to)];
  return to == at ? step : column.first_step;
}

}  // namespace gan
