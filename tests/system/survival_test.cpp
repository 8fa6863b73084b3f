#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>

#include "run/checkpoint_store.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::int64_t kSteps = 600;

// A DCGAN, so that batch statistics, both optimisers, the EMA and the data order all matter; small, so that it is
// quick.
const std::vector<std::string> kTraining = {"--preset", "shapes-dcgan",
                                            "--steps",  std::to_string(kSteps),
                                            "--set",    "data.batch_size=16",
                                            "--set",    "model.generator_width=8",
                                            "--set",    "model.discriminator_width=8",
                                            "--set",    "data.shapes_count=1000",
                                            "--set",    "sampling.interval_steps=200",
                                            "--set",    "training.threads=2"};

std::vector<std::string> train(const fs::path& run, const std::string& interval) {
  std::vector<std::string> command = {program("gan-engine"), "train", "--out",
                                      run.string(),          "--set", "checkpoint.interval_steps=" + interval};
  command.insert(command.end(), kTraining.begin(), kTraining.end());
  return command;
}

bool insideCheckpointWrite(const fs::path& run) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(run / "checkpoints", ignored)) {
    if (entry.path().filename().string().starts_with(".")) return true;
  }
  return false;
}

std::vector<std::int64_t> segmentBeginnings(const fs::path& run) {
  std::vector<std::int64_t> steps;
  for (const Event& event : JournalReader(run / "journal.log").next()) {
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) steps.push_back(started->first_step);
  }
  return steps;
}

TEST(Survival, TwentyKillsLeaveEveryBitAsInAnUndisturbedRun) {
  const TemporaryFolder folder;
  const fs::path undisturbed = folder.path() / "a";
  const fs::path killed = folder.path() / "b";
  ASSERT_EQ(run(train(undisturbed, "100")).code, 0);

  std::mt19937 random(7);
  int inside = 0;
  for (int kill = 0; kill < 20; ++kill) {
    const bool aim_inside = kill % 4 == 3;  // the hook holds the write open, so that the kill finds it
    const Process::Environment hook =
        aim_inside ? Process::Environment{{kPauseInCheckpointVariable, "400"}} : Process::Environment{};
    const std::int64_t before = newestCheckpointStep(killed);
    Process engine(
        kill == 0 ? train(killed, "10") : std::vector<std::string>{program("gan-engine"), "resume", killed.string()},
        hook);
    ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(killed) > before || !engine.running(); }))
        << engine.errors();
    if (aim_inside) {
      ASSERT_TRUE(waitUntil([&] { return insideCheckpointWrite(killed) || !engine.running(); }));
    } else {
      std::this_thread::sleep_for(milliseconds(std::uniform_int_distribution<int>(0, 150)(random)));
    }
    ASSERT_TRUE(engine.running()) << "ended before kill " << kill << ": " << engine.errors();
    inside += insideCheckpointWrite(killed) ? 1 : 0;
    engine.signal(SIGKILL);
    engine.wait();
  }
  ASSERT_EQ(run({program("gan-engine"), "resume", killed.string()}).code, 0);

  const auto beginnings = segmentBeginnings(killed);
  ASSERT_EQ(beginnings.size(), 21U);
  int later = 0;
  for (std::size_t i = 1; i < beginnings.size(); ++i) later += beginnings[i] > beginnings[i - 1] ? 1 : 0;
  EXPECT_GE(later, 15);
  EXPECT_GE(inside, 3);
  EXPECT_TRUE(sameCheckpoint(undisturbed, killed, kSteps));
  EXPECT_TRUE(sameScalars(undisturbed, killed));
  EXPECT_EQ(trainedScalars(killed).at("loss/g").size(), static_cast<std::size_t>(kSteps));
}

TEST(Survival, ATruncatedCheckpointFallsBackToTheOneBeforeAndSaysSo) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "run";
  std::vector<std::string> command = train(path, "10");
  command.insert(command.end(), {"--set", "training.steps=40"});
  ASSERT_EQ(run(command).code, 0);
  const auto newest = CheckpointStore(path / "checkpoints").list().back();
  fs::resize_file(newest.path / "generator.safetensors", fs::file_size(newest.path / "generator.safetensors") / 2);

  const Finished resumed = run({program("gan-engine"), "resume", path.string(), "--steps", "40"});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_NE(resumed.errors.find(newest.name), std::string::npos) << resumed.errors;
  EXPECT_NE(resumed.errors.find("generator.safetensors"), std::string::npos) << resumed.errors;
  EXPECT_EQ(segmentBeginnings(path).back(), 30);
}

TEST(Survival, ASignalStopsWithACheckpointAndResumeGoesOnFromThere) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "run";
  Process engine(train(path, "0"));
  ASSERT_TRUE(waitUntil([&] { return fs::exists(path / "journal.log"); }));
  std::this_thread::sleep_for(milliseconds(2500));
  engine.signal(SIGTERM);
  ASSERT_EQ(engine.wait(), 3) << engine.errors();
  const std::int64_t stopped = newestCheckpointStep(path);
  ASSERT_GT(stopped, 0);

  EXPECT_EQ(run({program("gan-engine"), "resume", path.string()}).code, 0);
  EXPECT_EQ(segmentBeginnings(path).back(), stopped);
  EXPECT_EQ(newestCheckpointStep(path), kSteps);
}

}  // namespace
}  // namespace gan::test
