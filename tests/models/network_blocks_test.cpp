#include "models/network_blocks.h"

#include <ATen/ops/equal.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <set>
#include <string>
#include <vector>

#include "models/network.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kImages = 3;

NetworkShape shapeOf(std::string_view architecture) {
  NetworkShape shape{.latent_size = 20, .resolution = 32, .generator_width = 8, .discriminator_width = 8};
  if (architecture != "mlp") shape.classes = 4;
  if (architecture == "biggan" || architecture == "biggan-deep") shape.shared_size = 6;
  if (architecture == "biggan") shape.hierarchical = true;
  if (architecture != "mlp" && architecture != "dcgan" && architecture != "dcgan-32" && architecture != "sngan") {
    shape.attention = {16};
  }
  return shape;
}

BlockNetwork& blocksOf(torch::nn::Module& module) { return dynamic_cast<BlockNetwork&>(module); }

at::Tensor drawn(std::uint64_t number, std::int64_t rows, std::int64_t columns) {
  return RandomStream(7, RandomPurpose::kProjections).normal(number, 0, rows, columns);
}

std::vector<BlockStage> cutEverywhere(const BlockNetwork& network) {
  std::vector<BlockStage> stages;
  for (std::size_t i = 0; i < network.blocks().size(); ++i) stages.push_back({.first = i, .device = c10::kCPU});
  return stages;
}

std::vector<at::Tensor> buffersOf(const torch::nn::Module& module) {
  std::vector<at::Tensor> copies;
  for (const at::Tensor& buffer : module.buffers()) copies.push_back(buffer.clone());
  return copies;
}

/// Logits, gradients of the weights through a penalty of slopes too, and buffers after one pass of both networks.
std::vector<at::Tensor> passOf(const Architecture& architecture, bool cut) {
  const NetworkShape shape = shapeOf(architecture.name);
  const Networks networks = architecture.make(shape, 5);
  if (cut) {
    for (torch::nn::Module* module : {static_cast<torch::nn::Module*>(networks.generator.get()),
                                      static_cast<torch::nn::Module*>(networks.discriminator.get())}) {
      blocksOf(*module).placeStages(cutEverywhere(blocksOf(*module)));
    }
  }
  const at::Tensor classes = shape.classes > 0 ? at::tensor({0, 3, 1}, at::kLong) : at::Tensor();
  const at::Tensor condition = classes.defined() ? networks.generator->condition(classes) : at::Tensor();
  const at::Tensor images = networks.generator->forward(drawn(0, kImages, shape.latent_size), condition);
  const at::Tensor real = drawn(1, kImages, 3 * 32 * 32).view({kImages, 3, 32, 32}).requires_grad_(true);
  const at::Tensor fake_logits = networks.discriminator->forward(images, classes);
  const at::Tensor real_logits = networks.discriminator->forward(real, classes);
  const at::Tensor slopes = torch::autograd::grad({real_logits.sum()}, {real}, {}, true, true)[0];
  (fake_logits.mean() - real_logits.square().mean() + slopes.square().sum()).backward();
  std::vector<at::Tensor> found = {images.detach(), fake_logits.detach(), real_logits.detach()};
  const auto appendGradients = [&found](const torch::nn::Module& network) {
    for (const at::Tensor& parameter : network.parameters()) {
      found.push_back(parameter.grad().defined() ? parameter.grad() : at::zeros_like(parameter));
    }
  };
  appendGradients(*networks.generator);
  appendGradients(*networks.discriminator);
  for (const at::Tensor& buffer : buffersOf(*networks.generator)) found.push_back(buffer);
  for (const at::Tensor& buffer : buffersOf(*networks.discriminator)) found.push_back(buffer);
  return found;
}

TEST(NetworkBlocks, EachWeightAndBufferBelongsToOneBlock) {
  for (const Architecture& architecture : architectures()) {
    SCOPED_TRACE(architecture.name);
    const NetworkShape shape = shapeOf(architecture.name);
    const std::vector<std::shared_ptr<torch::nn::Module>> both = {architecture.blank_generator(shape),
                                                                  architecture.blank_discriminator(shape)};
    for (const auto& network : both) {
      std::multiset<const void*> of_blocks, all;
      for (const NetworkBlock& block : blocksOf(*network).blocks()) {
        for (const auto& module : block.modules) {
          for (const at::Tensor& tensor : module->parameters()) of_blocks.insert(tensor.unsafeGetTensorImpl());
          for (const at::Tensor& tensor : module->buffers()) of_blocks.insert(tensor.unsafeGetTensorImpl());
        }
      }
      for (const at::Tensor& tensor : network->parameters()) all.insert(tensor.unsafeGetTensorImpl());
      for (const at::Tensor& tensor : network->buffers()) all.insert(tensor.unsafeGetTensorImpl());
      EXPECT_EQ(of_blocks, all);
    }
  }
}

TEST(NetworkBlocks, ACutChangesNoBitOfPassesGradientsAndGradientsOfGradients) {
  for (const Architecture& architecture : architectures()) {
    SCOPED_TRACE(architecture.name);
    const std::vector<at::Tensor> whole = passOf(architecture, false);
    const std::vector<at::Tensor> cut = passOf(architecture, true);
    ASSERT_EQ(cut.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_TRUE(at::equal(cut[i], whole[i])) << "tensor " << i;
  }
}

TEST(NetworkBlocks, StagesGoOverToNetworksOfTheSameBlocks) {
  const Architecture& sngan = findArchitecture("sngan");
  const NetworkShape shape = shapeOf("sngan");
  const auto generator = sngan.blank_generator(shape);
  const std::vector<BlockStage> stages = {{.first = 0, .device = c10::kCPU}, {.first = 3, .device = c10::kCPU}};
  blocksOf(*generator).placeStages(stages);
  const auto other = sngan.blank_generator(shape);
  placeAlike(*generator, *other);
  EXPECT_EQ(blocksOf(*other).stages(), stages);
}

TEST(NetworkBlocks, AreNamedAsTheirTensorsBegin) {
  const auto generator = findArchitecture("sngan").blank_generator(shapeOf("sngan"));
  std::vector<std::string> names;
  for (const NetworkBlock& block : blocksOf(*generator).blocks()) names.push_back(block.name);
  EXPECT_THAT(names, ElementsAre("linear", "blocks.0", "blocks.1", "blocks.2", "output_layer"));
  EXPECT_EQ(blockNames(blocksOf(*generator)), "linear, blocks.0, blocks.1, blocks.2, output_layer");
}

}  // namespace
}  // namespace gan
