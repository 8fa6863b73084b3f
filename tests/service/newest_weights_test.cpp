#include "service/newest_weights.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/atomic_file.h"
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

/// Waits until they are verified.
HeldWeights found(NewestWeights& weights, std::optional<std::int64_t> step,
                  WantedWeights wanted = WantedWeights::kGenerator) {
  HeldWeights held;
  EXPECT_TRUE(test::waitUntil([&] { return (held = weights.find(step, wanted)) != nullptr; }));
  return held;
}

TEST(NewestWeights, GoOnBehindASnapshotThatFailed) {
  const FakeRun run;
  SnapshotScript live({1, std::nullopt, 3});
  NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
  ASSERT_EQ(weights.find({}, WantedWeights::kGenerator)->step, 1);
  EXPECT_TRUE(test::waitUntil([&] { return weights.find({}, WantedWeights::kGenerator)->step == 3; },
                              std::chrono::seconds(10)));
}

TEST(NewestWeights, OfAStepThatComesAgainBehindARollBackAreOthers) {
  FakeRun run;
  SnapshotScript live({5});
  NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
  HeldWeights before = weights.find({}, WantedWeights::kGenerator);
  rollBack(run, 0);
  HeldWeights after;
  ASSERT_TRUE(test::waitUntil(
      [&] {
        after = weights.find({}, WantedWeights::kGenerator);
        return after->file != before->file;
      },
      std::chrono::seconds(10)));
  EXPECT_TRUE(fs::exists(before->file)) << "somebody holds it";
  const fs::path file = before->file;
  before = nullptr;
  EXPECT_FALSE(fs::exists(file));
  EXPECT_TRUE(fs::exists(after->file));
}

TEST(NewestWeights, HaveADiscriminatorOnlyForWhoWantsOneThoughTheTrainingStandsStill) {
  const FakeRun run;
  SnapshotScript live({5});
  NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
  EXPECT_TRUE(weights.find({}, WantedWeights::kGenerator)->discriminator.empty());
  HeldWeights both;
  ASSERT_TRUE(test::waitUntil([&] { return (both = weights.find({}, WantedWeights::kBoth)) != nullptr; },
                              std::chrono::seconds(10)));
  EXPECT_EQ(both->step, 5);
  EXPECT_FALSE(both->kept) << "there is no checkpoint of that step";
  const fs::path file = both->discriminator;
  EXPECT_TRUE(fs::exists(file));
}

TEST(NewestWeights, TakeTheirDiscriminatorWithThemWhenTheyGo) {
  const FakeRun run;
  SnapshotScript live({1});
  fs::path file;
  {
    NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
    file = weights.find({}, WantedWeights::kBoth)->discriminator;
    EXPECT_TRUE(fs::exists(file));
  }
  EXPECT_FALSE(fs::exists(file));
}

TEST(NewestWeights, WithADiscriminatorThatCannotBeWrittenSayWhyToWhoWantsIt) {
  const FakeRun run;
  SnapshotScript live({1, std::nullopt});
  NewestWeights weights(run.folder(), &live, run.temporary(), [] {});
  ASSERT_EQ(weights.find({}, WantedWeights::kGenerator)->step, 1);
  expectError(ErrorCode::kUnavailable, "no_snapshot", [&] {
    test::waitUntil([&] { return weights.find({}, WantedWeights::kBoth) != nullptr; }, std::chrono::seconds(10));
  });
  EXPECT_EQ(weights.find({}, WantedWeights::kGenerator)->step, 1) << "which is there still";
}

TEST(NewestWeights, OfACheckpointHaveTheDiscriminatorBesideThem) {
  const FakeRun run;
  writeCheckpoint(run, 10, 1);
  CheckpointState state;
  state.step = 20;
  state.segment = 1;
  CheckpointStore(run.folder().checkpoints()).write(state, [](const fs::path& folder) {
    for (const char* name : {"generator.safetensors", "discriminator.safetensors"})
      std::ofstream(folder / name) << "weights";
  });
  NewestWeights weights(run.folder(), nullptr, run.temporary(), [] {});
  EXPECT_TRUE(found(weights, 10, WantedWeights::kBoth)->discriminator.empty());
  EXPECT_TRUE(found(weights, 10, WantedWeights::kBoth)->kept);
  EXPECT_TRUE(found(weights, 20, WantedWeights::kBoth)
                  ->discriminator.string()
                  .ends_with("step-00000020.s1/discriminator.safetensors"));
}

TEST(NewestWeights, OfACheckpointStayForWhoHoldsThemThoughTheRunRemovesIt) {
  const FakeRun run;
  writeCheckpoint(run, 10, 1);
  NewestWeights weights(run.folder(), nullptr, run.temporary(), [] {});
  HeldWeights held = found(weights, 10);
  fs::remove_all(held->file.parent_path());
  const fs::path name = held->held;
  EXPECT_EQ(readFile(name, 100), "weights");
  held = nullptr;
  EXPECT_FALSE(fs::is_symlink(name));
  expectError(ErrorCode::kNotFound, "checkpoint_not_found", [&] { weights.find(10, WantedWeights::kGenerator); });
}

TEST(NewestWeights, AreTakenOfAnOlderCheckpointWhereTheGeneratorOfTheNewestIsDamaged) {
  const FakeRun run;
  writeCheckpoint(run, 10, 1);
  writeCheckpoint(run, 20, 1);
  std::ofstream(run.folder().checkpoints() / "step-00000020.s1" / "generator.safetensors") << "other weights";
  NewestWeights weights(run.folder(), nullptr, run.temporary(), [] {});
  EXPECT_EQ(found(weights, {})->step, 10);
  expectError(ErrorCode::kDataLoss, "checkpoint_damaged", [&] { found(weights, 20); });
}

TEST(NewestWeights, ACheckpointThatARollBackSupersededIsNotFoundAnyMore) {
  FakeRun run;
  writeCheckpoint(run, 10, 1);
  writeCheckpoint(run, 20, 1);
  NewestWeights weights(run.folder(), nullptr, run.temporary(), [] {});
  EXPECT_EQ(found(weights, {})->step, 20);
  EXPECT_EQ(found(weights, 20)->step, 20);
  rollBack(run, 10);
  expectError(ErrorCode::kNotFound, "checkpoint_superseded", [&] { weights.find(20, WantedWeights::kGenerator); });
  EXPECT_EQ(found(weights, {})->step, 10);
  writeCheckpoint(run, 20, 2);
  EXPECT_TRUE(test::waitUntil([&] { return found(weights, {})->step == 20; }));
  EXPECT_TRUE(found(weights, 20)->file.string().ends_with("step-00000020.s2/generator.safetensors"));
}

}  // namespace
}  // namespace gan
