#include "evaluation/inception_v3.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include "evaluation/each_golden.h"
#include "evaluation/formula_inception.h"
#include "evaluation/input_resize.h"
#include "support/expect_error.h"

namespace gan {
namespace {

/// Shapes only, with weights of nothing.
TensorMap emptyInception(std::int64_t classes) {
  TensorMap tensors;
  for (const InceptionLayer& layer : inceptionLayers()) {
    tensors[layer.name + ".conv.weight"] = at::zeros(layer.weight);
    for (const char* name : {"weight", "bias", "running_mean", "running_var"}) {
      tensors[layer.name + ".bn." + name] = at::zeros({layer.weight[0]});
    }
  }
  tensors["fc.weight"] = at::zeros({classes, 2048});
  tensors["fc.bias"] = at::arange(classes).to(at::kFloat);
  return tensors;
}

TEST(InceptionV3, HasAsManyWeightsAsTorchvisionsWithoutItsSecondHead) {
  // torchvision 0.26: inception_v3(aux_logits=False) has 23,834,568 parameters, of which 2,049,000 are those of fc.
  std::int64_t count = 0;
  for (const auto& [name, tensor] : emptyInception(1000)) {
    if (!name.ends_with("running_mean") && !name.ends_with("running_var")) count += tensor.numel();
  }
  EXPECT_EQ(inceptionLayers().size(), 94U);
  EXPECT_EQ(count, 23'834'568);
}

TEST(InceptionV3, IsToldApartByItsOutputs) {
  EXPECT_EQ(InceptionV3(emptyInception(1008), "x").form(), InceptionForm::kFid);
  EXPECT_EQ(InceptionV3(emptyInception(1000), "x").form(), InceptionForm::kTorchvision);
  EXPECT_EQ(InceptionV3(emptyInception(10), "x").classes(), 10);
}

TEST(InceptionV3, NamesWhatAFileLacksAndWhatHasAnotherShape) {
  TensorMap lacking = emptyInception(1008);
  lacking.erase("Mixed_6d.branch7x7_2.bn.bias");
  auto error =
      expectError(ErrorCode::kInvalidArgument, "features_no_tensor", [&] { InceptionV3(lacking, "w.safetensors"); });
  EXPECT_NE(error->message().find("Mixed_6d.branch7x7_2.bn.bias"), std::string::npos);
  TensorMap other = emptyInception(1008);
  other["Mixed_7c.branch_pool.conv.weight"] = at::zeros({192, 2047, 1, 1});
  error =
      expectError(ErrorCode::kInvalidArgument, "features_tensor_shape", [&] { InceptionV3(other, "w.safetensors"); });
  for (const char* text : {"w.safetensors", "[192, 2047, 1, 1]", "[192, 2048, 1, 1]"}) {
    EXPECT_NE(error->message().find(text), std::string::npos) << error->message();
  }
  TensorMap flat = emptyInception(1008);
  flat["fc.weight"] = at::zeros({});
  expectError(ErrorCode::kInvalidArgument, "features_tensor_shape", [&] { InceptionV3(flat, "w.safetensors"); });
}

TEST(InceptionV3, FeaturesOfFewPicturesAreThoseOfPytorchFid) {
  const c10::InferenceMode inference;
  constexpr const char* kFile = "io_formula_bn.safetensors";
  test::forEachGoldenWith(kFile, [](const GoldenFolder& folder) {
    const InceptionV3 network(test::formulaInception(folder.config(), 1008), folder.path().string());
    const at::Tensor large = at::upsample_bilinear2d(folder.tensor(kFile, "x32_u8").to(at::kFloat), {299, 299}, false);
    const InceptionV3::Output found = network.forward(normaliseInput(large, InputResize::kPytorchFid));
    EXPECT_LT(folder.deviation(kFile, "pool_32", found.features).largest, 3e-4);
    EXPECT_LT(folder.deviation(kFile, "logits_32", found.logits).largest, 3e-4);
  });
}

}  // namespace
}  // namespace gan
