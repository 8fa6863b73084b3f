#include "training/contest_rule.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/units.h"
#include "run/evaluated.h"
#include "training/gan_update.h"

namespace gan {
namespace {

/// What a step says of the discriminator.
struct Standing {
  double loss = 0;
  double real_score = 0;
  double fake_score = 0;
  double lead(const HealthOptions& options) const {
    const double lead = real_score - fake_score;
    return options.labels_exchanged ? -lead : lead;
  }
};

std::optional<Standing> standingOf(const StepRecord& record) {
  using namespace gan_series;
  const auto loss = record.find(kLossDiscriminator);
  const auto real = record.find(kScoreReal);
  const auto fake = record.find(kScoreFakeBefore);
  if (!loss || !real || !fake) return std::nullopt;
  const Standing standing{.loss = *loss, .real_score = *real, .fake_score = *fake};
  const bool finite = std::isfinite(standing.loss) && std::isfinite(standing.real_score - standing.fake_score);
  return finite ? std::optional(standing) : std::nullopt;
}

/// Of its loss, what is more than targets leave, as a share of what it has while it tells nothing apart.
double shareOf(const Standing& standing, const LossBounds& bounds) {
  return (standing.loss - bounds.least) / (bounds.chance - bounds.least);
}

bool wins(const Standing& standing, const HealthOptions& options) {
  return options.discriminator && standing.lead(options) > 0 &&
         shareOf(standing, *options.discriminator) < options.d_wins_share;
}

bool isBeaten(const Standing& standing, const HealthOptions& options) {
  constexpr double kWorseThanNothing = 2;
  if (options.d_beaten_by == 0) return false;
  const bool worse = options.discriminator && shareOf(standing, *options.discriminator) > kWorseThanNothing;
  return worse || standing.lead(options) < -options.d_beaten_by;
}

std::vector<ErrorArgument> arguments(const Standing& standing, std::int64_t since) {
  return {{"since", formatCount(since)},
          {"loss", formatScore(standing.loss)},
          {"real", formatScore(standing.real_score)},
          {"fake", formatScore(standing.fake_score)}};
}

}  // namespace

std::optional<Alert> ContestRule::check(const StepRecord& record, const HealthOptions& options) {
  const auto standing = standingOf(record);
  if (!standing) return std::nullopt;
  wins_.add(record.step, wins(*standing, options), options.window_steps);
  beaten_.add(record.step, isBeaten(*standing, options), options.window_steps);
  if (record.step < options.first_steps) return std::nullopt;
  if (wins_.lasts() && !std::exchange(win_told_, true)) {
    const std::int64_t since = *wins_.since();
    return troubleOf(kContestRule, since,
                     {"discriminator_wins",
                      "The discriminator wins since step {since}: its loss is {loss}, D(x) {real}, D(G(z)) {fake}. The "
                      "generator learns little from a judge that is always right.",
                      arguments(*standing, since)},
                     options, {"discriminator"});
  }
  if (beaten_.lasts() && !std::exchange(defeat_told_, true)) {
    const std::int64_t since = *beaten_.since();
    return troubleOf(kContestRule, since,
                     {"discriminator_beaten",
                      "The discriminator is beaten since step {since}: its loss is {loss}, D(x) {real}, D(G(z)) "
                      "{fake}. The generator learns from it what is wrong.",
                      arguments(*standing, since)},
                     options, {"generator"});
  }
  const bool told = win_told_ || defeat_told_;
  win_told_ = win_told_ && wins_.lasts();
  defeat_told_ = defeat_told_ && beaten_.lasts();
  if (!told || win_told_ || defeat_told_) return std::nullopt;
  return overOf(
      kContestRule,
      {"contest_over", "At step {step} neither network wins any more.", {{"step", formatCount(record.step)}}});
}

std::optional<std::int64_t> ContestRule::troubledSince() const {
  const auto wins = wins_.since();
  const auto beaten = beaten_.since();
  return wins && beaten ? std::min(wins, beaten) : wins ? wins : beaten;
}

void ContestRule::restart() {
  wins_.restart();
  beaten_.restart();
  win_told_ = defeat_told_ = false;
}

}  // namespace gan
