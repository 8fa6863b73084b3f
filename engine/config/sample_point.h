#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/truncation.h"

namespace gan {

/// Which statistics batch normalisations use where a picture is made.
enum class StatisticsMode {
  kRunning,   ///< Those that training kept.
  kBatch,     ///< Of one batch of fixed latents.
  kStanding,  ///< Means over several such batches (Brock et al., 2019, section 4.1).
};

/// "running", "batch", "standing".
std::string_view nameOf(StatisticsMode mode);
/// The reverse. Throws Error(kInvalidArgument, "statistics_mode_unknown").
StatisticsMode statisticsMode(std::string_view name);

/// Sample number `sample` of a seed, and how much of it goes into a latent.
struct LatentTerm {
  std::uint64_t seed = 0;
  std::int64_t sample = 0;  ///< From 0.
  double weight = 1;

  friend bool operator==(const LatentTerm&, const LatentTerm&) = default;
};

/// How much of a class there is in a condition.
struct ClassTerm {
  std::int64_t label = 0;
  double weight = 1;  ///< Above 0.

  friend bool operator==(const ClassTerm&, const ClassTerm&) = default;
};

/// All that one picture of a generator is made from, besides the generator's run or weights. A plain value.
struct SamplePoint {
  /// At least one. The latent is the sum of weight * z divided by the length of all weights. Of different samples it is
  /// distributed as each z is where nothing is truncated; the same sample twice counts for more than it should.
  std::vector<LatentTerm> latent = {LatentTerm{}};
  /// The condition is the mean of the classes' conditions by weight. Empty: none was said.
  std::vector<ClassTerm> classes = {};
  Truncation truncation = {};
  std::optional<std::int64_t> step = {};  ///< Of which checkpoint; none: the newest, or the weights that are given.
  StatisticsMode statistics = StatisticsMode::kRunning;

  friend bool operator==(const SamplePoint&, const SamplePoint&) = default;
};

/// One line that reads back as the same point, such as
///   seed=7 class=3 truncation=0.8 step=12000
///   seed=7/2*0.6+9*0.8 class=3*0.25+5*0.75 truncation=0.5 truncation_kind=scale statistics=standing
/// 7/2 is sample 2 of seed 7; 9 alone is sample 0 of seed 9; *0.6 is a weight, 1 where it is left out. What a line does
/// not say is as in SamplePoint{}.
std::string toText(const SamplePoint& point);

/// Reads such a line; its parts may stand in any order. Throws Error(kInvalidArgument, "sample_point_bad") for text of
/// more than 4,096 bytes and for anything that toText() could not have meant: unknown or repeated parts, more than 16
/// terms, weights that are not finite or larger than a million, all weights 0, a class's weight that is not above 0.
SamplePoint samplePointFromText(std::string_view text);

}  // namespace gan
