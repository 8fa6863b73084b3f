#pragma once

#include <c10/core/Device.h>

#include <cstdint>

#include "tensor/philox.h"

namespace at {
class Tensor;
}

namespace gan {

/// What random numbers are for. Part of every address, so that streams never overlap. Values are stored in nothing, but
/// changing one changes every run: append only, at most 255.
enum class RandomPurpose : std::uint32_t {
  kWeights = 1,
  kLatentDiscriminator = 2,
  kLatentGenerator = 3,
  kLatentSamples = 4,
  kDataOrder = 5,
  kAugmentation = 6,
  kShapes = 7,
  kProjections = 8,
  kImageNoise = 9,
  kClassDiscriminator = 10,
  kClassGenerator = 11,
  kShares = 12,
};

/// Random numbers that are addressed, not consumed: the numbers of a sample depend on (seed, purpose, step, global
/// index of the sample) only, never on how many were drawn before, on the batch size, or on how many processes share
/// the work. Immutable; safe to use from any thread. Drawn on the host, except by normalOn().
///
/// Each address is a Philox block of its own. The key is the seed (low word first); the counter is
///   word 0          number of the block inside the row: four 32-bit or two 64-bit words each
///   word 1          sample, bits 0-31
///   word 2          step, bits 0-31
///   word 3          purpose (bits 0-7), sample bits 32-43 (bits 8-19), step bits 32-43 (bits 20-31)
/// so step and sample must be below 2^44; a larger one throws Error(kInvalidArgument). normal(), uniform(), integers()
/// and word() read the same words at the same address: give each kind of draw its own step or purpose.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, RandomPurpose purpose) : seed_(seed), purpose_(purpose) {}

  /// Standard normal numbers (Box-Muller), float32 [count, size]; row i belongs to global sample first_sample + i.
  at::Tensor normal(std::uint64_t step, std::uint64_t first_sample, std::int64_t count, std::int64_t size) const;
  /// The numbers of normal() on a device, computed there: for rows so long that drawing them on the host would hold the
  /// device up. They differ from the host's by the device's rounding of logarithms and sines.
  at::Tensor normalOn(c10::Device device, std::uint64_t step, std::uint64_t first_sample, std::int64_t count,
                      std::int64_t size) const;
  /// Uniform in [0, 1), float32 [count, size].
  at::Tensor uniform(std::uint64_t step, std::uint64_t first_sample, std::int64_t count, std::int64_t size) const;
  /// Integers in [0, bound), int64 [count].
  at::Tensor integers(std::uint64_t step, std::uint64_t first_sample, std::int64_t count, std::int64_t bound) const;
  /// One 64-bit word, for code that needs no tensor.
  std::uint64_t word(std::uint64_t step, std::uint64_t sample, std::uint32_t index) const;

  /// What normalOn() does on a device other than the CPU; the CPU can do it, too, slower than normal().
  at::Tensor normalByTensors(c10::Device device, std::uint64_t step, std::uint64_t first_sample, std::int64_t count,
                             std::int64_t size) const;

 private:
  PhiloxRow row(std::uint64_t step, std::uint64_t sample) const;

  std::uint64_t seed_;
  RandomPurpose purpose_;
};

/// A 64-bit word mapped to [0, bound) by multiplication (Lemire, 2019, without rejection: the bias is below bound /
/// 2^64).
std::uint64_t boundedWord(std::uint64_t word, std::uint64_t bound);

}  // namespace gan
