#pragma once

#include <cstdint>

#include "run/recorder.h"
#include "session/alert_desk.h"
#include "session/duty.h"
#include "training/trainer.h"

namespace gan {

/// Watches the running statistics of the networks, which losses do not show: networks train with those of a batch.
/// Warns of one that is not finite: once, and again when it has been gone. Nothing on ranks other than 0.
class StatisticsDuty : public Duty {
 public:
  /// It waits for the device, so not at every step.
  static constexpr std::int64_t kIntervalSteps = 500;

  /// All must outlive it; recorder is null on ranks other than 0.
  StatisticsDuty(const Trainer& trainer, AlertDesk& alerts, Recorder* recorder)
      : trainer_(trainer), alerts_(alerts), recorder_(recorder) {}

  bool due(const Standing& now) const override { return now.epoch_ended || now.step % kIntervalSteps == 0; }
  void run() override;

  /// Of the present step: looks, and warns, if that was not done yet. True on ranks other than 0.
  bool areFinite();
  /// The networks are others now than those that were looked at.
  void forget() { looked_step_ = -1; }

 private:
  const Trainer& trainer_;
  AlertDesk& alerts_;
  Recorder* recorder_;
  std::int64_t looked_step_ = -1;
  bool are_finite_ = true;
};

}  // namespace gan
