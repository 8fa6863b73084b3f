#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "core/append_log.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "run/metrics.h"
#include "run/metrics_format.h"

namespace gan {
namespace {

std::filesystem::path segmentFile(const std::filesystem::path& folder, std::int32_t segment) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "%06d.cols", segment);
  return folder / name.data();
}

void checkColumns(std::int32_t segment, std::int64_t first_step, const std::vector<std::string>& columns) {
  std::set<std::string_view> seen;
  for (const std::string& name : columns) {
    if (isColumnName(name) && seen.insert(name).second) continue;
    throw Error(ErrorCode::kInvalidArgument, "metrics_bad_columns",
                "\"{name}\" cannot be a column of metrics: names are different from each other and consist of letters, "
                "digits and . _ - /. Rename it.",
                {{"name", name}});
  }
  if (columns.size() > kMaxMetricsColumns) {
    throw Error(ErrorCode::kInvalidArgument, "metrics_bad_columns",
                "{count} columns of metrics are more than the {limit} that a run may have: record fewer.",
                {{"count", std::to_string(columns.size())}, {"limit", std::to_string(kMaxMetricsColumns)}});
  }
  if (segment < 0 || first_step < 0) {
    throw Error(ErrorCode::kInvalidArgument, "metrics_bad_columns",
                "Metrics cannot begin with segment {segment} at step {step}: both count from 0.",
                {{"segment", std::to_string(segment)}, {"step", std::to_string(first_step)}});
  }
}

template <class T>
void dropFront(std::vector<T>& values, std::size_t count) {
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

struct MetricsWriter::State {
  std::filesystem::path path;
  AppendLogWriter log;
  MetricsBlock buffer;
  std::int64_t last_step;
};

MetricsWriter::MetricsWriter(const std::filesystem::path& folder, std::int32_t segment, std::int64_t first_step,
                             std::vector<std::string> columns) {
  checkColumns(segment, first_step, columns);
  const auto path = segmentFile(folder, segment);
  MetricsBlock buffer;
  buffer.segment = segment;
  buffer.first_step = first_step;
  buffer.values.resize(columns.size());
  buffer.columns = std::move(columns);
  state_.reset(new State{path, AppendLogWriter(path), std::move(buffer), first_step});
  state_->log.append(encodeSegment(state_->buffer));
  flushToDisk(folder);
}

MetricsWriter::~MetricsWriter() {
  try {
    publish();
  } catch (const std::exception& error) {
    log::error("metrics in " + state_->path.string() + " were lost: " + error.what());
  }
}

void MetricsWriter::append(const MetricsRow& row) {
  MetricsBlock& buffer = state_->buffer;
  if (row.step <= state_->last_step || row.values.size() != buffer.columns.size()) {
    throw Error(
        ErrorCode::kInvalidArgument, "metrics_bad_row",
        "A row of metrics for {file} must have a step above {last} and {columns} values, but has step {step} and "
        "{values} values.",
        {{"file", state_->path.string()},
         {"last", std::to_string(state_->last_step)},
         {"columns", std::to_string(buffer.columns.size())},
         {"step", std::to_string(row.step)},
         {"values", std::to_string(row.values.size())}});
  }
  buffer.steps.push_back(row.step);
  buffer.unix_seconds.push_back(row.unix_seconds);
  buffer.epochs.push_back(row.epoch);
  for (std::size_t i = 0; i < row.values.size(); ++i) buffer.values[i].push_back(row.values[i]);
  state_->last_step = row.step;
  if (buffer.steps.size() >= kMaxMetricsRows) publish();
}

void MetricsWriter::publish() {
  MetricsBlock& buffer = state_->buffer;
  while (!buffer.steps.empty()) {
    const std::size_t rows = std::min(buffer.steps.size(), kMaxMetricsRows);
    state_->log.append(encodeRows(buffer, 0, rows));
    dropFront(buffer.steps, rows);
    dropFront(buffer.unix_seconds, rows);
    dropFront(buffer.epochs, rows);
    for (auto& column : buffer.values) dropFront(column, rows);
  }
}

void MetricsWriter::flush() {
  publish();
  state_->log.flush();
}

}  // namespace gan
