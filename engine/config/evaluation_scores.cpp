#include "config/evaluation_scores.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "config/feature_input.h"
#include "config/run_config.h"
#include "config/text.h"

namespace gan {
namespace {

using Asked = ScoreFacts::Asked;
using Better = ScoreFacts::Better;

constexpr std::array kScores = {ScoreFacts{"fid", "fid", Better::kLower},
                                ScoreFacts{"fid_infinity", "fid-infinity", Better::kLower},
                                ScoreFacts{"kid", "kid", Better::kLower},
                                ScoreFacts{"precision", "prdc", Better::kHigher},
                                ScoreFacts{"recall", "prdc", Better::kHigher},
                                ScoreFacts{"density", "prdc", Better::kHigher},
                                ScoreFacts{"coverage", "prdc", Better::kHigher},
                                ScoreFacts{"sliced_wasserstein", "swd", Better::kLower},
                                ScoreFacts{"intra_fid", "intra-fid", Better::kLower},
                                ScoreFacts{"inception_score", "is", Better::kHigher},
                                ScoreFacts{"cas", "cas", Better::kHigher, Asked::kByPeople},
                                ScoreFacts{"cas_top5", "cas", Better::kHigher, Asked::kByPeople}};

std::vector<std::string> namesOf(std::initializer_list<Asked> asked) {
  std::vector<std::string> names;
  for (const ScoreFacts& score : kScores) {
    if (std::ranges::find(asked, score.asked) == asked.end()) continue;
    if (names.empty() || names.back() != score.metric) names.emplace_back(score.metric);
  }
  return names;
}

[[noreturn]] void throwUnknown(const std::string& name) {
  throw Error(ErrorCode::kInvalidArgument, "evaluation_metric_unknown",
              "evaluation.metrics names {name}, which is no metric. Write some of {metrics} between commas.",
              {{"name", excerpt(name)}, {"metrics", joinChoices(metricNames())}});
}

[[noreturn]] void throwTwice(const std::string& name) {
  throw Error(ErrorCode::kInvalidArgument, "evaluation_metric_twice",
              "evaluation.metrics names {name} twice. Leave one of them away.", {{"name", name}});
}

/// How many GPUs a text like 0 or 0,1 names; 0: it is no such text.
std::int64_t gpusNamed(std::string_view text) {
  for (std::int64_t count = 1;; ++count) {
    const auto comma = text.find(',');
    const std::string_view number = text.substr(0, comma);
    const bool right =
        !number.empty() && number.size() <= 3 && number.find_first_not_of("0123456789") == std::string_view::npos;
    if (!right) return 0;
    if (comma == std::string_view::npos) return count;
    text.remove_prefix(comma + 1);
  }
}

void checkDevice(const RunConfig& config) {
  const std::string& device = config.text("evaluation.device");
  const std::int64_t gpus = gpusNamed(device);
  if (device.find('+') != std::string::npos) {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_device_bad",
                "evaluation.device = {device} names several devices for a process, but an evaluation beside a training "
                "computes in one piece: a training in stages needs the memory of its devices itself. Set it to cpu, or "
                "score the run after its training, with `gan-engine evaluate RUN --device 0+1`.",
                {{"device", excerpt(device)}});
  }
  if (gpus == 0 && device != "cpu" && device != "auto") {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_device_bad",
                "evaluation.device = {device} is no device for evaluations: expected cpu, auto or numbers of GPUs as "
                "in 0 or 0,1. Set it to one of these.",
                {{"device", excerpt(device)}});
  }
  const std::int64_t processes = config.integer("evaluation.processes");
  if (gpus == 0 || processes == 0 || processes == gpus) return;
  throw Error(ErrorCode::kInvalidArgument, "config_conflict",
              "evaluation.device = {device} does not go with evaluation.processes = {processes}: it names {count} "
              "GPU(s), and each process computes on one. Name one for each process, the same one again where they are "
              "to share it, or set evaluation.processes to 0.",
              {{"device", excerpt(device)}, {"processes", std::to_string(processes)}, {"count", std::to_string(gpus)}});
}

/// Before an evaluation fails that comes hours later.
void checkMetrics(const RunConfig& config, const std::vector<std::string>& metrics) {
  if (config.integer("evaluation.every_steps") == 0) return;
  const std::int64_t count = config.integer("evaluation.count");
  for (const std::string& metric : metrics) {
    if (metric == "intra-fid" && config.integer("model.classes") == 0) {
      throw Error(
          ErrorCode::kInvalidArgument, "config_conflict",
          "evaluation.metrics = {metrics} does not go with model.classes = 0: intra-fid compares classes. Leave "
          "intra-fid away, or train with classes.",
          {{"metrics", config.text("evaluation.metrics")}});
    }
    if (count >= leastPictures(metric)) continue;
    throw Error(ErrorCode::kInvalidArgument, "config_conflict",
                "evaluation.count = {count} does not go with evaluation.metrics = {metrics}: {metric} needs at least "
                "{least} pictures. Raise evaluation.count, or leave {metric} away.",
                {{"count", std::to_string(count)},
                 {"metrics", config.text("evaluation.metrics")},
                 {"metric", metric},
                 {"least", std::to_string(leastPictures(metric))}});
  }
}

}  // namespace

std::int64_t leastPictures(std::string_view metric, std::int64_t neighbours, std::int64_t inception_splits) {
  constexpr std::int64_t kLeastForACovariance = 2;
  if (metric == "fid-infinity") return kLeastForInfinity;
  if (metric == "is") return inception_splits;
  return metric == "prdc" ? std::max(neighbours + 1, kLeastForACovariance) : kLeastForACovariance;
}

std::span<const ScoreFacts> scoreFacts() { return kScores; }

const ScoreFacts* findScore(std::string_view name) {
  const auto* const found = std::ranges::find(kScores, name, &ScoreFacts::name);
  return found == kScores.end() ? nullptr : found;
}

const std::vector<std::string>& metricNames() {
  static const std::vector<std::string> kNames = namesOf({Asked::kByTrainings});
  return kNames;
}

const std::vector<std::string>& judgingMetrics() {
  static const std::vector<std::string> kNames = namesOf({Asked::kByTrainings, Asked::kByPeople});
  return kNames;
}

std::vector<std::string> metricList(std::string_view text) {
  const std::vector<std::string>& known = metricNames();
  std::vector<std::string> metrics;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const std::string name(trimmed(rest.substr(0, comma)));
    if (std::ranges::find(known, name) == known.end()) throwUnknown(name);
    if (std::ranges::find(metrics, name) != metrics.end()) throwTwice(name);
    metrics.push_back(name);
    if (comma == std::string_view::npos) return metrics;
    rest.remove_prefix(comma + 1);
  }
}

std::int64_t evaluationProcesses(const RunConfig& config, std::int64_t trains) {
  const std::int64_t asked = config.integer("evaluation.processes");
  if (asked > 0) return asked;
  const std::int64_t gpus = gpusNamed(config.text("evaluation.device"));
  return gpus > 0 ? gpus : trains;
}

void checkEvaluation(const RunConfig& config) {
  const std::vector<std::string> metrics = metricList(config.text("evaluation.metrics"));
  const std::string& best_by = config.text("evaluation.best_by");
  const std::string metric(findScore(best_by)->metric);
  if (std::ranges::find(metrics, metric) == metrics.end()) {
    throw Error(ErrorCode::kInvalidArgument, "config_conflict",
                "evaluation.best_by = {score} does not go with evaluation.metrics = {metrics}: {score} comes from the "
                "metric {metric}. Add {metric} to evaluation.metrics, or choose a score of one of these.",
                {{"score", best_by}, {"metrics", config.text("evaluation.metrics")}, {"metric", metric}});
  }
  checkMetrics(config, metrics);
  checkDevice(config);
  if (config.text("evaluation.features").empty()) {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_features_bad",
                "evaluation.features is empty, but scores need features. Set it to in-domain, or to a file or run "
                "folder that `gan-engine evaluate --features` takes.");
  }
  checkFeatureInput("evaluation.", config.text("evaluation.features"), config.text("evaluation.resize"),
                    config.integer("evaluation.size"));
}

std::optional<Error> whyNotEvaluated(const RunConfig& config) {
  if (config.integer("evaluation.every_steps") == 0) return std::nullopt;
  try {
    checkEvaluation(config);
    return std::nullopt;
  } catch (const Error& why) {
    return why;
  }
}

}  // namespace gan
