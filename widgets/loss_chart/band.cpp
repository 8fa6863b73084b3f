#include "loss_chart/band.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gan {
namespace {

constexpr double kFence = 1.5;  // interquartile ranges

/// What a series has at steps that only increase.
class Walk {
 public:
  explicit Walk(const std::vector<Column>& columns) : columns_(columns) {}

  /// Its value at the step, or on the line between the values around it.
  std::optional<float> at(qint64 step) {
    while (next_ < columns_.size() && columns_[next_].first_step <= step) {
      if (columns_[next_].count > 0) before_ = next_;
      ++next_;
    }
    if (!before_) return std::nullopt;
    const Column& before = columns_[*before_];
    if (before.last_step >= step) return before.last;
    std::size_t after = next_;
    while (after < columns_.size() && columns_[after].count == 0) ++after;
    if (after == columns_.size()) return std::nullopt;
    const Column& then = columns_[after];
    const double part =
        static_cast<double>(step - before.last_step) / static_cast<double>(then.first_step - before.last_step);
    return static_cast<float>(before.last + part * (static_cast<double>(then.first) - before.last));
  }

 private:
  const std::vector<Column>& columns_;
  std::size_t next_ = 0;
  std::optional<std::size_t> before_;  ///< The newest column with values up to the step.
};

/// values sorted, not empty.
double quantile(const std::vector<float>& values, double part) {
  const double place = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (static_cast<double>(values[above]) - values[below]);
}

/// The quantiles of what the series have at one step; their order is lost.
std::pair<ChartColumn, Band::Quartiles> summaryOf(std::vector<float>& values, qint64 first_step, qint64 last_step) {
  ChartColumn summary;
  summary.first_step = first_step;
  summary.last_step = last_step;
  summary.count = static_cast<std::uint32_t>(values.size());
  if (values.empty()) return {summary, {}};
  std::ranges::sort(values);
  summary.min = static_cast<float>(quantile(values, 0.05));
  summary.max = static_cast<float>(quantile(values, 0.95));
  summary.first = summary.last = static_cast<float>(quantile(values, 0.5));
  return {summary, {static_cast<float>(quantile(values, 0.25)), static_cast<float>(quantile(values, 0.75))}};
}

/// Where a value would have to lie in a column to stick out, and from where it is measured how far.
struct Limits {
  double low = 0;
  double high = 0;
  double low_fence = 0;
  double high_fence = 0;
};

class Scale {
 public:
  explicit Scale(bool logarithmic) : logarithmic_(logarithmic) {}
  double of(double value) const { return logarithmic_ ? std::log10(value) : value; }
  Limits limits(const ChartColumn& column, const Band::Quartiles& quartiles) const {
    const double range = of(quartiles.high) - of(quartiles.low);
    return {of(column.min), of(column.max), of(quartiles.low) - kFence * range, of(quartiles.high) + kFence * range};
  }

 private:
  bool logarithmic_;
};

bool touches(const Column& column, qint64 first_step, qint64 last_step) {
  return column.last_step >= first_step && column.first_step <= last_step;
}

bool allPositive(std::span<const BandMember> members, qint64 first_step, qint64 last_step) {
  for (const BandMember& member : members) {
    for (const Column& column : member.columns) {
      if (column.count > 0 && touches(column, first_step, last_step) && !(column.min > 0)) return false;
    }
  }
  return true;
}

/// How far the series sticks out at most; 0: nowhere.
double farthest(const BandMember& member, const Band& band, const std::vector<Limits>& limits, const Scale& scale,
                qint64 first_step, qint64 last_step) {
  double most = 0;
  std::size_t at = 0;
  for (const Column& column : member.columns) {
    if (!touches(column, first_step, last_step)) continue;
    if (column.not_finite > 0) return std::numeric_limits<double>::infinity();
    while (at + 1 < band.columns.size() && band.columns[at].last_step < column.last_step) ++at;
    if (column.count == 0 || at == band.columns.size() || band.columns[at].count == 0) continue;
    const Limits& limit = limits[at];
    const double high = scale.of(column.max);
    const double low = scale.of(column.min);
    if (high > limit.high && high > limit.high_fence) most = std::max(most, high - limit.high);
    if (low < limit.low && low < limit.low_fence) most = std::max(most, limit.low - low);
  }
  return most;
}

QStringList stickingOut(std::span<const BandMember> members, const Band& band, qint64 first_step, qint64 last_step) {
  const Scale scale(allPositive(members, first_step, last_step));
  std::vector<Limits> limits;
  limits.reserve(band.columns.size());
  for (std::size_t i = 0; i < band.columns.size(); ++i) {
    const bool counts = band.columns[i].count > 0 && touches(band.columns[i], first_step, last_step);
    limits.push_back(counts ? scale.limits(band.columns[i], band.quartiles[i]) : Limits());
  }
  std::vector<std::pair<double, const BandMember*>> far;
  for (const BandMember& member : members) {
    const double distance = farthest(member, band, limits, scale, first_step, last_step);
    if (distance > 0) far.emplace_back(distance, &member);
  }
  std::ranges::stable_sort(far, [](const auto& a, const auto& b) { return a.first > b.first; });
  if (far.size() > kMostSticking) far.resize(kMostSticking);
  QStringList names;
  for (const auto& each : far) names.append(each.second->name);
  return names;
}

}  // namespace

Band bandOf(const QString& name, std::span<const BandMember> members, qint64 first_step, qint64 last_step) {
  Band band;
  band.name = name;
  band.members = static_cast<int>(members.size());
  const BandMember* finest = nullptr;
  std::vector<Walk> walks;
  walks.reserve(members.size());
  for (const BandMember& member : members) {
    walks.emplace_back(member.columns);
    if (finest == nullptr || member.columns.size() > finest->columns.size()) finest = &member;
  }
  if (finest == nullptr) return band;
  std::vector<float> values;
  values.reserve(members.size());
  for (const Column& column : finest->columns) {
    values.clear();
    for (Walk& walk : walks) {
      if (const auto value = walk.at(column.last_step)) values.push_back(*value);
    }
    const auto [summary, quartiles] = summaryOf(values, column.first_step, column.last_step);
    band.columns.push_back(summary);
    band.quartiles.push_back(quartiles);
  }
  band.sticking_out = stickingOut(members, band, first_step, last_step);
  return band;
}

ChartColumn bandAt(std::span<const BandMember> members, qint64 step) {
  std::vector<float> values;
  for (const BandMember& member : members) {
    if (const auto value = Walk(member.columns).at(step)) values.push_back(*value);
  }
  return summaryOf(values, step, step).first;
}

}  // namespace gan
