#include "service/sampler_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

void write(const std::filesystem::path& file, const std::string& content) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << content;
}

TEST(MemoryLeft, IsTheLeastThatHostAndControlGroupsLeave) {
  const TemporaryFolder root;
  write(root / "proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 8000 kB\n");
  EXPECT_EQ(memoryLeft(root.path()), 8000U * 1024);
  write(root / "proc/self/cgroup", "0::/slurm/job_7\n");
  write(root / "sys/fs/cgroup/slurm/job_7/memory.max", "max\n");
  write(root / "sys/fs/cgroup/slurm/job_7/memory.current", "1000\n");
  EXPECT_EQ(memoryLeft(root.path()), 8000U * 1024);
  write(root / "sys/fs/cgroup/slurm/memory.max", "5000000\n");
  write(root / "sys/fs/cgroup/slurm/memory.current", "4000000\n");
  EXPECT_EQ(memoryLeft(root.path()), 1000000U);
  write(root / "sys/fs/cgroup/slurm/memory.stat", "anon 5\ninactive_file 300000\n");
  EXPECT_EQ(memoryLeft(root.path()), 1300000U);
}

TEST(MemoryLeft, KnowsGroupsOfTheFirstVersion) {
  const TemporaryFolder root;
  write(root / "proc/meminfo", "MemAvailable: 8000 kB\n");
  write(root / "proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/docker/ab\n");
  write(root / "sys/fs/cgroup/memory/docker/ab/memory.limit_in_bytes", "3000000\n");
  write(root / "sys/fs/cgroup/memory/docker/ab/memory.usage_in_bytes", "3500000\n");
  EXPECT_EQ(memoryLeft(root.path()), 0U);
}

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
