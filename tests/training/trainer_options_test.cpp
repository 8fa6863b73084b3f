#include "training/trainer_options.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>

#include "config/batch_size_consistency.h"
#include "config/preset.h"
#include "config/run_config.h"
#include "core/error.h"
#include "models/network.h"
#include "support/expect_error.h"
#include "training/fake_batches.h"
#include "training/recipe.h"
#include "training/small_trainer.h"
#include "training/trainer.h"

namespace gan {
namespace {

TEST(TrainerOptions, ComeFromTheConfiguration) {
  RunConfig config;
  for (const char* assignment :
       {"training.schedule=alternating", "objective.discriminator_total=mean", "optimizer.generator.beta1=0.3",
        "optimizer.discriminator.beta2=0.9", "ema.enabled=false", "ema.start_step=7", "sampling.weights=generator",
        "run.seed=5", "model.generator_width=12", "data.resolution=32"}) {
    config.applyOverride(assignment);
  }
  const TrainerOptions options = trainerOptions(config, c10::Device(c10::kCPU));
  EXPECT_EQ(options.schedule, Schedule::kAlternating);
  EXPECT_EQ(options.discriminator_total, DiscriminatorTotal::kMean);
  EXPECT_DOUBLE_EQ(options.generator_optimizer.beta1, 0.3);
  EXPECT_DOUBLE_EQ(options.discriminator_optimizer.beta1, 0.5);
  EXPECT_DOUBLE_EQ(options.discriminator_optimizer.beta2, 0.9);
  EXPECT_FALSE(options.ema);
  EXPECT_EQ(options.ema_start_step, 7);
  EXPECT_EQ(options.sample_weights, SampleWeights::kTrained);
  EXPECT_EQ(options.seed, 5U);
  EXPECT_EQ(options.shape.generator_width, 12);
  EXPECT_EQ(options.shape.resolution, 32);
}

TEST(TrainerOptions, OfEachArchitectureAreThoseOfItsRecipe) {
  for (const RecipeFacts& facts : recipeFacts()) EXPECT_EQ(findRecipe(facts.kind).kind, facts.kind);
  EXPECT_EQ(recipes().size(), recipeFacts().size());
  for (const std::string& architecture : Schema::builtin().at("model.architecture").choices) {
    RunConfig config;
    config.setText("model.architecture", architecture);
    const TrainerOptions options = trainerOptions(config, c10::Device(c10::kCPU));
    EXPECT_EQ(options.recipe, recipeKind(config)) << architecture;
    EXPECT_EQ(options.architecture != nullptr, options.recipe == RecipeKind::kGan) << architecture;
    EXPECT_EQ(options.classifier.has_value(), options.recipe == RecipeKind::kClassifier) << architecture;
  }
}

TEST(TrainerOptions, DeterministicAutoIsOnForTheCpuOnly) {
  EXPECT_TRUE(trainerOptions(RunConfig(), c10::Device(c10::kCPU)).deterministic);
  EXPECT_FALSE(trainerOptions(RunConfig(), c10::Device(c10::kCUDA, 0)).deterministic);
}

/// As LibTorch's kernels ask, by either of its two interfaces.
void expectTf32(bool convolutions, bool matrix_products) {
  const at::Context& context = at::globalContext();
  EXPECT_EQ(context.allowTF32CuDNN(at::Float32Op::CONV), convolutions);
  EXPECT_EQ(context.allowTF32CuDNN(), convolutions);
  EXPECT_EQ(context.float32Precision(at::Float32Backend::CUDA, at::Float32Op::MATMUL) == at::Float32Precision::TF32,
            matrix_products);
  EXPECT_EQ(context.allowTF32CuBLAS(), matrix_products);
}

TEST(TrainerOptions, ATrainerRoundsFloat32OnAGpuWhereTheConfigurationSays) {
  struct Case {
    const char* precision;
    bool convolutions, matrix_products;
  };
  for (const Case& expected : {Case{"ieee", false, false}, Case{"tf32", true, true},
                               Case{"tf32_convolutions", true, false}, Case{"ieee", false, false}}) {
    SCOPED_TRACE(expected.precision);
    RunConfig config;
    config.setText("training.float32_precision", expected.precision);
    TrainerOptions options = smallOptions();
    options.float32_precision = trainerOptions(config, c10::Device(c10::kCPU)).float32_precision;
    FakeBatches data(kSmallBatch, 1, 28);
    const Trainer trainer(options, data, c10::Device(c10::kCPU));
    expectTf32(expected.convolutions, expected.matrix_products);
  }
  useFloat32Precision(TrainerOptions().float32_precision);
}

TEST(TrainerOptions, WithoutAWordOfItFloat32OnAGpuIsWhatLibTorchMakesOfIt) {
  const Float32Precision unsaid = trainerOptions(RunConfig(), c10::Device(c10::kCUDA, 0)).float32_precision;
  EXPECT_EQ(unsaid, Float32Precision::kTf32Convolutions) << "what runs that do not name it were trained with";
  EXPECT_EQ(unsaid, TrainerOptions().float32_precision);
}

/// A device on which nothing can be captured.
class NoGraphs final : public CudaModule {
 public:
  CudaStatus status() const override { return {}; }
  std::string uuid(int /*index*/) const override { return {}; }
  CudaDevice device(int /*index*/) const override { return {}; }
  void use(int /*index*/) const override {}
  void limitMemory(int /*index*/, std::uint64_t /*bytes*/) const override {}
  std::unique_ptr<CudaGraph> capture(const std::function<void()>& work) const override {
    work();
    throw std::runtime_error("operation not permitted when stream is capturing");
  }
};

TEST(TrainerOptions, AGraphIsCapturedByTheModuleThatIsHandedInWhereTheConfigurationWantsOne) {
  RunConfig config;
  config.applyOverride("training.cuda_graph=true");
  const NoGraphs module;
  EXPECT_FALSE(trainerOptions(config, c10::Device(c10::kCPU)).capture);
  EXPECT_FALSE(trainerOptions(RunConfig(), c10::Device(c10::kCUDA, 0), &module).capture);
  EXPECT_FALSE(trainerOptions(configFromPreset("resnet-18"), c10::Device(c10::kCUDA, 0), &module).capture);
  const CaptureGraph capture = trainerOptions(config, c10::Device(c10::kCUDA, 0), &module).capture;
  ASSERT_TRUE(capture);
  int worked = 0;
  const auto error =
      expectError(ErrorCode::kFailedPrecondition, "cuda_graph_failed", [&] { capture([&worked] { ++worked; }); });
  EXPECT_EQ(worked, 1);
  EXPECT_NE(error->message().find("stream is capturing"), std::string::npos) << error->message();
}

/// On a GPU as on the CPU: the device is not asked.
TEST(PlacedNetworks, HoldTheirWeightsChannelsLast) {
  const Networks networks = findArchitecture("dcgan").make(
      {.latent_size = 4, .channels = 3, .resolution = 32, .generator_width = 4, .discriminator_width = 4}, 1);
  placeNetworks({{"generator", networks.generator}, {"discriminator", networks.discriminator}}, TrainerOptions(),
                at::kCPU);
  int convolutions = 0;
  for (const auto& network : {networks.generator->parameters(), networks.discriminator->parameters()}) {
    for (const at::Tensor& weight : network) {
      if (weight.dim() != 4) continue;
      ++convolutions;
      EXPECT_TRUE(weight.is_contiguous(at::MemoryFormat::ChannelsLast)) << weight.sizes();
    }
  }
  EXPECT_EQ(convolutions, 8) << "four a network";
}

TEST(LiveValues, ComeFromTheConfiguration) {
  RunConfig config;
  for (const char* assignment :
       {"optimizer.generator.learning_rate=1e-3", "optimizer.discriminator.learning_rate=2e-3",
        "objective.real_label=0.5", "objective.fake_label=0.1", "training.discriminator_steps=3", "ema.decay=0.5"}) {
    config.applyOverride(assignment);
  }
  const LiveValues live = liveValues(config);
  EXPECT_DOUBLE_EQ(live.generator_learning_rate, 1e-3);
  EXPECT_DOUBLE_EQ(live.discriminator_learning_rate, 2e-3);
  EXPECT_DOUBLE_EQ(live.real_label, 0.5);
  EXPECT_DOUBLE_EQ(live.fake_label, 0.1);
  EXPECT_EQ(live.discriminator_steps, 3);
  EXPECT_DOUBLE_EQ(live.ema_decay, 0.5);
}

/// One image through both networks: what its variances are is for the check to know beforehand.
TEST(BatchSize, OfOneImageIsRefusedOfNetworksThatMakeNoVarianceOfIt) {
  for (const Architecture& architecture : architectures()) {
    for (const char* resolution : {"28", "32", "64"}) {
      RunConfig config;
      config.setText("model.architecture", architecture.name);
      config.setText("data.resolution", resolution);
      config.setText("data.batch_size", "1");
      try {
        checkConsistency(config);
      } catch (const Error&) {
        continue;  // it makes no images of this size
      }
      const Networks networks = makeNetworks(config);
      const at::Tensor image = networks.generator->forward(at::randn({1, config.integer("model.latent_size")}), {});
      networks.discriminator->forward(image, {});
      bool finite = true;
      for (const auto& module : {networks.generator->buffers(), networks.discriminator->buffers()}) {
        for (const at::Tensor& buffer : module) finite = finite && at::isfinite(buffer).all().item<bool>();
      }
      bool accepted = true;
      try {
        checkBatchSize(config, 1);
      } catch (const Error&) {
        accepted = false;
      }
      EXPECT_EQ(accepted, finite) << architecture.name << " at " << resolution;
    }
  }
}

/// What is left of the running statistics after one image.
TEST(BatchSize, OfOneImageIsRefusedOfClassifiersThatMakeNoVarianceOfIt) {
  for (const ClassifierArchitecture& architecture : classifierArchitectures()) {
    for (const char* stem : {"imagenet", "small_images"}) {
      for (const char* resolution : {"8", "9", "16", "32", "33"}) {
        RunConfig config;
        config.setText("model.architecture", architecture.name);
        config.setText("model.classes", "10");
        config.setText("model.stem", stem);
        config.setText("data.resolution", resolution);
        config.setText("data.batch_size", "1");
        const auto network = architecture.make(classifierShape(config), 1);
        const std::int64_t side = config.integer("data.resolution");
        network->forward(at::randn({1, config.integer("data.channels"), side, side}));
        bool finite = true;
        for (const at::Tensor& buffer : network->buffers()) finite = finite && at::isfinite(buffer).all().item<bool>();
        bool accepted = true;
        try {
          checkBatchSize(config, 1);
        } catch (const Error&) {
          accepted = false;
        }
        EXPECT_EQ(accepted, finite) << architecture.name << ", " << stem << " at " << resolution;
      }
    }
  }
}

class Presets : public ::testing::TestWithParam<const char*> {};

TEST_P(Presets, MakeATrainersOptions) {
  const TrainerOptions options = trainerOptions(configFromPreset(GetParam()), c10::Device(c10::kCPU));
  EXPECT_NE(options.architecture, nullptr);
  EXPECT_NO_THROW(options.architecture->make(options.shape, 1));
}

INSTANTIATE_TEST_SUITE_P(All, Presets,
                         ::testing::Values("simple-gan", "shapes-dcgan", "fashion-dcgan", "dcgan-64", "dogs-dcgan"));

}  // namespace
}  // namespace gan
