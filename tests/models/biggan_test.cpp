#include "models/biggan.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "support/expect_error.h"
#include "support/golden_folder.h"

namespace gan {
namespace {

std::int64_t parameterCount(const torch::nn::Module& module) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : module.parameters()) count += parameter.numel();
  return count;
}

struct Counts {
  const char* name;
  BigGanShape shape;
  std::int64_t generator;
  std::int64_t discriminator;  // 0: not known of the reference
};

BigGanShape ofImageNet(std::int64_t resolution, std::int64_t width) {
  return {.latent_size = resolution == 256 ? 140 : 120,
          .resolution = resolution,
          .classes = 1000,
          .generator_width = width,
          .discriminator_width = width,
          .generator_attention = {64},
          .discriminator_attention = {64},
          .shared_size = 128,
          .hierarchical = true};
}

/// What the reference programs' networks have, counted from them.
TEST(BigGan, HasAsManyWeightsAsTheReference) {
  BigGanShape cifar = {.latent_size = 128, .resolution = 32, .classes = 10};
  BigGanShape sagan = {
      .resolution = 128, .classes = 1000, .generator_attention = {64}, .discriminator_attention = {64}};
  BigGanShape sngan = {.resolution = 128, .classes = 1000, .discriminator_thin = true};
  for (const Counts& counts : {
           Counts{"BigGAN-128, width 96", ofImageNet(128, 96), 70'433'988, 87'982'370},
           Counts{"BigGAN-128, width 64", ofImageNet(128, 64), 31'978'628, 39'448'258},
           Counts{"BigGAN-256, width 96", ofImageNet(256, 96), 82'235'844, 99'225'890},
           Counts{"32 px, CIFAR", cifar, 4'304'387, 4'207'361},
           Counts{"SAGAN-128", sagan, 42'017'412, 39'448'258},
           Counts{"SNGAN-128", sngan, 41'996'931, 30'005'013},
       }) {
    EXPECT_EQ(parameterCount(BigGanGenerator(counts.shape)), counts.generator) << counts.name;
    EXPECT_EQ(parameterCount(BigGanDiscriminator(counts.shape)), counts.discriminator) << counts.name;
  }
}

class BigGanSizes : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(BigGanSizes, ImagesHaveTheSizeAskedForAndOneLogitEachWithAndWithoutClasses) {
  for (const std::int64_t classes : {0, 3}) {
    for (const bool hierarchical : {false, true}) {
      const std::int64_t latent_size = 3 * 4 * 5 * 6 * 7 * 8 / 24;  // a multiple of any number of parts
      const BigGanShape shape = {.latent_size = latent_size,
                                 .channels = 1,
                                 .resolution = GetParam(),
                                 .classes = classes,
                                 .generator_width = 8,
                                 .discriminator_width = 8,
                                 .generator_attention = {16},
                                 .discriminator_attention = {16},
                                 .shared_size = hierarchical ? 5 : 0,
                                 .hierarchical = hierarchical};
      BigGanGenerator generator(shape);
      BigGanDiscriminator discriminator(shape);
      const at::NoGradGuard no_grad;
      const at::Tensor labels = classes > 0 ? at::arange(2, at::kLong) : at::Tensor();
      const at::Tensor condition = classes > 0 ? generator.condition(labels) : at::Tensor();
      const at::Tensor images = generator.forward(at::randn({2, latent_size}), condition);
      EXPECT_EQ(images.sizes(), at::IntArrayRef({2, 1, GetParam(), GetParam()}));
      EXPECT_EQ(discriminator.forward(images, labels).sizes(), at::IntArrayRef({2}));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BigGanSizes, ::testing::Values(32, 64, 128, 256, 512));

TEST(BigGan, RefusesWhatItCannotBuildAndSaysWhy) {
  const auto why = [](const BigGanShape& shape) {
    const auto error =
        expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape", [&] { BigGanGenerator{shape}; });
    return error ? error->message() : std::string();
  };
  EXPECT_NE(why({.resolution = 48}).find("32, 64, 128"), std::string::npos);
  EXPECT_NE(why({.latent_size = 121, .hierarchical = true}).find("6 equal parts"), std::string::npos);
  EXPECT_NE(why({.latent_size = 120, .classes = 3, .hierarchical = true}).find("shared embedding"), std::string::npos);
  EXPECT_NE(why({.generator_width = 2, .generator_attention = {128}}).find("at least 8 channels"), std::string::npos);
}

TEST(BigGan, LooksNothingUpForClassesThatItDoesNotKnow) {
  const Networks networks =
      makeSngan({.latent_size = 4, .resolution = 32, .generator_width = 2, .discriminator_width = 2}, 1);
  EXPECT_FALSE(networks.generator->condition(at::zeros({2}, at::kLong)).defined());
}

// ---- BigGAN-PyTorch's own values ----

/// "0" is none; "64", "32_64".
std::vector<std::int64_t> attentionOf(const std::string& text) {
  std::vector<std::int64_t> resolutions;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find('_', from), text.size());
    std::int64_t resolution = 0;
    std::from_chars(text.data() + from, text.data() + to, resolution);
    if (resolution > 0) resolutions.push_back(resolution);
    from = to + 1;
  }
  return resolutions;
}

/// The networks that config.json describes; nothing where it is about something else. Fails for an argument that would
/// change them and that is not known here.
std::optional<BigGanShape> describedBigGan(const GoldenFolder& golden) {
  const nlohmann::json& config = golden.config();
  if (config.value("model_file", "") != "BigGAN.py" || !config.contains("constructor") ||
      !golden.has("G.safetensors") || !golden.has("io.safetensors", "G_train_1")) {
    return std::nullopt;
  }
  nlohmann::json arguments = config.value("constructor_defaults_kept", nlohmann::json::object());
  arguments.update(config.at("constructor"));
  const std::map<std::string, nlohmann::json> only = {
      {"G_param", "SN"},    {"D_param", "SN"}, {"norm_style", "bn"}, {"cross_replica", false},
      {"mybn", false},      {"G_fp16", false}, {"D_fp16", false},    {"G_kernel_size", 3},
      {"D_kernel_size", 3}, {"output_dim", 1}, {"bottom_width", 4}};
  for (const auto& [name, value] : only) {
    if (arguments.contains(name)) {
      EXPECT_EQ(arguments.at(name), value) << name << " in " << golden.path();
    }
  }
  const auto spectral = [&](const std::string& letter) {
    return SpectralNormOptions{.values = arguments.value("num_" + letter + "_SVs", 1),
                               .iterations = arguments.value("num_" + letter + "_SV_itrs", 1),
                               .epsilon = arguments.value("SN_eps", 1e-12)};
  };
  const bool shared = arguments.value("G_shared", true);
  const std::int64_t latent_size =
      config.contains("derived") ? config.at("derived").value("G.dim_z", std::int64_t{0}) : 0;
  const std::int64_t asked = arguments.value("dim_z", std::int64_t{128});
  const std::int64_t shared_size = arguments.value("shared_dim", std::int64_t{0});
  return BigGanShape{.latent_size = latent_size > 0 ? latent_size : asked,
                     .channels = 3,
                     .resolution = arguments.at("resolution").get<std::int64_t>(),
                     .classes = arguments.at("n_classes").get<std::int64_t>(),
                     .generator_width = arguments.at("G_ch").get<std::int64_t>(),
                     .discriminator_width = arguments.at("D_ch").get<std::int64_t>(),
                     .discriminator_thin = !arguments.value("D_wide", true),
                     .generator_attention = attentionOf(arguments.value("G_attn", "64")),
                     .discriminator_attention = attentionOf(arguments.value("D_attn", "64")),
                     .shared_size = shared ? (shared_size > 0 ? shared_size : asked) : 0,
                     .hierarchical = arguments.value("hier", false),
                     .norm_epsilon = arguments.value("BN_eps", 1e-5),
                     .generator_spectral_norm = spectral("G"),
                     .discriminator_spectral_norm = spectral("D")};
}

/// Both networks in the initial state of a folder, in one type; compares with what its files say of that type.
class BigGanGolden {
 public:
  BigGanGolden(const GoldenFolder& golden, const BigGanShape& shape, at::ScalarType type)
      : golden_(golden), type_(type), generator(shape), discriminator(shape) {
    load("G.safetensors", generator);
    load("D.safetensors", discriminator);
    generator.to(type);
    discriminator.to(type);
  }

  at::Tensor latents(std::int64_t row) const { return golden_.tensor("io.safetensors", "z")[row].to(type_); }
  at::Tensor labels(std::int64_t row) const { return golden_.tensor("io.safetensors", "y")[row]; }
  at::Tensor realLabels() const { return golden_.tensor("io.safetensors", "dy"); }
  at::Tensor real() const {
    const at::Tensor bytes = golden_.tensor("io.safetensors", "x_u8").to(at::kFloat);
    return ((bytes / 255 - 0.5) / 0.5).to(type_);
  }
  at::Tensor generated(std::int64_t row) { return generator.forward(latents(row), generator.condition(labels(row))); }

  /// group: "io", "G.after3", "grads_G" ...; compared by outputs' tolerance.
  void expectEqual(const std::string& group, const std::string& file, const std::string& name,
                   const at::Tensor& found) {
    const auto [from, stored] = place(group, file, name);
    if (!golden_.has(from, stored)) return missing(from, stored);
    ++compared;
    EXPECT_LE(golden_.deviation(from, stored, found).largest, type_ == at::kDouble ? 1e-9 : 1e-4)
        << golden_.path() << ": " << stored;
  }

  void expectBuffers(const std::string& prefix, const torch::nn::Module& module) {
    for (const auto& item : module.named_buffers()) {
      expectEqual("", "state_after.safetensors", prefix + "." + item.key(), item.value());
    }
  }

  /// zero: parameters whose gradient is 0 in exact arithmetic.
  void expectGradients(const std::string& group, const torch::nn::Module& module, const std::set<std::string>& zero) {
    double largest = 0;
    for (const at::Tensor& parameter : module.parameters()) {
      largest = std::max(largest, parameter.grad().abs().max().to(at::kDouble).item<double>());
    }
    const bool exact = type_ == at::kDouble;
    for (const auto& item : module.named_parameters()) {
      const auto [from, stored] = place(group, group + ".safetensors", item.key());
      if (!golden_.has(from, stored)) {
        missing(from, stored);
        continue;
      }
      ++compared;
      const at::Tensor gradient = item.value().grad();
      if (zero.contains(item.key())) {
        EXPECT_LE(gradient.abs().max().item<double>(), exact ? 1e-12 : 1e-5 * largest) << stored;
        continue;
      }
      const Deviation deviation = golden_.deviation(from, stored, gradient);
      // Of a tensor that is small beside the others, what counts is a thousandth of theirs.
      const double own = deviation.largest > 0 ? deviation.absolute / deviation.largest : largest;
      const double share = own / std::max(own, largest / 1000);
      EXPECT_LE(deviation.largest * share, exact ? 1e-9 : 3e-3) << golden_.path() << ": " << stored;
      EXPECT_LE(deviation.most * share, exact ? 1e-9 : 1e-4) << golden_.path() << ": " << stored;
    }
  }

 private:
  struct Place {
    std::string file, name;
  };
  /// float64 values lie in one file, under their group's name.
  Place place(const std::string& group, const std::string& file, const std::string& name) const {
    if (type_ != at::kDouble) return {file, name};
    return {"f64.safetensors", group.empty() ? name : group + "." + name};
  }
  void missing(const std::string& file, const std::string& name) const {
    std::cout << golden_.path().string() << " does not hold " << name << " (" << file << ")\n";
  }
  void load(const std::string& file, torch::nn::Module& module) const {
    const at::NoGradGuard no_grad;
    std::map<std::string, at::Tensor> values = golden_.tensors(file);
    const auto take = [&](const std::string& name, at::Tensor tensor) {
      const auto found = values.find(name);
      ASSERT_NE(found, values.end()) << file << " lacks " << name;
      ASSERT_EQ(found->second.sizes(), tensor.sizes()) << name;
      tensor.copy_(found->second);
      values.erase(found);
    };
    for (const auto& item : module.named_parameters()) take(item.key(), item.value());
    for (const auto& item : module.named_buffers()) take(item.key(), item.value());
    for (const auto& [name, tensor] : values) ADD_FAILURE() << file << " holds " << name << ", which is not ours";
  }

  const GoldenFolder& golden_;
  at::ScalarType type_;

 public:
  BigGanGenerator generator;
  BigGanDiscriminator discriminator;
  int compared = 0;
};

const char* const kIo = "io.safetensors";

/// README of the reference values, section A, step 1.
int expectGeneratorsPasses(const GoldenFolder& golden, const BigGanShape& shape, at::ScalarType type) {
  const at::NoGradGuard no_grad;
  BigGanGolden g(golden, shape, type);
  if (type == at::kFloat) {
    g.generator.setProbe([&](const std::string& name, const at::Tensor& activation) {
      if (!golden.has("acts.safetensors", "G." + name)) return;
      const auto samples = golden.shape("acts.safetensors", "G." + name).at(0);
      g.expectEqual("", "acts.safetensors", "G." + name, activation.slice(0, 0, samples));
    });
  }
  g.expectEqual("io", kIo, "G_train_1", g.generated(0));
  g.generator.setProbe(nullptr);
  g.generated(1);
  g.expectEqual("io", kIo, "G_train_3", g.generated(2));
  g.expectBuffers("G.after3", g.generator);
  g.generator.eval();
  g.expectEqual("io", kIo, "G_eval", g.generated(0));
  g.expectBuffers("G.after3", g.generator);
  return g.compared;
}

/// Step 2.
int expectDiscriminatorsPasses(const GoldenFolder& golden, const BigGanShape& shape, at::ScalarType type) {
  const at::NoGradGuard no_grad;
  BigGanGolden g(golden, shape, type);
  const auto logits = [&] { return g.discriminator.forward(g.real(), g.realLabels()).view({-1, 1}); };
  g.discriminator.eval();
  g.expectEqual("io", kIo, "D_eval", logits());
  g.discriminator.train();
  if (type == at::kFloat) {
    g.discriminator.setProbe([&](const std::string& name, const at::Tensor& activation) {
      if (!golden.has("acts.safetensors", "D." + name)) return;
      const auto samples = golden.shape("acts.safetensors", "D." + name).at(0);
      g.expectEqual("", "acts.safetensors", "D." + name, activation.slice(0, 0, samples));
    });
  }
  g.expectEqual("io", kIo, "D_train_1", logits());  // as if nothing had been evaluated before
  g.discriminator.setProbe(nullptr);
  g.expectBuffers("D.after1", g.discriminator);
  g.expectEqual("io", kIo, "D_train_2", logits());
  g.expectBuffers("D.after2", g.discriminator);
  return g.compared;
}

/// Step 3.
int expectGeneratorsGradients(const GoldenFolder& golden, const BigGanShape& shape, at::ScalarType type) {
  BigGanGolden g(golden, shape, type);
  const at::Tensor z = g.latents(0).clone().set_requires_grad(true);
  at::Tensor images = g.generator.forward(z, g.generator.condition(g.labels(0)));
  images.retain_grad();
  const at::Tensor logits = g.discriminator.forward(images, g.labels(0)).view({-1, 1});
  const at::Tensor loss = -logits.mean();
  loss.backward();
  g.expectEqual("io", kIo, "gstep_D_fake", logits.detach());
  g.expectEqual("io", kIo, "gstep_G_loss", loss.detach().view({1}));
  std::set<std::string> zero;
  for (const auto& name : golden.config().value("zero_gradient_parameters_G", nlohmann::json::array())) {
    zero.insert(name.get<std::string>());
  }
  g.expectGradients("grads_G", g.generator, zero);
  return g.compared;
}

/// Step 4.
int expectDiscriminatorsGradients(const GoldenFolder& golden, const BigGanShape& shape, at::ScalarType type) {
  BigGanGolden g(golden, shape, type);
  const at::Tensor images = [&] {
    const at::NoGradGuard no_grad;
    return g.generated(0);
  }();
  const std::int64_t half = images.size(0);
  const at::Tensor logits =
      g.discriminator.forward(at::cat({images, g.real()}), at::cat({g.labels(0), g.realLabels()})).view({-1, 1});
  const at::Tensor fake = logits.slice(0, 0, half);
  const at::Tensor real = logits.slice(0, half);
  const at::Tensor loss_real = at::relu(1 - real).mean();
  const at::Tensor loss_fake = at::relu(1 + fake).mean();
  (loss_real + loss_fake).backward();
  g.expectEqual("io", kIo, "dstep_D_fake", fake.detach());
  g.expectEqual("io", kIo, "dstep_D_real", real.detach());
  g.expectEqual("io", kIo, "dstep_loss_real", loss_real.detach().view({1}));
  g.expectEqual("io", kIo, "dstep_loss_fake", loss_fake.detach().view({1}));
  g.expectGradients("grads_D", g.discriminator, {});
  return g.compared;
}

TEST(BigGanGolden, PassesBuffersAndGradientsAreThoseOfBigGanPyTorch) {
  const std::filesystem::path root = goldensRoot();
  if (!std::filesystem::exists(root)) GTEST_SKIP() << root << " does not exist: no reference values";
  int folders = 0;
  for (const std::filesystem::path& folder : goldenFolders(root)) {
    const GoldenFolder golden(folder);
    const auto shape = describedBigGan(golden);
    std::cout << (shape ? "read: " : "passed over: ") << folder.string() << '\n';
    if (!shape) continue;
    ++folders;
    int compared = 0;
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
      if (type == at::kDouble && !golden.has("f64.safetensors")) continue;
      compared += expectGeneratorsPasses(golden, *shape, type);
      compared += expectDiscriminatorsPasses(golden, *shape, type);
      compared += expectGeneratorsGradients(golden, *shape, type);
      compared += expectDiscriminatorsGradients(golden, *shape, type);
    }
    EXPECT_GT(compared, 100) << folder;
    std::cout << "  " << compared << " tensors compared\n";
  }
  EXPECT_GT(folders, 0) << "no folder of BigGAN-PyTorch's networks in " << root;
}

}  // namespace
}  // namespace gan
