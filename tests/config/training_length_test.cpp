#include "config/training_length.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

RunConfig lasting(std::int64_t steps, std::int64_t epochs) {
  RunConfig config;
  config.set("data.batch_size", std::int64_t{10});
  config.set("training.steps", steps);
  config.set("training.epochs", epochs);
  return config;
}

TEST(TrainingLength, IsByStepsOrByEpochsWhicheverComesFirst) {
  EXPECT_EQ(totalSteps(lasting(7, 0), 100, 1), 7);
  EXPECT_EQ(totalSteps(lasting(0, 3), 100, 1), 30);
  EXPECT_EQ(totalSteps(lasting(29, 3), 100, 1), 29);
  EXPECT_EQ(totalSteps(lasting(31, 3), 100, 1), 30);
  EXPECT_EQ(totalSteps(lasting(0, 0), 100, 1), 0);
}

TEST(TrainingLength, CountsTheImagesThatAnIterationOfAllProcessesTakes) {
  RunConfig config = lasting(0, 3);
  EXPECT_EQ(totalSteps(config, 100, 4), 8);  // 300 / 40, and what is left over
  config.set("accumulation.discriminator", std::int64_t{5});
  EXPECT_EQ(totalSteps(config, 100, 1), 6);
  config.setText("training.schedule", "alternating");
  EXPECT_EQ(totalSteps(config, 100, 1), 5);  // five batches for D and one for G
}

TEST(TrainingLength, CountsEpochsFromWhereTheTrainingStands) {
  EXPECT_EQ(totalSteps(lasting(0, 3), 100, 1, {.steps = 50, .epochs = 1}), 70);
  EXPECT_EQ(totalSteps(lasting(0, 3), 100, 1, {.steps = 50, .epochs = 4}), 50);
}

}  // namespace
}  // namespace gan
