#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "support/expect_error.h"
#include "training/fake_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

void expectEqual(const TensorMap& a, const TensorMap& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, tensor] : a) {
    ASSERT_TRUE(b.contains(name)) << name;
    EXPECT_TRUE(tensor.equal(b.at(name))) << name;
  }
}

void expectEqual(const Trainer::State& a, const Trainer::State& b) {
  EXPECT_EQ(a.info.step, b.info.step);
  EXPECT_EQ(a.info.data_position, b.info.data_position);
  EXPECT_EQ(a.info.counters, b.info.counters);
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (const auto& [part, tensors] : a.parts) expectEqual(tensors, b.parts.at(part));
}

struct Way {
  const char* architecture;
  Schedule schedule;
  std::int64_t discriminator_steps;
  const char* objective = "bce";
};

void PrintTo(const Way& way, std::ostream* out) {
  *out << way.architecture << (way.schedule == Schedule::kAlternating ? " alternating " : " discriminator first ")
       << way.discriminator_steps << ' ' << way.objective;
}

class Restoring : public ::testing::TestWithParam<Way> {};

TEST_P(Restoring, GoesOnBitForBit) {
  TrainerOptions options = smallOptions();
  options.architecture = &findArchitecture(GetParam().architecture);
  options.schedule = GetParam().schedule;
  options.objective = &findObjective(GetParam().objective);
  LiveValues live;
  live.discriminator_steps = GetParam().discriminator_steps;

  FakeBatches data(kSmallBatch, 1, 28);
  Trainer whole(options, data, c10::Device(c10::kCPU));
  train(whole, 10, live);
  const Trainer::State middle = whole.state();
  const auto rest = train(whole, 10, live);

  options.seed = 99;  // other weights, which the state must replace
  FakeBatches other_data(kSmallBatch, 1, 28);
  Trainer other(options, other_data, c10::Device(c10::kCPU));
  train(other, 3, live);
  options.seed = smallOptions().seed;
  Trainer fresh(options, other_data, c10::Device(c10::kCPU));
  fresh.restore(other.state());
  fresh.restore(middle);
  const auto repeated = train(fresh, 10, live);

  expectEqual(fresh.state(), whole.state());
  for (std::size_t i = 0; i < rest.size(); ++i) {
    EXPECT_EQ(repeated[i].record.step, rest[i].record.step);
    for (std::size_t series = 0; series < whole.series().onDevice(); ++series) {
      EXPECT_TRUE(sameValue(repeated[i].record.values[series], rest[i].record.values[series]))
          << whole.series().names()[series];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Restoring,
                         ::testing::Values(Way{"dcgan", Schedule::kDiscriminatorFirst, 1},
                                           Way{"dcgan", Schedule::kDiscriminatorFirst, 2},
                                           Way{"dcgan", Schedule::kDiscriminatorFirst, 2, "relativistic"},
                                           Way{"dcgan", Schedule::kDiscriminatorFirst, 1, "hinge"},
                                           Way{"mlp", Schedule::kAlternating, 1}));

TEST(State, IsACopyThatTrainingDoesNotChange) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  const Trainer::State state = trainer.state();
  const at::Tensor before = state.parts.at("generator").at("main.0.weight").clone();
  train(trainer, 1);
  EXPECT_TRUE(state.parts.at("generator").at("main.0.weight").equal(before));
  EXPECT_TRUE(state.parts.at("generator").at("main.0.weight").is_contiguous());
}

TEST(State, OfAnotherSizeIsRefusedAndNothingChanges) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  train(trainer, 1);
  const Trainer::State before = trainer.state();

  TrainerOptions wide = smallOptions();
  wide.shape.discriminator_width = 8;  // the generator fits, so a careless restore would already have copied it
  wide.seed = 3;
  FakeBatches wide_data(kSmallBatch, 1, 28);
  Trainer other(wide, wide_data, c10::Device(c10::kCPU));
  const auto error =
      expectError(ErrorCode::kFailedPrecondition, "checkpoint_shape_mismatch", [&] { trainer.restore(other.state()); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("[8, 1, 4, 4]"), std::string::npos) << error->message();
  EXPECT_NE(error->message().find("[4, 1, 4, 4]"), std::string::npos) << error->message();
  expectEqual(trainer.state(), before);
}

TEST(State, OfAnotherModelIsRefused) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  Trainer::State missing = trainer.state();
  missing.parts.at("generator").erase("main.1.running_mean");
  expectError(ErrorCode::kFailedPrecondition, "checkpoint_other_model", [&] { trainer.restore(missing); });
  Trainer::State more = trainer.state();
  more.parts.at("optimizer_g")["main.99.weight.exp_avg"] = at::zeros({1});
  expectError(ErrorCode::kFailedPrecondition, "checkpoint_other_model", [&] { trainer.restore(more); });
  Trainer::State uncounted = trainer.state();
  uncounted.info.counters.erase("optimizer_steps_generator");
  expectError(ErrorCode::kFailedPrecondition, "checkpoint_other_model", [&] { trainer.restore(uncounted); });
}

TEST(State, WithoutAnAverageStartsItFromTheWeights) {
  TrainerOptions without = smallOptions();
  without.ema = false;
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer plain(without, data, c10::Device(c10::kCPU));
  train(plain, 2);
  EXPECT_FALSE(plain.state().parts.contains("ema"));

  FakeBatches other_data(kSmallBatch, 1, 28);
  Trainer averaging(smallOptions(), other_data, c10::Device(c10::kCPU));
  averaging.restore(plain.state());
  expectEqual(averaging.state().parts.at("ema"), plain.state().parts.at("generator"));
}

/// As a branch does that goes on in another precision.
TEST(State, WithoutALossScaleKeepsTheScaleOfThisTraining) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer wide(smallOptions(), data, c10::Device(c10::kCPU));
  train(wide, 2);
  TrainerOptions options = smallOptions();
  options.precision = Precision::kFloat16;
  FakeBatches other_data(kSmallBatch, 1, 28);
  Trainer narrow(options, other_data, c10::Device(c10::kCPU));
  narrow.restore(wide.state());
  const Trainer::State state = narrow.state();
  EXPECT_EQ(state.info.step, 2);
  expectEqual(state.parts.at("generator"), wide.state().parts.at("generator"));
  for (const auto& [name, tensor] : state.parts.at("loss_scale")) {
    if (!name.ends_with("scale")) continue;
    EXPECT_EQ(tensor.item<float>(), 65536) << "torch.amp.GradScaler's first";
  }
}

}  // namespace
}  // namespace gan
