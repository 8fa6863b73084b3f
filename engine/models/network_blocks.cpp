#include "models/network_blocks.h"

#include <algorithm>
#include <utility>

namespace gan {

namespace {

/// Into a stage, on a device of its own or on that of the stage before: what is done there in place is not seen here.
void bring(BlockTensors& tensors, c10::Device device, bool copies) {
  const auto brought = [&](at::Tensor& tensor) {
    if (!tensor.defined()) return;
    tensor = tensor.to(device, tensor.scalar_type(), /*non_blocking=*/device.is_cuda(), /*copy=*/copies);
  };
  brought(tensors.x);
  for (at::Tensor& tensor : tensors.beside) brought(tensor);
}

}  // namespace

void BlockNetwork::addBlock(std::string name, std::vector<std::shared_ptr<torch::nn::Module>> modules,
                            std::function<void(BlockTensors&)> pass) {
  std::erase(modules, nullptr);
  blocks_.push_back({std::move(name), std::move(modules), std::move(pass)});
}

void BlockNetwork::placeStages(std::vector<BlockStage> stages) {
  stages_ = std::move(stages);
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const std::size_t end = i + 1 < stages_.size() ? stages_[i + 1].first : blocks_.size();
    for (std::size_t block = stages_[i].first; block < end; ++block) {
      for (const auto& module : blocks_[block].modules) module->to(stages_[i].device, /*non_blocking=*/false);
    }
  }
}

at::Tensor BlockNetwork::chain(BlockTensors tensors, std::size_t omitted) const {
  const std::size_t end = blocks_.size() - omitted;
  if (stages_.empty()) {
    for (std::size_t i = 0; i < end; ++i) blocks_[i].pass(tensors);
    return std::move(tensors.x);
  }
  const c10::Device home = tensors.x.device();
  auto stage = stages_.begin();
  for (std::size_t i = 0; i < end; ++i) {
    if (stage != stages_.end() && stage->first == i) {
      bring(tensors, stage->device, /*copies=*/i > 0);
      ++stage;
    }
    blocks_[i].pass(tensors);
  }
  return tensors.x.to(home, /*non_blocking=*/home.is_cuda());
}

void placeAlike(const torch::nn::Module& from, torch::nn::Module& to) {
  const auto* const source = dynamic_cast<const BlockNetwork*>(&from);
  auto* const target = dynamic_cast<BlockNetwork*>(&to);
  if (source == nullptr || target == nullptr || source->blocks().size() != target->blocks().size()) return;
  if (source->stages() != target->stages()) target->placeStages(source->stages());
}

std::string blockNames(const BlockNetwork& network) {
  std::string names;
  for (const NetworkBlock& block : network.blocks()) names += (names.empty() ? "" : ", ") + block.name;
  return names;
}

}  // namespace gan
