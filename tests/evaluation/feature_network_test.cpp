#include "evaluation/feature_network.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <caffe2/serialize/inline_container.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/sha256.h"
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
