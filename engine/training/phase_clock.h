#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "run/phases.h"

namespace gan {

/// Divides the time of an iteration among its phases: each moment inside a Scope counts for the innermost one.
/// What is spent waiting for other ranks is taken out of the phase in which it happened and counts as communication.
///
/// It reads the host's clock and nothing else. On the CPU the phases are what the work took. A CUDA device works behind
/// the host: there they are what the host took to hand the work over, and a wait for the device, or for the network of
/// NCCL, shows up wherever the host meets it first.
///
/// Not thread-safe; a backward pass that autograd runs on a thread of its own, while this one waits for it, may add to
/// the waiting.
class PhaseClock {
 public:
  using Duration = std::chrono::steady_clock::duration;
  /// Time since any fixed moment.
  using Reading = std::function<Duration()>;

  static Duration steadyNow() { return std::chrono::steady_clock::now().time_since_epoch(); }

  /// waited: how long this process has waited for others in all; null: it is alone.
  explicit PhaseClock(Reading waited = nullptr, Reading now = steadyNow)
      : waited_(std::move(waited)), now_(std::move(now)) {}

  /// For as long as it lives time counts for one phase; then again for the one before, or for none.
  class Scope {
   public:
    Scope(PhaseClock& clock, Phase phase) : clock_(clock), before_(clock.phase_) { clock.change(phase); }
    ~Scope() { clock_.change(before_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    PhaseClock& clock_;
    std::optional<Phase> before_;
  };

  /// What was counted since the last lap(), and counts from zero again.
  PhaseTimes lap() {
    change(phase_);
    return std::exchange(times_, {});
  }

  /// Milliseconds counted for a phase since the last lap(), but for what is still going on.
  double counted(Phase phase) const { return timeIn(times_, phase); }

 private:
  static double milliseconds(Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

  void change(std::optional<Phase> phase) {
    const Duration now = now_();
    const Duration waited = waited_ ? waited_() : Duration::zero();
    if (phase_) {
      const Duration waiting = waited - waited_before_;
      timeIn(times_, Phase::kCommunication) += milliseconds(waiting);
      timeIn(times_, *phase_) += milliseconds(now - since_ - waiting);
    }
    phase_ = phase;
    since_ = now;
    waited_before_ = waited;
  }

  Reading waited_;
  Reading now_;
  std::optional<Phase> phase_;  // none: stopped
  Duration since_{};
  Duration waited_before_{};
  PhaseTimes times_{};
};

}  // namespace gan
