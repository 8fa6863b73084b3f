#include "session/create_run.h"

#include <gtest/gtest.h>

#include "session/ranks.h"
#include "session_run.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

TEST(CreateRun, SaysInTheManifestHowItsDeviceRoundsFloat32) {
  RanksOptions on_gpu;
  on_gpu.device = {.name = "cuda:0", .index = 0, .model = "NVIDIA H100", .uuid = "GPU-5a3c"};
  for (const char* choice : {"tf32_convolutions", "tf32", "ieee"}) {
    RunConfig config;
    config.setText("training.float32_precision", choice);
    EXPECT_EQ(describeRun(config, "", "", Ranks(World{}, on_gpu)).float32_precision, choice);
    EXPECT_EQ(describeRun(config, "", "", Ranks()).float32_precision, "ieee") << "CPUs round no factors";
  }
}

TEST(CreateRun, WritesTheManifestThatDescribesIt) {
  const TemporaryFolder folder;
  const RunFolder made = smallRun(folder / "run");
  const RunManifest manifest = RunFolder::open(made.path()).manifest();
  EXPECT_EQ(manifest.float32_precision, "ieee");
  ASSERT_EQ(manifest.devices.size(), 1U);
  EXPECT_TRUE(manifest.devices.front().starts_with("cpu")) << manifest.devices.front();
}

}  // namespace
}  // namespace gan
