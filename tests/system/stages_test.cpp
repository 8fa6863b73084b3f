// Networks whose stages are held by several processes, from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/stage_recipes.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Words = std::vector<std::string>;

constexpr double kLimit = 1e-9;

Words trainingOf(const fs::path& out, int steps, const Words& settings, const Words& more = {}) {
  Words words = smallTraining(out, steps, settings);
  words.insert(words.begin(), {program("gan-engine"), "train", "--devices", "cpu"});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Conditional, with an average, R1, and four micro-batches of four images, in float64.
const Words kCommon = {"data.batch_size=4",          "model.classes=auto",           "regulariser.r1.weight=1",
                       "accumulation.generator=4",   "accumulation.discriminator=4", "objective.loss=hinge",
                       "training.precision=float64", "checkpoint.interval_steps=0"};

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class StagesOf : public testing::TestWithParam<Words> {};

TEST_P(StagesOf, TwoProcessesTrainAsOne) {
  const TemporaryFolder folder;
  const Words settings = joined(kCommon, GetParam());
  const Finished whole = run(trainingOf(folder / "whole", 20, settings));
  ASSERT_EQ(whole.code, 0) << whole.errors;
  const Finished staged =
      run(trainingOf(folder / "staged", 20, joined(settings, {"distributed.stages=2"}), {"--processes", "2"}));
  ASSERT_EQ(staged.code, 0) << staged.errors;
  EXPECT_LE(checkpointDeviation(folder / "whole", folder / "staged", 20), kLimit);
  const auto expected = trainedScalars(folder / "whole");
  const auto found = trainedScalars(folder / "staged");
  for (const auto& [series, values] : expected) {
    ASSERT_EQ(found.at(series).size(), values.size()) << series;
    for (const auto& [step, value] : values) {
      EXPECT_NEAR(found.at(series).at(step), value, 1e-6 * std::max(1.0F, std::abs(value))) << series << " at " << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, StagesOf, testing::Values(kSngan32, kBigGan64),
                         [](const auto& of) { return of.index == 0 ? "Sngan32" : "BigGan64"; });

int linesOf(const fs::path& file) {
  std::ifstream in(file);
  int lines = 0;
  for (std::string line; std::getline(in, line);) ++lines;
  return lines;
}

/// Of those whose last image of each class gives way to one of the next class, which the stage that reads images alone
/// knows of.
TEST(Stages, ReadImagesInOneOfThemWhoseClassesTheOthersGoBy) {
  const TemporaryFolder folder;
  constexpr int kImages = 64;
  for (int i = 0; i < kImages; ++i) {
    const fs::path file = folder / "images" / ("class" + std::to_string(i / 16)) / (std::to_string(100 + i) + ".pgm");
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        << (i % 4 == 3 ? "no image" : "P5 32 32 255\n" + std::string(32 * 32, static_cast<char>(i)));
  }
  const auto training = [&](const fs::path& out, const Words& more) {
    Words words = {
        program("gan-engine"), "train", "--preset", "shapes-dcgan", "--devices", "cpu", "--steps", "20", "--out",
        out.string()};
    for (const std::string& setting :
         joined({"data.source=folder", "data.path=" + (folder / "images").string(), "data.corrupt_limit=0.5",
                 "data.workers=1", "data.batch_size=4", "model.architecture=sngan", "data.resolution=32",
                 "model.generator_width=8", "model.discriminator_width=8", "model.classes=auto", "training.threads=1",
                 "training.precision=float64", "sampling.interval_steps=0", "sampling.rows=1", "sampling.columns=1"},
                more)) {
      words.insert(words.end(), {"--set", setting});
    }
    return words;
  };
  const Finished whole = run(training(folder / "whole", {}));
  ASSERT_EQ(whole.code, 0) << whole.errors;
  const Finished staged = run(joined(training(folder / "staged", {"distributed.stages=2"}), {"--processes", "2"}));
  ASSERT_EQ(staged.code, 0) << staged.errors;
  EXPECT_LE(checkpointDeviation(folder / "whole", folder / "staged", 20), kLimit);
  EXPECT_EQ(linesOf(folder / "staged/damaged-images-rank-1.txt"), kImages / 4);
  EXPECT_LT(linesOf(folder / "staged/damaged-images.txt"), kImages / 8) << "it reads some for a picture alone";
}

/// Two replicas of two stages, small.
class TwoReplicas : public testing::Test {
 protected:
  Words train(const fs::path& out, int steps, const Words& more) const {
    return trainingOf(
        out, steps,
        {"distributed.stages=2", "checkpoint.interval_steps=5", "data.batch_size=4", "training.precision=float64"},
        joined({"--processes", "4"}, more));
  }
  Finished resume(const fs::path& run_folder, int steps, const Words& more) const {
    return run(joined(
        {program("gan-engine"), "resume", run_folder.string(), "--devices", "cpu", "--steps", std::to_string(steps)},
        more));
  }
  bool trains(Process& launcher) const {
    return waitUntil([&] { return newestCheckpointStep(run_) > 0 || !launcher.running(); }) && launcher.running();
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_ / "run";
};

TEST_F(TwoReplicas, GoOnAfterOneProcessWasKilledWithTheWeightsOfAnUndisturbedRun) {
  constexpr int kSteps = 60;
  const fs::path undisturbed = folder_ / "undisturbed";
  const Finished whole = run(train(undisturbed, kSteps, {}));
  ASSERT_EQ(whole.code, 0) << whole.errors;
  for (const int rank : {1, 2}) {
    fs::remove_all(run_);
    Process launcher(train(run_, kSteps, {"--max-restarts", "1", "--json"}));
    ASSERT_TRUE(trains(launcher)) << launcher.errors();
    ::kill(workersOf(launcher.pid()).at(rank), SIGKILL);
    ASSERT_EQ(launcher.wait(), 0) << launcher.errors();
    EXPECT_EQ(nlohmann::json::parse(launcher.output().substr(launcher.output().find('{'))).at("restarts"), 1);
    EXPECT_TRUE(sameCheckpoint(undisturbed, run_, kSteps)) << "rank " << rank;
    EXPECT_TRUE(sameScalars(undisturbed, run_)) << "rank " << rank;
  }
}

TEST_F(TwoReplicas, TrainAsTwoProcessesWithoutStagesAndAreResumedByOneAndByTwo) {
  const Finished staged = run(train(run_, 10, {}));
  ASSERT_EQ(staged.code, 0) << staged.errors;
  const auto manifest = nlohmann::json::parse(std::ifstream(run_ / "manifest.json"));
  EXPECT_EQ(manifest.at("world_size"), 4);
  EXPECT_EQ(manifest.at("replicas"), 2);
  EXPECT_EQ(manifest.at("stages"), 2);
  EXPECT_THAT(manifest.at("placement"), HasSubstr("generator="));
  const fs::path plain = folder_ / "plain";
  const Words settings = {"checkpoint.interval_steps=5", "data.batch_size=4", "training.precision=float64"};
  ASSERT_EQ(run(trainingOf(plain, 10, settings, {"--processes", "2"})).code, 0);
  EXPECT_LE(checkpointDeviation(plain, run_, 10), kLimit);

  const fs::path by_one = folder_ / "by-one";
  fs::copy(run_, by_one, fs::copy_options::recursive);
  const fs::path plain_by_one = folder_ / "plain-by-one";
  fs::copy(plain, plain_by_one, fs::copy_options::recursive);
  for (const fs::path& one : {by_one, plain_by_one}) {
    const Finished resumed = resume(one, 20, {});
    ASSERT_EQ(resumed.code, 0) << resumed.errors;
  }
  EXPECT_LE(checkpointDeviation(plain_by_one, by_one, 20), kLimit);

  const Finished by_two = resume(run_, 20, {"--processes", "2"});  // one replica of two stages
  ASSERT_EQ(by_two.code, 0) << by_two.errors;
  EXPECT_LE(checkpointDeviation(by_one, run_, 20), kLimit);

  const Finished by_three = resume(run_, 30, {"--processes", "3"});
  EXPECT_EQ(by_three.code, 2) << by_three.errors;
  EXPECT_THAT(by_three.errors, HasSubstr("3 cannot be divided so"));
}

TEST_F(TwoReplicas, ChooseTogetherHowBatchesOfAnAccumulationGoThroughTheStages) {
  const Words accumulated = {"--set", "accumulation.discriminator=2", "--set", "accumulation.generator=2"};
  const Finished given = run(train(folder_ / "given", 5, accumulated));
  ASSERT_EQ(given.code, 0) << given.errors;
  const Finished chosen = run(train(run_, 5, joined(accumulated, {"--set", "distributed.pipeline=auto"})));
  ASSERT_EQ(chosen.code, 0) << chosen.errors;
  EXPECT_EQ(nlohmann::json::parse(std::ifstream(run_ / "manifest.json")).at("pipeline"), "gpipe");
  EXPECT_LE(checkpointDeviation(folder_ / "given", run_, 5), kLimit);
}

TEST_F(TwoReplicas, FollowCommandsAndDrawPicturesAndCheckpointsOfTheWholeNetworks) {
  Process launcher(train(run_, 0, {"--set", "sampling.interval_steps=5"}));
  ASSERT_TRUE(trains(launcher)) << launcher.errors();
  const auto steer = [&](Words words) {
    words.insert(words.begin(), {program("gan-engine"), "steer", run_.string()});
    words.push_back("--json");
    const Finished finished = run(words);
    const auto reply = nlohmann::json::parse(finished.lastLine(), nullptr, false);
    return reply.is_object() ? reply.value("result", reply.dump()) : "no answer: " + finished.errors;
  };
  EXPECT_EQ(steer({"set", "optimizer.generator.learning_rate=3e-3"}), "applied");
  EXPECT_EQ(steer({"pause"}), "applied");
  EXPECT_EQ(steer({"step"}), "applied");
  EXPECT_EQ(steer({"checkpoint"}), "applied");
  EXPECT_EQ(steer({"sample"}), "applied");
  EXPECT_EQ(steer({"rollback"}), "applied");
  EXPECT_EQ(steer({"continue"}), "applied");
  EXPECT_EQ(steer({"stop"}), "applied");
  EXPECT_EQ(launcher.wait(), 3) << launcher.errors();
  const std::int64_t stopped = newestCheckpointStep(run_);
  EXPECT_GT(stopped, 0);
  EXPECT_FALSE(fs::is_empty(run_ / "samples"));
  const Finished sampled =
      run({program("gan-engine"), "sample", run_.string(), "--out", (folder_ / "samples").string()});
  EXPECT_EQ(sampled.code, 0) << sampled.errors;
}

TEST_F(TwoReplicas, ThatCannotBeAreRefusedBeforeAnythingIsMade) {
  const auto refused = [&](const Words& settings, const Words& more, const std::string& why) {
    const Finished finished = run(trainingOf(run_, 5, joined({"distributed.stages=2"}, settings), more));
    EXPECT_EQ(finished.code, 2) << finished.errors;
    EXPECT_THAT(finished.errors, HasSubstr(why));
    EXPECT_FALSE(fs::exists(run_)) << why;
  };
  refused({}, {}, "each copy of the networks is held by 2 processes, and 1 cannot be divided so");
  refused({}, {"--processes", "3"}, "3 cannot be divided so");
  refused({"distributed.placement=cpu+cpu"}, {"--processes", "2"}, "Leave distributed.placement empty");
  refused({"training.cuda_graph=true"}, {"--processes", "2"}, "a captured graph is of one device");
  refused({"distributed.stages=6"}, {"--processes", "6"}, "blocks with weights");
}

TEST(PlannedStages, SayWhatEachTakes) {
  Words words = smallTraining("unused", 20, {"distributed.stages=2"});
  words.erase(words.begin() + 2, words.begin() + 4);  // --out
  words.insert(words.begin(),
               {program("gan-engine"), "plan", "--devices", "cpu", "--processes", "2", "--iterations", "1", "--json"});
  const Finished planned = run(words);
  ASSERT_EQ(planned.code, 0) << planned.errors;
  const nlohmann::json placement = nlohmann::json::parse(planned.lastLine()).at("placement");
  ASSERT_EQ(placement.at("devices").size(), 2U);
  EXPECT_EQ(placement.at("devices").front().at("name"), "stage 0 (cpu)");
  for (const nlohmann::json& device : placement.at("devices")) EXPECT_GT(device.at("weights_bytes"), 0);
}

}  // namespace
}  // namespace gan::test
