#include "run/series.h"

#include <algorithm>
#include <list>
#include <string>

#include "core/error.h"
#include "run/min_max_pyramid.h"
#include "run/smoothed_curve.h"
#include "run/step_index.h"

namespace gan {
namespace {

constexpr std::size_t kSmoothedCurves = 3;  // charts of several clients, each smoothed in its own way

}  // namespace

struct Series::State {
  State() = default;
  State(ReadAgain read_values, SumsFile& file)
      : read_again(std::move(read_values)), sums(&file), raw(MinMaxPyramid::Archive{rawReader(), file}) {}

  const ReadAgain read_again;
  SumsFile* const sums = nullptr;
  StepIndex steps;
  MinMaxPyramid raw;
  std::list<SmoothedCurve> smoothed;  ///< The one used last is the first.

  MinMaxPyramid::ReadAgain rawReader() const {
    return [this](std::size_t begin, std::span<float> values) {
      read_again({steps.at(begin), steps.at(begin + values.size() - 1)}, values);
    };
  }

  /// The values with this smoothing; those before index `size` at least are smoothed.
  const MinMaxPyramid& curve(double weight, std::size_t size);
  Column column(const MinMaxPyramid& values, std::size_t begin, std::size_t end) const;
};

const MinMaxPyramid& Series::State::curve(double weight, std::size_t size) {
  if (!(weight >= 0 && weight < 1)) {
    throw Error(ErrorCode::kInvalidArgument, "smoothing_out_of_range",
                "A smoothing weight must be at least 0 and below 1, but is {weight}: choose one such as 0.9.",
                {{"weight", std::to_string(weight)}});
  }
  if (weight == 0) return raw;
  const auto known = std::ranges::find(smoothed, weight, &SmoothedCurve::weight);
  if (known == smoothed.end()) {
    smoothed.emplace_front(weight, raw, sums);
    if (smoothed.size() > kSmoothedCurves) smoothed.pop_back();
  } else {
    smoothed.splice(smoothed.begin(), smoothed, known);
  }
  smoothed.front().extend(size);
  return smoothed.front().curve();
}

Column Series::State::column(const MinMaxPyramid& values, std::size_t begin, std::size_t end) const {
  const MinMaxPyramid::Extent extent = values.extent(begin, end);
  Column column;
  column.first_step = steps.at(begin);
  column.last_step = end - begin == 1 ? column.first_step : steps.at(end - 1);
  column.count = extent.count;
  column.not_finite = extent.not_finite;
  if (extent.count > 0) {
    column.min = extent.min;
    column.max = extent.max;
    column.first = extent.first;
    column.last = extent.last;
  }
  return column;
}

Series::Series() : state_(std::make_unique<State>()) {}
Series::Series(ReadAgain read_again, SumsFile& sums) : state_(std::make_unique<State>(std::move(read_again), sums)) {}
Series::~Series() = default;
Series::Series(Series&&) noexcept = default;
Series& Series::operator=(Series&&) noexcept = default;

void Series::append(std::span<const std::int64_t> steps, std::span<const float> values) {
  if (steps.size() != values.size()) {
    throw Error(ErrorCode::kInternal, "series_sizes_differ",
                "{steps} steps were given for {values} values of a series.",
                {{"steps", std::to_string(steps.size())}, {"values", std::to_string(values.size())}});
  }
  const std::size_t before = size();
  try {
    for (const std::int64_t step : steps) state_->steps.append(step);
    state_->raw.append(values);
  } catch (...) {
    state_->raw.truncate(before);
    state_->steps.truncate(before);
    throw;
  }
}

void Series::truncate(std::int64_t step) {
  const std::size_t kept = state_->steps.countUpTo(step);
  state_->raw.truncate(kept);  // It may read again, by steps.
  state_->steps.truncate(kept);
  for (SmoothedCurve& curve : state_->smoothed) curve.truncate(kept);
}

std::size_t Series::size() const { return state_->steps.size(); }

std::optional<std::int64_t> Series::firstStep() const {
  if (size() == 0) return std::nullopt;
  return state_->steps.first();
}

std::optional<std::int64_t> Series::lastStep() const {
  if (size() == 0) return std::nullopt;
  return state_->steps.last();
}

std::optional<float> Series::at(std::int64_t step) const {
  const std::size_t index = state_->steps.countBelow(step);
  if (index == size() || state_->steps.at(index) != step) return std::nullopt;
  return state_->raw[index];
}

std::vector<Column> Series::query(StepRange range, std::size_t columns, Smoothing smoothing) const {
  const MinMaxPyramid& curve = state_->curve(smoothing.weight, size());
  const StepIndex& steps = state_->steps;
  if (size() == 0 || columns == 0 || range.first > range.last) return {};
  const std::size_t begin = steps.countBelow(range.first);
  const std::size_t end = steps.countUpTo(range.last);
  if (begin >= end) return {};

  std::vector<Column> result;
  result.reserve(std::min(columns, end - begin));
  if (end - begin <= columns) {
    for (std::size_t i = begin; i < end; ++i) result.push_back(state_->column(curve, i, i + 1));
    return result;
  }
  // 128 bits hold a step times a number of columns. Column k has the offsets from ceil(k * span / columns) to below
  // ceil((k + 1) * span / columns), to which a narrow group of values at its end is added as a whole.
  __extension__ using Wide = unsigned __int128;
  const auto first = static_cast<std::uint64_t>(std::max(range.first, steps.first()));
  const Wide span = Wide{static_cast<std::uint64_t>(std::min(range.last, steps.last())) - first} + 1;
  for (std::size_t i = begin; i < end;) {
    const Wide k = (static_cast<std::uint64_t>(steps.at(i)) - first) * Wide{columns} / span;
    const auto last_offset = static_cast<std::uint64_t>(((k + 1) * span + columns - 1) / columns - 1);
    std::size_t next = std::min(end, steps.countUpTo(static_cast<std::int64_t>(first + last_offset)));
    const std::size_t group = std::max(begin, next / MinMaxPyramid::kGroup * MinMaxPyramid::kGroup);
    const std::size_t group_end = std::min(end, (next / MinMaxPyramid::kGroup + 1) * MinMaxPyramid::kGroup);
    if (group < next && next < end) {
      const Wide group_span =
          Wide{static_cast<std::uint64_t>(steps.at(group_end - 1))} - static_cast<std::uint64_t>(steps.at(group));
      if (group_span * columns < span) next = group_end;
    }
    result.push_back(state_->column(curve, i, next));
    i = next;
  }
  return result;
}

void Series::smooth(Smoothing smoothing, std::int64_t last_step) const {
  state_->curve(smoothing.weight, state_->steps.countUpTo(last_step));
}

Series::Values Series::values(StepRange range, std::size_t max_values) const {
  Values result;
  if (size() == 0 || range.first > range.last) return result;
  const std::size_t begin = state_->steps.countBelow(range.first);
  const std::size_t found = state_->steps.countUpTo(range.last) - begin;
  const std::size_t end = begin + std::min(max_values, found);
  result.steps.reserve(end - begin);
  for (std::size_t i = begin; i < end; ++i) result.steps.push_back(state_->steps.at(i));
  result.values.resize(end - begin);
  state_->raw.copy(begin, result.values);
  return result;
}

}  // namespace gan
