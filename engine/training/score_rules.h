#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "config/run_config.h"
#include "run/event.h"

namespace gan {

/// The rule of alerts about a best score that is long past, which evaluation.on_no_better answers.
inline constexpr std::string_view kNoBetterRule = "scores";
/// Of those about scores that are much worse than before.
inline constexpr std::string_view kCollapseRule = "collapse";

/// What evaluation.* say of the rules on scores.
struct ScoreThresholds {
  std::string score;          ///< By which evaluations are compared; see scoreFacts().
  std::int64_t patience = 0;  ///< Evaluations without a better score before that is told; 0: it is not.
  double better_by = 0;       ///< The share of the best score by which a better one is better.
  double collapse_ratio = 0;  ///< How many times worse than the best is told at once; 0: nothing is.
  double variety_share = 0;   ///< See health.variety_share; 0: nothing is told of that.
};
ScoreThresholds scoreThresholds(const RunConfig& config);

/// Watches the scores of a run: whether its best is long past, and whether it has collapsed, which FID shows, recall
/// and coverage show even sooner, and so does the variance of features of a generator that had some. Scores of other
/// features, counts or truncations begin anew. One thread.
class ScoreRules {
 public:
  struct Found {
    std::optional<Alert> no_better;  ///< After so many evaluations, and again after as many more.
    std::optional<Alert> collapsed;  ///< Once, then that it is over, or that nobody can tell any more.
  };
  /// Evaluations come by their steps; those of a step that was counted change no more than what is the best.
  Found check(std::int64_t step, const Evaluated& evaluated, const ScoreThresholds& thresholds);

 private:
  struct Best {
    double value = 0;
    std::int64_t step = 0;
  };

  std::optional<Alert> checkPatience(std::int64_t step, const Evaluated& evaluated, const ScoreThresholds& thresholds);
  std::optional<Alert> checkCollapse(std::int64_t step, const Evaluated& evaluated, const ScoreThresholds& thresholds);
  std::optional<Alert> collapseOf(std::int64_t step, const Evaluated& evaluated,
                                  const ScoreThresholds& thresholds) const;

  std::int64_t last_step_ = -1;
  std::string kind_;                               ///< comparableAs() of what is known.
  std::string score_;                              ///< That patience is about.
  std::optional<Best> better_;                     ///< The last that was better by enough.
  std::int64_t since_ = 0;                         ///< Evaluations after it, or after the last alert.
  std::map<std::string, Best, std::less<>> best_;  ///< By score.
  std::optional<std::int64_t> varied_step_;        ///< The last whose pictures had variety.
  bool told_collapsed_ = false;
};

}  // namespace gan
