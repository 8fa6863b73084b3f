#include "service/checkpoint_verifier.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <optional>
#include <system_error>

#include "run/checkpoint_store.h"
#include "support/expect_error.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// A checkpoint of a generator and an optimiser.
class CheckpointVerifierTest : public testing::Test {
 protected:
  CheckpointVerifierTest() {
    CheckpointState state;
    state.step = 10;
    state.segment = 1;
    checkpoint_ = CheckpointStore(folder_.path())
                      .write(state,
                             [](const fs::path& folder) {
                               for (const char* name : {"generator.safetensors", "optimizer.safetensors"}) {
                                 std::ofstream(folder / name) << "weights";
                               }
                             })
                      .path;
    verifier_.emplace([this] { ++told_; });
  }
  void write(const std::string& name, const std::string& content) { std::ofstream(checkpoint_ / name) << content; }
  bool becomesWhole(const std::string& name) {
    return test::waitUntil([&] { return verifier_->areWhole(checkpoint_, {name}); });
  }

  TemporaryFolder folder_;
  fs::path checkpoint_;
  std::atomic<int> told_ = 0;
  std::optional<CheckpointVerifier> verifier_;
};

TEST_F(CheckpointVerifierTest, ReadsWhatIsAskedForOnceAndNothingElse) {
  write("optimizer.safetensors", "damaged");
  EXPECT_FALSE(verifier_->areWhole(checkpoint_, {"generator.safetensors"})) << "nobody waits for it in here";
  EXPECT_TRUE(becomesWhole("generator.safetensors"));
  EXPECT_TRUE(test::waitUntil([&] { return told_ == 1; }));
  EXPECT_TRUE(verifier_->areWhole(checkpoint_, {"generator.safetensors"}));
  const auto error =
      expectError(ErrorCode::kDataLoss, "checkpoint_damaged", [&] { becomesWhole("optimizer.safetensors"); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("optimizer.safetensors"), std::string::npos);
  EXPECT_TRUE(test::waitUntil([&] { return told_ == 2; }));
}

TEST_F(CheckpointVerifierTest, ReadsAFileAgainWhenItWasChanged) {
  EXPECT_TRUE(becomesWhole("generator.safetensors"));
  write("generator.safetensors", "other weights");
  expectError(ErrorCode::kDataLoss, "checkpoint_damaged", [&] { becomesWhole("generator.safetensors"); });
  write("generator.safetensors", "weights");
  EXPECT_TRUE(becomesWhole("generator.safetensors"));
}

bool isOpenHere(const fs::path& file) {
  for (const auto& descriptor : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (fs::equivalent(descriptor, file, gone)) return true;
  }
  return false;
}

TEST_F(CheckpointVerifierTest, LeavesALargeFileWhenItGoes) {
  const fs::path file = checkpoint_ / "generator.safetensors";
  fs::resize_file(file, std::uintmax_t{1} << 40U);  // takes several minutes to be read
  EXPECT_FALSE(verifier_->areWhole(checkpoint_, {"generator.safetensors"}));
  ASSERT_TRUE(test::waitUntil([&] { return isOpenHere(file); }));
  verifier_.reset();
  EXPECT_EQ(told_, 0) << "it has read all of it";
}

}  // namespace
}  // namespace gan
