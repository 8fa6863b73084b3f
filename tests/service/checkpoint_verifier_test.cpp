#include "service/checkpoint_verifier.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <optional>

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

TEST_F(CheckpointVerifierTest, LeavesALargeFileWhenItGoes) {
  fs::resize_file(checkpoint_ / "generator.safetensors", std::uintmax_t{16} << 30U);
  EXPECT_FALSE(verifier_->areWhole(checkpoint_, {"generator.safetensors"}));
  const auto begin = std::chrono::steady_clock::now();
  verifier_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
}

}  // namespace
}  // namespace gan
