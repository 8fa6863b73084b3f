#include "training/score_rules.h"

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "config/evaluation_scores.h"
#include "core/units.h"
#include "training/rules.h"

namespace gan {
namespace {

bool lowerIsBetter(std::string_view score) {
  const ScoreFacts* const facts = findScore(score);
  return facts == nullptr || facts->better == ScoreFacts::Better::kLower;
}

bool isBetter(std::string_view score, double value, double than, double by) {
  const double margin = by * std::abs(than);
  return lowerIsBetter(score) ? value < than - margin : value > than + margin;
}

/// So many times worse; nothing can be said of a best that is not above 0, as an unbiased KID may be.
bool isWorse(std::string_view score, double value, double best, double ratio) {
  if (!(best > 0)) return false;
  return lowerIsBetter(score) ? value > best * ratio : value * ratio < best;
}

/// Shares of pictures below this change by chance as much as by a collapse.
constexpr double kLeastShare = 0.1;

/// Whether a collapse shows in it, when evaluations are compared by another score as well.
bool showsCollapse(const EvaluatedScore& score, double best, const ScoreThresholds& thresholds) {
  const bool share = score.name == "recall" || score.name == "coverage";
  if (score.name != thresholds.score && !(share && best >= kLeastShare)) return false;
  return isWorse(score.name, score.value, best, thresholds.collapse_ratio);
}

std::vector<ErrorArgument> arguments(const std::string& score, double value, std::int64_t step, double best,
                                     std::int64_t best_step) {
  return {{"score", score},
          {"value", formatScore(value)},
          {"step", formatCount(step)},
          {"best", formatScore(best)},
          {"best_step", formatCount(best_step)}};
}

/// What was the best is the way back.
Alert alertOf(std::string_view rule, std::int64_t best_step, Message message) {
  return {Severity::kWarning, std::string(rule), std::move(message), {"rollback", "stop", "ignore"}, best_step + 1};
}

}  // namespace

ScoreThresholds scoreThresholds(const RunConfig& config) {
  return {.score = config.text("evaluation.best_by"),
          .patience = config.integer("evaluation.patience"),
          .better_by = config.real("evaluation.better_by"),
          .collapse_ratio = config.real("evaluation.collapse_ratio"),
          .variety_share = config.real("health.variety_share")};
}

ScoreRules::Found ScoreRules::check(std::int64_t step, const Evaluated& evaluated, const ScoreThresholds& thresholds) {
  std::optional<Alert> over;
  if (std::string kind = comparableAs(evaluated); kind != kind_) {
    if (told_collapsed_) {
      over = overOf(kCollapseRule, {"scores_other_kind",
                                    "The scores of step {step} do not compare with those before: whether the generator "
                                    "has collapsed is judged anew.",
                                    {{"step", formatCount(step)}}});
    }
    *this = {};
    kind_ = std::move(kind);
  }
  if (score_ != thresholds.score) {
    score_ = thresholds.score;
    better_.reset();
  }
  Found found;
  found.collapsed = std::move(over);
  if (step > last_step_) {  // the same weights judged once more say nothing new
    found.no_better = checkPatience(step, evaluated, thresholds);
    if (auto collapsed = checkCollapse(step, evaluated, thresholds)) found.collapsed = std::move(collapsed);
    last_step_ = step;
    if (evaluated.variety && *evaluated.variety >= thresholds.variety_share) varied_step_ = step;
  }
  for (const EvaluatedScore& score : evaluated.scores) {
    if (!std::isfinite(score.value)) continue;
    const auto known = best_.find(score.name);
    if (known == best_.end() || isBetter(score.name, score.value, known->second.value, 0)) {
      best_[score.name] = {score.value, step};
    }
  }
  return found;
}

std::optional<Alert> ScoreRules::checkPatience(std::int64_t step, const Evaluated& evaluated,
                                               const ScoreThresholds& thresholds) {
  const EvaluatedScore* const score = evaluated.find(thresholds.score);
  if (score == nullptr) return std::nullopt;
  const bool first = !better_ && std::isfinite(score->value);
  if (first || (better_ && isBetter(score->name, score->value, better_->value, thresholds.better_by))) {
    better_ = {score->value, step};
    since_ = 0;
    return std::nullopt;
  }
  if (!better_ || ++since_ < thresholds.patience || thresholds.patience == 0) return std::nullopt;
  std::vector<ErrorArgument> facts = arguments(score->name, score->value, step, better_->value, better_->step);
  facts.push_back({"count", formatCount(since_)});
  since_ = 0;
  return alertOf(kNoBetterRule, better_->step,
                 {"scores_no_better",
                  "{score} has not become better for {count} evaluations: {value} at step {step}, {best} at step "
                  "{best_step}. Further training may be in vain.",
                  std::move(facts)});
}

std::optional<Alert> ScoreRules::checkCollapse(std::int64_t step, const Evaluated& evaluated,
                                               const ScoreThresholds& thresholds) {
  auto collapse = collapseOf(step, evaluated, thresholds);
  const bool told = std::exchange(told_collapsed_, collapse.has_value());
  if (collapse) return told ? std::nullopt : std::move(collapse);
  if (!told) return std::nullopt;
  return overOf(kCollapseRule, {"scores_over",
                                "The scores of step {step} are no longer much worse than the best ones.",
                                {{"step", formatCount(step)}}});
}

std::optional<Alert> ScoreRules::collapseOf(std::int64_t step, const Evaluated& evaluated,
                                            const ScoreThresholds& thresholds) const {
  if (varied_step_ && evaluated.variety && *evaluated.variety < thresholds.variety_share) {
    return alertOf(kCollapseRule, *varied_step_,
                   {"features_plain",
                    "Pictures have lost their variety between step {varied} and step {step}: their features vary from "
                    "one to the other by {percent} % of what those of real images do. The generator may have "
                    "collapsed.",
                    {{"varied", formatCount(*varied_step_)},
                     {"step", formatCount(step)},
                     {"percent", formatScore(100 * *evaluated.variety)}}});
  }
  if (thresholds.collapse_ratio == 0) return std::nullopt;
  for (const EvaluatedScore& score : evaluated.scores) {
    const auto best = best_.find(score.name);
    if (best == best_.end() || !showsCollapse(score, best->second.value, thresholds)) continue;
    return alertOf(kCollapseRule, best->second.step,
                   {"scores_collapsed",
                    "{score} has become much worse: {value} at step {step}, {best} at step {best_step}. The generator "
                    "may have collapsed.",
                    arguments(score.name, score.value, step, best->second.value, best->second.step)});
  }
  return std::nullopt;
}

}  // namespace gan
