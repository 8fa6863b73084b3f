#include "session/judge_run.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "evaluation/feature_store.h"
#include "evaluation/spread.h"
#include "interop/aws_profile.h"
#include "session/judging.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Of each class over those draws that have enough pictures of it, in the first one's order and then as others have
/// more: so the mean over classes is intra_fid, and not that of one draw.
std::vector<ClassDistance> combinedClasses(const std::vector<Evaluation>& draws) {
  struct OfClass {
    ClassDistance first;
    std::vector<double> distances;
  };
  std::vector<OfClass> classes;
  for (const Evaluation& draw : draws) {
    for (const ClassDistance& found : draw.classes) {
      auto known = std::ranges::find(classes, found.name, [](const OfClass& of_class) { return of_class.first.name; });
      if (known == classes.end()) known = classes.insert(known, {.first = found, .distances = {}});
      known->distances.push_back(found.fid);
    }
  }
  std::vector<ClassDistance> combined;
  for (const OfClass& of_class : classes) {
    combined.push_back(of_class.first);
    combined.back().fid = spreadOf(of_class.distances).mean;
  }
  return combined;
}

std::optional<double> combinedVariance(const std::vector<Evaluation>& draws) {
  std::vector<double> values;
  for (const Evaluation& draw : draws) {
    if (draw.generated.variance) values.push_back(*draw.generated.variance);
  }
  return values.empty() ? std::nullopt : std::optional(spreadOf(values).mean);
}

/// Means and deviations of what several draws gave, and the shares of all of them.
void combine(const std::vector<Evaluation>& draws, Evaluation& all) {
  for (Score& score : all.scores) {
    std::vector<double> values;
    for (const Evaluation& draw : draws) {
      const auto found = std::ranges::find(draw.scores, score.name, &Score::name);
      if (found != draw.scores.end()) values.push_back(found->value);
    }
    const Spread spread = spreadOf(values);
    score.value = spread.mean;
    score.deviation = spread.deviationIfAny();
  }
  all.classes = combinedClasses(draws);
  all.generated.variance = combinedVariance(draws);
  all.shares.clear();
  for (const Evaluation& draw : draws) all.shares.insert(all.shares.end(), draw.shares.begin(), draw.shares.end());
}

std::string nameOfWeights(const FoundGenerator& found) {
  return found.weights == "ema" ? "average" : found.weights == "generator" ? "newest" : "";
}

}  // namespace

RunEvaluation judgeRun(const RunJudging& request, ProgressMonitor& monitor) {
  const auto begin = std::chrono::steady_clock::now();
  Judging judging(request);
  if (request.planned) request.planned(judging.plan());
  judging.prepare(monitor);
  judging.evaluation().leaves_shares = true;
  std::vector<Evaluation> draws;
  for (std::int64_t draw = 0; draw < request.draws; ++draw) {
    draws.push_back(judging.score(draw, monitor));
  }
  RunEvaluation outcome{.draws = request.draws, .evaluation = draws.front()};
  if (draws.size() > 1) combine(draws, outcome.evaluation);
  if (!request.leaves_shares) removeShares(outcome.evaluation);
  if (judging.drawn()) {
    outcome.step = judging.found().step;
    outcome.checkpoint = judging.found().checkpoint;
    outcome.weights = nameOfWeights(judging.found());
    outcome.statistics = nameOf(request.alike.statistics);
    outcome.truncation = request.alike.truncation;
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

void removeShares(Evaluation& evaluation) {
  std::error_code ignored;
  for (const fs::path& folder : std::exchange(evaluation.shares, {})) fs::remove_all(folder, ignored);
}

JudgingForecast forecastJudging(const RunJudging& request) {
  Judging judging(request);
  JudgingForecast forecast = judging.forecast();
  if (!judging.drawn()) return forecast;
  forecast.step = judging.found().step;
  forecast.checkpoint = judging.found().checkpoint;
  return forecast;
}

void shareJudging(const RunJudging& request, ProgressMonitor& monitor) {
  Judging judging(request);
  judging.prepare(monitor);
  const auto full = [&] {
    if (!FeatureStore(request.cache).full()) return false;
    log::warning("features of unfinished evaluations take " + formatBytes(FeatureStore::kMostBytesOfShares) + " in " +
                 request.cache.string() +
                 ": one process computes the others. Fewer steps, truncations or draws at a "
                 "time are shared among all.");
    return true;
  };
  if (judging.needsFeatures()) {
    for (std::int64_t draw = 0; draw < request.draws; ++draw) {
      if (full()) return;
      shareEvaluation(judging.draw(draw), monitor);
    }
  }
  for (std::int64_t draw = 0; draw < request.draws && !full(); ++draw) judging.shareAccuracy(draw, monitor);
}

JudgingNetwork inDomainNetwork(const JudgedSide& real, const JudgingNetwork& network, const fs::path& cache,
                               ProgressMonitor& monitor) {
  if (real.set && !real.set->pictures) throwMoments(*real.set);
  return withInDomain(network, real.set ? fittedPictures(*real.set->pictures, network.size) : trainedImages(real.run),
                      cache, monitor);
}

fs::path featuresCache() {
  if (const std::string folder = environmentValue("XDG_CACHE_HOME"); folder.starts_with('/')) {
    return fs::path(folder) / "gan-studio" / "features";
  }
  const std::string home = environmentValue("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".cache" / "gan-studio" / "features";
}

}  // namespace gan
