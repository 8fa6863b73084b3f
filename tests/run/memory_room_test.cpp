#include "run/memory_room.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "run/host_load.h"
#include "run/resource_rule.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

/// A file system in which a host has 9,216,000 bytes of memory, 8,192,000 of them available.
class MemoryRoomTest : public testing::Test {
 protected:
  MemoryRoomTest() { write("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable: 8000 kB\n"); }

  void write(const std::string& name, const std::string& content) {
    const std::filesystem::path file = root_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << content;
  }
  void group(const std::string& name, const std::string& limit, const std::string& used) {
    write("sys/fs/cgroup/" + name + "/memory.max", limit);
    write("sys/fs/cgroup/" + name + "/memory.current", used);
  }
  void expectRoom(std::uint64_t total, std::uint64_t left) {
    const MemoryRoom room = memoryRoom(root_.path());
    EXPECT_EQ(room.total_bytes, total);
    EXPECT_EQ(room.left_bytes, left);
  }

  static constexpr std::uint64_t kTotal = 9000U * 1024;
  static constexpr std::uint64_t kAvailable = 8000U * 1024;
  TemporaryFolder root_;
};

TEST_F(MemoryRoomTest, IsTheHostsWhereNoGroupIsLimited) {
  expectRoom(kTotal, kAvailable);
  write("proc/self/cgroup", "0::/user.slice\n");
  group("user.slice", "max\n", "1000\n");
  expectRoom(kTotal, kAvailable);
  EXPECT_EQ(memoryRoom(root_.path()).usedBytes(), kTotal - kAvailable);
}

TEST_F(MemoryRoomTest, IsThatOfTheGroupWithTheLeastLeftOfThoseAboveIt) {
  write("proc/self/cgroup", "0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n");
  group("system.slice/slurmstepd.scope/job_7/step_0/user/task_0", "max\n", "1000\n");
  group("system.slice/slurmstepd.scope/job_7/step_0", "6000000\n", "1000000\n");
  group("system.slice/slurmstepd.scope/job_7", "5000000\n", "4000000\n");
  expectRoom(5'000'000, 1'000'000);
  group("system.slice/slurmstepd.scope/job_7", "5000000\n", "5100000\n");
  expectRoom(5'000'000, 0);
}

TEST_F(MemoryRoomTest, OfAContainerIsWhatItSeesAsTheRoot) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "2000000\n");
  write("sys/fs/cgroup/memory.current", "500000\n");
  expectRoom(2'000'000, 1'500'000);
}

TEST_F(MemoryRoomTest, CountsFilesThatWereReadAsLeft) {
  write("proc/self/cgroup", "0::/job\n");
  group("job", "5000000\n", "4900000\n");
  write("sys/fs/cgroup/job/memory.stat",
        "anon 600000\nfile 4200000\nshmem 100000\nslab_reclaimable 50000\ninactive_file 100000\nactive_file 4000000\n");
  expectRoom(5'000'000, 100'000 + 50'000 + 100'000 + 4'000'000);
}

TEST_F(MemoryRoomTest, KnowsGroupsOfTheFirstVersion) {
  write("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/docker/ab\n0::/\n");
  write("sys/fs/cgroup/memory/docker/ab/memory.limit_in_bytes", "3000000\n");
  write("sys/fs/cgroup/memory/docker/ab/memory.usage_in_bytes", "2500000\n");
  write("sys/fs/cgroup/memory/docker/ab/memory.stat",
        "inactive_file 5\nactive_file 6\ntotal_inactive_file 200000\ntotal_active_file 300000\n");
  write("sys/fs/cgroup/memory/docker/memory.limit_in_bytes",
        "9223372036854771712\n");  // how it says that there is none
  write("sys/fs/cgroup/memory/docker/memory.usage_in_bytes", "7000000\n");
  expectRoom(3'000'000, 1'000'000);
}

TEST_F(MemoryRoomTest, IsWithoutEndWhereNobodyCanSay) {
  std::filesystem::remove_all(root_ / "proc");
  expectRoom(0, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(memoryRoom(root_.path()).usedBytes(), 0U);
}

TEST_F(MemoryRoomTest, ThatAGroupRunsOutIsTold) {
  write("proc/self/cgroup", "0::/job\n");
  LoadMeter meter(root_.path(), root_.path());
  ResourceRule rule;
  std::vector<Alert> told;
  for (int i = 0; i <= 120; ++i) {  // 1,000 bytes in a second, of which 5,000,000 are left in the beginning
    group("job", "6000000\n", std::to_string(1'000'000 + 10'000 * i) + "\n");
    const LoadMeasured load = meter.measure();
    EXPECT_EQ(load.host_memory_bytes, 6'000'000U);
    EXPECT_EQ(load.host_memory_used_bytes, 1'000'000U + 10'000U * static_cast<unsigned>(i));
    LoadMeasured memory;
    memory.host_memory_bytes = load.host_memory_bytes;
    memory.host_memory_used_bytes = load.host_memory_used_bytes;
    for (Alert& alert : rule.check(memory, 1.75e9 + 10 * i, 6)) told.push_back(std::move(alert));
  }
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().message.id, "memory_runs_out");
}

}  // namespace
}  // namespace gan
