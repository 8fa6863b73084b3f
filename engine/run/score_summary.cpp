#include "run/score_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "run/current_line.h"
#include "run/kept_evaluations.h"
#include "run/run_reader.h"

namespace gan {
namespace {

constexpr std::string_view kEvaluation = "evaluation/";
constexpr std::string_view kValidation = "validation/";

/// Nothing for a series that is no score.
std::optional<ScoreFacts::Better> betterOf(std::string_view series) {
  if (series.starts_with(kEvaluation)) {
    const ScoreFacts* facts = findScore(series.substr(series.rfind('/') + 1));
    return facts == nullptr ? std::nullopt : std::optional(facts->better);
  }
  if (!series.starts_with(kValidation)) return std::nullopt;
  const std::string_view what = series.substr(kValidation.size());
  if (what == "loss") return ScoreFacts::Better::kLower;
  return what.starts_with("top") ? std::optional(ScoreFacts::Better::kHigher) : std::nullopt;
}

}  // namespace

std::map<std::string, ScoreSummary> scoreSummaries(const RunReader& reader) {
  std::map<std::string, std::vector<ScoreAtStep>> points;
  for (const std::string& name : reader.seriesNames()) {
    if (!betterOf(name)) continue;
    const auto all =
        reader.values(name, {0, std::numeric_limits<std::int64_t>::max()}, std::numeric_limits<std::size_t>::max());
    for (std::size_t i = 0; i < all.steps.size(); ++i) points[name].push_back({all.steps[i], all.values[i]});
  }
  const CurrentLine line(reader.events());
  for (const KeptEvaluation& kept : keptEvaluations(reader.folder().path())) {
    if (!line.contains(kept.step, kept.segment)) continue;
    for (const EvaluatedScore& score : kept.evaluated.scores) {
      const std::string name = seriesName(kept.evaluated, score.name);
      if (betterOf(name)) points[name].push_back({kept.step, score.value});
    }
  }
  std::map<std::string, ScoreSummary> summaries;
  for (auto& [name, all] : points) {
    std::erase_if(all, [](const ScoreAtStep& point) { return !std::isfinite(point.value); });
    if (all.empty()) continue;
    std::ranges::stable_sort(all, {}, &ScoreAtStep::step);
    ScoreSummary summary{.better = *betterOf(name), .last = all.back(), .best = all.front()};
    for (const ScoreAtStep& point : all) {
      const bool is_better = summary.better == ScoreFacts::Better::kLower ? point.value < summary.best.value
                                                                          : point.value > summary.best.value;
      if (is_better) summary.best = point;
    }
    summaries.emplace(name, summary);
  }
  return summaries;
}

}  // namespace gan
