#pragma once

#include <cstdint>

#include "config/run_config.h"
#include "run/training_forecast.h"
#include "session/judge_run.h"

namespace gan::app {

/// What an evaluation takes of a run that does not exist yet, from a few pictures of its untrained generator and of the
/// real side. Scores alone, which take seconds at most, are not in it.
struct PlannedEvaluation {
  EvaluationSeconds seconds;
  int processes = 1;  ///< That share it.
  JudgingPlan plan;   ///< Of the first one.
};

/// config: as the run would have it, with a number of classes, where evaluation.* ask for some. trains: so many
/// processes train on rank 0's machine. Makes no classifier and keeps nothing. This process trains no more afterwards.
/// Throws what forecastJudging() and judgingNetwork() do of an evaluation that could not be made.
PlannedEvaluation planEvaluation(const RunConfig& config, int trains);

}  // namespace gan::app
