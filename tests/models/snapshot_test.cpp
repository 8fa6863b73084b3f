#include "models/snapshot.h"

#include <ATen/ops/ones.h>
#include <gtest/gtest.h>

namespace gan {
namespace {

std::shared_ptr<Generator> generator(std::uint64_t seed) {
  return findArchitecture("mlp")
      .make({.latent_size = 4, .channels = 1, .resolution = 8, .generator_width = 4, .discriminator_width = 4}, seed)
      .generator;
}

at::Tensor pictures(const GeneratorSnapshot& snapshot) { return snapshot.generator->forward(at::ones({2, 4}), {}); }

TEST(SnapshotDesk, SnapshotsThatAreHeldStayAsTheyWere) {
  const auto source = generator(1);
  SnapshotDesk desk;
  std::vector<GeneratorSnapshot> held;
  std::vector<at::Tensor> shown;
  for (std::int64_t step = 0; step < 4; ++step) {
    copyTensors(*generator(100 + static_cast<std::uint64_t>(step)), *source);
    held.push_back(desk.take(*source, step));
    shown.push_back(pictures(held.back()));
  }
  for (std::size_t i = 0; i < held.size(); ++i) {
    EXPECT_EQ(held[i].step, static_cast<std::int64_t>(i));
    EXPECT_TRUE(pictures(held[i]).equal(shown[i])) << i;
    EXPECT_TRUE(i == 0 || !shown[i].equal(shown[i - 1]));
  }
}

TEST(SnapshotDesk, UsesTheMemoryOfTwoOverAndOver) {
  const auto source = generator(1);
  SnapshotDesk desk;
  std::set<const Generator*> used;
  for (std::int64_t step = 0; step < 5; ++step) {
    const GeneratorSnapshot first = desk.take(*source, step);
    const GeneratorSnapshot second = desk.take(*source, step);
    used.insert({first.generator.get(), second.generator.get()});
  }
  EXPECT_EQ(used.size(), 2U);
}

}  // namespace
}  // namespace gan
