#include "tensor/philox.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace gan {

namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85;
constexpr int kRounds = 10;

/// Blocks that are worked on together; word j of block b is words[j][b].
constexpr std::size_t kLanes = 32;
using Words = std::array<std::array<std::uint32_t, kLanes>, 4>;
using Numbers = std::array<std::array<float, kLanes>, 4>;

void philoxLanes(const PhiloxRow& row, std::uint32_t first_block, Words& words) {
  auto& [w0, w1, w2, w3] = words;
  for (std::size_t i = 0; i < kLanes; ++i) {
    w0[i] = first_block + static_cast<std::uint32_t>(i);
    w1[i] = row.counter[1];
    w2[i] = row.counter[2];
    w3[i] = row.counter[3];
  }
  std::uint32_t key0 = row.key[0];
  std::uint32_t key1 = row.key[1];
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::uint64_t product0 = std::uint64_t{kMultiplier0} * w0[i];
      const std::uint64_t product1 = std::uint64_t{kMultiplier1} * w2[i];
      w0[i] = static_cast<std::uint32_t>(product1 >> 32U) ^ w1[i] ^ key0;
      w2[i] = static_cast<std::uint32_t>(product0 >> 32U) ^ w3[i] ^ key1;
      w1[i] = static_cast<std::uint32_t>(product1);
      w3[i] = static_cast<std::uint32_t>(product0);
    }
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
}

/// sqrt(-2 ln u) for u = (word / 2 + 1/2) / 2^31, in (0, 1]. The logarithm is Cephes' logf (Moshier): with m in
/// [sqrt(1/2), sqrt(2)), ln(1 + f) = f - f^2/2 + f^3 P(f).
float boxMullerRadius(std::uint32_t word) {
  const float u = static_cast<float>(static_cast<std::int32_t>(word >> 1U)) * 0x1p-31F + 0x1p-32F;
  const auto bits = std::bit_cast<std::int32_t>(u);
  const std::int32_t sqrt_half = 0x3F3504F3;
  const std::int32_t exponent = (bits - sqrt_half) >> 23;
  const float f = std::bit_cast<float>(bits - exponent * 0x00800000) - 1.0F;
  const float e = static_cast<float>(exponent);
  float p = 7.0376836292E-2F;
  p = p * f - 1.1514610310E-1F;
  p = p * f + 1.1676998740E-1F;
  p = p * f - 1.2420140846E-1F;
  p = p * f + 1.4249322787E-1F;
  p = p * f - 1.6668057665E-1F;
  p = p * f + 2.0000714765E-1F;
  p = p * f - 2.4999993993E-1F;
  p = p * f + 3.3333331174E-1F;
  const float f2 = f * f;
  const float low = p * f2 * f - 2.12194440e-4F * e - 0.5F * f2;
  const float logarithm = (f + low) + 0.693359375F * e;
  return std::sqrt(std::max(0.0F, -2.0F * logarithm));
}

struct Circle {
  float cosine;
  float sine;
};

/// The point at 2 pi word / 2^32 on the unit circle: the nearest quarter turn, and a rest in [-pi/4, pi/4) for Cephes'
/// sinf and cosf polynomials.
Circle boxMullerAngle(std::uint32_t word) {
  const std::uint32_t quarter = (word + 0x20000000U) >> 30U;
  const auto rest = static_cast<std::int32_t>(word - (quarter << 30U));
  const float x = static_cast<float>(rest) * 1.46291807926715968E-9F;  // 2 pi / 2^32
  const float x2 = x * x;
  const float sine = ((-1.9515295891E-4F * x2 + 8.3321608736E-3F) * x2 - 1.6666654611E-1F) * x2 * x + x;
  const float cosine =
      ((2.443315711809948E-5F * x2 - 1.388731625493765E-3F) * x2 + 4.166664568298827E-2F) * x2 * x2 - 0.5F * x2 + 1.0F;
  const auto sine_bits = std::bit_cast<std::uint32_t>(sine);
  const auto cosine_bits = std::bit_cast<std::uint32_t>(cosine);
  const std::uint32_t odd = 0U - (quarter & 1U);
  const std::uint32_t sine_sign = (quarter & 2U) << 30U;
  const std::uint32_t cosine_sign = ((quarter + 1U) & 2U) << 30U;
  return {.cosine = std::bit_cast<float>(((cosine_bits & ~odd) | (sine_bits & odd)) ^ cosine_sign),
          .sine = std::bit_cast<float>(((sine_bits & ~odd) | (cosine_bits & odd)) ^ sine_sign)};
}

void toNormal(const Words& words, Numbers& numbers) {
  for (const std::size_t pair : {std::size_t{0}, std::size_t{2}}) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const float radius = boxMullerRadius(words[pair][i]);
      const Circle circle = boxMullerAngle(words[pair + 1][i]);
      numbers[pair][i] = radius * circle.cosine;
      numbers[pair + 1][i] = radius * circle.sine;
    }
  }
}

void toUniform(const Words& words, Numbers& numbers) {
  for (std::size_t j = 0; j < 4; ++j) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      numbers[j][i] = static_cast<float>(static_cast<std::int32_t>(words[j][i] >> 8U)) * 0x1p-24F;
    }
  }
}

void fill(const PhiloxRow& row, std::span<float> numbers, void (*convert)(const Words&, Numbers&)) {
  Words words;
  Numbers converted;
  std::uint32_t block = 0;
  for (std::size_t done = 0; done < numbers.size(); done += 4 * kLanes, block += kLanes) {
    philoxLanes(row, block, words);
    convert(words, converted);
    const std::span<float> target = numbers.subspan(done, std::min(numbers.size() - done, 4 * kLanes));
    const std::size_t whole_blocks = target.size() / 4;
    for (std::size_t i = 0; i < whole_blocks; ++i) {
      target[4 * i] = converted[0][i];
      target[4 * i + 1] = converted[1][i];
      target[4 * i + 2] = converted[2][i];
      target[4 * i + 3] = converted[3][i];
    }
    for (std::size_t i = 4 * whole_blocks; i < target.size(); ++i) {
      target[i] = converted[i % 4][i / 4];
    }
  }
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(product0)};
    key = {key[0] + kWeyl0, key[1] + kWeyl1};
  }
  return counter;
}

void PhiloxRow::fillNormal(std::span<float> numbers) const { fill(*this, numbers, toNormal); }

void PhiloxRow::fillUniform(std::span<float> numbers) const { fill(*this, numbers, toUniform); }

}  // namespace gan
