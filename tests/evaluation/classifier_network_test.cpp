#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "evaluation/feature_network.h"
#include "models/classifier.h"
#include "models/image_normalisation.h"
#include "models/weights_file.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

class ClassifierAsFeatures : public testing::Test {
 protected:
  ClassifierAsFeatures() {
    config.setText("model.architecture", "resnet-18");
    config.setText("model.stem", "small_images");
    config.set("model.classes", Value(std::int64_t{4}));
    config.set("data.resolution", Value(std::int64_t{28}));
    config.set("data.channels", Value(std::int64_t{1}));
    config.setText("data.mean", "0.3");
    config.setText("data.deviation", "0.4");
    classifier = findClassifier("resnet-18")->make(classifierShape(config), /*seed=*/3);
    classifier->eval();
    writeWeights(folder / "classifier.safetensors", moduleTensors(*classifier));
  }
  FeatureOptions options() const { return {.file = folder / "classifier.safetensors", .classifier = config}; }

  TemporaryFolder folder;
  RunConfig config;
  std::shared_ptr<Classifier> classifier;
};

TEST_F(ClassifierAsFeatures, GivesTheMeansOfItsLastMapsAndItsOwnProbabilities) {
  const c10::InferenceMode inference;
  const auto network = openFeatureNetwork(options());
  EXPECT_EQ(network->kind().network, "resnet-18");
  EXPECT_EQ(network->kind().size, 28);
  EXPECT_EQ(network->kind().features, 512);
  EXPECT_EQ(network->channels(), 1);
  // A colour picture of another size is fitted as the run's images are.
  Image picture{.width = 40, .height = 28, .channels = 3, .pixels = {}};
  for (int i = 0; i < 40 * 28 * 3; ++i) picture.pixels.push_back(static_cast<std::uint8_t>(i * 37 % 251));
  at::Tensor inputs = at::empty({2, 1, 28, 28});
  for (int i = 0; i < 2; ++i) {
    network->prepare(picture, {inputs.mutable_data_ptr<float>() + i * 28 * 28, 28 * 28});
  }
  EXPECT_GE(inputs.min().item<float>(), -1);
  EXPECT_LE(inputs.max().item<float>(), 1);
  const FeatureNetwork::Output out = network->run(inputs, /*probabilities=*/true);
  const at::Tensor logits = classifier->forward((inputs + 1).div(2).sub(0.3).div(0.4));
  EXPECT_TRUE(at::allclose(out.probabilities, logits.softmax(1), 1e-4, 1e-6));
  EXPECT_TRUE(at::allclose(out.features[0], out.features[1], 1e-5));
}

TEST_F(ClassifierAsFeatures, TakesPicturesOnlyAsItWasTrained) {
  FeatureOptions wrong = options();
  wrong.resize = "clean-fid";
  expectError(ErrorCode::kInvalidArgument, "features_resize", [&] { openFeatureNetwork(wrong); });
  wrong.resize.clear();
  wrong.size = 28;
  expectError(ErrorCode::kInvalidArgument, "features_resize", [&] { openFeatureNetwork(wrong); });
}

TEST_F(ClassifierAsFeatures, OfAFileThatCallsItselfAnotherNetworkIsRefused) {
  for (const auto& [name, known] : {std::pair("inception-fid", false), std::pair("in-domain", true)}) {
    writeWeights(folder / "classifier.safetensors", moduleTensors(*classifier), {{"gan_studio.features", name}});
    if (known) {
      EXPECT_EQ(openFeatureNetwork(options())->kind().network, name);
    } else {
      expectError(ErrorCode::kInvalidArgument, "features_kind_unknown", [&] { openFeatureNetwork(options()); });
    }
  }
}

TEST_F(ClassifierAsFeatures, OfARunThatTrainsNoneIsRefused) {
  FeatureOptions wrong = options();
  wrong.classifier = RunConfig();
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "features_no_classifier", [&] { openFeatureNetwork(wrong); });
  EXPECT_NE(error->message().find(RunConfig().text("model.architecture")), std::string::npos);
}

}  // namespace
}  // namespace gan
