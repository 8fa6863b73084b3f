#include "loss_chart/chart_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>

#include "loss_chart/chart_text.h"
#include "loss_chart/readings.h"

namespace gan {
namespace {

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

void addHeading(std::string& csv, const ChartRows& rows) {
  csv += rows.has_ranges ? "first_step,last_step,epoch,unix_seconds" : "step,epoch,unix_seconds";
  for (const QString& each : rows.names) {
    const std::string name = each.toStdString();
    std::vector<std::string> fields = {name};
    if (rows.has_ranges) fields = {name + " min", name + " max", name + " first", name + " last"};
    if (rows.has_smoothed) fields.push_back(name + " smoothed");
    for (const std::string& field : fields) csv += "," + quoted(field);
  }
  csv += kEndOfRow;
}

std::string text(const std::optional<ChartColumn>& column, float ChartColumn::*value) {
  if (!column) return {};
  return exactText(column->has_values ? (*column).*value : std::numeric_limits<float>::quiet_NaN());
}

}  // namespace

ChartRows rowsOf(const ChartReply& reply, const QStringList& names, double first_step, double last_step) {
  ChartRows result;
  std::map<qint64, ChartRows::Row> rows;
  for (const QString& name : names) {
    const Curve* curve = curveOf(reply, name);
    if (curve == nullptr) continue;
    const auto series = static_cast<std::size_t>(result.names.size());
    result.names.append(name);
    const auto add = [&](const ChartColumns& columns, std::optional<ChartColumn> ChartRows::Cell::*part) {
      for (const ChartColumn& column : columns) {
        if (static_cast<double>(column.last_step) < first_step || static_cast<double>(column.first_step) > last_step)
          continue;
        ChartRows::Row& row = rows[column.first_step];
        row.first_step = column.first_step;
        row.last_step = std::max(row.last_step, column.last_step);
        row.epoch = column.epoch;
        row.unix_seconds = column.unix_seconds;
        row.cells.resize(std::max(row.cells.size(), series + 1));
        row.cells[series].*part = column;
        result.has_ranges = result.has_ranges || column.last_step > column.first_step;
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

std::string csvOf(const ChartRows& rows) {
  std::string csv;
  addHeading(csv, rows);
  for (const ChartRows::Row& row : rows.rows) {
    csv += std::to_string(row.first_step);
    if (rows.has_ranges) csv += "," + std::to_string(row.last_step);
    csv += "," + number(row.epoch) + "," + number(row.unix_seconds);
    for (const ChartRows::Cell& cell : row.cells) {
      if (rows.has_ranges) {
        for (const auto part : {&ChartColumn::min, &ChartColumn::max, &ChartColumn::first, &ChartColumn::last}) {
          csv += "," + text(cell.raw, part);
        }
      } else {
        csv += "," + text(cell.raw, &ChartColumn::first);
      }
      if (rows.has_smoothed) csv += "," + text(cell.smoothed, &ChartColumn::last);
    }
    csv += kEndOfRow;
  }
  return csv;
}

}  // namespace gan
