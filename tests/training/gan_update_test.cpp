#include "training/gan_update.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "models/golden.h"
#include "models/network_blocks.h"
#include "training/plain_networks.h"
#include "training/step_record.h"

namespace gan {
namespace {

/// One step of pytorch/examples dcgan/main.py from its own saved networks.
class UpdateGolden : public ::testing::TestWithParam<at::MemoryFormat> {
 protected:
  void SetUp() override {
    if (!Golden::available()) {
      GTEST_SKIP() << "no ../shared beside the repository: goldens of pytorch/examples are not there";
    }
    golden_.emplace("peer_files/dcgan");
    TrainerOptions options;
    options.architecture = &findArchitecture("dcgan");
    options.shape = {.generator_width = 8, .discriminator_width = 8};
    options.objective = &findObjective("bce");
    networks_ = options.architecture->make(options.shape, 0);
    loadStateDict(golden_->path() / "netG_epoch_0.pth", *networks_.generator);
    loadStateDict(golden_->path() / "netD_epoch_0.pth", *networks_.discriminator);
    useMemoryFormat(*networks_.generator, GetParam());
    useMemoryFormat(*networks_.discriminator, GetParam());
    update_.emplace(networks_, options, clock_);  // without a rate: every update starts from the saved weights
    images_ = (golden_->tensor("io.safetensors", "x_u8").to(at::kFloat) / 255 - 0.5) / 0.5;
    latents_ = golden_->tensor("io.safetensors", "z").flatten(1);
  }

  double expected(const char* name) const { return golden_->tensor("io.safetensors", name).mean().item<double>(); }

  void expectGradients(const torch::nn::Module& module, const std::string& prefix) const {
    for (const auto& item : module.named_parameters()) {
      EXPECT_LT(golden_->deviation("grads.safetensors", prefix + item.key(), item.value().grad()), 1e-4) << item.key();
    }
  }

  at::Tensor updateDiscriminator() {
    return update_->updateDiscriminator(1,
                                        [this](std::int64_t) {
                                          return MicroBatch{{images_, {}}, update_->generate({latents_, {}})};
                                        },
                                        {.real = 1, .fake = 0});
  }
  at::Tensor updateGenerator() {
    return update_->updateGenerator(1,
                                    [this](std::int64_t) {
                                      return update_->generate({latents_, {}});
                                    },
                                    {.real = 1, .fake = 0});
  }

  double at(const at::Tensor& measured, std::string_view first, std::string_view which) const {
    const SeriesList series(update_->series());
    return measured[static_cast<std::int64_t>(*series.find(which) - *series.find(first))].item<double>();
  }

  std::optional<Golden> golden_;
  Networks networks_;
  PhaseClock clock_;
  std::optional<GanUpdate> update_;
  at::Tensor images_, latents_;
};

TEST_P(UpdateGolden, DiscriminatorsLossesScoresAndGradientsAreThoseOfPytorchExamples) {
  const at::Tensor measured = updateDiscriminator();
  const auto value = [&](std::string_view which) { return at(measured, gan_series::kLossReal, which); };
  EXPECT_NEAR(value(gan_series::kLossReal), expected("errD_real"), 1e-5);
  EXPECT_NEAR(value(gan_series::kLossFake), expected("errD_fake"), 1e-5);
  EXPECT_NEAR(value(gan_series::kLossDiscriminator), expected("errD_real") + expected("errD_fake"), 1e-5);
  EXPECT_NEAR(value(gan_series::kScoreReal), expected("D_train_real"), 1e-5);
  EXPECT_NEAR(value(gan_series::kScoreFakeBefore), expected("D_train_fake"), 1e-5);
  expectGradients(*networks_.discriminator, "netD.");
}

TEST_P(UpdateGolden, GeneratorsLossAndGradientsAreThoseOfPytorchExamples) {
  const at::Tensor measured = updateGenerator();
  EXPECT_NEAR(at(measured, gan_series::kLossGenerator, gan_series::kLossGenerator), expected("errG"), 1e-5);
  expectGradients(*networks_.generator, "netG.");
}

TEST_P(UpdateGolden, GradientNormsAreOverAllWeights) {
  const at::Tensor measured = updateGenerator();
  double sum = 0;
  for (const auto& parameter : networks_.generator->parameters()) {
    sum += parameter.grad().to(at::kDouble).pow(2).sum().item<double>();
  }
  EXPECT_NEAR(at(measured, gan_series::kLossGenerator, gan_series::kNormGenerator) / std::sqrt(sum), 1, 1e-5);
}

TEST_P(UpdateGolden, NeitherUpdateTouchesTheOthersGradients) {
  updateDiscriminator();
  EXPECT_FALSE(networks_.generator->parameters()[0].grad().defined());
  const at::Tensor before = networks_.discriminator->parameters()[0].grad().clone();
  updateGenerator();
  EXPECT_TRUE(networks_.discriminator->parameters()[0].grad().equal(before));
  EXPECT_TRUE(networks_.discriminator->parameters()[0].requires_grad());
}

INSTANTIATE_TEST_SUITE_P(Layouts, UpdateGolden,
                         ::testing::Values(at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast));

/// One whose logits and gradients are infinite in float16, and one whose are not.
TEST(OverflowingUpdate, IsMeasuredWithTheScaleThatItHadAndLeavesLeCamsAveragesAsTheyWere) {
  TrainerOptions options;
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 6, .generator_width = 7, .discriminator_width = 6};
  options.objective = &findObjective("bce");
  options.precision = Precision::kFloat16;
  const Networks networks = kPlainArchitecture.make(options.shape, 3);
  PhaseClock clock;
  GanUpdate update(networks, options, clock);
  update.setWeight("lecam", 0.1);
  const SeriesList series(update.series());
  const auto scale = [&](float brightness) {
    const at::Tensor measured =
        update.updateDiscriminator(1,
                                   [&](std::int64_t) {
                                     const at::Tensor images = at::full({4, 1, 6, 6}, brightness);
                                     return MicroBatch{.real = {images, {}}, .generated = {at::zeros_like(images), {}}};
                                   },
                                   {.real = 1, .fake = 0});
    return measured[static_cast<std::int64_t>(*series.find("loss_scale/d"))].item<double>();
  };
  EXPECT_EQ(scale(0.5), 65536);
  const at::Tensor before = update.regulariserState().at("lecam.logit_sums").clone();
  EXPECT_GT(update.regulariserState().at("lecam.weight").item<double>(), 0);
  EXPECT_EQ(scale(std::numeric_limits<float>::infinity()), 65536);
  EXPECT_TRUE(update.regulariserState().at("lecam.logit_sums").equal(before));
  EXPECT_EQ(scale(0.5), 32768);
  EXPECT_FALSE(update.regulariserState().at("lecam.logit_sums").equal(before));
}

/// In two stages; tells of real images, each of whose pixels is their number, when they pass and when gradients come
/// back to them.
class TellingDiscriminator : public Discriminator, public BlockNetwork {
 public:
  explicit TellingDiscriminator(const NetworkShape& shape, std::vector<std::string>& told)
      : told_(told),
        first_(register_module("first",
                               std::make_shared<Linear>(PlainGenerator::pixels(shape), shape.discriminator_width))),
        last_(register_module("last", std::make_shared<Linear>(shape.discriminator_width, 1))) {
    addBlock("first", {first_}, [this](BlockTensors& at) { at.x = first_->forward(at.x.flatten(1)).tanh(); });
    addBlock("last", {last_}, [this](BlockTensors& at) { at.x = last_->forward(at.x).view({-1}); });
    placeStages({{.first = 0, .device = at::kCPU}, {.first = 1, .device = at::kCPU}});
  }
  at::Tensor forward(const at::Tensor& images, const at::Tensor& /*classes*/) override {
    const int number = static_cast<int>(images.flatten()[0].item<float>());
    if (number <= 0) return chain({images});
    told_.push_back("pass " + std::to_string(number));
    const at::Tensor seen = images * 1;
    seen.register_hook(
        [this, number](const at::Tensor& /*gradient*/) { told_.push_back("back " + std::to_string(number)); });
    return chain({seen});
  }

 private:
  std::vector<std::string>& told_;
  std::shared_ptr<Linear> first_, last_;
};

/// What happens to three micro-batches in an update of the discriminator with R1 and these besides.
std::vector<std::string> orderOf(Pipeline pipeline, const std::vector<std::string>& besides = {}) {
  TrainerOptions options;
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 6, .generator_width = 7, .discriminator_width = 6};
  options.objective = &findObjective("bce");
  options.pipeline = pipeline;
  std::vector<std::string> told;
  const auto discriminator = std::make_shared<TellingDiscriminator>(options.shape, told);
  drawLinearWeights(*discriminator, 3, NetworkRole::kDiscriminator);
  const Networks networks{std::make_shared<PlainGenerator>(options.shape), discriminator};
  PhaseClock clock;
  GanUpdate update(networks, options, clock);
  update.setWeight("r1", 1);
  for (const std::string& regulariser : besides) update.setWeight(regulariser, 1);
  update.updateDiscriminator(3,
                             [](std::int64_t i) {
                               const at::Tensor real = at::full({2, 1, 6, 6}, static_cast<double>(i + 1), at::kFloat);
                               return MicroBatch{.real = {real, {}}, .generated = {-real, {}}, .share = at::zeros({2})};
                             },
                             {.real = 1, .fake = 0});
  return told;
}

/// Slopes come back once, and then the gradients of everything.
TEST(StagedUpdate, SendsTheNextMicroBatchThroughWhileSlopesAreOnTheirWayBack) {
  using testing::ElementsAre;
  EXPECT_THAT(orderOf(Pipeline::kOneForwardOneBackward),
              ElementsAre("pass 1", "pass 2", "back 1", "back 1", "back 2", "pass 3", "back 2", "back 3", "back 3"));
  EXPECT_THAT(orderOf(Pipeline::kGpipe),
              ElementsAre("pass 1", "pass 2", "pass 3", "back 1", "back 1", "back 2", "back 2", "back 3", "back 3"));
  EXPECT_THAT(orderOf(Pipeline::kOneForwardOneBackward, {"gradient_penalty"}),
              ElementsAre("pass 1", "back 1", "pass 2", "back 2", "back 1", "pass 3", "back 3", "back 2", "back 3"))
      << "a penalty that looks again does so before the next micro-batch";
}

}  // namespace
}  // namespace gan
