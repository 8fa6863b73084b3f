#pragma once

#include <ATen/core/Tensor.h>

#include <array>
#include <cstdint>

namespace gan {

/// What random numbers are for. Part of every address, so that streams never overlap. Values are stored in nothing, but
/// changing one changes every run: append only.
enum class RandomPurpose : std::uint32_t {
  kWeights = 1,
  kLatentDiscriminator = 2,
  kLatentGenerator = 3,
  kLatentSamples = 4,
  kDataOrder = 5,
  kAugmentation = 6,
  kShapes = 7,
  kProjections = 8,
};

/// One block of Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// Random numbers that are addressed, not consumed: the numbers of a sample depend on (seed, purpose, step, global index
/// of the sample) only, never on how many were drawn before, on the batch size, or on how many processes share the work.
/// Immutable; safe to use from any thread. Always drawn on the host.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, RandomPurpose purpose) : seed_(seed), purpose_(purpose) {}

  /// Standard normal numbers (Box-Muller), float32 [count, size]; row i belongs to global sample first_sample + i.
  at::Tensor normal(std::uint64_t step, std::uint64_t first_sample, std::int64_t count, std::int64_t size) const;
  /// Uniform in [0, 1), float32 [count, size].
  at::Tensor uniform(std::uint64_t step, std::uint64_t first_sample, std::int64_t count, std::int64_t size) const;
  /// Integers in [0, bound), int64 [count].
  at::Tensor integers(std::uint64_t step, std::uint64_t first_sample, std::int64_t count, std::int64_t bound) const;
  /// One 64-bit word, for code that needs no tensor.
  std::uint64_t word(std::uint64_t step, std::uint64_t sample, std::uint32_t index) const;

 private:
  std::uint64_t seed_;
  RandomPurpose purpose_;
};

}  // namespace gan
