#include "run/rank_window.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gan {
namespace {

constexpr double kMicrosecondsPerMillisecond = 1e3;

double wholeMicroseconds(double milliseconds) {
  return std::round(milliseconds * kMicrosecondsPerMillisecond) / kMicrosecondsPerMillisecond;
}

double laterMilliseconds(std::size_t ranks) {
  return 1e3 * std::max(RankWindow::kWindowSeconds, RankWindow::kSecondsPerRank * static_cast<double>(ranks));
}

}  // namespace

RankWindow::RankWindow(std::vector<std::string> hosts, std::vector<std::string> devices)
    : hosts_(std::move(hosts)), devices_(std::move(devices)) {
  for (std::string& host : hosts_) host.resize(std::min(host.size(), kMaxHostBytes));
  for (std::string& device : devices_) device.resize(std::min(device.size(), kMaxDeviceBytes));
  devices_.resize(hosts_.size());
  restart();
}

void RankWindow::restart() {
  begin();
  first_ = true;
}

void RankWindow::begin() {
  sums_.assign(hosts_.size(), {});
  steps_ = 0;
  milliseconds_ = 0;
}

std::optional<RanksMeasured> RankWindow::add(std::span<const RankIteration> ranks) {
  if (ranks.size() != hosts_.size() || ranks.empty() || ranks.size() > kMaxRanks) return std::nullopt;
  double longest = 0;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const PhaseTimes& times = ranks[rank].times;
    longest = std::max(longest, total(times));
    for (std::size_t phase = 0; phase < kPhaseCount; ++phase) sums_[rank][phase] += times[phase];
  }
  ++steps_;
  milliseconds_ += longest;
  if (milliseconds_ < (first_ ? kFirstSeconds * 1e3 : laterMilliseconds(ranks.size()))) return std::nullopt;

  RanksMeasured measured{.steps = steps_, .ranks = {}};
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    RankTimes& means = measured.ranks.emplace_back(
        RankTimes{.host = hosts_[rank], .times = {}, .device = ranks[rank].device, .computes_on = devices_[rank]});
    for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
      means.times[phase] = wholeMicroseconds(sums_[rank][phase] / static_cast<double>(steps_));
    }
  }
  begin();
  first_ = false;
  return measured;
}

}  // namespace gan
