#include "service/newest_weights.h"

#include <gtest/gtest.h>

#include <fstream>

#include "run/checkpoint_store.h"
#include "service/snapshot_script.h"
#include "support/expect_error.h"
#include "support/process.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

void writeCheckpoint(const FakeRun& run, std::int64_t step, std::int32_t segment) {
  CheckpointState state;
  state.step = step;
  state.segment = segment;
  CheckpointStore(run.folder().checkpoints()).write(state, [](const fs::path& folder) {
    std::ofstream(folder / "generator.safetensors") << "weights";
  });
}

void rollBack(FakeRun& run, std::int64_t step) {
  run.rollBack(step);
  SegmentStarted segment;
  segment.cause = SegmentStarted::Cause::kRollback;
  segment.first_step = step;
  run.journal(segment);
}

TEST(NewestWeights, GoOnBehindASnapshotThatFailed) {
  const FakeRun run;
  SnapshotScript live({1, std::nullopt, 3});
  NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
  ASSERT_EQ(weights.find({})->step, 1);
  EXPECT_TRUE(test::waitUntil([&] { return weights.find({})->step == 3; }, std::chrono::seconds(10)));
}

TEST(NewestWeights, OfAStepThatComesAgainBehindARollBackAreOthers) {
  FakeRun run;
  SnapshotScript live({5});
  NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
  HeldWeights before = weights.find({});
  rollBack(run, 0);
  HeldWeights after;
  ASSERT_TRUE(test::waitUntil(
      [&] {
        after = weights.find({});
        return after->file != before->file;
      },
      std::chrono::seconds(10)));
  EXPECT_TRUE(fs::exists(before->file)) << "somebody holds it";
  const fs::path file = before->file;
  before = nullptr;
  EXPECT_FALSE(fs::exists(file));
  EXPECT_TRUE(fs::exists(after->file));
}

TEST(NewestWeights, ACheckpointThatARollBackSupersededIsNotFoundAnyMore) {
  FakeRun run;
  writeCheckpoint(run, 10, 1);
  writeCheckpoint(run, 20, 1);
  NewestWeights weights(run.folder(), nullptr, run.temporary(), [] {});
  EXPECT_EQ(weights.find({})->step, 20);
  EXPECT_EQ(weights.find(20)->step, 20);
  rollBack(run, 10);
  expectError(ErrorCode::kNotFound, "checkpoint_superseded", [&] { weights.find(20); });
  EXPECT_EQ(weights.find({})->step, 10);
  writeCheckpoint(run, 20, 2);
  EXPECT_TRUE(test::waitUntil([&] { return weights.find({})->step == 20; }));
  EXPECT_TRUE(weights.find(20)->file.string().ends_with("step-00000020.s2/generator.safetensors"));
}

}  // namespace
}  // namespace gan
