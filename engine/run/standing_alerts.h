#pragma once

#include <vector>

#include "run/event.h"

namespace gan {

/// What makes alerts a thing of the past: they were answered, or nobody trains any more.
bool settlesAlerts(const Event& event);

/// Alerts of a run that ask for an answer and have none yet, as its events say: of each rule the newest.
class StandingAlerts {
 public:
  /// In the order of the journal.
  void add(const Event& event);
  /// The newest last.
  const std::vector<Alert>& all() const { return alerts_; }

 private:
  std::vector<Alert> alerts_;
};

}  // namespace gan
