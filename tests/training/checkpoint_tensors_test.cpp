#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.h"
#include "support/temporary_folder.h"
#include "training/fake_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

TEST(CheckpointTensors, ComeBackBitForBit) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  train(trainer, 2);
  const Trainer::State state = trainer.state();
  const TemporaryFolder folder;
  writeTensors(state, folder.path());
  const Trainer::State read = readTensors(folder.path());
  ASSERT_EQ(read.parts.size(), 5U);
  for (const auto& [part, tensors] : state.parts) {
    ASSERT_EQ(read.parts.at(part).size(), tensors.size()) << part;
    for (const auto& [name, tensor] : tensors) {
      EXPECT_TRUE(read.parts.at(part).at(name).equal(tensor)) << name;
      EXPECT_EQ(read.parts.at(part).at(name).scalar_type(), tensor.scalar_type()) << name;
    }
  }
}

TEST(CheckpointTensors, ALostFileIsNamed) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  const TemporaryFolder folder;
  writeTensors(trainer.state(), folder.path());
  std::filesystem::remove(folder / "optimizer_d.safetensors");
  const Trainer::State state = readTensors(folder.path());
  try {
    trainer.restore(state);
    FAIL() << "a checkpoint without its optimizer was restored";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("optimizer_d.safetensors"), std::string::npos) << error.what();
  }
}

TEST(CheckpointTensors, ARunWithoutAverageHasNoFileForIt) {
  TrainerOptions options = smallOptions();
  options.ema = false;
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(options, data, c10::Device(c10::kCPU));
  const TemporaryFolder folder;
  writeTensors(trainer.state(), folder.path());
  EXPECT_FALSE(std::filesystem::exists(folder / "ema.safetensors"));
  EXPECT_FALSE(readTensors(folder.path()).parts.contains("ema"));
}

}  // namespace
}  // namespace gan
