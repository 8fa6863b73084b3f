#include "tensor/random_stream.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/error.h"

namespace gan {
namespace {

struct KnownAnswer {
  std::array<std::uint32_t, 4> counter;
  std::array<std::uint32_t, 2> key;
  std::array<std::uint32_t, 4> expected;
};

// Random123's kat_vectors, "philox4x32 10".
const KnownAnswer kKnownAnswers[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

RandomStream stream(std::uint64_t seed = 7) { return {seed, RandomPurpose::kLatentGenerator}; }

std::vector<float> sorted(const at::Tensor& numbers) {
  const at::Tensor flat = std::get<0>(at::sort(numbers.flatten()));
  return {flat.const_data_ptr<float>(), flat.const_data_ptr<float>() + flat.numel()};
}

/// Largest distance between the empirical distribution and the given one.
template <typename Distribution>
double kolmogorovSmirnov(const std::vector<float>& sample, Distribution distribution) {
  double distance = 0;
  const auto count = static_cast<double>(sample.size());
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = distribution(static_cast<double>(sample[i]));
    distance = std::max({distance, p - static_cast<double>(i) / count, static_cast<double>(i + 1) / count - p});
  }
  return distance;
}

double normalDistribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST(Philox, GivesTheKnownAnswersOfRandom123) {
  for (const auto& known : kKnownAnswers) {
    EXPECT_EQ(philox(known.counter, known.key), known.expected);
  }
}

TEST(PhiloxRow, ReadsTheSameBlocksAsPhilox) {
  std::array<float, 1000> numbers{};
  const PhiloxRow row{.counter = {99, 1, 2, 3}, .key = {4, 5}};
  row.fillUniform(numbers);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    const auto block = philox({i / 4, 1, 2, 3}, {4, 5});
    ASSERT_EQ(numbers[i], std::ldexp(static_cast<float>(block[i % 4] >> 8U), -24)) << i;
  }
}

TEST(PhiloxRow, NormalNumbersFollowBoxAndMullersFormula) {
  std::array<float, 4096> numbers{};
  const PhiloxRow row{.counter = {0, 11, 12, 13}, .key = {14, 15}};
  row.fillNormal(numbers);
  for (std::uint32_t i = 0; i < numbers.size(); i += 2) {
    const auto block = philox({i / 4, 11, 12, 13}, {14, 15});
    const double u = (block[i % 4] / 2 + 0.5) / 2147483648.0;
    const double angle = 2 * M_PI * block[i % 4 + 1] / 4294967296.0;
    const double radius = std::sqrt(-2 * std::log(u));
    // Close to u = 1 a float keeps few digits of -ln u, which is then about 1 - u.
    const double tolerance = 2e-6 + 6e-8 / std::max(radius, 1e-4);
    ASSERT_NEAR(numbers[i], radius * std::cos(angle), tolerance) << i;
    ASSERT_NEAR(numbers[i + 1], radius * std::sin(angle), tolerance) << i;
  }
}

TEST(RandomStream, PlacesSeedStepSampleAndPurposeAsDocumented) {
  const std::uint64_t seed = 0x0123456789abcdef;
  const std::uint64_t step = 0xabc76543210;
  const std::uint64_t sample = 0xdef89abcdef;
  const RandomStream addressed(seed, RandomPurpose::kShapes);
  const auto block = philox({3, 0x89abcdef, 0x76543210, 7U | 0xdefU << 8U | 0xabcU << 20U}, {0x89abcdef, 0x01234567});
  EXPECT_EQ(addressed.word(step, sample, 6), block[0] | std::uint64_t{block[1]} << 32U);
  EXPECT_EQ(addressed.word(step, sample, 7), block[2] | std::uint64_t{block[3]} << 32U);
}

TEST(RandomStream, RefusesAddressesThatDoNotFit) {
  EXPECT_THROW(stream().word(std::uint64_t{1} << 44U, 0, 0), Error);
  EXPECT_THROW(stream().normal(0, (std::uint64_t{1} << 44U) - 1, 2, 4), Error);
  EXPECT_NO_THROW(stream().word((std::uint64_t{1} << 44U) - 1, (std::uint64_t{1} << 44U) - 1, 0xffffffff));
}

TEST(RandomStream, RowsAreTheSameHoweverABatchIsSplit) {
  const at::Tensor whole = stream().normal(5, 640, 64, 101);
  for (const std::int64_t world_size : {2, 4, 64}) {
    const std::int64_t share = 64 / world_size;
    std::vector<at::Tensor> parts;
    for (std::int64_t rank = 0; rank < world_size; ++rank) {
      parts.push_back(stream().normal(5, static_cast<std::uint64_t>(640 + rank * share), share, 101));
    }
    EXPECT_TRUE(at::equal(at::cat(parts), whole)) << world_size;
  }
}

TEST(RandomStream, ALongerRowBeginsLikeAShorterOne) {
  EXPECT_TRUE(at::equal(stream().normal(1, 2, 3, 250).narrow(1, 0, 7), stream().normal(1, 2, 3, 7)));
}

TEST(RandomStream, AnyPartOfTheAddressChangesTheNumbers) {
  const at::Tensor numbers = stream().normal(1, 10, 1, 64);
  EXPECT_FALSE(at::equal(numbers, stream().normal(2, 10, 1, 64)));
  EXPECT_FALSE(at::equal(numbers, stream().normal(1, 11, 1, 64)));
  EXPECT_FALSE(at::equal(numbers, stream(8).normal(1, 10, 1, 64)));
  EXPECT_FALSE(at::equal(numbers, RandomStream(7, RandomPurpose::kLatentDiscriminator).normal(1, 10, 1, 64)));
}

TEST(RandomStream, NormalNumbersHaveTheMomentsOfTheNormalDistribution) {
  const at::Tensor x = stream().normal(0, 0, 10000, 200).to(at::kDouble);  // standard errors below are for 2e6 numbers
  EXPECT_NEAR(x.mean().item<double>(), 0, 5 * 7.1e-4);
  EXPECT_NEAR(x.pow(2).mean().item<double>(), 1, 5 * 1.0e-3);
  EXPECT_NEAR(x.pow(3).mean().item<double>(), 0, 5 * 2.7e-3);
  EXPECT_NEAR(x.pow(4).mean().item<double>(), 3, 5 * 7.0e-3);
}

TEST(RandomStream, NormalNumbersPassKolmogorovAndSmirnovsTest) {
  const auto sample = sorted(stream().normal(3, 0, 2000, 100));
  EXPECT_LT(kolmogorovSmirnov(sample, normalDistribution) * std::sqrt(200000.0), 1.95);  // p = 0.001
}

TEST(RandomStream, UniformNumbersPassKolmogorovAndSmirnovsTest) {
  const auto sample = sorted(stream().uniform(3, 0, 2000, 100));
  EXPECT_GE(sample.front(), 0.0F);
  EXPECT_LT(sample.back(), 1.0F);
  EXPECT_LT(kolmogorovSmirnov(sample, [](double x) { return x; }) * std::sqrt(200000.0), 1.95);
}

TEST(RandomStream, NeighbouringNumbersRowsAndStepsAreUncorrelated) {
  const at::Tensor x = stream().normal(4, 0, 1000, 1000);
  const auto correlation = [](const at::Tensor& a, const at::Tensor& b) { return (a * b).mean().item<double>(); };
  const double bound = 5e-3;  // five standard errors of a million products
  EXPECT_NEAR(correlation(x.narrow(1, 0, 999), x.narrow(1, 1, 999)), 0, bound);
  EXPECT_NEAR(correlation(x.narrow(0, 0, 999), x.narrow(0, 1, 999)), 0, bound);
  EXPECT_NEAR(correlation(x, stream().normal(5, 0, 1000, 1000)), 0, bound);
  EXPECT_NEAR(correlation(x.square() - 1, stream().normal(5, 0, 1000, 1000).square() - 1), 0, 2 * bound);
}

TEST(RandomStream, TensorsGiveTheNumbersOfTheHostWhereverTheyLie) {
  const std::uint64_t sample = (std::uint64_t{1} << 32U) - 3;  // the rows cross the limit of a word
  const std::uint64_t step = 0xabc76543210;
  for (const std::int64_t size : {1, 7, 4096}) {
    const at::Tensor host = stream(0xfedcba9876543210).normal(step, sample, 6, size);
    const at::Tensor tensors = stream(0xfedcba9876543210).normalByTensors(at::kCPU, step, sample, 6, size);
    ASSERT_EQ(tensors.sizes(), host.sizes());
    // Where u is close to 1, a float keeps few digits of -ln u.
    EXPECT_LT((tensors - host).abs().max().item<double>(), 2e-5) << size;
    EXPECT_LT((tensors - host).abs().mean().item<double>(), 1e-6) << size;
  }
  EXPECT_THROW(stream().normalByTensors(at::kCPU, 0, (std::uint64_t{1} << 44U) - 1, 2, 4), Error);
}

TEST(RandomStream, IntegersAreEvenlySpreadBelowTheirBound) {
  const at::Tensor numbers = stream().integers(0, 0, 70000, 7);
  const at::Tensor counts = at::bincount(numbers);
  ASSERT_EQ(counts.size(0), 7);
  const double chi_square = (counts.to(at::kDouble) - 10000).square().sum().item<double>() / 10000;
  EXPECT_LT(chi_square, 22.5);  // 6 degrees of freedom, p = 0.001
  EXPECT_THROW(stream().integers(0, 0, 1, 0), Error);
}

TEST(RandomStream, WordsDoNotRepeat) {
  std::set<std::uint64_t> words;
  for (std::uint64_t sample = 0; sample < 100; ++sample) {
    for (std::uint32_t index = 0; index < 100; ++index) {
      words.insert(stream().word(0, sample, index));
    }
  }
  EXPECT_EQ(words.size(), 10000U);
}

}  // namespace
}  // namespace gan
