// A program of its own: its processes are copies of it, and what other tests leave in memory would count.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <iostream>

#include "distributed/numbers.h"
#include "distributed/ranks.h"
#include "training/peak_memory.h"
#include "training/plain_networks.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

/// Convolutions whose activations are most of the memory, and no statistics of batches.
class ConvolutionalGenerator : public Generator {
 public:
  explicit ConvolutionalGenerator(const NetworkShape& shape)
      : shape_(shape),
        first_(register_module("first", std::make_shared<Linear>(shape.latent_size, 16 * 16 * shape.generator_width))),
        middle_(register_module("middle", window(shape.generator_width, shape.generator_width))),
        last_(register_module("last", window(shape.generator_width, shape.channels))) {}
  static std::shared_ptr<Convolution> window(std::int64_t in, std::int64_t out) {
    return std::make_shared<Convolution>(
        ConvolutionShape{.in_channels = in, .out_channels = out, .kernel = 3, .stride = 1, .padding = 1});
  }
  GeneratorFacts facts() const override {
    return {.latent_size = shape_.latent_size, .channels = shape_.channels, .resolution = 16};
  }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& /*condition*/) override {
    const at::Tensor x = first_->forward(latents).tanh().view({-1, shape_.generator_width, 16, 16});
    return last_->forward(middle_->forward(x).tanh()).tanh();
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<ConvolutionalGenerator>(shape_); }

 private:
  NetworkShape shape_;
  std::shared_ptr<Linear> first_;
  std::shared_ptr<Convolution> middle_, last_;
};

class ConvolutionalDiscriminator : public Discriminator {
 public:
  explicit ConvolutionalDiscriminator(const NetworkShape& shape)
      : first_(register_module("first", ConvolutionalGenerator::window(shape.channels, shape.discriminator_width))),
        middle_(register_module("middle",
                                ConvolutionalGenerator::window(shape.discriminator_width, shape.discriminator_width))),
        last_(register_module("last", std::make_shared<Linear>(shape.discriminator_width, 1))) {}
  at::Tensor forward(const at::Tensor& images, const at::Tensor& /*classes*/) override {
    return last_->forward(middle_->forward(first_->forward(images).tanh()).tanh().mean({2, 3})).view({-1});
  }

 private:
  std::shared_ptr<Convolution> first_, middle_;
  std::shared_ptr<Linear> last_;
};

const Architecture kConvolutional = {
    "convolutional", "for tests",
    [](const NetworkShape& shape, std::uint64_t seed) {
      Networks networks{std::make_shared<ConvolutionalGenerator>(shape),
                        std::make_shared<ConvolutionalDiscriminator>(shape)};
      drawWeights(*networks.generator, Initialisation::kXavier, seed, NetworkRole::kGenerator);
      drawWeights(*networks.discriminator, Initialisation::kXavier, seed, NetworkRole::kDiscriminator);
      return networks;
    },
    [](const NetworkShape& shape) -> std::shared_ptr<Generator> {
      return std::make_shared<ConvolutionalGenerator>(shape);
    },
    [](const NetworkShape& shape) -> std::shared_ptr<Discriminator> {
      return std::make_shared<ConvolutionalDiscriminator>(shape);
    }};

/// The gradients of a first step, and the memory that it took, of a process that has done nothing else.
test::Numbers firstStep(std::int64_t batch_size, std::int64_t accumulation) {
  const auto step = [&] {
    at::set_num_threads(1);
    mallopt(M_MMAP_THRESHOLD, 1 << 16);  // what is freed is given back at once, and so does not count
    TrainerOptions options;
    options.architecture = &kConvolutional;
    options.shape = {
        .latent_size = 8, .channels = 3, .resolution = 16, .generator_width = 48, .discriminator_width = 48};
    options.precision = Precision::kFloat64;
    options.seed = 3;
    options.objective = &findObjective("hinge");
    options.accumulation_discriminator = options.accumulation_generator = accumulation;
    // The gradient of the first step is the first moment.
    options.generator_optimizer.beta1 = options.discriminator_optimizer.beta1 = 0;
    options.generator_images = GeneratorImages::kAnew;
    SampleBatches batches(batch_size, 3, 16);
    Trainer trainer(options, batches, at::kCPU);
    const PeakMemory peak(at::kCPU);
    const auto before = static_cast<double>(peak.bytes());
    train(trainer, 1);
    test::Numbers numbers = {{"memory", {static_cast<double>(peak.bytes()) - before}}};
    const Trainer::State state = trainer.state();
    test::add(numbers, "G ", state.parts.at("optimizer_g"));
    test::add(numbers, "D ", state.parts.at("optimizer_d"));
    return test::pack(numbers);
  };
  return test::unpack(test::Child(step).hear());
}

TEST(AccumulatedUpdate, OfEightTimes32HasTheGradientsOf256InTheMemoryOf32) {
  const test::Numbers one = firstStep(32, 1);
  const test::Numbers eight = firstStep(32, 8);
  const test::Numbers whole = firstStep(256, 1);
  ASSERT_FALSE(one.empty() || eight.empty() || whole.empty());
  for (const auto& [name, gradient] : whole) {
    if (name.ends_with(".exp_avg")) {
      EXPECT_LE(test::deviation(eight.at(name), gradient), 1e-10) << name;
    }
  }
  const auto memory = [](const test::Numbers& numbers) { return numbers.at("memory")[0] / 1e6; };
  std::cout << "memory of a step: " << memory(one) << " MB for 32, " << memory(eight) << " MB for 8 x 32, "
            << memory(whole) << " MB for 256\n";
  EXPECT_LE(memory(eight), 1.25 * memory(one));
  EXPECT_GE(memory(whole), 4 * memory(one));
}

}  // namespace
}  // namespace gan
