#include "session/training_loop.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "config/images_per_iteration.h"
#include "core/log.h"
#include "core/units.h"

namespace gan {
namespace {

std::optional<double> seriesValue(const std::optional<StepRecord>& record, std::string_view name) {
  return record ? record->find(name) : std::nullopt;
}

}  // namespace

bool TrainingLoop::finished() const {
  if (end_diverged_ || stopped()) return true;
  if (paused_) return false;
  const std::int64_t total = line_.totalSteps();
  return total > 0 && line_.stepCount() >= total;
}

void TrainingLoop::iterate(std::int64_t pending) {
  const TrainingLine::Arrived what = line_.step(pending, signalled() ? Wish::kStop : Wish::kGoOn);
  speed_.count(imagesPerIteration(line_.config()) * ranks_.replicas());
  arrived(what);
}

void TrainingLoop::waited() {
  const bool expired = paused_ && pause_deadline_ && Clock::now() >= *pause_deadline_;
  if (ranks_.decide(expired)) end_diverged_ = true;
  if (ranks_.any(signalled())) stop_heard_ = true;
  speed_.restart();
}

void TrainingLoop::pause() {
  paused_ = true;
  pause_deadline_.reset();
  drainMetrics();
}

void TrainingLoop::goOn() {
  paused_ = false;
  pause_deadline_.reset();
  speed_.restart();
}

void TrainingLoop::rollBack(std::int64_t step) {
  const std::int64_t from = line_.stepCount();
  (void)line_.drainMetrics();
  line_.rollBack(step);
  diverged_ = false;
  pause_deadline_.reset();
  log::info("rolled back from step " + formatCount(from) + " to " + formatCount(line_.stepCount()));
}

void TrainingLoop::arrived(const TrainingLine::Arrived& what) {
  if (what.alert) {
    onAlert(*what.alert);
  } else if (what.measured && std::exchange(diverged_, false)) {
    line_.alerts().over(kNotFiniteRule);
  }
  arrived_pending_ = std::max(arrived_pending_, what.pending);
  if (what.stop && ranks_.size() > 1) stop_heard_ = true;
}

void TrainingLoop::onAlert(const Alert& alert) {
  if (diverged_) return;  // said once
  diverged_ = true;
  line_.alerts().tellNow(line_.stepCount(), alert);
  onDivergence();
}

void TrainingLoop::onDivergence() {
  const std::string& policy = line_.config().text("guard.on_nan");
  if (policy == "ignore") return;
  if (policy == "stop" || (policy == "auto" && ranks_.decide(steering_clients_ == 0))) {
    end_diverged_ = true;
    return;
  }
  paused_ = true;
  const auto seconds = std::chrono::seconds(line_.config().integer("guard.pause_timeout_seconds"));
  pause_deadline_ = Clock::now() + seconds;
  const Message why{"paused_not_finite",
                    "the losses are not finite; roll back within {time}, or the run ends",
                    {{"time", formatDuration(std::chrono::duration<double>(seconds))}}};
  line_.record(StatusChanged{RunStatus::kPaused, why, unixSeconds() + static_cast<double>(seconds.count())});
}

SessionProgress TrainingLoop::progress() const {
  SessionProgress now;
  now.step = line_.stepCount();
  now.total_steps = line_.totalSteps();
  now.epoch = line_.epoch();
  now.iterations_per_second = speed_.iterations_per_second;
  now.images_per_second = speed_.images_per_second;
  now.discriminator_loss = seriesValue(line_.latest(), "loss/d");
  now.generator_loss = seriesValue(line_.latest(), "loss/g");
  now.classifier_loss = seriesValue(line_.latest(), "train/loss");
  now.classifier_top1 = seriesValue(line_.latest(), "train/top1");
  now.paused = paused_;
  return now;
}

}  // namespace gan
