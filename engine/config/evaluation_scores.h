#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace gan {

class RunConfig;

/// A score of pictures, and what it comes from.
struct ScoreFacts {
  enum class Better { kLower, kHigher };
  enum class Asked {
    kByTrainings,  ///< Also by evaluation.metrics, for the evaluations of a training.
    kByPeople,     ///< For one that somebody asks for: it takes a training of its own.
  };
  std::string_view name;    ///< "fid", "precision".
  std::string_view metric;  ///< What it comes from: "fid", "prdc".
  Better better = Better::kLower;
  Asked asked = Asked::kByTrainings;
};

/// Below as many pictures as Inception has features, on either side, their covariance is singular and FID's bias large.
inline constexpr std::int64_t kEnoughForFid = 2048;
/// Pictures of each side, drawn at random, of which all scores but fid, is and cas are, unless somebody says otherwise.
inline constexpr std::int64_t kUsuallyKept = 10'000;
/// How scores are computed unless somebody says otherwise.
inline constexpr std::int64_t kUsualInceptionSplits = 10;
inline constexpr std::int64_t kUsualKidSubset = 1000;  ///< Pictures of each side, or as many as there are.
inline constexpr std::int64_t kUsualNeighbours = 5;    ///< Of prdc.
/// Pictures of each side of which FID can be drawn out to infinitely many.
inline constexpr std::int64_t kLeastForInfinity = 32;

/// How many pictures of each side a metric needs at least; "is" needs them of the generated one alone.
std::int64_t leastPictures(std::string_view metric, std::int64_t neighbours = kUsualNeighbours,
                           std::int64_t inception_splits = kUsualInceptionSplits);

/// All scores, those of a metric side by side.
std::span<const ScoreFacts> scoreFacts();
/// Null for one that this version does not know.
const ScoreFacts* findScore(std::string_view name);

/// Metrics that evaluation.metrics may name, in the order of their scores.
const std::vector<std::string>& metricNames();
/// And all that `gan-engine evaluate --metrics` computes: "cas", too.
const std::vector<std::string>& judgingMetrics();

/// What evaluation.metrics names: different metrics, at least one. Throws Error(kInvalidArgument,
/// "evaluation_metric_unknown" | "evaluation_metric_twice").
std::vector<std::string> metricList(std::string_view text);

/// How many processes share an evaluation: evaluation.processes; where that is 0, one for each GPU that
/// evaluation.device names, else as many as train. trains: on the machine of rank 0; 1 of a run that does not train.
std::int64_t evaluationProcesses(const RunConfig& config, std::int64_t trains);

/// Throws Error(kInvalidArgument): "config_conflict" for a best score that is not computed, for a metric of evaluations
/// to come that needs classes or more pictures, or for another number of GPUs than of processes,
/// "evaluation_device_bad", "evaluation_features_bad", and what metricList() and checkFeatureInput() throw.
void checkEvaluation(const RunConfig& config);
/// What checkEvaluation() throws of evaluations that a run asks for, none of which can be made; nothing where they can
/// be, or where it asks for none.
std::optional<Error> whyNotEvaluated(const RunConfig& config);

}  // namespace gan
