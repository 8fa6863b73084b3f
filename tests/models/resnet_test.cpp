#include "models/resnet.h"

#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "models/network.h"
#include "models/parameter_count.h"
#include "support/expect_error.h"
#include "support/golden_folder.h"
#include "support/golden_walk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

at::Tensor parameter(const torch::nn::Module& module, const std::string& name) {
  return module.named_parameters()[name].detach();
}

// The counts that torchvision's documentation gives.
TEST(ResNet, HasAsManyWeightsAsTorchvisionSays) {
  EXPECT_EQ(parameterCount(*findClassifier("resnet-18")->make({}, 1)), 11'689'512);
  EXPECT_EQ(parameterCount(*findClassifier("resnet-50")->make({}, 1)), 25'557'032);
}

TEST(ResNet, TakesGreyImagesAndAnyNumberOfClasses) {
  const auto network = makeResNet18({.channels = 1, .classes = 7, .stem = Stem::kSmallImages}, 1);
  EXPECT_EQ(network->forward(at::randn({2, 1, 28, 28})).sizes(), (at::IntArrayRef{2, 7}));
  EXPECT_EQ(makeResNet50({.channels = 3, .classes = 5}, 1)->forward(at::randn({2, 3, 64, 64})).sizes(),
            (at::IntArrayRef{2, 5}));
}

TEST(ResNet, SmallStemKeepsTheSizeOfTheImagesAndTheOtherQuartersIt) {
  ResNet small({.classifier = {.channels = 3, .classes = 10, .stem = Stem::kSmallImages}});
  ResNet large({.classifier = {.channels = 3, .classes = 10, .stem = Stem::kImageNet}});
  EXPECT_EQ(small.stem(at::randn({1, 3, 32, 32})).sizes(), (at::IntArrayRef{1, 64, 32, 32}));
  EXPECT_EQ(large.stem(at::randn({1, 3, 224, 224})).sizes(), (at::IntArrayRef{1, 64, 56, 56}));
}

TEST(ResNet, WeightsAreDrawnAsTorchvisionDrawsThem) {
  const auto network = makeResNet18({}, 3);
  const auto deviation = [&](const std::string& name) { return parameter(*network, name).std().item<double>(); };
  // Of n numbers the deviation is known to 1 / sqrt(2 n): 0.7 % of 9,408, 0.05 % of 2,359,296.
  EXPECT_NEAR(deviation("conv1.weight") / std::sqrt(2.0 / (64 * 49)), 1, 0.03);
  EXPECT_NEAR(deviation("layer4.1.conv2.weight") / std::sqrt(2.0 / (512 * 9)), 1, 0.003);
  EXPECT_NEAR(deviation("layer2.0.downsample.0.weight") / std::sqrt(2.0 / 128), 1, 0.04);
  const double bound = 1 / std::sqrt(512.0);
  EXPECT_LE(parameter(*network, "fc.weight").abs().max().item<double>(), bound);
  EXPECT_GT(parameter(*network, "fc.weight").abs().max().item<double>(), 0.999 * bound);
  EXPECT_NEAR(parameter(*network, "fc.bias").std().item<double>() / (bound / std::sqrt(3.0)), 1, 0.08);
  EXPECT_TRUE(parameter(*network, "layer1.0.bn1.weight").eq(1).all().item<bool>());
  EXPECT_TRUE(parameter(*network, "layer1.0.bn1.bias").eq(0).all().item<bool>());
}

TEST(ResNet, WeightsAreAFunctionOfTheSeed) {
  const auto one = makeResNet18({}, 3);
  const auto same = makeResNet18({}, 3);
  const auto other = makeResNet18({}, 4);
  for (const auto& item : one->named_parameters()) {
    EXPECT_TRUE(item.value().equal(same->named_parameters()[item.key()])) << item.key();
    if (item.value().dim() == 1) continue;
    EXPECT_FALSE(item.value().equal(other->named_parameters()[item.key()])) << item.key();
  }
}

TEST(ResNet, RefusesNoClasses) {
  expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape",
              [] { (void)makeResNet18({.channels = 3, .classes = 0}, 1); });
}

// ---- torchvision's own values ----

struct ResNetGolden {
  int depth = 18;
  std::uint32_t seed = 0;
  std::int64_t period = 0;
  at::Tensor images;  // normalised, float32
  at::Tensor labels;
  std::int64_t classes = 0;
};

/// The depth of the torchvision ResNet that config.json is about, where its weights are the formula's.
std::optional<int> depthOf(const GoldenFolder& golden) {
  const std::string source = golden.config().value("source", "");
  static const std::regex kResNet(R"(torchvision .*models\.resnet(18|50)\()");
  std::smatch match;
  if (!std::regex_search(source, match, kResNet) || !golden.config().contains("tensor_index")) return std::nullopt;
  return std::stoi(match[1]);
}

ResNetGolden describedResNet(const GoldenFolder& golden) {
  const nlohmann::json& config = golden.config();
  ResNetGolden described;
  described.depth = depthOf(golden).value();
  described.seed = config.at("weights").at("seed").get<std::uint32_t>();
  described.period = config.at("weights").value("period", std::int64_t{0});
  const at::Tensor mean = at::tensor({0.485F, 0.456F, 0.406F}).view({3, 1, 1});
  const at::Tensor deviation = at::tensor({0.229F, 0.224F, 0.225F}).view({3, 1, 1});
  described.images = (golden.tensor("io.safetensors", "x_u8").to(at::kFloat) / 255 - mean) / deviation;
  described.labels = golden.tensor("io.safetensors", "labels");
  described.classes = golden.shape("io.safetensors", "eval_logits").at(1);
  return described;
}

double formulaScale(const std::string& name, const at::Tensor& tensor) {
  if (tensor.dim() == 4) return std::sqrt(6.0 / static_cast<double>(tensor.numel() / tensor.size(0)));
  if (tensor.dim() == 2) return std::sqrt(3.0 / static_cast<double>(tensor.size(1)));
  const bool one = name.ends_with("running_var") || name.ends_with(".weight");
  return one ? 0.25 : 0.1;
}

std::shared_ptr<ResNet> goldenNetwork(const GoldenFolder& golden, const ResNetGolden& described) {
  const at::NoGradGuard no_grad;
  const auto network = std::dynamic_pointer_cast<ResNet>(findClassifier("resnet-" + std::to_string(described.depth))
                                                             ->make({.channels = 3, .classes = described.classes}, 0));
  const nlohmann::json& index = golden.config().at("tensor_index");
  std::size_t set = 0;
  const auto fill = [&](const std::string& name, at::Tensor tensor) {
    ++set;
    if (golden.has("bn_stats.safetensors", name)) {
      tensor.copy_(golden.tensor("bn_stats.safetensors", name));
      return;
    }
    if (name.ends_with("num_batches_tracked")) return;
    const double around = tensor.dim() == 1 && (name.ends_with("running_var") || name.ends_with(".weight")) ? 1 : 0;
    const at::Tensor numbers =
        formulaNumbers(tensor.numel(), index.at(name).get<std::uint32_t>(), described.seed, described.period);
    tensor.copy_(numbers.mul(formulaScale(name, tensor)).add(around).to(at::kFloat).view(tensor.sizes()));
  };
  for (const auto& item : network->named_parameters()) fill(item.key(), item.value());
  for (const auto& item : network->named_buffers()) fill(item.key(), item.value());
  EXPECT_EQ(set, index.size()) << "names of torchvision's state_dict";
  for (const auto& [name, values] : golden.config().at("spot_values").items()) {
    const at::Tensor first = network->named_parameters()[name].detach().flatten().slice(0, 0, 3);
    for (std::int64_t i = 0; i < first.size(0); ++i) {
      EXPECT_EQ(first[i].item<float>(), values.at(static_cast<std::size_t>(i)).get<float>()) << name << " " << i;
    }
  }
  return network;
}

/// Compares with what the folder holds of one type: float32 is in each file, float64 in f64.safetensors.
class Comparison {
 public:
  /// out: names what is not stored.
  Comparison(const GoldenFolder& golden, at::ScalarType type, std::ostream& out)
      : golden_(golden), exact_(type == at::kDouble), out_(out) {}

  void expect(const std::string& group, const std::string& name, const at::Tensor& found) {
    const std::string file = exact_ ? "f64.safetensors" : group + ".safetensors";
    const std::string key = exact_ ? group + "." + name : name;
    if (!golden_.has(file, key)) {
      out_ << golden_.path().string() << " does not hold " << key << " (" << file << ")\n";
      return;
    }
    compared_.emplace(file, key);
    const double tolerance = exact_ ? 1e-9 : 1e-4;
    const Deviation deviation = golden_.deviation(file, key, found);
    EXPECT_LE(deviation.largest, tolerance) << file << " " << key;
    EXPECT_LE(deviation.norm, exact_ ? 1e-8 : tolerance) << file << " " << key;
  }

  /// Whatever is stored of this type was compared, or something was not understood.
  void expectNothingLeft() const {
    static const std::set<std::string> kInputs{"x_u8", "labels", "io.x_u8", "io.labels"};
    for (const char* file : {"io.safetensors", "grads.safetensors", "bn_after.safetensors", "f64.safetensors"}) {
      if (!golden_.has(file) || exact_ != (std::string_view(file) == "f64.safetensors")) continue;
      for (const std::string& name : golden_.names(file)) {
        EXPECT_TRUE(kInputs.contains(name) || compared_.contains({file, name})) << file << " " << name;
      }
    }
    out_ << "  " << compared_.size() << " tensors compared\n";
  }

 private:
  const GoldenFolder& golden_;
  bool exact_;
  std::ostream& out_;
  std::set<std::pair<std::string, std::string>> compared_;
};

void expectTorchvisionsValues(const GoldenFolder& golden, at::ScalarType type, std::ostream& out) {
  Comparison compare(golden, type, out);
  const ResNetGolden described = describedResNet(golden);
  const auto network = goldenNetwork(golden, described);
  network->to(type);
  const at::Tensor images = described.images.to(type);
  {
    const at::NoGradGuard no_grad;
    network->eval();
    at::Tensor x = network->stem(images);
    compare.expect("io", "eval_maxpool", x);
    for (int stage = 0; stage < ResNet::kStages; ++stage) {
      x = network->stage(stage, x);
      compare.expect("io", "eval_layer" + std::to_string(stage + 1), x);
    }
    const at::Tensor features = ResNet::pooled(x);
    compare.expect("io", "eval_avgpool", features.view({features.size(0), features.size(1), 1, 1}));
    compare.expect("io", "eval_logits", network->forward(images));
  }
  network->train();
  const at::Tensor logits = network->forward(images);
  const at::Tensor loss = at::cross_entropy_loss(logits, described.labels);
  loss.backward();
  compare.expect("io", "train_logits", logits);
  compare.expect("io", "train_loss", loss.view({1}));
  for (const auto& item : network->named_parameters()) compare.expect("grads", item.key(), item.value().grad());
  for (const auto& item : network->named_buffers()) {
    if (!item.key().ends_with("num_batches_tracked")) compare.expect("bn_after", item.key(), item.value());
  }
  compare.expectNothingLeft();
}

/// How many folders below root were read.
int readResNets(const std::filesystem::path& root, at::ScalarType type, std::ostream& out) {
  return readGoldens(root, out, [&](const GoldenFolder& golden) -> GoldenUse {
    if (!depthOf(golden)) return {.check = {}, .why_not = "no torchvision ResNet with the formula's weights"};
    return {.check = [&golden, type, &out] { expectTorchvisionsValues(golden, type, out); }, .why_not = {}};
  });
}

class TorchvisionsResNet : public testing::TestWithParam<at::ScalarType> {};

TEST_P(TorchvisionsResNet, IsReproducedFromEveryFolderThatHoldsOne) {
  if (const std::string why = whyNoGoldens(); !why.empty()) GTEST_SKIP() << why;
  const int read = readResNets(goldensRoot(), GetParam(), std::cout);
  if (read == 0 && goldensNamed()) GTEST_SKIP() << "no ResNet in " << goldensRoot();
  EXPECT_GT(read, 0) << "no ResNet in " << goldensRoot();
}

INSTANTIATE_TEST_SUITE_P(In, TorchvisionsResNet, testing::Values(at::kFloat, at::kDouble),
                         [](const auto& type) { return std::string(at::toString(type.param)); });

TEST(TorchvisionsResNetFolder, IsComparedWithWhatItHoldsAndWhatItLacksIsNamed) {
  const std::filesystem::path whole = goldensRoot() / "resnet18_10";
  if (!std::filesystem::exists(whole / "config.json")) GTEST_SKIP() << whole << " does not exist";
  const TemporaryFolder folder;
  for (const char* file : {"config.json", "sampling.json", "bn_stats.safetensors", "io.safetensors"}) {
    std::filesystem::copy_file(whole / file, folder / file);
  }
  std::ostringstream out;
  EXPECT_EQ(readResNets(folder.path(), at::kFloat, out), 1);
  EXPECT_NE(out.str().find(folder.path().string() + " does not hold fc.weight (grads.safetensors)"), std::string::npos);
  EXPECT_NE(out.str().find(folder.path().string() + " does not hold bn1.running_mean (bn_after.safetensors)"),
            std::string::npos);
  EXPECT_NE(out.str().find("  9 tensors compared"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace gan
