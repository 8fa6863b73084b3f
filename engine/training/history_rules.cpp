#include "training/history_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "core/units.h"
#include "run/evaluated.h"
#include "training/classifier_recipe.h"
#include "training/gan_update.h"

namespace gan {
namespace {

using Found = SeriesWatch::Found;

std::optional<std::int64_t> oldest(const SeriesWatches& series) {
  std::optional<std::int64_t> first;
  for (const auto& [name, watch] : series) {
    const auto since = watch.since();
    if (since) first = std::min(first.value_or(*since), *since);
  }
  return first;
}

std::vector<ErrorArgument> arguments(std::string_view series, double value, std::int64_t since, double usual) {
  return {{"series", std::string(series)},
          {"since", formatCount(since)},
          {"value", formatScore(value)},
          {"usual", formatScore(usual)}};
}

/// What no loss is beyond; nothing: nobody knows.
std::optional<double> limitOf(const HealthOptions& options) {
  if (!options.discriminator || options.loss_limit == 0) return std::nullopt;
  return options.loss_limit * std::max(options.discriminator->chance, options.discriminator->generator_chance);
}

/// The largest of before, and of a loss that was small what it is while nothing is known.
std::optional<double> largestOf(const UsualSize& usual, const HealthOptions& options) {
  const auto largest = usual.largest();
  const double least = options.discriminator ? options.discriminator->chance : 1;
  return largest ? std::optional(std::max(*largest, least)) : std::nullopt;
}

Found lossShows(double value, const UsualSize& usual, const HealthOptions& options) {
  const auto limit = limitOf(options);
  const auto largest = largestOf(usual, options);
  const bool beyond = limit && std::abs(value) > *limit;
  const bool left = largest && options.loss_ratio > 0 && std::abs(value) > options.loss_ratio * *largest;
  return beyond || left ? Found::kTooLarge : Found::kNothing;
}

Alert lossAlert(std::string_view series, double value, std::int64_t since, const UsualSize& usual,
                const HealthOptions& options) {
  const auto largest = usual.largest();
  Message message = largest
                        ? Message{"loss_left_history",
                                  "{series} has left its history since step {since}: it is {value}, and was {usual} "
                                  "at most.",
                                  arguments(series, value, since, *largest)}
                        : Message{"loss_beyond_bounds",
                                  "{series} is beyond all bounds since step {since}: it is {value}, and no more than "
                                  "{usual} while the discriminator tells nothing apart.",
                                  arguments(series, value, since, options.discriminator->chance)};
  std::vector<std::string_view> networks;
  for (const auto& [network, rate] : options.rates) networks.emplace_back(network);
  return troubleOf(kLossesRule, since, std::move(message), options, networks);
}

bool isNormOfNetwork(std::string_view name) {
  return name.starts_with(gan_series::kNormPrefix) && std::ranges::count(name, '/') == 1;
}

Found normShows(double norm, const UsualSize& usual, const HealthOptions& options) {
  const auto median = usual.median();
  const double explodes = options.gradients_explode;
  const double vanishes = options.gradients_vanish;
  if (median && explodes > 0 && norm > explodes * *median) return Found::kTooLarge;
  const bool vanished = norm == 0 || (median && norm < vanishes * *median);
  return vanishes > 0 && vanished ? Found::kTooSmall : Found::kNothing;
}

Alert normAlert(std::string_view series, double norm, std::int64_t since, Found found, const UsualSize& usual,
                const HealthOptions& options) {
  const auto median = usual.median();
  std::vector<ErrorArgument> facts = arguments(series, norm, since, median.value_or(0));
  if (!median) facts.pop_back();  // nobody knows yet what is usual
  Message message = found == Found::kTooLarge
                        ? Message{"gradients_explode",
                                  "Gradients explode since step {since}: {series} is {value}, and was {usual} before.",
                                  std::move(facts)}
                    : median
                        ? Message{"gradients_vanish",
                                  "Gradients vanish since step {since}: {series} is {value}, and was {usual} before. "
                                  "What has none does not learn.",
                                  std::move(facts)}
                        : Message{"gradients_vanish",
                                  "Gradients vanish since step {since}: {series} is {value}. What has none does not "
                                  "learn.",
                                  std::move(facts)};
  // What saturates is the discriminator, whose logits both losses go through.
  const bool of_generator = series == gan_series::kNormGenerator && found == Found::kTooLarge;
  const bool of_classifier = series == classifier_series::kGradientNorm;
  const std::string_view network = of_classifier ? "classifier" : of_generator ? "generator" : "discriminator";
  return troubleOf(kGradientsRule, since, std::move(message), options, {network});
}

Alert seriesIsBack(std::string_view rule, std::string_view series, std::int64_t step) {
  return overOf(rule, {"series_back",
                       "At step {step} {series} is again what it was.",
                       {{"step", formatCount(step)}, {"series", std::string(series)}}});
}

/// A value that says something: measured, and no affair of the rule on what is not finite.
bool says(double value) { return std::isfinite(value); }

}  // namespace

SeriesWatch::Found SeriesWatch::add(std::int64_t step, double value, Found shows, std::int64_t window_steps,
                                    std::int64_t first_steps) {
  too_large_.add(step, shows == Found::kTooLarge, window_steps);
  too_small_.add(step, shows == Found::kTooSmall, window_steps);
  // A trouble does not become the history that it is compared with.
  if (since()) {
    usual_.dropBlock();
  } else if (step >= first_steps) {
    usual_.add(value, window_steps);
  }
  if (step < first_steps) return Found::kNothing;
  const Found lasting = too_large_.lasts() ? Found::kTooLarge : too_small_.lasts() ? Found::kTooSmall : Found::kNothing;
  const Found before = std::exchange(found_, lasting);
  if (lasting == before) return Found::kNothing;
  return lasting == Found::kNothing ? Found::kOver : lasting;
}

std::optional<std::int64_t> SeriesWatch::since() const {
  const auto large = too_large_.since();
  return large ? large : too_small_.since();
}

void SeriesWatch::restart() {
  usual_.dropBlock();
  too_large_.restart();
  too_small_.restart();
  found_ = Found::kNothing;
}

std::optional<Alert> LossesRule::check(const StepRecord& record, const HealthOptions& options) {
  std::optional<Alert> told;
  constexpr std::array kNames = {gan_series::kLossDiscriminator, gan_series::kLossGenerator,
                                 classifier_series::kTrainLoss};
  for (const std::string_view name : kNames) {
    const auto value = record.find(name);
    if (!value || !says(*value)) continue;
    SeriesWatch& watch = series_[std::string(name)];
    const Found shows = lossShows(*value, watch.usual(), options);
    const Found found = watch.add(record.step, *value, shows, options.window_steps, options.first_steps);
    if (found == Found::kNothing || told) continue;
    told = found == Found::kOver ? seriesIsBack(kLossesRule, name, record.step)
                                 : lossAlert(name, *value, *watch.since(), watch.usual(), options);
  }
  return told;
}

std::optional<std::int64_t> LossesRule::troubledSince() const { return oldest(series_); }

void LossesRule::restart() {
  for (auto& [name, watch] : series_) watch.restart();
}

std::optional<Alert> GradientsRule::check(const StepRecord& record, const HealthOptions& options) {
  std::optional<Alert> told;
  const std::vector<std::string>& names = record.series->names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!isNormOfNetwork(names[i]) || !says(record.values[i])) continue;
    SeriesWatch& watch = series_[names[i]];
    const double norm = record.values[i];
    const Found found = watch.add(record.step, norm, normShows(norm, watch.usual(), options), options.window_steps);
    if (found == Found::kNothing || told) continue;
    told = found == Found::kOver ? seriesIsBack(kGradientsRule, names[i], record.step)
                                 : normAlert(names[i], norm, *watch.since(), found, watch.usual(), options);
  }
  return told;
}

std::optional<std::int64_t> GradientsRule::troubledSince() const { return oldest(series_); }

void GradientsRule::restart() {
  for (auto& [name, watch] : series_) watch.restart();
}

}  // namespace gan
