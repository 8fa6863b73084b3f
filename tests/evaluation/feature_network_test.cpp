#include "evaluation/feature_network.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <caffe2/serialize/inline_container.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/sha256.h"
#include "evaluation/inception_v3.h"
#include "evaluation/small_script.h"
#include "models/weights_file.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

class FeatureNetworks : public testing::Test {
 protected:
  fs::path script(const std::string& forward) {
    const fs::path file = folder_ / "network.pt";
    test::writeScript(file, forward);
    return file;
  }
  static FeatureOptions options(const fs::path& file, std::int64_t size = test::kSmallNetworkSize) {
    return {.file = file, .resize = "", .size = size, .device = "cpu"};
  }
  void expectBadOutput(const std::string& forward, const std::string& named) {
    const fs::path file = script(forward);
    const auto error =
        expectError(ErrorCode::kInvalidArgument, "features_output", [&] { openFeatureNetwork(options(file)); });
    EXPECT_NE(error->message().find(named), std::string::npos) << error->message();
    EXPECT_NE(error->message().find(file.string()), std::string::npos) << error->message();
  }

  TemporaryFolder folder_;
};

TEST_F(FeatureNetworks, InTorchScriptGetPicturesInBytesRangeAndGiveARowForEach) {
  const auto network = openFeatureNetwork(options(script("def forward(self, x):\n    return x.mean([2, 3])")));
  EXPECT_EQ(network->kind().network, "torchscript");
  EXPECT_EQ(network->kind().resize, "stylegan");
  EXPECT_EQ(network->kind().features, 3);
  EXPECT_EQ(network->kind().sha256, sha256OfFile(folder_ / "network.pt"));
  EXPECT_FALSE(network->tellsClasses());
  const at::Tensor inputs = at::arange(4).view({4, 1, 1, 1}).mul(50).expand({4, 3, 16, 16}).to(at::kFloat);
  const at::Tensor features = network->run(inputs, /*probabilities=*/false).features;
  EXPECT_TRUE(at::allclose(features, at::arange(4).mul(50).view({4, 1}).expand({4, 3}).to(at::kFloat)));
}

TEST_F(FeatureNetworks, ThatReturnFeaturesOnRequestTellClassesOtherwise) {
  const fs::path file = folder_ / "network.pt";
  test::writeSmallNetwork(file);
  const auto network = openFeatureNetwork(options(file));
  EXPECT_TRUE(network->tellsClasses());
  EXPECT_EQ(network->kind().features, test::kSmallNetworkFeatures);
  const at::Tensor inputs = at::full({5, 3, 16, 16}, 51.0F);
  const FeatureNetwork::Output out = network->run(inputs, /*probabilities=*/true);
  EXPECT_TRUE(at::allclose(out.features, at::full({5, 12}, 0.2F)));
  EXPECT_TRUE(at::allclose(out.probabilities.sum(1), at::ones({5})));
}

TEST_F(FeatureNetworks, WhoseOutputsAreNoRowsOfNumbersAreRefusedWithWhatTheyReturn) {
  expectBadOutput("def forward(self, x):\n    return (x, x)", "(Tensor, Tensor)");
  expectBadOutput("def forward(self, x):\n    return x.mean()", "Float []");
  expectBadOutput("def forward(self, x):\n    return x[0]", "Float [3, 16, 16]");
  expectBadOutput("def forward(self, x):\n    return x.mean([2, 3]).argmax(1, True)", "Long [2, 1]");
  expectBadOutput("def forward(self, x):\n    return x.repeat([1, 100, 1, 1])", "Float [2, 300, 16, 16]");
  expectBadOutput("def forward(self, x, y):\n    return x.mean([2, 3])", "y");
  expectBadOutput("def forward(self, x):\n    return torch.matmul(x, torch.ones([17, 2])).mean([2, 3])", "size");
}

TEST_F(FeatureNetworks, ThatFailOnASinglePictureAreRefusedBeforeALastBatchHoldsOne) {
  expectBadOutput("def forward(self, x):\n    return x.mean([2, 3]).squeeze(0)", "[1, 3, 16, 16]");
}

TEST_F(FeatureNetworks, ThatGiveAnotherNumberOfFeaturesLaterAreRefused) {
  const auto network = openFeatureNetwork(
      options(script("def forward(self, x):\n    y = x.flatten(1)\n    return y[:, :int(x.max().item() / 16.0)]")));
  EXPECT_EQ(network->kind().features, 8);
  const auto error = expectError(ErrorCode::kInvalidArgument, "features_output", [&] {
    network->run(at::full({5, 3, 16, 16}, 160.0F), /*probabilities=*/false);
  });
  for (const char* text : {"[5, 3, 16, 16]", "10 numbers", "8"}) {
    EXPECT_NE(error->message().find(text), std::string::npos) << error->message();
  }
}

TEST_F(FeatureNetworks, GetTheSamePicturesAgainThoughTheyChangedThem) {
  const auto network = openFeatureNetwork(options(script(R"(
def forward(self, x, return_features: bool = False):
    y = x.div_(255.0).mean([2, 3])
    if return_features:
        return y
    return torch.cat([y[:, :1], 1.0 - y[:, :1]], 1)
)")));
  EXPECT_TRUE(network->tellsClasses());
  const FeatureNetwork::Output out = network->run(at::full({2, 3, 16, 16}, 51.0F), /*probabilities=*/true);
  EXPECT_NEAR(out.features[0][0].item<float>(), 0.2F, 1e-6);
  EXPECT_NEAR(out.probabilities[0][0].item<float>(), 0.2F, 1e-6);
}

TEST_F(FeatureNetworks, ThatMapAsNvidiasGetWhatMakesItPytorchFids) {
  const fs::path file = script(R"(
def forward(self, img, return_features: bool = False, no_output_bias: bool = False):
    x = ((img - 128.0) / 128.0).mean([2, 3])
    if return_features:
        return x
    return torch.softmax(x, 1)
)");
  const at::Tensor inputs = at::tensor({0.0F, 100.0F, 255.0F}).view({3, 1, 1, 1}).expand({3, 3, 16, 16}).contiguous();
  FeatureOptions options = this->options(file);
  options.resize = "pytorch-fid";
  const auto network = openFeatureNetwork(options);
  const at::Tensor expected = (inputs * 2 / 255 - 1).mean(at::IntArrayRef{2, 3});
  EXPECT_TRUE(at::allclose(network->run(inputs, false).features, expected, 1e-5, 1e-6));
  EXPECT_EQ(network->logitsWithBias(), std::optional(false));
  options.resize = "stylegan";
  EXPECT_TRUE(at::allclose(openFeatureNetwork(options)->run(inputs, false).features,
                           ((inputs - 128) / 128).mean(at::IntArrayRef{2, 3}), 1e-5, 1e-6));
}

TEST_F(FeatureNetworks, OfInceptionTellClassesAsTheProgramDoesWhoseWayOfResizingTheyHave) {
  TensorMap tensors;  // all of nothing, so that logits are the bias alone
  for (const InceptionLayer& layer : inceptionLayers()) {
    tensors[layer.name + ".conv.weight"] = at::zeros(layer.weight);
    for (const char* name : {"weight", "bias", "running_mean", "running_var"}) {
      tensors[layer.name + ".bn." + name] = at::zeros({layer.weight[0]});
    }
  }
  tensors["fc.weight"] = at::zeros({1008, 2048});
  tensors["fc.bias"] = at::arange(1008).to(at::kFloat).div_(100);
  writeWeights(folder_ / "inception.safetensors", tensors);
  for (const std::string resize : {"pytorch-fid", "stylegan", "clean-fid"}) {
    const bool with_bias = resize == "pytorch-fid";  // StudioGAN's; NVIDIA's and torch-fidelity's have none
    const auto network = openFeatureNetwork({.file = folder_ / "inception.safetensors", .resize = resize});
    EXPECT_EQ(network->logitsWithBias(), std::optional(with_bias)) << resize;
    const at::Tensor found = network->run(at::full({1, 3, 299, 299}, 100.0F), /*probabilities=*/true).probabilities;
    const at::Tensor expected = at::softmax(with_bias ? tensors["fc.bias"] : at::zeros({1008}), 0);
    EXPECT_TRUE(at::allclose(found[0], expected, 1e-5, 1e-9)) << resize;
  }
}

TEST_F(FeatureNetworks, AreNotReadFromFilesOfOtherKinds) {
  const auto expect = [&](const char* id, ErrorCode code, const std::string& bytes) {
    const fs::path file = folder_ / "file";
    std::ofstream(file, std::ios::binary) << bytes;
    expectError(code, id, [&] { openFeatureNetwork(options(file, 0)); });
  };
  expect("features_not_read", ErrorCode::kInvalidArgument, "\x80\x02}q");
  expect("features_not_read", ErrorCode::kInvalidArgument, std::string("PK\x03\x04") + std::string(100, 'x'));
  EXPECT_THROW(openFeatureNetwork(options(folder_ / "absent")), Error);
  EXPECT_THROW(openFeatureNetwork(options(folder_.path())), Error);
  std::ofstream(folder_ / "empty");
  EXPECT_THROW(openFeatureNetwork(options(folder_ / "empty")), Error);
}

TEST_F(FeatureNetworks, UnderThePublishedNameMustBeThePublishedFile) {
  const fs::path file = folder_ / "inception-2015-12-05.pt";
  test::writeSmallNetwork(file);
  const auto error =
      expectError(ErrorCode::kDataLoss, "features_other_hash", [&] { openFeatureNetwork(options(file)); });
  EXPECT_NE(error->message().find(sha256OfFile(file)), std::string::npos) << error->message();
}

TEST_F(FeatureNetworks, AreNotReadFromAStateDictThatTorchSaved) {
  const fs::path file = folder_ / "weights.pth";
  {
    caffe2::serialize::PyTorchStreamWriter writer(file.string());
    writer.writeRecord("data.pkl", "\x80\x02}q.", 5);
    writer.writeEndOfFile();
  }
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "features_not_read", [&] { openFeatureNetwork(options(file)); });
  EXPECT_NE(error->message().find("state_dict"), std::string::npos);
}

TEST_F(FeatureNetworks, AreNotReadFromWeightsOfAnotherNetwork) {
  writeWeights(folder_ / "other.safetensors", {{"conv1.weight", at::ones({4, 3, 3, 3})}});
  const auto error = expectError(ErrorCode::kInvalidArgument, "features_no_tensor",
                                 [&] { openFeatureNetwork(options(folder_ / "other.safetensors", 0)); });
  EXPECT_NE(error->message().find("1 tensors"), std::string::npos) << error->message();
}

TEST_F(FeatureNetworks, TakePicturesOnlyInWaysAndSizesThatTheyHave) {
  FeatureOptions wrong = options(script("def forward(self, x):\n    return x.mean([2, 3])"));
  wrong.resize = "biggan";
  const auto error = expectError(ErrorCode::kInvalidArgument, "features_resize", [&] { openFeatureNetwork(wrong); });
  EXPECT_NE(error->message().find("stylegan, pytorch-fid, clean-fid"), std::string::npos) << error->message();
  wrong.resize.clear();
  wrong.size = 5000;
  expectError(ErrorCode::kInvalidArgument, "features_size", [&] { openFeatureNetwork(wrong); });
}

}  // namespace
}  // namespace gan
