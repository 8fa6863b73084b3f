#include "sampling/projection.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "config/run_config.h"
#include "layers/weight_layer.h"
#include "models/network.h"
#include "sampling/latent_sampler.h"
#include "support/expect_error.h"
#include "tensor/compute_threads.h"
#include "tensor/image.h"

namespace gan {
namespace {

constexpr std::int64_t kSteps = 120;

/// Small networks of an architecture whose running statistics are those of their own pictures.
/// The same bits each time: who makes pictures has this thread compute on one thread from then on.
Networks networksOf(const std::string& architecture, std::int64_t classes = 0) {
  setOwnComputeThreads(1);
  RunConfig config;
  config.applyOverrides(std::vector<std::string>{
      "model.architecture=" + architecture, "data.resolution=32", "data.channels=3", "model.latent_size=8",
      "model.generator_width=8", "model.discriminator_width=8", "model.classes=" + std::to_string(classes)});
  Networks networks = makeNetworks(config);
  const at::NoGradGuard no_grad;
  // Untrained networks make grey pictures: louder ones are worth looking for.
  WeightLayer* last = nullptr;
  for (const auto& module : networks.generator->modules(/*include_self=*/false)) {
    if (auto* layer = dynamic_cast<WeightLayer*>(module.get())) last = layer;
  }
  last->weight.mul_(20);
  const at::Tensor labels = classes > 0 ? at::arange(32).remainder(classes) : at::Tensor();
  const int passes = architecture == "dcgan" ? 60 : 10;  // of small weights: its statistics begin far off
  for (int pass = 0; pass < passes; ++pass) {
    networks.generator->forward(LatentSampler(3, 8).draw(32 * pass, 32, {}), networks.generator->condition(labels));
  }
  for (at::Tensor& parameter : networks.generator->parameters()) parameter.set_requires_grad(false);
  for (at::Tensor& parameter : networks.discriminator->parameters()) parameter.set_requires_grad(false);
  return networks;
}

at::Tensor pictureOf(PictureMaker& maker, const SamplePoint& point) { return maker.make(maker.inputs({{point}}))[0]; }
at::Tensor pictureOf(PictureMaker& maker, const char* line) { return pictureOf(maker, samplePointFromText(line)); }

struct Searched {
  ProjectionState state;
  ProjectionLoss begun;
  SamplePoint found;
};

Searched search(PictureMaker& maker, const std::shared_ptr<Discriminator>& discriminator, const at::Tensor& photo,
                const char* begin = "seed=0", std::int64_t steps = kSteps) {
  Projection projection(maker, discriminator, photo, samplePointFromText(begin), steps);
  Searched searched;
  double least = std::numeric_limits<double>::infinity();
  while (!projection.done(searched.state)) {
    projection.advance(searched.state);
    if (searched.state.step == 0) searched.begun = searched.state.best;
    EXPECT_LE(searched.state.best.whole(), least) << "what is told never gets worse";
    least = searched.state.best.whole();
  }
  searched.found = projection.found(searched.state);
  return searched;
}

TEST(Projection, FindsAPictureOfTheGeneratorAgain) {
  for (const char* architecture : {"dcgan", "sngan", "mlp"}) {
    PictureMaker maker(networksOf(architecture).generator, at::kCPU, 2);
    const at::Tensor photo = pictureOf(maker, "seed=1234");
    const Searched searched = search(maker, nullptr, photo);
    EXPECT_GT(searched.begun.pixels, 1e-4) << architecture << ": far more than rounding to bytes";
    EXPECT_LE(searched.state.best.whole(), 0.05 * searched.begun.whole()) << architecture;
    EXPECT_EQ(searched.state.best.features, 0);
  }
}

TEST(Projection, ThePointBringsThePictureWithItsLossBack) {
  PictureMaker maker(networksOf("dcgan").generator, at::kCPU, 2);
  const at::Tensor photo = pictureOf(maker, "seed=1234");
  const Searched searched = search(maker, nullptr, photo, "seed=5 truncation=0.5", 20);
  EXPECT_EQ(searched.found.truncation, Truncation{}) << "it says all components itself";
  const SamplePoint read = samplePointFromText(toText(searched.found));
  const at::Tensor difference = toUnitRange(pictureOf(maker, read)) - toUnitRange(photo);
  // Both are rounded to bytes: by up to half a level of 255 each.
  EXPECT_NEAR(std::sqrt(difference.square().mean().item<double>() / 4), std::sqrt(searched.state.best.pixels),
              1.0 / 255);
}

TEST(Projection, TheDiscriminatorsFeaturesCount) {
  const Networks networks = networksOf("dcgan");
  settle(*networks.discriminator, at::kCPU);
  PictureMaker maker(networks.generator, at::kCPU, 2);
  const at::Tensor photo = pictureOf(maker, "seed=1234");
  const Searched searched = search(maker, networks.discriminator, photo);
  EXPECT_GT(searched.begun.features, 0);
  EXPECT_LE(searched.state.best.whole(), 0.05 * searched.begun.whole());
  EXPECT_LT(searched.state.best.features, searched.begun.features);
  // Of the photograph itself, put in as a place to begin, nothing differs but what rounding to bytes did.
  const Searched at_home = search(maker, networks.discriminator, photo, "seed=1234", 1);
  EXPECT_LE(at_home.begun.pixels, 1.0 / 255 / 255);
  EXPECT_LE(at_home.begun.features, 1e-3);
}

TEST(Projection, DependsNeitherOnThreadsNorOnBeingPutDown) {
  const auto with = [](int threads) {
    PictureMaker maker(networksOf("sngan", 3).generator, at::kCPU, threads);
    return search(maker, nullptr, pictureOf(maker, "seed=9 class=1"), "seed=0", 12);
  };
  const Searched one = with(1);
  const Searched three = with(3);
  EXPECT_EQ(toText(one.found), toText(three.found));
  EXPECT_EQ(one.state.best.pixels, three.state.best.pixels);

  PictureMaker maker(networksOf("sngan", 3).generator, at::kCPU, 1);
  const at::Tensor photo = pictureOf(maker, "seed=9 class=1");
  ProjectionState state;
  while (state.step < 12) {
    const ProjectionState put_down = state;  // all that it knows
    state = put_down;
    Projection(maker, nullptr, photo, samplePointFromText("seed=0"), 12).advance(state);
  }
  EXPECT_EQ(state.best_z, one.state.best_z);
}

TEST(Projection, ChoosesAClassUnlessItIsToldOne) {
  PictureMaker maker(networksOf("sngan", 3).generator, at::kCPU, 2);
  const at::Tensor photo = pictureOf(maker, "seed=77 class=2");
  EXPECT_EQ(search(maker, nullptr, photo).found.classes, (std::vector<ClassTerm>{{.label = 2}}));
  const std::vector<ClassTerm> told = {{.label = 0, .weight = 0.5}, {.label = 1, .weight = 0.5}};
  EXPECT_EQ(search(maker, nullptr, photo, "seed=0 class=0*0.5+1*0.5", 2).found.classes, told);
}

TEST(Projection, ALaterSearchGoesOnWhereAnotherEnded) {
  PictureMaker maker(networksOf("dcgan").generator, at::kCPU, 2);
  const at::Tensor photo = pictureOf(maker, "seed=1234");
  const Searched first = search(maker, nullptr, photo, "seed=0", 10);
  const Searched second = search(maker, nullptr, photo, toText(first.found).c_str(), 10);
  EXPECT_LE(second.begun.whole(), first.state.best.whole() * (1 + 1e-6));
}

TEST(Projection, BeginsAtTheLastSampleOfASeedToo) {
  PictureMaker maker(networksOf("mlp").generator, at::kCPU, 2);
  const at::Tensor photo = pictureOf(maker, "seed=3/1");
  // Behind the last sample comes the first one: sample 1 is the second place after it.
  EXPECT_LE(search(maker, nullptr, photo, "seed=3/17592186044415", 1).begun.pixels, 1.0 / 255 / 255);
}

TEST(Projection, TellsAPointThatReadsBackHoweverFarItLies) {
  PictureMaker maker(networksOf("mlp").generator, at::kCPU, 2);
  std::string far = "seed=0 move=sefa/0*1000000";
  for (int i = 0; i < 7; ++i) far += "+sefa/0*1000000";
  const Searched searched = search(maker, nullptr, pictureOf(maker, far.c_str()), far.c_str(), 2);
  EXPECT_EQ(samplePointFromText(toText(searched.found)), searched.found);
}

TEST(Projection, OfAGeneratorWhoseWeightsAreNoNumbersIsRefused) {
  const Networks networks = networksOf("mlp");
  PictureMaker maker(networks.generator, at::kCPU, 2);
  const at::Tensor photo = pictureOf(maker, "seed=1");
  for (at::Tensor& parameter : networks.generator->parameters()) parameter.fill_(std::nanf(""));
  PictureMaker broken(networks.generator, at::kCPU, 2);
  expectError(ErrorCode::kFailedPrecondition, "projection_not_finite", [&] { search(broken, nullptr, photo); });
}

TEST(Projection, RefusesAPhotographOfAnotherSize) {
  PictureMaker maker(networksOf("dcgan").generator, at::kCPU, 1);
  expectError(ErrorCode::kInvalidArgument, "photo_other_size", [&] {
    Projection(maker, nullptr, at::zeros({1, 32, 32}, at::kByte), SamplePoint{}, 1);
  });
}

}  // namespace
}  // namespace gan
