#pragma once

#include <QVector>
#include <algorithm>
#include <cmath>
#include <functional>

#include "loss_chart/band.h"
#include "loss_chart/chart_data.h"

namespace gan::test {

constexpr double kStartSeconds = 1.7e9;
constexpr double kStepsPerEpoch = 100;

inline ChartColumn column(qint64 step, float value) {
  const Column column{.first_step = step,
                      .last_step = step,
                      .min = value,
                      .max = value,
                      .first = value,
                      .last = value,
                      .count = std::isfinite(value) ? 1U : 0U,
                      .not_finite = std::isfinite(value) ? 0U : 1U};
  return {column, static_cast<double>(step) / kStepsPerEpoch, kStartSeconds + static_cast<double>(step)};
}

/// Answers queries about a run of which every step was recorded, however many columns were asked for.
struct FakeRun {
  qint64 last_step = 1000;
  std::function<float(const QString& name, qint64 step)> value = [](const QString&, qint64) { return 1.0F; };

  qint64 columns_of = 1;  ///< Steps in each, counted from the first one that is asked for.

  bool isRecorded(const std::optional<qint64>& step) const { return step && *step <= last_step; }

  void reduce(ChartColumns& columns) const {
    ChartColumns reduced;
    for (const ChartColumn& one : columns) {
      if (reduced.empty() || one.first_step >= reduced.back().first_step + columns_of) {
        reduced.push_back(one);
        continue;
      }
      ChartColumn& wide = reduced.back();
      wide.last_step = one.last_step;
      wide.last = one.last;
      wide.min = std::min(wide.min, one.min);
      wide.max = std::max(wide.max, one.max);
    }
    columns = reduced;
  }

  ChartReply answer(const ChartQuery& query) const {
    ChartReply reply{.stamp = query.stamp, .first_step = 1, .last_step = last_step, .curves = {}};
    const qint64 last = query.last_step == 0 ? last_step : query.last_step;
    for (const QString& name : query.names) {
      Curve curve{.name = name, .raw = {}, .smoothed = {}, .superseded = {}};
      for (qint64 step = std::max<qint64>(1, query.first_step); step <= last; ++step) {
        curve.raw.push_back(column(step, value(name, step)));
      }
      if (isRecorded(query.cursor)) curve.at_cursor = column(*query.cursor, value(name, *query.cursor));
      if (columns_of > 1) reduce(curve.raw);
      if (query.smoothing > 0) curve.smoothed = curve.raw;
      if (query.smoothing > 0) curve.smoothed_at_cursor = curve.at_cursor;
      reply.curves.push_back(std::move(curve));
    }
    for (const BandQuery& wanted : query.bands) {
      std::vector<BandMember> members;
      std::vector<BandMember> at_cursor;
      for (const QString& name : wanted.members) {
        ChartColumns columns;
        for (qint64 step = std::max<qint64>(1, query.first_step); step <= last; ++step) {
          columns.push_back(column(step, value(name, step)));
        }
        if (columns_of > 1) reduce(columns);
        members.push_back({name, {columns.begin(), columns.end()}});
        if (isRecorded(query.cursor)) at_cursor.push_back({name, {column(*query.cursor, value(name, *query.cursor))}});
      }
      const qint64 last_in_view = query.view_last_step == 0 ? last : query.view_last_step;
      reply.bands.push_back(bandOf(wanted.name, members, query.view_first_step, last_in_view));
      if (!at_cursor.empty()) reply.bands.back().at_cursor = bandAt(at_cursor, *query.cursor);
      ChartQuery sticking = query;
      sticking.names = reply.bands.back().sticking_out;
      sticking.bands.clear();
      for (Curve& curve : answer(sticking).curves) reply.curves.push_back(std::move(curve));
    }
    return reply;
  }
};

}  // namespace gan::test
