#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "run/event.h"
#include "run/series.h"

namespace gan {

/// The scores of a run's evaluations as series of its current line, each under its seriesName(). They are few, and come
/// later than the rows of their steps: so they follow from the journal, and stay in memory. Not thread-safe.
class EvaluationSeries {
 public:
  /// Whether an event says anything of them.
  static bool takes(const Event& event);
  /// Events in the order of the journal.
  void add(const Event& event);

  const std::map<std::string, Series, std::less<>>& series() const { return series_; }

 private:
  void put(const std::string& name, std::int64_t step, float value);

  std::map<std::string, Series, std::less<>> series_;
};

}  // namespace gan
