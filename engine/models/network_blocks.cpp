#include "models/network_blocks.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>

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

std::vector<at::Tensor> heldOf(const torch::OrderedDict<std::string, at::Tensor>& tensors,
                               const std::set<std::string>& elsewhere) {
  std::vector<at::Tensor> held;
  for (const auto& item : tensors) {
    if (!elsewhere.contains(item.key())) held.push_back(item.value());
  }
  return held;
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
  if (held_) {
    TORCH_CHECK(omitted == 0, "what stands before the last block is in another process");
    return heldChain(std::move(tensors));
  }
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

at::Tensor BlockNetwork::heldChain(BlockTensors tensors) const {
  TORCH_CHECK(passage_ != nullptr, "a copy that holds some blocks is not passed through");
  if (held_->first > 0) passage_->arrive(tensors);
  for (std::size_t i = held_->first; i < held_->end; ++i) blocks_[i].pass(tensors);
  if (held_->end == blocks_.size()) return std::move(tensors.x);
  std::vector<std::int64_t> shape = {tensors.x.size(0)};
  shape.insert(shape.end(), held_->made.begin(), held_->made.end());
  return passage_->depart(tensors, shape);
}

void holdBlocks(torch::nn::Module& network, const HeldBlocks& held, c10::Device device,
                std::shared_ptr<BlockPassage> passage) {
  const at::NoGradGuard no_grad;
  auto& chain = dynamic_cast<BlockNetwork&>(network);
  std::set<const at::TensorImpl*> own;
  for (std::size_t i = held.first; i < held.end; ++i) {
    for (const auto& module : chain.blocks_[i].modules) {
      module->to(device, /*non_blocking=*/false);
      for (const at::Tensor& tensor : module->parameters()) own.insert(tensor.unsafeGetTensorImpl());
      for (const at::Tensor& tensor : module->buffers()) own.insert(tensor.unsafeGetTensorImpl());
    }
  }
  const auto leave = [&](const std::string& name, at::Tensor tensor) {
    if (own.contains(tensor.unsafeGetTensorImpl())) return;
    tensor.set_requires_grad(false);
    tensor.set_data(at::zeros({}, tensor.options().device(device)).expand(tensor.sizes()));
    chain.elsewhere_.insert(name);
  };
  for (const auto& item : network.named_parameters()) leave(item.key(), item.value());
  for (const auto& item : network.named_buffers()) leave(item.key(), item.value());
  chain.held_ = held;
  chain.passage_ = std::move(passage);
}

void holdAlike(const torch::nn::Module& from, torch::nn::Module& to) {
  const auto* const source = dynamic_cast<const BlockNetwork*>(&from);
  if (source == nullptr || !source->held()) return;
  const at::NoGradGuard no_grad;
  holdBlocks(to, *source->held(), from.parameters().front().device(), nullptr);
  // Of the same type, too.
  const auto leaveAlike = [&](const auto& targets, const auto& sources) {
    for (const auto& item : targets) {
      if (source->elsewhere().contains(item.key())) item.value().set_data(sources[item.key()].detach());
    }
  };
  leaveAlike(to.named_parameters(), from.named_parameters());
  leaveAlike(to.named_buffers(), from.named_buffers());
}

const std::set<std::string>& heldElsewhere(const torch::nn::Module& network) {
  static const std::set<std::string> none;
  const auto* const blocks = dynamic_cast<const BlockNetwork*>(&network);
  return blocks != nullptr ? blocks->elsewhere() : none;
}

std::vector<at::Tensor> heldParameters(const torch::nn::Module& network) {
  return heldOf(network.named_parameters(), heldElsewhere(network));
}

std::vector<at::Tensor> heldBuffers(const torch::nn::Module& network) {
  return heldOf(network.named_buffers(), heldElsewhere(network));
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
