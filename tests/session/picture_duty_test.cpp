#include "session/picture_duty.h"

#include <gtest/gtest.h>

#include <atomic>

#include "session/drawn_pictures.h"
#include "session/picture_requests.h"
#include "session_run.h"
#include "training/plain_networks.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

std::atomic<int> passes = 0;

class CountingGenerator : public PlainGenerator {
 public:
  explicit CountingGenerator(const NetworkShape& shape) : PlainGenerator(shape), shape_(shape) {}
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override {
    ++passes;
    return PlainGenerator::forward(latents, condition);
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<CountingGenerator>(shape_); }

 private:
  NetworkShape shape_;
};

const Architecture kCounting = {
    "counting", "for tests",
    [](const NetworkShape& shape, std::uint64_t seed) {
      Networks networks = kPlainArchitecture.make(shape, seed);
      const auto generator = std::make_shared<CountingGenerator>(shape);
      copyTensors(*networks.generator, *generator);
      networks.generator = generator;
      return networks;
    },
    [](const NetworkShape& shape) -> std::shared_ptr<Generator> { return std::make_shared<CountingGenerator>(shape); },
    kPlainArchitecture.blank_discriminator};

/// Pictures with standing statistics of 16 batches.
class StandingPictures : public testing::Test {
 protected:
  StandingPictures() {
    config_.setText("sampling.statistics", "standing");
    recorder_.startSegment({});
    train(trainer_, 2);
  }

  /// Draws one; how many passes that took.
  int draw() {
    passes = 0;
    duty_.draw();
    return passes;
  }
  static TrainerOptions trainerOptions() {
    TrainerOptions made;
    made.architecture = &kCounting;
    made.shape = {.latent_size = 5, .channels = 1, .resolution = 6, .generator_width = 7, .discriminator_width = 6};
    made.objective = &findObjective("bce");
    return made;
  }

  TemporaryFolder temporary_;
  const RunFolder folder_ = smallRun(temporary_ / "run");
  RunConfig config_ = folder_.config();
  SampleBatches batches_{4, 1, 6};
  Trainer trainer_{trainerOptions(), batches_, at::kCPU};
  RunLock lock_{folder_.path()};
  Recorder recorder_{folder_, lock_, RecorderOptions()};
  CheckpointStore store_{folder_.checkpoints()};
  CurrentLine line_;
  AlertDesk alerts_{line_, store_, &recorder_};
  StatisticsDuty statistics_{trainer_, alerts_, &recorder_};
  HealthOptions health_;
  PictureDuty duty_{folder_, config_, trainer_, statistics_, health_, alerts_, &recorder_, {}};
};

TEST_F(StandingPictures, OfOneStepTakeTheirStatisticsOnceForEachTruncation) {
  EXPECT_EQ(draw(), 16 + 1);
  config_.setText("sampling.seed", "5");
  EXPECT_EQ(draw(), 1);
  config_.setText("sampling.truncation", "0.5");
  EXPECT_EQ(draw(), 16 + 1);
  config_.setText("sampling.truncation", "2");
  EXPECT_EQ(draw(), 1);
}

TEST_F(StandingPictures, OfOtherWeightsTakeOthers) {
  const Trainer::State state = trainer_.state();
  EXPECT_EQ(draw(), 16 + 1);
  train(trainer_, 1);
  EXPECT_EQ(draw(), 16 + 1);
  trainer_.restore(state);  // a roll back may lead to the same step, with other weights
  duty_.forget();
  EXPECT_EQ(draw(), 16 + 1);
  EXPECT_EQ(draw(), 1);
  duty_.forget();
  EXPECT_EQ(draw(), 16 + 1);
}

TEST(PicturesOfACheckpoint, AreOfAsManyStandingBatchesAsTheRunsGrids) {
  const TemporaryFolder temporary;
  const auto picture = [&](const std::string& batches, StatisticsMode mode) {
    const RunFolder run =
        smallRun(temporary / (batches + " " + std::string(nameOf(mode))), {"sampling.statistics_batches=" + batches});
    SessionOptions options;
    options.stop_at_step = 5;
    TrainingSession(run, options).wait();
    OpenedSource opened({.path = run.path()});
    opened.maker.use(mode, {});
    const SamplePoint point;
    return opened.maker.make(opened.maker.inputs({&point, 1}));
  };
  EXPECT_TRUE(picture("2", StatisticsMode::kRunning).equal(picture("16", StatisticsMode::kRunning)));
  EXPECT_FALSE(picture("2", StatisticsMode::kStanding).equal(picture("16", StatisticsMode::kStanding)));
}

TEST(PicturesOfACheckpoint, SayOverHowManyStandingBatchesSoThatTheirTimeIsForetold) {
  const TemporaryFolder temporary;
  const RunFolder run = smallRun(temporary / "run", {"sampling.statistics_batches=3"});
  SessionOptions options;
  options.stop_at_step = 5;
  TrainingSession(run, options).wait();
  const PictureSource source{.path = run.path()};
  ProgressMonitor monitor;
  const SampleOutcome drawn =
      drawSamples({.source = source, .alike = {}, .count = 2, .out = temporary / "pictures"}, monitor);
  EXPECT_EQ(drawn.from.standing_batches, 3);
  const auto foretold = [&](StatisticsMode mode, std::int64_t batches) {
    return statisticsSeconds(mode, batches, source, /*pictures=*/4, /*seconds=*/1);
  };
  EXPECT_DOUBLE_EQ(foretold(StatisticsMode::kStanding, 3), 3 * 64 / 4.0) << "a quarter of a second a picture";
  EXPECT_DOUBLE_EQ(foretold(StatisticsMode::kBatch, 3), 64 / 4.0);
  EXPECT_EQ(foretold(StatisticsMode::kRunning, 3), 0);
}

}  // namespace
}  // namespace gan
