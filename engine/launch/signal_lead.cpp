#include "launch/signal_lead.h"

#include <algorithm>
#include <cmath>

namespace gan {

std::optional<MeasuredRun> measureRun(const std::vector<Event>& events) {
  MeasuredRun measured;
  std::vector<double> iterations;
  const Event* before = nullptr;
  for (const Event& event : events) {
    const auto* written = std::get_if<CheckpointWritten>(&event.what);
    if (written == nullptr) continue;
    measured.slowest_checkpoint_seconds = std::max(measured.slowest_checkpoint_seconds, written->seconds);
    if (before != nullptr && before->segment == event.segment && before->step < event.step) {
      iterations.push_back((event.unix_seconds - before->unix_seconds) /
                           static_cast<double>(event.step - before->step));
    }
    before = &event;
  }
  if (before == nullptr) return std::nullopt;
  if (!iterations.empty()) {
    const auto middle = iterations.begin() + static_cast<std::ptrdiff_t>(iterations.size() / 2);
    std::nth_element(iterations.begin(), middle, iterations.end());
    measured.iteration_seconds = std::max(0.0, *middle);
  }
  return measured;
}

std::chrono::seconds signalLead(const std::optional<MeasuredRun>& measured) {
  constexpr double kSlurmLatency = 60;
  constexpr std::chrono::seconds kUnmeasured{120};
  if (!measured) return kUnmeasured;
  const double seconds = kSlurmLatency + measured->iteration_seconds + 2 * measured->slowest_checkpoint_seconds;
  if (!std::isfinite(seconds) || seconds < kSlurmLatency) return kUnmeasured;
  const double highest = static_cast<double>(kMaxSignalLead.count());
  return std::chrono::seconds(static_cast<std::int64_t>(std::min(std::ceil(seconds / 10) * 10, highest)));
}

}  // namespace gan
