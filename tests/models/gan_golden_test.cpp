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

/// Tensors by file and name.
using Compared = std::set<std::pair<std::string, std::string>>;

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
    if (!comes(from, stored)) return;
    EXPECT_LE(golden_.deviation(from, stored, found).largest, type_ == at::kDouble ? 1e-9 : 1e-4)
        << golden_.path() << ": " << from << " " << stored;
  }

  /// By gradients' tolerance.
  void expectGradient(const std::string& group, const std::string& file, const std::string& name,
                      const at::Tensor& found) {
    const auto [from, stored] = place(group, file, name);
    if (!comes(from, stored)) return;
    const bool exact = type_ == at::kDouble;
    const Deviation deviation = golden_.deviation(from, stored, found);
    EXPECT_LE(deviation.largest, exact ? 1e-9 : 3e-3) << golden_.path() << ": " << from << " " << stored;
    EXPECT_LE(deviation.most, exact ? 1e-9 : 1e-4) << golden_.path() << ": " << from << " " << stored;
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
      if (!comes(from, stored)) continue;
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
  /// Whether a tensor is stored and so is compared now; one that is not is named.
  bool comes(const std::string& file, const std::string& name) {
    if (golden_.has(file, name)) {
      compared.emplace(file, name);
      return true;
    }
    std::cout << golden_.path().string() << " does not hold " << name << " (" << file << ")\n";
    return false;
  }
  const GoldenFolder& golden_;
  at::ScalarType type_;

 public:
  LookedInto networks;
  Generator& generator;
  Discriminator& discriminator;
  Compared compared;
};

const char* const kIo = "io.safetensors";

/// README of the reference values, section A, step 1.
Compared expectGeneratorsPasses(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
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
Compared expectDiscriminatorsPasses(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
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
Compared expectGeneratorsGradients(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
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
  g.expectGradient("io", kIo, "gstep_grad_z", z.grad());
  g.expectGradient("io", kIo, "gstep_grad_Gz", images.grad());
  return g.compared;
}

/// Step 4.
Compared expectDiscriminatorsGradients(const GoldenFolder& golden, const Build& build, at::ScalarType type) {
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

/// What a network's state, activations and gradients are stored for is compared, or something was not understood.
void expectNothingLeft(const GoldenFolder& golden, const Compared& compared) {
  for (const char* file : {"state_after.safetensors", "acts.safetensors", "grads_G.safetensors", "grads_D.safetensors",
                           "f64.safetensors"}) {
    if (!golden.has(file)) continue;
    for (const std::string& name : golden.names(file)) {
      EXPECT_TRUE(compared.contains({file, name})) << golden.path() << ": " << file << " " << name << " was not read";
    }
  }
}

std::size_t expectEverything(const GoldenFolder& golden, const Build& build) {
  // As the reference values were computed: sums in another order let a ReLU switch whose input is at rounding level.
  at::set_num_threads(1);
  Compared compared;
  for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
    if (type == at::kDouble && !golden.has("f64.safetensors")) continue;
    compared.merge(expectGeneratorsPasses(golden, build, type));
    compared.merge(expectDiscriminatorsPasses(golden, build, type));
    compared.merge(expectGeneratorsGradients(golden, build, type));
    compared.merge(expectDiscriminatorsGradients(golden, build, type));
  }
  expectNothingLeft(golden, compared);
  return compared.size();
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
    const std::size_t compared = expectEverything(golden, *build);
    EXPECT_GT(compared, 100) << folder;
    std::cout << "  " << compared << " tensors compared\n";
  }
  return folders;
}

TEST(GanGolden, PassesBuffersAndGradientsAreThoseOfTheReferencePrograms) {
  if (const std::string why = whyNoGoldens(); !why.empty()) GTEST_SKIP() << why;
  EXPECT_GT(readAll(goldensRoot()), 0) << "no folder of networks known here in " << goldensRoot();
}

/// BigGAN-deep and StudioGAN's DCGAN, of which that folder may have none.
TEST(GanGolden, PassesBuffersAndGradientsAreThoseOfTheReferenceProgramsInTheFilesBesideThisTest) {
  EXPECT_EQ(readAll(std::filesystem::path(GAN_SOURCE_DIR) / "tests/models/data"), 3);
}

}  // namespace
}  // namespace gan
