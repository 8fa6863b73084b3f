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

/// How the directions of a latent space were found.
enum class DirectionKind {
  kSefa,  ///< Eigenvectors of the first layer's weights (Shen and Zhou, 2021, "Closed-form factorization of latent
          ///< semantics in GANs", equations 5 and 6).
  kPca,   ///< Principal components of what the first layer makes of 10,000 latents (Harkonen et al., 2020, "GANSpace").
};

/// "sefa", "pca".
std::string_view nameOf(DirectionKind kind);
/// The reverse. Throws Error(kInvalidArgument, "direction_kind_unknown").
DirectionKind directionKind(std::string_view name);

/// A way along a direction of a latent space.
struct DirectionTerm {
  DirectionKind kind = DirectionKind::kSefa;
  std::int64_t number = 0;  ///< From 0, where the most happens.
  double distance = 1;      ///< In the latent space: directions have the length 1.

  friend bool operator==(const DirectionTerm&, const DirectionTerm&) = default;
};

/// Chunks of another latent, where a generator takes its own in equal chunks one after the other.
struct StyleMix {
  std::int64_t first = 0;                           ///< Chunk,
  std::int64_t last = 0;                            ///< and the last one that is taken.
  std::vector<LatentTerm> latent = {LatentTerm{}};  ///< As SamplePoint's, and so are the next two.
  std::vector<float> z = {};
  std::vector<DirectionTerm> moves = {};

  friend bool operator==(const StyleMix&, const StyleMix&) = default;
};

/// How much of a class there is in a condition.
struct ClassTerm {
  std::int64_t label = 0;
  double weight = 1;  ///< Above 0.

  friend bool operator==(const ClassTerm&, const ClassTerm&) = default;
};

/// All that one picture of a generator is made from, besides the generator's run or weights. A plain value.
struct SamplePoint {
  /// At least one, unless z says the latent. The latent is the sum of weight * z divided by the length of all weights.
  /// Of different samples it is distributed as each z is where nothing is truncated; the same sample twice counts for
  /// more than it should.
  std::vector<LatentTerm> latent = {LatentTerm{}};
  /// The condition is the mean of the classes' conditions by weight. Empty: none was said.
  std::vector<ClassTerm> classes = {};
  Truncation truncation = {};
  std::optional<std::int64_t> step = {};  ///< Of which checkpoint; none: the newest, or the weights that are given.
  StatisticsMode statistics = StatisticsMode::kRunning;
  std::vector<float> z = {};              ///< All components of the latent; then there are no terms of it.
  std::vector<DirectionTerm> moves = {};  ///< Added to the latent.
  std::optional<StyleMix> mix = {};       ///< Taken behind the moves.

  friend bool operator==(const SamplePoint&, const SamplePoint&) = default;
};

/// One line that reads back as the same point, such as
///   seed=7 class=3 truncation=0.8 step=12000
///   seed=7/2*0.6+9*0.8 class=3*0.25+5*0.75 truncation=0.5 truncation_kind=scale statistics=standing
///   z=0.5,-1.25,0.75 move=sefa/0*2.5+pca/3*-1
///   seed=7 class=3 mix=0-2 mix_seed=9 mix_move=pca/0*2
/// 7/2 is sample 2 of seed 7; 9 alone is sample 0 of seed 9; *0.6 is a weight, 1 where it is left out. sefa/0 is the
/// first direction of that kind. mix=2-4 takes chunks 2 to 4, counted from 0, of the latent behind it; mix=2 one. What
/// a line does not say is as in SamplePoint{}.
std::string toText(const SamplePoint& point);
/// The beginning of it, for messages: 200 bytes at most.
std::string shortText(const SamplePoint& point);

/// Reads such a line; its parts may stand in any order. Throws Error(kInvalidArgument, "sample_point_bad") for text of
/// more than 64 KiB and for anything that toText() could not have meant: unknown or repeated parts, both seed and z or
/// neither, more than 16 terms, 64 directions or 4,096 components, numbers that are not finite or larger than a
/// million, all weights 0, a class's weight that is not above 0.
SamplePoint samplePointFromText(std::string_view text);

}  // namespace gan
