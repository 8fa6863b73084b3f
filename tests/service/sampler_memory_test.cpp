#include "service/sampler_memory.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace gan {
namespace {

TEST(StatisticsNeed, IsThatOfABatchOnEachThreadUpToFour) {
  RunConfig config;
  config.set("model.architecture", std::string("biggan"));
  config.set("data.resolution", std::int64_t{128});
  config.set("model.generator_width", std::int64_t{96});
  constexpr std::uint64_t kMap = 96ULL * 128 * 128 * sizeof(float);
  EXPECT_EQ(statisticsNeed(config), 64 * 6 * kMap);
  config.set("sampler.threads", std::int64_t{3});
  EXPECT_EQ(statisticsNeed(config), 3 * 64 * 6 * kMap);
  config.set("sampler.threads", std::int64_t{16});
  EXPECT_EQ(statisticsNeed(config), 4 * 64 * 6 * kMap);
}

TEST(FeaturesNeed, IsTheNetworkWhatItsBlocksHoldOfTheImagesThatFourThreadsLookAtAndFeaturesOfOthers) {
  RunConfig config;
  config.set("data.resolution", std::int64_t{32});
  constexpr std::uint64_t kMap = 32ULL * 32 * sizeof(float);
  constexpr std::uint64_t kFeatures = 8ULL * 1024 * 512 * sizeof(float);
  EXPECT_EQ(featuresNeed(config), (100ULL << 20U) + kFeatures + 4 * 16 * 4 * 64 * kMap);
}

TEST(RequireMemory, WantsAFifthMoreThanIsNeeded) {
  EXPECT_NO_THROW(requireMemory(1000, 1200));
  try {
    requireMemory(1000, 1199);
    FAIL() << "too little memory was enough";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "sampler_no_memory");
  }
}

}  // namespace
}  // namespace gan
