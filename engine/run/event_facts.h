#pragma once

#include <vector>

#include "config/run_config.h"
#include "run/event.h"
#include "run/run_reader.h"

namespace gan {

/// What the events of a run say about its state, taken in one after the other. Not thread-safe.
class EventFacts {
 public:
  /// Live fields, and the end of training, start as config has them.
  explicit EventFacts(const RunConfig& config);

  void add(const Event& event);
  /// Status, live values, and step, segment and time as far as events tell.
  const RunSummary& summary() const { return summary_; }

 private:
  void setLiveValues(const std::vector<Assignment>& values);

  const Schema& schema_;
  RunSummary summary_;
};

}  // namespace gan
