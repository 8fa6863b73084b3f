#include "sampling/point_latents.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "config/run_config.h"
#include "layers/layers.h"
#include "models/network.h"
#include "sampling/latent_sampler.h"
#include "sampling/picture_maker.h"
#include "support/expect_error.h"

namespace gan {
namespace {

std::shared_ptr<Generator> generatorOf(std::vector<std::string> settings) {
  RunConfig config;
  settings.insert(settings.begin(), {"data.resolution=32", "model.generator_width=8", "model.discriminator_width=8"});
  config.applyOverrides(settings);
  return makeNetworks(config).generator;
}

std::shared_ptr<Generator> hierarchical() {
  return generatorOf({"model.architecture=biggan", "data.channels=3", "model.classes=4", "model.latent_size=20",
                      "model.shared_size=8", "model.hierarchical=true"});
}

at::Tensor latentOf(PictureMaker& maker, const std::string& line) {
  return maker.inputs({{samplePointFromText(line)}}).latents;
}

double largestDifference(const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); }

TEST(PointLatents, ALatentMayBeSaidByItsComponents) {
  PictureMaker maker(generatorOf({"model.architecture=mlp", "model.latent_size=3"}), at::kCPU, 1);
  EXPECT_TRUE(at::equal(latentOf(maker, "z=0.5,-1.25,3"), at::tensor({0.5F, -1.25F, 3.0F}).view({1, 3})));
  SamplePoint of_components{.latent = {}};
  const at::Tensor drawn = LatentSampler(7, 3).draw(2, 1, {});
  for (std::int64_t i = 0; i < 3; ++i) of_components.z.push_back(drawn[0][i].item<float>());
  EXPECT_TRUE(at::equal(latentOf(maker, toText(of_components)), latentOf(maker, "seed=7/2")));
  expectError(ErrorCode::kInvalidArgument, "point_z_size", [&] { latentOf(maker, "z=1,2"); });
}

TEST(PointLatents, MoveAlongTheDirectionsOfTheWeightThatThePassUses) {
  // Spectral norm: the file's weight is not what a pass multiplies by.
  for (const char* architecture : {"sngan", "biggan-deep", "dcgan", "dcgan-32", "mlp"}) {
    const std::string name = std::string("model.architecture=") + architecture;
    const std::vector<std::string> settings = {name, "data.channels=3", "model.latent_size=6"};
    PictureMaker maker(generatorOf(settings), at::kCPU, 1);
    const at::Tensor z = LatentSampler(1, 6).draw(0, 1, {});
    for (const DirectionKind kind : {DirectionKind::kSefa, DirectionKind::kPca}) {
      const LatentDirections& directions = maker.latents().directions(kind);
      ASSERT_EQ(directions.vectors.sizes(), at::IntArrayRef({6, 6})) << architecture;
      const std::string line =
          "seed=1 move=" + std::string(nameOf(kind)) + "/0*2.5+" + std::string(nameOf(kind)) + "/3*-1";
      const at::Tensor expected = z + 2.5 * directions.vectors[0] - directions.vectors[3];
      EXPECT_LE(largestDifference(latentOf(maker, line), expected), 1e-6) << architecture;
    }
    // What the first direction changes before anything else happens is the root of its share of all changes.
    const at::Tensor weight = dynamic_cast<const LatentEntrance&>(maker.generator()).entrance().to(at::kDouble);
    const LatentDirections& sefa = maker.latents().directions(DirectionKind::kSefa);
    const double changed = weight.mv(sefa.vectors[0]).square().sum().item<double>();
    EXPECT_NEAR(changed / weight.square().sum().item<double>(), sefa.shares[0], 1e-9) << architecture;
  }
}

TEST(PointLatents, TheWeightOfTheFirstLayerIsWhatThePassMultipliesBy) {
  const std::shared_ptr<Generator> generator =
      generatorOf({"model.architecture=sngan", "data.channels=3", "model.latent_size=6"});
  generator->eval();
  const at::NoGradGuard no_grad;
  const auto* const linear = generator->named_modules()["linear"]->as<Linear>();
  ASSERT_NE(linear, nullptr);
  const at::Tensor stored = linear->weight.clone();
  const at::Tensor changes = (linear->forward(at::eye(6)) - linear->forward(at::zeros({1, 6}))).t();
  settle(*generator, at::kCPU);
  const at::Tensor weight = dynamic_cast<const LatentEntrance&>(*generator).entrance();
  EXPECT_LE(largestDifference(weight, changes), 1e-6);
  EXPECT_GT(largestDifference(weight, stored), 1e-3) << "the one before spectral norm is another one";
}

TEST(PointLatents, DirectionsOfAHierarchicalLatentAreThoseOfItsFirstChunk) {
  PictureMaker maker(hierarchical(), at::kCPU, 1);
  EXPECT_EQ(maker.latents().describe().chunks, 4);
  const LatentDirections& sefa = maker.latents().directions(DirectionKind::kSefa);
  EXPECT_EQ(sefa.vectors.sizes(), at::IntArrayRef({5, 20}));
  EXPECT_EQ(sefa.vectors.narrow(1, 5, 15).abs().max().item<double>(), 0);
  expectError(ErrorCode::kInvalidArgument, "point_direction_unknown",
              [&] { latentOf(maker, "seed=1 class=0 move=sefa/5"); });
}

TEST(PointLatents, MixedChunksAreThoseOfTheOtherLatent) {
  PictureMaker maker(hierarchical(), at::kCPU, 1);
  const at::Tensor own = latentOf(maker, "seed=1 class=0 move=sefa/0*2");
  const at::Tensor other = latentOf(maker, "seed=9*0.6+4*0.8 class=0");
  const at::Tensor mixed = latentOf(maker, "seed=1 class=0 move=sefa/0*2 mix=1-2 mix_seed=9*0.6+4*0.8");
  EXPECT_TRUE(at::equal(mixed.narrow(1, 0, 5), own.narrow(1, 0, 5)));
  EXPECT_TRUE(at::equal(mixed.narrow(1, 5, 10), other.narrow(1, 5, 10)));
  EXPECT_TRUE(at::equal(mixed.narrow(1, 15, 5), own.narrow(1, 15, 5)));
  // The picture is the one that the generator makes of such a latent.
  const at::Tensor made =
      maker.make(maker.inputs({{samplePointFromText("seed=1 class=2 move=sefa/0*2 mix=1-2 mix_seed=9*0.6+4*0.8")}}));
  SamplePoint direct{.latent = {}, .classes = {{.label = 2}}};
  for (std::int64_t i = 0; i < 20; ++i) direct.z.push_back(mixed[0][i].item<float>());
  EXPECT_TRUE(at::equal(made, maker.make(maker.inputs({{direct}}))));
}

TEST(PointLatents, AMixedLatentMovesWhereItsFirstChunkIsTaken) {
  PictureMaker maker(hierarchical(), at::kCPU, 1);
  const at::Tensor other = latentOf(maker, "seed=9 class=0 move=pca/1*3");
  const at::Tensor mixed = latentOf(maker, "seed=1 class=0 mix=0-1 mix_seed=9 mix_move=pca/1*3");
  EXPECT_TRUE(at::equal(mixed.narrow(1, 0, 10), other.narrow(1, 0, 10)));
  EXPECT_TRUE(at::equal(mixed.narrow(1, 10, 10), latentOf(maker, "seed=1 class=0").narrow(1, 10, 10)));
  for (const char* line :
       {"seed=1 class=0 mix=1-2 mix_seed=9 mix_move=pca/1*3", "seed=1 class=0 move=pca/1*3 mix=0-1 mix_seed=9"}) {
    expectError(ErrorCode::kInvalidArgument, "point_move_lost", [&] { latentOf(maker, line); });
  }
}

TEST(PointLatents, WhatCannotBeMixedIsRefusedByName) {
  PictureMaker mixing(hierarchical(), at::kCPU, 1);
  expectError(ErrorCode::kInvalidArgument, "point_chunk_unknown",
              [&] { latentOf(mixing, "seed=1 class=0 mix=2-4 mix_seed=2"); });
  PictureMaker whole(generatorOf({"model.architecture=mlp", "model.latent_size=3"}), at::kCPU, 1);
  expectError(ErrorCode::kInvalidArgument, "point_not_mixed", [&] { latentOf(whole, "seed=1 mix=0 mix_seed=2"); });
}

TEST(PointLatents, SayWhatCanBeDoneWithThem) {
  PictureMaker maker(hierarchical(), at::kCPU, 1);
  const LatentFacts facts = maker.latents().describe();
  EXPECT_EQ(facts.latent_size, 20);
  EXPECT_EQ(facts.classes, 4);
  EXPECT_EQ(facts.chunks, 4);
  ASSERT_EQ(facts.directions.size(), 2U);
  for (const LatentFacts::Directions& directions : facts.directions) {
    ASSERT_EQ(directions.shares.size(), 5U);
    double sum = 0;
    for (const double share : directions.shares) sum += share;
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_TRUE(std::ranges::is_sorted(directions.shares, std::greater<>()));
  }
}

/// Squares its latent before it does anything else.
class SquaringGenerator : public Generator {
 public:
  GeneratorFacts facts() const override { return {.latent_size = 4, .channels = 1, .resolution = 2}; }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& /*condition*/) override {
    return latents.square().view({-1, 1, 2, 2}).tanh();
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<SquaringGenerator>(); }
};

TEST(PointLatents, HaveNoDirectionsWhereTheFirstLayerIsNoProduct) {
  PictureMaker maker(std::make_shared<SquaringGenerator>(), at::kCPU, 1);
  EXPECT_TRUE(maker.latents().describe().directions.empty());
  expectError(ErrorCode::kInvalidArgument, "directions_none", [&] { latentOf(maker, "seed=1 move=sefa/0"); });
}

}  // namespace
}  // namespace gan
