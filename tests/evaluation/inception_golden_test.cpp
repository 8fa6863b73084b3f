// Inception v3 beside pytorch-fid and BigGAN-PyTorch: features of more pictures, in double precision, and the scores of
// whole folders.
#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "data/image_folder_dataset.h"
#include "evaluation/each_golden.h"
#include "evaluation/formula_inception.h"
#include "evaluation/frechet_distance.h"
#include "evaluation/inception_v3.h"
#include "evaluation/input_resize.h"
#include "evaluation/picture_features.h"
#include "models/weights_file.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr const char* kImages = "io_formula_bn.safetensors";

/// Calls check(folder, mode, weights) for a folder's weights, or those of the formula where it has none, with
/// statistics as they are there and, where a folder has them, from a file.
void forEachNetwork(
    const std::function<void(const GoldenFolder&, const std::string& mode, const TensorMap& tensors)>& check) {
  const c10::InferenceMode inference;
  test::forEachGoldenWith(kImages, [&check](const GoldenFolder& folder) {
    constexpr const char* kWeights = "weights.safetensors";
    TensorMap tensors = folder.has(kWeights) ? readWeights(folder.path() / kWeights).tensors
                                             : test::formulaInception(folder.config(), 1008);
    for (const std::string mode : {"formula_bn", "file_bn"}) {
      if (mode == "file_bn" && !folder.has("bn_stats.safetensors")) continue;
      if (mode == "file_bn") test::takeStatistics(tensors, folder, "bn_stats.safetensors");
      SCOPED_TRACE(mode);
      check(folder, mode, tensors);
    }
  });
}

TEST(InceptionGoldens, FeaturesAndLogitsOfAllSizesAreTheirs) {
  forEachNetwork([](const GoldenFolder& folder, const std::string& mode, const TensorMap& tensors) {
    const InceptionV3 network(tensors, folder.path().string());
    const std::string file = "io_" + mode + ".safetensors";
    for (const std::string& name : folder.names(kImages)) {  // x32_u8
      if (!name.ends_with("_u8")) continue;
      const std::string size = name.substr(1, name.size() - 4);
      const at::Tensor large =
          at::upsample_bilinear2d(folder.tensor(kImages, name).to(at::kFloat), {299, 299}, /*align_corners=*/false);
      const InceptionV3::Output found = network.forward(normaliseInput(large, InputResize::kPytorchFid));
      EXPECT_LT(folder.deviation(file, "pool_" + size, found.features).largest, 3e-4) << size;
      EXPECT_LT(folder.deviation(file, "logits_" + size, found.logits).largest, 3e-4) << size;
    }
  });
}

TEST(InceptionGoldens, InDoublePrecisionFeaturesAreTheirsToNineDigits) {
  forEachNetwork([](const GoldenFolder& folder, const std::string& mode, const TensorMap& tensors) {
    const std::string file = "io_" + mode + ".safetensors";
    if (!folder.has(file, "f64_pool_32")) return;
    const InceptionV3 network(tensors, folder.path().string(), at::kDouble);
    const at::Tensor images = folder.tensor(kImages, "x32_u8").to(at::kFloat).div(255).to(at::kDouble);
    const at::Tensor large = at::upsample_bilinear2d(images, {299, 299}, /*align_corners=*/false);
    const InceptionV3::Output found = network.forward(large.mul(2).sub(1));
    EXPECT_LT(folder.deviation(file, "f64_pool_32", found.features).largest, 1e-9);
  });
}

TEST(InceptionGoldens, FeaturesOfTorchvisionsFormAreThoseOfBigGan) {
  const c10::InferenceMode inference;
  constexpr const char* kFile = "io_biggan_wrapper.safetensors";
  test::forEachGoldenWith(kFile, [](const GoldenFolder& folder) {
    const std::string path = folder.path().string();
    const TensorMap tensors = test::formulaInception(folder.json("config_biggan_wrapper.json"), 1000);
    const at::Tensor bytes = folder.tensor(kImages, "x32_u8").to(at::kFloat);
    const at::Tensor large = at::upsample_bilinear2d(bytes, {299, 299}, /*align_corners=*/true);
    const InceptionV3::Output found = InceptionV3(tensors, path).forward(normaliseInput(large, InputResize::kBigGan));
    EXPECT_LT(folder.deviation(kFile, "pool_32", found.features).largest, 3e-4);
    EXPECT_LT(folder.deviation(kFile, "logits_32", found.logits).largest, 3e-4);
    // That program's images and constants are of single precision, all that follows in double.
    const auto channels = [](std::vector<float> values) {
      return at::tensor(values).to(at::kDouble).view({1, 3, 1, 1});
    };
    const at::Tensor wide = bytes.div(255).sub(0.5).div(0.5).to(at::kDouble).add(1).div(2);
    const at::Tensor normalised = wide.sub(channels({0.485F, 0.456F, 0.406F})).div(channels({0.229F, 0.224F, 0.225F}));
    const InceptionV3::Output exact =
        InceptionV3(tensors, path, at::kDouble)
            .forward(at::upsample_bilinear2d(normalised, {299, 299}, /*align_corners=*/true));
    EXPECT_LT(folder.deviation(kFile, "f64_pool_32", exact.features).largest, 1e-9);
  });
}

TEST(InceptionGoldens, ScoresOfFoldersAreTheirs) {
  forEachNetwork([](const GoldenFolder& folder, const std::string& mode, const TensorMap& tensors) {
    if (!folder.has("folders.json")) return;
    const auto expected = folder.json("folders.json").at(mode);
    const TemporaryFolder temporary;
    writeWeights(temporary / "inception.safetensors", tensors);
    const auto network = openFeatureNetwork({.file = temporary / "inception.safetensors"});
    EXPECT_EQ(network->kind().network, "inception-fid");
    std::map<std::string, PictureFeatures> sides;
    ProgressMonitor monitor;
    for (const std::string side : {"a", "b"}) {
      const ImageFolderDataset pictures(folder.path() / ("images_" + side), {});
      PictureFeatures& found = sides[side];
      found = featuresOfPictures(pictures, *network, {.stage = side, .kept = 1000, .inception_splits = 10}, monitor);
      EXPECT_EQ(found.moments.count, pictures.info().count);
      const auto near = [&](double value, const char* object, const char* name, double tolerance) {
        const double wanted = expected.at(object + ("_" + side)).at(name).is_array()
                                  ? expected.at(object + ("_" + side)).at(name)[0].template get<double>()
                                  : expected.at(object + ("_" + side)).at(name).template get<double>();
        EXPECT_NEAR(value, wanted, tolerance * wanted) << object << " " << name << " " << side;
      };
      near(found.inception_score->mean, "is", "studiogan_mean_std", 1e-4);
      near(found.moments.mean.sum().item<double>(), "moments", "mu_sum", 1e-4);
      near(found.moments.covariance.diagonal().sum().item<double>(), "moments", "sigma_trace", 1e-4);
      near(found.moments.covariance.norm().item<double>(), "moments", "sigma_frobenius", 1e-4);
      if (folder.has("folder_moments.safetensors", mode + ".mu_" + side)) {
        EXPECT_LT(folder.deviation("folder_moments.safetensors", mode + ".mu_" + side, found.moments.mean).largest,
                  3e-4);
      }
      const std::string first = mode + ".pool_" + side + "_first16";
      if (folder.has("folder_moments.safetensors", first)) {
        EXPECT_LT(folder.deviation("folder_moments.safetensors", first, found.kept.slice(0, 0, 16)).largest, 3e-4);
      }
    }
    const double exact = expected.at("fid_exact").get<double>();
    EXPECT_NEAR(frechetDistance(sides["a"].moments, sides["b"].moments), exact, 1e-4 * exact);
    EXPECT_NEAR(frechetDistance(factorise(sides["a"].kept), factorise(sides["b"].kept)), exact, 1e-4 * exact);
  });
}

}  // namespace
}  // namespace gan
