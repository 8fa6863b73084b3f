#include "launch/placement.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace gan {
namespace {

RankPlace gpu(const std::string& host, int index, const std::string& uuid, GpuSharing sharing = GpuSharing::kRefused) {
  return {host,
          {.name = "cuda:" + std::to_string(index), .index = index, .model = "H200", .uuid = uuid, .sharing = sharing}};
}

std::string refusal(const std::string& id, const std::vector<RankPlace>& places) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, id, [&] { checkPlacement(places); });
  return error ? error->message() : std::string();
}

TEST(Placement, LetsGpusSpeakDirectlyWhereEachRankHasItsOwn) {
  EXPECT_EQ(checkPlacement({gpu("n0", 0, "GPU-a"), gpu("n0", 1, "GPU-b"), gpu("n1", 0, "GPU-c")}), GpuPath::kDirect);
}

TEST(Placement, TakesCpusOnly) { EXPECT_EQ(checkPlacement({{"n0", {}}, {"n0", {}}}), GpuPath::kThroughHosts); }

TEST(Placement, RefusesAGpuAndACpuNamingBoth) {
  const std::string why = refusal("ranks_mix_devices", {gpu("n0", 1, "GPU-a"), gpu("n0", 2, "GPU-b"), {"n1", {}}});
  EXPECT_NE(why.find("Rank 0 computes on cuda:1 (H200, GPU-a) of n0 and rank 2 on cpu of n1"), std::string::npos)
      << why;
  EXPECT_TRUE(why.ends_with("--devices cpu all do without.")) << why;
}

TEST(Placement, RefusesTwoRanksOnOneGpuNamingBoth) {
  const std::string why =
      refusal("ranks_share_gpu", {gpu("n0", 0, "GPU-a"), gpu("n0", 1, "GPU-b"), gpu("n0", 0, "GPU-b")});
  EXPECT_NE(why.find("Rank 1 and rank 2 compute on one GPU"), std::string::npos) << why;
  EXPECT_NE(why.find("GPU-b) of n0"), std::string::npos) << why;
}

TEST(Placement, SaysWhatGivesEachRankAGpuOfItsOwnOrNone) {
  const std::string why = refusal("ranks_share_gpu", {gpu("n0", 0, "GPU-a"), gpu("n0", 0, "GPU-a")});
  for (const char* word : {"--local-rank", " LOCAL_RANK", "LOCAL_WORLD_SIZE", "--devices 0,0"}) {
    EXPECT_NE(why.find(word), std::string::npos) << word << ": " << why;
  }
  EXPECT_TRUE(why.ends_with("--devices cpu all do without.")) << why;
}

TEST(Placement, LetsAllShareGpusThroughTheirHostsButNotSome) {
  constexpr auto kWanted = GpuSharing::kWanted;
  EXPECT_EQ(checkPlacement({gpu("n0", 0, "GPU-a", kWanted), gpu("n0", 0, "GPU-a", kWanted)}), GpuPath::kThroughHosts);
  EXPECT_EQ(checkPlacement({gpu("n0", 0, "GPU-a", kWanted), gpu("n1", 0, "GPU-b", kWanted)}), GpuPath::kDirect);
  refusal("ranks_share_gpu", {gpu("n0", 0, "GPU-a", kWanted), gpu("n0", 0, "GPU-a")});
}

}  // namespace
}  // namespace gan
