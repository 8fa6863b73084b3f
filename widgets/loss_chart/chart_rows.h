#pragma once

#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// The columns of several curves side by side: one row for each first step.
struct ChartRows {
  struct Cell {
    std::optional<ChartColumn> raw;
    std::optional<ChartColumn> smoothed;
  };
  struct Row {
    qint64 first_step = 0;
    qint64 last_step = 0;
    double epoch = 0;
    double unix_seconds = 0;
    std::vector<Cell> cells;  ///< Parallel to names.
  };
  QStringList names;
  bool has_smoothed = false;
  bool has_ranges = false;  ///< Some columns hold several steps.
  std::vector<Row> rows;
};

/// Of the columns that touch [first_step, last_step].
ChartRows rowsOf(const ChartReply& reply, const QStringList& names, double first_step, double last_step);

/// RFC 4180 with a heading, UTF-8, numbers as exactText(); a series is one field a row, or its minimum, maximum, first
/// and last value where columns hold several steps; what was not recorded is empty, what is not finite is "nan".
std::string csvOf(const ChartRows& rows);

}  // namespace gan
