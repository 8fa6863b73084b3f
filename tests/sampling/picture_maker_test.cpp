#include "sampling/picture_maker.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <iostream>
#include <mutex>
#include <set>

#include "config/run_config.h"
#include "models/described_networks.h"
#include "models/network_blocks.h"
#include "sampling/latent_sampler.h"
#include "support/expect_error.h"
#include "support/golden_walk.h"
#include "tensor/compute_threads.h"
#include "tensor/image.h"

namespace gan {
namespace {

constexpr const char* kSettings[] = {"model.architecture=biggan",
                                     "data.resolution=32",
                                     "data.channels=3",
                                     "model.classes=10",
                                     "model.generator_width=8",
                                     "model.latent_size=20",
                                     "model.discriminator_width=8",
                                     "model.shared_size=16"};

/// A small BigGAN of ten classes whose running statistics are not those it was made with.
/// The same bits each time: who makes pictures has this thread compute on one thread from then on.
std::shared_ptr<Generator> smallGenerator() {
  setOwnComputeThreads(1);
  RunConfig config;
  config.applyOverrides(std::vector<std::string>(std::begin(kSettings), std::end(kSettings)));
  const std::shared_ptr<Generator> generator = makeNetworks(config).generator;
  const at::NoGradGuard no_grad;
  generator->forward(LatentSampler(3, 20).draw(0, 64, {}), generator->condition(at::arange(64).remainder(10)));
  generator->eval();
  return generator;
}

SamplePoint numbered(std::int64_t sample) {
  return {.latent = {{.seed = 1, .sample = sample}}, .classes = {{.label = sample % 10}}};
}

std::vector<SamplePoint> numberedFrom(std::int64_t first, std::int64_t count) {
  std::vector<SamplePoint> points;
  for (std::int64_t i = first; i < first + count; ++i) points.push_back(numbered(i));
  return points;
}

TEST(PictureMaker, APictureDependsNeitherOnItsNeighboursNorOnThreads) {
  PictureMaker one(smallGenerator(), at::kCPU, 1);
  PictureMaker three(smallGenerator(), at::kCPU, 3);
  const at::Tensor all = three.make(three.inputs(numberedFrom(0, 10)));
  EXPECT_TRUE(at::equal(one.make(one.inputs(numberedFrom(0, 10))), all));
  EXPECT_TRUE(at::equal(one.make(one.inputs(numberedFrom(4, 3))), all.narrow(0, 4, 3)));
  EXPECT_TRUE(at::equal(three.make(three.inputs(numberedFrom(9, 1))), all.narrow(0, 9, 1)));
}

TEST(PictureMaker, MakesWhatThePlainGeneratorMakesOfTheSameInputs) {
  const std::shared_ptr<Generator> plain = smallGenerator();
  const at::NoGradGuard no_grad;
  const at::Tensor expected =
      plain->forward(LatentSampler(1, 20).draw(0, 8, {}), plain->condition(at::arange(8))).add(1).mul(127.5);
  PictureMaker maker(smallGenerator(), at::kCPU, 2);
  const at::Tensor found = maker.make(maker.inputs(numberedFrom(0, 8))).to(at::kFloat);
  EXPECT_LE((found - expected).abs().max().item<float>(), 0.5F + 1e-3F) << "rounded to the nearest level";
}

void expectReferencesPictures(const GoldenFolder& golden) {
  const std::shared_ptr<Generator> generator = described(golden).value()().generator;
  loadInto(*generator, golden, "G.safetensors");
  const at::Tensor z = golden.tensor("io.safetensors", "z");
  const at::Tensor y = golden.tensor("io.safetensors", "y");
  {
    const at::NoGradGuard no_grad;  // the reference was evaluated after three passes in training
    for (std::int64_t row = 0; row < 3; ++row) generator->forward(z[row], generator->condition(y[row]));
  }
  generator->eval();
  const at::Tensor condition = generator->condition(y[0]).detach();
  PictureMaker maker(generator, at::kCPU, 2);
  const at::Tensor found = maker.make({.latents = z[0], .condition = condition});
  EXPECT_LE(golden.deviation("io.safetensors", "G_eval", toUnitRange(found)).absolute * 127.5, 0.51);
}

TEST(PictureMaker, MakesThePicturesThatBigGanPyTorchMakes) {
  if (const std::string why = whyNoGoldens(); !why.empty()) GTEST_SKIP() << why;
  const int read = readGoldens(goldensRoot(), std::cout, [](const GoldenFolder& golden) -> GoldenUse {
    if (!describesNetworks(golden)) return {.check = {}, .why_not = kNoNetworks};
    if (!golden.has("io.safetensors", "G_eval")) return {.check = {}, .why_not = "no pictures in io.safetensors"};
    return {.check = [&golden] { expectReferencesPictures(golden); }, .why_not = {}};
  });
  if (read == 0) GTEST_SKIP() << "there are no reference values in " << goldensRoot();
}

TEST(PictureMaker, FoldedSpectralNormsChangeNoBit) {
  const std::shared_ptr<Generator> plain = smallGenerator();
  useMemoryFormat(*plain, at::MemoryFormat::ChannelsLast);
  PictureMaker maker(smallGenerator(), at::kCPU, 1);
  const at::NoGradGuard no_grad;
  const at::Tensor picture =
      plain->forward(LatentSampler(1, 20).draw(5, 1, {}), plain->condition(at::full({1}, 5, at::kLong)));
  EXPECT_TRUE(at::equal(maker.make(maker.inputs(numberedFrom(5, 1))), toBytes(picture)));
}

TEST(PictureMaker, RoundsToTheNearestOfAll256Levels) {
  // What other programs' loaders make of a byte, x / 127.5 - 1, comes back as that byte.
  const at::Tensor bytes = at::arange(256).to(at::kByte).view({1, 1, 16, 16});
  EXPECT_TRUE(at::equal(toBytes(bytes.to(at::kDouble).div(127.5).sub(1).to(at::kFloat)), bytes));
  EXPECT_TRUE(at::equal(toBytes(bytes.to(at::kFloat).div(255).sub(0.5F).div(0.5F)), bytes));
}

TEST(PictureMaker, OfAGeneratorInStagesMakesTheSameBits) {
  PictureMaker whole(smallGenerator(), at::kCPU, 2);
  const std::vector<BlockStage> stages = {{.first = 0, .device = at::kCPU}, {.first = 2, .device = at::kCPU}};
  PictureMaker cut(smallGenerator(), at::kCPU, 2, StatisticsChoice().batches, stages);
  EXPECT_EQ(dynamic_cast<const BlockNetwork&>(cut.generator()).stages(), stages);
  for (const StatisticsMode mode : {StatisticsMode::kRunning, StatisticsMode::kStanding}) {
    for (PictureMaker* maker : {&whole, &cut}) maker->use(mode, {.threshold = 0.7});
    EXPECT_TRUE(at::equal(cut.make(cut.inputs(numberedFrom(0, 5))), whole.make(whole.inputs(numberedFrom(0, 5)))));
  }
  EXPECT_EQ(cut.latents().describe().directions.front().shares, whole.latents().describe().directions.front().shares);
}

TEST(PictureMaker, TakesEveryPictureOnce) {
  PictureMaker maker(smallGenerator(), at::kCPU, 3);
  std::mutex mutex;
  std::multiset<std::int64_t> taken;
  maker.make(maker.inputs(numberedFrom(0, 7)), 0, [&](std::int64_t i, const at::Tensor& picture) {
    EXPECT_EQ(picture.sizes(), at::IntArrayRef({3, 32, 32}));
    const std::lock_guard lock(mutex);
    taken.insert(i);
  });
  EXPECT_EQ(taken, (std::multiset<std::int64_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(PictureMaker, AMixtureOfSeedsKeepsTheirDistribution) {
  PictureMaker maker(smallGenerator(), at::kCPU, 1);
  const at::Tensor a = LatentSampler(7, 20).draw(2, 1, {});
  const at::Tensor b = LatentSampler(9, 20).draw(0, 1, {});
  const SamplePoint point = samplePointFromText("seed=7/2*3+9*4 class=0*1+4*3");
  const PictureInputs inputs = maker.inputs({{point}});
  EXPECT_LE((inputs.latents - (0.6 * a + 0.8 * b)).abs().max().item<float>(), 1e-6F);
  const std::shared_ptr<Generator> plain = smallGenerator();
  const at::NoGradGuard no_grad;
  const at::Tensor ends = plain->condition(at::tensor({0, 4}, at::kLong));
  EXPECT_LE((inputs.condition[0] - (0.25 * ends[0] + 0.75 * ends[1])).abs().max().item<float>(), 1e-6F);
}

TEST(PictureMaker, AMixtureIsTheSameHoweverSmallItsWeights) {
  PictureMaker maker(smallGenerator(), at::kCPU, 1);
  const auto latent = [&maker](const char* line) { return maker.inputs({{samplePointFromText(line)}}).latents; };
  EXPECT_TRUE(at::equal(latent("seed=7*1e-200 class=0"), latent("seed=7 class=0")));
  EXPECT_TRUE(at::allclose(latent("seed=7*4e-300+9*2e-300 class=0"), latent("seed=7*4+9*2 class=0"), 1e-6, 1e-7));
}

TEST(PictureMaker, StatisticsAreTakenOnceAndForAllPicturesAlike) {
  PictureMaker maker(smallGenerator(), at::kCPU, 2);
  const PictureInputs inputs = maker.inputs(numberedFrom(0, 4));
  const at::Tensor running = maker.make(inputs);
  maker.use(StatisticsMode::kBatch, {});
  const at::Tensor batch = maker.make(inputs);
  EXPECT_FALSE(at::equal(batch, running));
  EXPECT_TRUE(at::equal(maker.make(maker.inputs(numberedFrom(2, 1))), batch.narrow(0, 2, 1)));
  maker.use(StatisticsMode::kRunning, {});
  EXPECT_TRUE(at::equal(maker.make(inputs), running));
}

TEST(PictureMaker, TakesStandingStatisticsOverAsManyBatchesAsAGridDoes) {
  const std::int64_t batches = 3;
  PictureMaker maker(smallGenerator(), at::kCPU, 1, batches);
  PictureMaker other(smallGenerator(), at::kCPU, 1);
  SampledGenerator grid(smallGenerator());
  const PictureInputs inputs = maker.inputs(numberedFrom(0, 4));
  maker.use(StatisticsMode::kStanding, {});
  other.use(StatisticsMode::kStanding, {});
  grid.use({.mode = StatisticsMode::kStanding, .truncation = {}, .batches = batches});
  const auto levels = [](const at::Tensor& bytes) { return bytes.to(at::kFloat); };
  const at::Tensor found = levels(maker.make(inputs));
  const at::Tensor beside = levels(toBytes(grid.draw(inputs.latents, inputs.condition)));
  EXPECT_LE((found - beside).abs().max().item<float>(), 1) << "rounding";
  EXPECT_GT((levels(other.make(inputs)) - beside).abs().max().item<float>(), 1) << "of 16 batches";
}

TEST(PictureMaker, RefusesClassesThatItDoesNotKnow) {
  PictureMaker maker(smallGenerator(), at::kCPU, 1);
  const auto asked = [&maker](const char* line) {
    return [&maker, line] { maker.inputs({{samplePointFromText(line)}}); };
  };
  expectError(ErrorCode::kInvalidArgument, "point_class_missing", asked("seed=1"));
  expectError(ErrorCode::kInvalidArgument, "point_class_unknown", asked("seed=1 class=10"));
}

}  // namespace
}  // namespace gan
