#include <ATen/Parallel.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/relu.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "models/described_networks.h"
#include "support/golden_folder.h"

namespace gan {
namespace {

/// Both networks in the initial state of a folder, in one type; compares with what its files say of that type.
class GanGolden {
 public:
  GanGolden(const GoldenFolder& golden, const Build& build, at::ScalarType type)
      : golden_(golden),
        type_(type),
        networks(build()),
        generator(*networks.generator),
        discriminator(*networks.discriminator) {
    loadInto(generator, golden, "G.safetensors");
    loadInto(discriminator, golden, "D.safetensors");
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
        << golden_.path() << ": " << from << " " << stored;
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
      EXPECT_LE(deviation.largest * share, exact ? 1e-9 : 3e-3) << golden_.path() << ": " << from << " " << stored;
      EXPECT_LE(deviation.most * share, exact ? 1e-9 : 1e-4) << golden_.path() << ": " << from << " " << stored;
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
  const GoldenFolder& golden_;
  at::ScalarType type_;

 public:
  LookedInto networks;
  Generator& generator;
  Discriminator& discriminator;
  int compared = 0;
};

const char* const kIo = "io.safetensors";

/// README of the reference values, section A, step 1.
int expectGeneratorsPasses(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
  const at::NoGradGuard no_grad;
  GanGolden g(golden, build, type);
  if (type == at::kFloat) {
    g.networks.look_into_generator([&](const std::string& name, const at::Tensor& activation) {
      if (!golden.has("acts.safetensors", "G." + name)) return;
      const auto samples = golden.shape("acts.safetensors", "G." + name).at(0);
      g.expectEqual("", "acts.safetensors", "G." + name, activation.slice(0, 0, samples));
    });
  }
  g.expectEqual("io", kIo, "G_train_1", g.generated(0));
  g.networks.look_into_generator(nullptr);
  g.generated(1);
  g.expectEqual("io", kIo, "G_train_3", g.generated(2));
  g.expectBuffers("G.after3", g.generator);
  g.generator.eval();
  g.expectEqual("io", kIo, "G_eval", g.generated(0));
  g.expectBuffers("G.after3", g.generator);
  return g.compared;
}

/// Step 2.
int expectDiscriminatorsPasses(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
  const at::NoGradGuard no_grad;
  GanGolden g(golden, build, type);
  const auto logits = [&] { return g.discriminator.forward(g.real(), g.realLabels()).view({-1, 1}); };
  g.discriminator.eval();
  g.expectEqual("io", kIo, "D_eval", logits());
  g.discriminator.train();
  if (type == at::kFloat) {
    g.networks.look_into_discriminator([&](const std::string& name, const at::Tensor& activation) {
      if (!golden.has("acts.safetensors", "D." + name)) return;
      const auto samples = golden.shape("acts.safetensors", "D." + name).at(0);
      g.expectEqual("", "acts.safetensors", "D." + name, activation.slice(0, 0, samples));
    });
  }
  g.expectEqual("io", kIo, "D_train_1", logits());  // as if nothing had been evaluated before
  g.networks.look_into_discriminator(nullptr);
  g.expectBuffers("D.after1", g.discriminator);
  g.expectEqual("io", kIo, "D_train_2", logits());
  g.expectBuffers("D.after2", g.discriminator);
  return g.compared;
}

/// Parameters whose gradient is 0 in exact arithmetic: biases in front of a batch normalisation.
std::set<std::string> zeroGradients(const GoldenFolder& golden, const std::string& letter) {
  std::set<std::string> names;
  for (const auto& name : golden.config().value("zero_gradient_parameters_" + letter, nlohmann::json::array())) {
    names.insert(name.get<std::string>());
  }
  return names;
}

/// Step 3.
int expectGeneratorsGradients(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
  GanGolden g(golden, build, type);
  const at::Tensor z = g.latents(0).clone().set_requires_grad(true);
  at::Tensor images = g.generator.forward(z, g.generator.condition(g.labels(0)));
  images.retain_grad();
  const at::Tensor logits = g.discriminator.forward(images, g.labels(0)).view({-1, 1});
  const at::Tensor loss = -logits.mean();
  loss.backward();
  g.expectEqual("io", kIo, "gstep_D_fake", logits.detach());
  g.expectEqual("io", kIo, "gstep_G_loss", loss.detach().view({1}));
  g.expectGradients("grads_G", g.generator, zeroGradients(golden, "G"));
  return g.compared;
}

/// Step 4.
int expectDiscriminatorsGradients(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
  GanGolden g(golden, build, type);
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
  g.expectGradients("grads_D", g.discriminator, zeroGradients(golden, "D"));
  return g.compared;
}

int expectEverything(const GoldenFolder& golden, const Build& build) {
  // As the reference values were computed: sums in another order let a ReLU switch whose input is at rounding level.
  at::set_num_threads(1);
  int compared = 0;
  for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
    if (type == at::kDouble && !golden.has("f64.safetensors")) continue;
    compared += expectGeneratorsPasses(golden, build, type);
    compared += expectDiscriminatorsPasses(golden, build, type);
    compared += expectGeneratorsGradients(golden, build, type);
    compared += expectDiscriminatorsGradients(golden, build, type);
  }
  return compared;
}

/// How many folders below root were read.
int readAll(const std::filesystem::path& root) {
  int folders = 0;
  for (const std::filesystem::path& folder : goldenFolders(root)) {
    const GoldenFolder golden(folder);
    const auto build = golden.has("io.safetensors", "G_train_1") ? described(golden) : std::nullopt;
    std::cout << (build ? "read: " : "passed over: ") << folder.string() << '\n';
    if (!build) continue;
    ++folders;
    const int compared = expectEverything(golden, *build);
    EXPECT_GT(compared, 100) << folder;
    std::cout << "  " << compared << " tensors compared\n";
  }
  return folders;
}

TEST(GanGolden, PassesBuffersAndGradientsAreThoseOfTheReferencePrograms) {
  const std::filesystem::path root = goldensRoot();
  if (!std::filesystem::exists(root)) GTEST_SKIP() << root << " does not exist: no reference values";
  EXPECT_GT(readAll(root), 0) << "no folder of networks known here in " << root;
}

/// BigGAN-deep and StudioGAN's DCGAN, of which that folder may have none.
TEST(GanGolden, PassesBuffersAndGradientsAreThoseOfTheReferenceProgramsInTheFilesBesideThisTest) {
  EXPECT_EQ(readAll(std::filesystem::path(GAN_SOURCE_DIR) / "tests/models/data"), 3);
}

}  // namespace
}  // namespace gan
