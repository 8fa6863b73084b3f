#include "loss_chart/readings.h"

#include <QLocale>
#include <QSet>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

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
  if (column.count == 0) return std::numeric_limits<double>::quiet_NaN();
  return takesLast(column, step) ? column.last : column.first;
}

/// The longest of the named curves, or of the bands where none is named.
const ChartColumns* reference(const ChartReply& reply, const QStringList& names) {
  const ChartColumns* longest = nullptr;
  const auto consider = [&](const ChartColumns& columns) {
    if (!columns.empty() && (longest == nullptr || columns.size() > longest->size())) longest = &columns;
  };
  const QSet<QString> wanted(names.begin(), names.end());
  for (const Curve& curve : reply.curves) {
    if (wanted.contains(curve.name)) consider(curve.raw);
  }
  if (longest != nullptr) return longest;
  for (const Band& band : reply.bands) consider(band.columns);
  return longest;
}

/// Of the cursor's step, where it is this one and was recorded; else null.
const ChartColumn* pinned(const std::optional<ChartColumn>& at_cursor, double step) {
  return at_cursor && static_cast<double>(at_cursor->first_step) == step ? &*at_cursor : nullptr;
}

/// The same of any of the named curves, or of any band.
const ChartColumn* pinned(const ChartReply& reply, const QStringList& names, double step) {
  const QSet<QString> wanted(names.begin(), names.end());
  for (const Curve& curve : reply.curves) {
    const ChartColumn* column = pinned(curve.at_cursor, step);
    if (column != nullptr && wanted.contains(curve.name)) return column;
  }
  for (const Band& band : reply.bands) {
    if (const ChartColumn* column = pinned(band.at_cursor, step)) return column;
  }
  return nullptr;
}

constexpr const char* kEndOfRow = "\r\n";

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string result = "\"";
  for (const char letter : field) {
    if (letter == '"') result += '"';
    result += letter;
  }
  return result + '"';
}

std::string number(double value) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string text(const std::optional<ChartColumn>& column) {
  if (!column) return {};
  return exactText(column->count > 0 ? column->first : std::numeric_limits<float>::quiet_NaN());
}

}  // namespace

QString valueText(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-3 || size >= 1e6)) return QLocale().toString(value, 'e', 2);
  const int digits_before = size < 1 ? 1 : static_cast<int>(std::log10(size)) + 1;
  return QLocale().toString(value, 'f', std::max(0, 5 - digits_before));
}

QString stepText(double step) { return QLocale().toString(std::llround(step)); }

std::string exactText(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

CurveIndex::CurveIndex(const ChartReply& reply) {
  curves_.reserve(static_cast<qsizetype>(reply.curves.size()));
  for (const Curve& curve : reply.curves) curves_.insert(curve.name, &curve);
}

const ChartColumns* longestOf(const ChartReply& reply) {
  const ChartColumns* longest = nullptr;
  const auto consider = [&](const ChartColumns& columns) {
    if (longest == nullptr || columns.size() > longest->size()) longest = &columns;
  };
  for (const Curve& curve : reply.curves) consider(curve.raw);
  for (const Band& band : reply.bands) consider(band.columns);
  return longest;
}

std::optional<BandReading> readingAt(const Band& band, double step) {
  if (band.columns.empty()) return std::nullopt;
  const ChartColumn* own = pinned(band.at_cursor, step);
  const ChartColumn& column = own != nullptr ? *own : *nearest(band.columns, step);
  if (column.count == 0) return std::nullopt;
  return BandReading{.step = column.last_step, .median = column.last, .low = column.min, .high = column.max};
}

std::vector<Reading> readingsAt(const ChartReply& reply, const QStringList& names, double step) {
  std::vector<Reading> readings;
  const CurveIndex curves(reply);
  for (const QString& name : names) {
    const Curve* curve = curves.find(name);
    if (curve == nullptr || curve->raw.empty()) continue;
    const ChartColumn* own = pinned(curve->at_cursor, step);
    const ChartColumn& column = own != nullptr ? *own : *nearest(curve->raw, step);
    Reading reading{.name = name,
                    .step = takesLast(column, step) ? column.last_step : column.first_step,
                    .value = valueOf(column, step),
                    .raw = {},
                    .extremes = {}};
    if (column.count > 0 && column.first_step != column.last_step && column.min < column.max) {
      reading.extremes = {column.min, column.max};
    }
    if (column.count > 0 && !curve->smoothed.empty()) {
      const bool knows = own != nullptr && curve->smoothed_at_cursor;
      reading.raw = reading.value;
      reading.value = valueOf(
          knows ? *curve->smoothed_at_cursor : *nearest(curve->smoothed, static_cast<double>(reading.step)), step);
    }
    readings.push_back(reading);
  }
  return readings;
}

std::optional<Moment> momentAt(const ChartReply& reply, const QStringList& names, double step) {
  const ChartColumns* columns = reference(reply, names);
  if (columns == nullptr) return std::nullopt;
  if (const ChartColumn* own = pinned(reply, names, step))
    return Moment{own->first_step, own->epoch, own->unix_seconds};
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

std::vector<Curve> curvesOf(const Band& band, const QStringList& titles) {
  std::vector<Curve> curves(3);
  for (std::size_t i = 0; i < curves.size(); ++i) curves[i].name = titles.value(static_cast<qsizetype>(i));
  for (const ChartColumn& column : band.columns) {
    const float values[] = {column.last, column.min, column.max};
    for (std::size_t i = 0; i < curves.size(); ++i) {
      ChartColumn one = column;
      one.min = one.max = one.first = one.last = values[i];
      curves[i].raw.push_back(one);
    }
  }
  return curves;
}

ChartRows rowsOf(const ChartReply& reply, const QStringList& names, double first_step, double last_step) {
  ChartRows result;
  std::map<qint64, ChartRows::Row> rows;
  const CurveIndex curves(reply);
  for (const QString& name : names) {
    const Curve* curve = curves.find(name);
    if (curve == nullptr) continue;
    const auto series = static_cast<std::size_t>(result.names.size());
    result.names.append(name);
    const auto add = [&](const ChartColumns& columns, std::optional<ChartColumn> ChartRows::Cell::*part) {
      for (const ChartColumn& column : columns) {
        if (static_cast<double>(column.last_step) < first_step || static_cast<double>(column.first_step) > last_step)
          continue;
        ChartRows::Row& row = rows[column.first_step];
        row.first_step = column.first_step;
        row.last_step = std::max<qint64>(row.last_step, column.last_step);
        row.epoch = column.epoch;
        row.unix_seconds = column.unix_seconds;
        row.cells.resize(std::max(row.cells.size(), series + 1));
        row.cells[series].*part = column;
      }
    };
    add(curve->raw, &ChartRows::Cell::raw);
    add(curve->smoothed, &ChartRows::Cell::smoothed);
    result.has_smoothed = result.has_smoothed || !curve->smoothed.empty();
  }
  result.rows.reserve(rows.size());
  for (auto& [step, row] : rows) {
    row.cells.resize(static_cast<std::size_t>(result.names.size()));
    result.rows.push_back(std::move(row));
  }
  return result;
}

ChartRows inColumns(ChartRows rows, const QStringList& names) {
  const QStringList had = std::exchange(rows.names, names);
  for (ChartRows::Row& row : rows.rows) {
    std::vector<ChartRows::Cell> cells(static_cast<std::size_t>(names.size()));
    for (qsizetype i = 0; i < had.size(); ++i) {
      const qsizetype to = names.indexOf(had[i]);
      if (to >= 0) cells[static_cast<std::size_t>(to)] = row.cells[static_cast<std::size_t>(i)];
    }
    row.cells = std::move(cells);
  }
  return rows;
}

std::string csvHeading(const ChartRows& rows) {
  std::string csv = rows.run.isEmpty() ? "step,epoch,unix_seconds" : "run,step,epoch,unix_seconds";
  for (const QString& each : rows.names) {
    const std::string name = each.toStdString();
    csv += "," + quoted(name);
    if (rows.has_smoothed) csv += "," + quoted(name + " smoothed");
  }
  return csv + kEndOfRow;
}

std::string csvLines(const ChartRows& rows) {
  std::string csv;
  const std::string before = rows.run.isEmpty() ? std::string() : quoted(rows.run.toStdString()) + ",";
  for (const ChartRows::Row& row : rows.rows) {
    csv += before + std::to_string(row.first_step) + "," + number(row.epoch) + "," + number(row.unix_seconds);
    for (const ChartRows::Cell& cell : row.cells) {
      csv += "," + text(cell.raw);
      if (rows.has_smoothed) csv += "," + text(cell.smoothed);
    }
    csv += kEndOfRow;
  }
  return csv;
}

}  // namespace gan
