#include "planned_evaluation.h"

#include <algorithm>

#include "config/evaluation_scores.h"
#include "judging_options.h"
#include "judging_processes.h"

namespace gan::app {

PlannedEvaluation planEvaluation(const RunConfig& config, int trains) {
  const auto processes = static_cast<int>(evaluationProcesses(config, trains));
  JudgingOptions options;
  options.features = config.text("evaluation.features");
  options.resize = config.text("evaluation.resize");
  options.size = config.integer("evaluation.size");
  options.device = config.text("evaluation.device");
  options.threads = static_cast<int>(config.integer("evaluation.threads"));
  if (processes > 1) chooseDeviceOfAll({.processes = processes, .share_device = {}}, options);
  const std::int64_t count = config.integer("evaluation.count");
  RunJudging judging{.real = {.unbegun = config},
                     .generated = {.unbegun = config},
                     .count = count,
                     .network = judgingNetwork(options, worldOf(0, processes)),
                     .in_domain = options.features == kInDomainFeatures,
                     .scores = {},
                     .cache = featuresCache()};
  judging.scores.metrics = metricList(config.text("evaluation.metrics"));
  judging.scores.kid_subset_size = std::min(count, kUsualKidSubset);
  const JudgingForecast forecast = forecastJudging(judging);
  const auto shared = [&](double seconds, double of_these) {
    return sharedAmong(judging.network, processes, seconds, of_these);
  };
  return {.seconds = {.each = shared(forecast.seconds - forecast.once_seconds,
                                     forecast.shared_seconds - forecast.shared_once_seconds),
                      .once = shared(forecast.once_seconds, forecast.shared_once_seconds)},
          .processes = processes,
          .plan = forecast.plan};
}

}  // namespace gan::app
