#include <ATen/Parallel.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/relu.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "models/described_networks.h"
#include "support/golden_folder.h"
#include "support/golden_walk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

/// Tensors by file and name.
using Compared = std::set<std::pair<std::string, std::string>>;

/// What a step of the comparison begins with.
struct Begin {
  const GoldenFolder& golden;
  const Build& build;
  at::ScalarType type;
  std::ostream& out;  ///< Names what is not stored.
};

const char* const kIo = "io.safetensors";
const char* const kDiscriminator = "D.safetensors";

/// The generator alone may be stored.
bool holdsBoth(const GoldenFolder& golden) { return golden.has(kDiscriminator); }

double magnitudeOf(const at::Tensor& tensor) { return tensor.detach().abs().max().to(at::kDouble).item<double>(); }

/// What counts of a tensor's deviation: of one that is smaller than `least` the part of that.
double shareOf(const Deviation& deviation, double least) {
  if (deviation.largest == 0) return 1;
  const double own = deviation.absolute / deviation.largest;
  return own / std::max(own, least);
}

/// Both networks in the initial state of a folder, in one type; compares with what its files say of that type.
class GanGolden {
 public:
  explicit GanGolden(const Begin& begin)
      : golden_(begin.golden),
        type_(begin.type),
        out_(begin.out),
        networks(begin.build()),
        generator(*networks.generator),
        discriminator(*networks.discriminator) {
    loadInto(generator, golden_, "G.safetensors");
    if (holdsBoth(golden_)) loadInto(discriminator, golden_, kDiscriminator);
    generator.to(type_);
    discriminator.to(type_);
  }

  at::Tensor latents(std::int64_t row) const { return golden_.tensor("io.safetensors", "z")[row].to(type_); }
  at::Tensor labels(std::int64_t row) const { return golden_.tensor("io.safetensors", "y")[row]; }
  at::Tensor realLabels() const { return golden_.tensor("io.safetensors", "dy"); }
  at::Tensor real() const {
    const at::Tensor bytes = golden_.tensor("io.safetensors", "x_u8").to(at::kFloat);
    return ((bytes / 255 - 0.5) / 0.5).to(type_);
  }
  at::Tensor generated(std::int64_t row) { return generator.forward(latents(row), generator.condition(labels(row))); }

  /// group: "io", "G.after3", "grads_G" ...; compared by outputs' tolerance. least: as shareOf() has it.
  void expectEqual(const std::string& group, const std::string& file, const std::string& name, const at::Tensor& found,
                   double least = 0) {
    const auto [from, stored] = place(group, file, name);
    if (!comes(from, stored)) return;
    const bool exact = type_ == at::kDouble;
    const Deviation deviation = golden_.deviation(from, stored, found);
    const double share = shareOf(deviation, least);
    EXPECT_LE(deviation.largest * share, exact ? 1e-9 : 1e-4) << golden_.path() << ": " << from << " " << stored;
    EXPECT_LE(deviation.norm * share, exact ? 1e-8 : 1e-4) << golden_.path() << ": " << from << " " << stored;
  }

  /// Of the mean of these values: near 0 it is as exact as they are.
  void expectLoss(const std::string& name, const at::Tensor& loss, const at::Tensor& values) {
    expectEqual("io", kIo, name, loss.detach().view({1}), magnitudeOf(values));
  }

  /// Of a block, in float32; the first images' may be stored alone.
  void expectActivation(const std::string& name, const at::Tensor& found) {
    const char* const file = "acts.safetensors";
    if (!comes(file, name)) return;
    expectEqual("", file, name, found.slice(0, 0, golden_.shape(file, name).at(0)));
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
    EXPECT_LE(deviation.norm, exact ? 1e-8 : 1e-3) << golden_.path() << ": " << from << " " << stored;
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
      largest = std::max(largest, magnitudeOf(parameter.grad()));
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
      const double share = shareOf(deviation, largest / 1000);
      EXPECT_LE(deviation.largest * share, exact ? 1e-9 : 3e-3) << golden_.path() << ": " << from << " " << stored;
      EXPECT_LE(deviation.most * share, exact ? 1e-9 : 1e-4) << golden_.path() << ": " << from << " " << stored;
      EXPECT_LE(deviation.norm * share, exact ? 1e-8 : 1e-3) << golden_.path() << ": " << from << " " << stored;
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
    out_ << golden_.path().string() << " does not hold " << name << " (" << file << ")\n";
    return false;
  }
  const GoldenFolder& golden_;
  at::ScalarType type_;
  std::ostream& out_;

 public:
  LookedInto networks;
  Generator& generator;
  Discriminator& discriminator;
  Compared compared;
};

/// README of the reference values, section A, step 1.
Compared expectGeneratorsPasses(const Begin& begin) {
  const at::NoGradGuard no_grad;
  GanGolden g(begin);
  if (begin.type == at::kFloat) {
    g.networks.look_into_generator(
        [&g](const std::string& name, const at::Tensor& activation) { g.expectActivation("G." + name, activation); });
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
Compared expectDiscriminatorsPasses(const Begin& begin) {
  const at::NoGradGuard no_grad;
  GanGolden g(begin);
  const auto logits = [&] { return g.discriminator.forward(g.real(), g.realLabels()).view({-1, 1}); };
  if (begin.type == at::kFloat && begin.golden.has(kIo, "x")) g.expectEqual("io", kIo, "x", g.real());
  g.discriminator.eval();
  g.expectEqual("io", kIo, "D_eval", logits());
  g.discriminator.train();
  if (begin.type == at::kFloat) {
    g.networks.look_into_discriminator(
        [&g](const std::string& name, const at::Tensor& activation) { g.expectActivation("D." + name, activation); });
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
Compared expectGeneratorsGradients(const Begin& begin) {
  GanGolden g(begin);
  const at::Tensor z = g.latents(0).clone().set_requires_grad(true);
  at::Tensor images = g.generator.forward(z, g.generator.condition(g.labels(0)));
  images.retain_grad();
  const at::Tensor logits = g.discriminator.forward(images, g.labels(0)).view({-1, 1});
  const at::Tensor loss = -logits.mean();
  loss.backward();
  g.expectEqual("io", kIo, "gstep_D_fake", logits.detach());
  g.expectLoss("gstep_G_loss", loss, logits);
  g.expectGradients("grads_G", g.generator, zeroGradients(begin.golden, "G"));
  g.expectGradient("io", kIo, "gstep_grad_z", z.grad());
  g.expectGradient("io", kIo, "gstep_grad_Gz", images.grad());
  return g.compared;
}

/// Step 4.
Compared expectDiscriminatorsGradients(const Begin& begin) {
  GanGolden g(begin);
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
  g.expectLoss("dstep_loss_real", loss_real, 1 - real);
  g.expectLoss("dstep_loss_fake", loss_fake, 1 + fake);
  g.expectGradients("grads_D", g.discriminator, zeroGradients(begin.golden, "D"));
  return g.compared;
}

/// What goes into the networks.
bool isInput(std::string_view name) {
  if (name.starts_with("io.")) name.remove_prefix(3);  // as float64 values are named
  static const std::set<std::string_view> kInputs{"z", "y", "dy", "x_u8"};
  return kInputs.contains(name);
}

/// What only a folder with both networks can be asked for.
bool needsDiscriminator(std::string_view file, std::string_view name) {
  if (name.starts_with("io.")) name.remove_prefix(3);
  return file.starts_with("grads_") || name == "x" ||
         std::ranges::any_of(std::initializer_list<std::string_view>{"D.", "D_", "gstep_", "dstep_", "grads_"},
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Whatever is stored was compared, or something was not understood.
void expectNothingLeft(const GoldenFolder& golden, const Compared& compared) {
  for (const char* file : {kIo, "state_after.safetensors", "acts.safetensors", "grads_G.safetensors",
                           "grads_D.safetensors", "f64.safetensors"}) {
    if (!golden.has(file)) continue;
    for (const std::string& name : golden.names(file)) {
      if (!holdsBoth(golden) && needsDiscriminator(file, name)) continue;
      const bool input = (std::string_view(file) == kIo || name.starts_with("io.")) && isInput(name);
      EXPECT_TRUE(input || compared.contains({file, name}))
          << golden.path() << ": " << file << " " << name << " was not read";
    }
  }
}

void expectEverything(const GoldenFolder& golden, const Build& build, std::ostream& out) {
  // As the reference values were computed: sums in another order let a ReLU switch whose input is at rounding level.
  at::set_num_threads(1);
  if (!holdsBoth(golden)) {
    out << golden.path().string() << " does not hold " << kDiscriminator << ": only passes of the generator are read\n";
  }
  Compared compared;
  for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
    if (type == at::kDouble && !golden.has("f64.safetensors")) continue;
    const Begin begin{.golden = golden, .build = build, .type = type, .out = out};
    compared.merge(expectGeneratorsPasses(begin));
    if (!holdsBoth(golden)) continue;
    compared.merge(expectDiscriminatorsPasses(begin));
    compared.merge(expectGeneratorsGradients(begin));
    compared.merge(expectDiscriminatorsGradients(begin));
  }
  expectNothingLeft(golden, compared);
  EXPECT_FALSE(compared.empty()) << golden.path();
  out << "  " << compared.size() << " tensors compared\n";
}

/// How many folders below root were read.
int readAll(const std::filesystem::path& root, std::ostream& out) {
  return readGoldens(root, out, [&out](const GoldenFolder& golden) -> GoldenUse {
    if (!golden.has(kIo)) return {.check = {}, .why_not = std::string("no ") + kIo + " of networks"};
    if (!describesNetworks(golden)) return {.check = {}, .why_not = kNoNetworks};
    return {.check = [&golden, &out] { expectEverything(golden, described(golden).value(), out); }, .why_not = {}};
  });
}

TEST(GanGolden, PassesBuffersAndGradientsAreThoseOfTheReferencePrograms) {
  if (const std::string why = whyNoGoldens(); !why.empty()) GTEST_SKIP() << why;
  EXPECT_GT(readAll(goldensRoot(), std::cout), 0)
      << "no folder of a GAN's networks that are known here in " << goldensRoot()
      << "; what was passed over may be read by others: ResNets by TorchvisionsResNet, trainings by TrainingGolden";
}

const std::filesystem::path kOwn = std::filesystem::path(GAN_SOURCE_DIR) / "tests/models/data";

/// BigGAN-deep and StudioGAN's DCGAN, of which that folder may have none.
TEST(GanGolden, PassesBuffersAndGradientsAreThoseOfTheReferenceProgramsInTheFilesBesideThisTest) {
  EXPECT_EQ(readAll(kOwn, std::cout), 3);
}

class GoldenWalk : public testing::Test {
 protected:
  void copy(const char* name, const std::set<std::string>& files) {
    std::filesystem::create_directory(folder_ / name);
    for (const std::string& file : files) {
      std::filesystem::copy_file(kOwn / "biggan_deep_64" / file, folder_ / name / file);
    }
  }
  void write(const std::string& file, const std::string& content) {
    std::filesystem::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << content;
  }
  /// What the walk says.
  std::string walk() {
    std::ostringstream out;
    read_ = readAll(folder_.path(), out);
    return out.str();
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
  int read_ = 0;
};

TEST_F(GoldenWalk, NamesWhatAFolderOfOutputsAloneDoesNotHold) {
  copy("small", {"config.json", "sampling.json", "G.safetensors", "D.safetensors", "io.safetensors"});
  const std::string said = walk();
  EXPECT_EQ(read_, 1);
  for (const char* missing : {"G.linear (acts.safetensors)", "D.blocks.0.0 (acts.safetensors)",
                              "linear.weight (grads_D.safetensors)", "G.after3.linear.u0 (state_after.safetensors)"}) {
    EXPECT_NE(said.find(path("small") + " does not hold " + missing), std::string::npos) << missing << "\n" << said;
  }
  EXPECT_NE(said.find("14 tensors compared"), std::string::npos) << said;
}

TEST_F(GoldenWalk, ReadsAGeneratorWithoutItsDiscriminatorAndSaysSo) {
  copy("alone", {"config.json", "sampling.json", "G.safetensors", "io.safetensors", "acts.safetensors"});
  const std::string said = walk();
  EXPECT_EQ(read_, 1);
  EXPECT_NE(said.find(path("alone") + " does not hold D.safetensors"), std::string::npos) << said;
  EXPECT_EQ(said.find("gstep_"), std::string::npos) << said;
  EXPECT_NE(said.find(" tensors compared"), std::string::npos) << said;
}

TEST(GoldenDeviation, OfALossNearZeroIsMeasuredByTheLogitsThatItIsAMeanOf) {
  const Deviation small{.largest = 1e-3, .absolute = 1e-6};  // of 1e-3
  EXPECT_DOUBLE_EQ(small.largest * shareOf(small, 0), 1e-3);
  EXPECT_DOUBLE_EQ(small.largest * shareOf(small, 2), 5e-7);
  const Deviation large{.largest = 1e-3, .absolute = 3e-3};  // of 3
  EXPECT_DOUBLE_EQ(large.largest * shareOf(large, 2), 1e-3);
  EXPECT_EQ(shareOf({}, 0), 1);
}

TEST_F(GoldenWalk, NamesEveryFolderAndGoesOnAfterOnesOfOtherPrograms) {
  copy("z", {"config.json", "sampling.json", "G.safetensors", "D.safetensors", "io.safetensors"});
  write("a/pictures/of_cats/cat.txt", "");
  write("b/config.json", "not JSON");
  write("c/config.json", "[1, 2]");
  write("d/config.json", R"({"model_file": 7})");
  write("d/io.safetensors", "no tensors");
  write("e/config.json", R"({"model_file": "r3gan.py", "constructor": {}})");
  write("e/io.safetensors", "no tensors");
  const std::string said = walk();
  EXPECT_EQ(read_, 1);
  EXPECT_NE(said.find("read: " + path("z") + "\n"), std::string::npos) << said;
  for (const char* other : {"a", "a/pictures", "a/pictures/of_cats"}) {
    EXPECT_NE(said.find("passed over: " + path(other) + " (no config.json)\n"), std::string::npos) << other << said;
  }
  for (const char* other : {"b", "c", "d", "e"}) {
    EXPECT_NE(said.find("passed over: " + path(other) + " ("), std::string::npos) << other << "\n" << said;
  }
}

}  // namespace
}  // namespace gan
