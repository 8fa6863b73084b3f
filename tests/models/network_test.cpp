#include "models/network.h"

#include <gtest/gtest.h>

#include "config/run_config.h"
#include "core/error.h"
#include "models/classifier.h"
#include "models/discriminator_features.h"
#include "models/tensor_map.h"
#include "support/expect_error.h"

namespace gan {
namespace {

constexpr NetworkShape kSmall = {
    .latent_size = 6, .channels = 1, .resolution = 32, .generator_width = 4, .discriminator_width = 4};

class Architectures : public ::testing::TestWithParam<std::string_view> {};

std::vector<at::Tensor> tensors(const torch::nn::Module& module) {
  auto all = module.parameters();
  const auto buffers = module.buffers();
  all.insert(all.end(), buffers.begin(), buffers.end());
  return all;
}

bool equal(const torch::nn::Module& a, const torch::nn::Module& b) {
  const auto left = tensors(a);
  const auto right = tensors(b);
  return std::ranges::equal(left, right, [](const at::Tensor& x, const at::Tensor& y) { return x.equal(y); });
}

TEST_P(Architectures, WeightsAreAFunctionOfTheSeed) {
  const Architecture& architecture = findArchitecture(GetParam());
  const Networks first = architecture.make(kSmall, 11);
  const Networks again = architecture.make(kSmall, 11);
  const Networks other = architecture.make(kSmall, 12);
  EXPECT_TRUE(equal(*first.generator, *again.generator));
  EXPECT_TRUE(equal(*first.discriminator, *again.discriminator));
  EXPECT_FALSE(equal(*first.generator, *other.generator));
  EXPECT_FALSE(equal(*first.discriminator, *other.discriminator));
}

TEST_P(Architectures, ABlankGeneratorTakesACopy) {
  const Networks networks = findArchitecture(GetParam()).make(kSmall, 11);
  const at::Tensor z = at::randn({3, 6});
  networks.generator->forward(z, {});  // moves the running statistics
  const auto copy = networks.generator->blank();
  copyTensors(*networks.generator, *copy);
  networks.generator->eval();
  copy->eval();
  EXPECT_TRUE(copy->forward(z, {}).equal(networks.generator->forward(z, {})));
}

TEST_P(Architectures, CanBeChosenInAConfiguration) {
  RunConfig config;
  config.setText("model.architecture", GetParam());
  config.setText("data.resolution", "32");
  EXPECT_EQ(makeNetworks(config).generator->forward(at::randn({2, 100}), {}).size(3), 32);
}

/// Glorot and Bengio, 2010: no weight is farther from 0 than sqrt(6 / (inputs + outputs)); a normal one is, some time.
TEST(Initialisations, AreThoseOfTheirNames) {
  const auto weight = [](std::string_view initialisation) {
    RunConfig config;
    for (const auto& [key, value] : {std::pair<std::string_view, std::string_view>{"model.architecture", "biggan"},
                                     {"data.resolution", "32"},
                                     {"model.generator_width", "16"},
                                     {"model.discriminator_width", "16"},
                                     {"model.initialisation", initialisation}}) {
      config.setText(key, value);
    }
    for (const auto& item : makeNetworks(config).discriminator->named_parameters()) {
      if (item.key() == "blocks.1.0.conv_sc.weight" || item.key() == "blocks.1.0.conv1.weight") {
        return item.value().detach().flatten(1);
      }
    }
    return at::Tensor();
  };
  const at::Tensor normal = weight("normal");  // [64, 64 * 9]
  EXPECT_NEAR(normal.std().item<double>(), 0.02, 1e-3);
  const double bound = std::sqrt(6.0 / (64 * 9 + 64 * 9));
  EXPECT_LE(weight("xavier").abs().max().item<double>(), bound);
  EXPECT_GT(weight("xavier").abs().max().item<double>(), 0.99 * bound);
  const at::Tensor orthogonal = weight("orthogonal");
  EXPECT_TRUE(orthogonal.mm(orthogonal.t()).allclose(at::eye(64), 1e-5, 1e-5));
  EXPECT_TRUE(weight("own").equal(orthogonal));
}

INSTANTIATE_TEST_SUITE_P(All, Architectures,
                         ::testing::Values("mlp", "dcgan", "dcgan-32", "sngan", "sagan", "biggan", "biggan-deep"),
                         [](const auto& chosen) {
                           std::string name(chosen.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Registry, NamesWhatItKnowsWhenAskedForAnUnknownModel) {
  const auto error = expectError(ErrorCode::kNotFound, "model_not_found", [] { findArchitecture("stylegan9"); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("mlp, dcgan"), std::string::npos);
}

TEST(Registry, OffersTheSchemasChoices) {
  for (const std::string& choice : Schema::builtin().at("model.architecture").choices) {
    if (findClassifier(choice) != nullptr) continue;
    EXPECT_NO_THROW(findArchitecture(choice));
  }
  EXPECT_EQ(Schema::builtin().at("model.architecture").choices.size(),
            architectures().size() + classifierArchitectures().size());
}

TEST(Networks, DiscriminatorsComeWithoutWeightsTooAndShowWhatTheirLastLayerSees) {
  for (const Architecture& architecture : architectures()) {
    RunConfig config;
    config.set("model.architecture", std::string(architecture.name));
    for (const char* setting : {"data.resolution=32", "data.channels=3", "model.generator_width=8",
                                "model.discriminator_width=8", "model.latent_size=8"}) {
      config.applyOverride(setting);
    }
    const std::shared_ptr<Discriminator> drawn = makeNetworks(config).discriminator;
    const std::shared_ptr<Discriminator> blank = blankDiscriminator(config);
    checkFits(moduleTensors(*drawn), moduleTensors(*blank), "discriminator");
    copyTensors(*drawn, *blank);
    drawn->eval();
    blank->eval();
    const at::NoGradGuard no_grad;
    const at::Tensor images = at::linspace(-1, 1, 2 * 3 * 32 * 32).view({2, 3, 32, 32});
    EXPECT_TRUE(at::equal(blank->forward(images, {}), drawn->forward(images, {}))) << architecture.name;
    auto* const shows = dynamic_cast<ShowsFeatures*>(drawn.get());
    ASSERT_NE(shows, nullptr) << architecture.name;
    const at::Tensor features = shows->features(images);
    EXPECT_EQ(features.size(0), 2);
    EXPECT_GT((features[0] - features[1]).abs().max().item<float>(), 0) << architecture.name;
  }
}

}  // namespace
}  // namespace gan
