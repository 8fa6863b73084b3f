#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "config/evaluation_scores.h"

namespace gan {

class RunReader;

struct ScoreAtStep {
  std::int64_t step = 0;
  double value = 0;

  friend bool operator==(const ScoreAtStep&, const ScoreAtStep&) = default;
};

/// A score on a run's current line.
struct ScoreSummary {
  ScoreFacts::Better better = ScoreFacts::Better::kLower;
  ScoreAtStep last;
  ScoreAtStep best;  ///< Of equals the first.
};

/// By the names of their series: scores of evaluations that the training made and of those that were asked for, and
/// what a classifier's validation says. What is no number is left out.
std::map<std::string, ScoreSummary> scoreSummaries(const RunReader& reader);

}  // namespace gan
