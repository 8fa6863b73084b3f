#include "training/grid_rules.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/units.h"
#include "run/evaluated.h"
#include "training/rules.h"

namespace gan {
namespace {

std::string percent(double share) { return std::to_string(std::lround(100 * share)); }

}  // namespace

void GridRules::Lasting::add(const GridRecord& record, bool shows) {
  if (shows && grids == 0) since_step = record.step;
  grids = shows ? grids + 1 : 0;
}

std::optional<Alert> GridRules::check(const GridRecord& record, const HealthOptions& options) {
  if (std::exchange(step_, record.step) == record.step) return std::nullopt;
  std::optional<Alert> alert = look(record, options);
  if (alert) told_ = true;
  if (!told_ || troubledSince()) return alert;
  told_ = false;
  return overOf(kPicturesRule, {"pictures_over",
                                "The pictures of step {step} are again as they should be.",
                                {{"step", formatCount(record.step)}}});
}

std::optional<Alert> GridRules::look(const GridRecord& record, const HealthOptions& options) {
  not_finite_.add(record, !record.finite);
  blank_.add(record, record.blank && record.finite);
  if (!record.finite) {
    if (not_finite_.grids > 1) return std::nullopt;
    Alert alert = troubleOf(kPicturesRule, record.step,
                            {"pictures_not_finite",
                             "The pictures of step {step} have pixels that are not finite.",
                             {{"step", formatCount(record.step)}}},
                            options, {});
    alert.severity = Severity::kError;
    return alert;
  }
  if (blank_.grids > 0) {
    plain_ = {};
    if (options.blank_grids == 0 || blank_.grids != options.blank_grids) return std::nullopt;
    return troubleOf(kPicturesRule, blank_.since_step,
                     {"pictures_blank",
                      "Every picture is of one colour since step {since}, in {count} grids.",
                      {{"since", formatCount(blank_.since_step)}, {"count", formatCount(blank_.grids)}}},
                     options, {"generator", "discriminator"});
  }
  return checkVariety(record, options);
}

std::optional<Alert> GridRules::checkVariety(const GridRecord& record, const HealthOptions& options) {
  const bool equal = record.equal && options.equal_share > 0 && *record.equal > options.equal_share;
  const bool narrow = record.variety && *record.variety < options.variety_share;
  const bool young = varied_grids_ < kPlainGrids && record.step < options.young_steps;
  if (equal || narrow) {
    if (young) varied_grids_ = 0;
  } else {
    ++varied_grids_;
  }
  plain_.add(record, (equal || narrow) && !young);
  if (plain_.grids != kPlainGrids) return std::nullopt;
  const std::string since = formatCount(plain_.since_step);
  const auto told = [&](Message message) {
    return troubleOf(kPicturesRule, plain_.since_step, std::move(message), options, {"generator"});
  };
  if (equal) {
    return told({"pictures_equal",
                 "{percent} % of the pictures look like another one since step {since}. The generator may have "
                 "collapsed.",
                 {{"percent", percent(*record.equal)}, {"since", since}}});
  }
  return told({"pictures_plain",
               "Pictures have lost their variety since step {since}: their pixels vary from one to the other by "
               "{percent} % of what those of real images do. The generator may have collapsed.",
               {{"percent", formatScore(100 * *record.variety)}, {"since", since}}});
}

std::optional<std::int64_t> GridRules::troubledSince() const {
  std::optional<std::int64_t> first;
  for (const Lasting& one : {not_finite_, blank_, plain_}) {
    if (one.grids > 0) first = std::min(first.value_or(one.since_step), one.since_step);
  }
  return first;
}

void GridRules::restart() {
  not_finite_ = blank_ = plain_ = {};
  told_ = false;
  step_ = -1;
}

}  // namespace gan
