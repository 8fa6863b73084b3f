#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <torch/nn/module.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gan {

/// What goes from one block of a network to the next.
struct BlockTensors {
  at::Tensor x;                         ///< The activation; before the first block latents or images.
  std::vector<at::Tensor> beside = {};  ///< What later blocks are told besides: conditions, parts of a latent, classes.
                                        ///< Some may be undefined.
};

/// A part of a network's forward pass.
struct NetworkBlock {
  std::string name;                                         ///< As its tensors' names begin: "blocks.0".
  std::vector<std::shared_ptr<torch::nn::Module>> modules;  ///< Whose weights and buffers it reads, as no other block.
  std::function<void(BlockTensors&)> pass;                  ///< Makes of what comes in what goes to the next one.
};

/// Blocks that compute on one device, one after the other.
struct BlockStage {
  std::size_t first = 0;  ///< The number of its first block; it goes on to the next stage's.
  c10::Device device{c10::kCPU};
  bool operator==(const BlockStage&) const = default;
};

/// A network that is a chain of blocks: its forward pass is theirs in their order, so that it may be cut between any
/// two of them, and go on on another device.
class BlockNetwork {
 public:
  /// In the order of the pass. Together they hold all weights and buffers of the network.
  const std::vector<NetworkBlock>& blocks() const { return blocks_; }

  /// From here on the stages, in order, the first of which begins with block 0, compute on their devices, where their
  /// weights and buffers are brought. Between two stages, on one device, too, what goes on is copied, and gradients
  /// come back through that copy, and gradients of gradients; what comes out is brought to the device where the input
  /// was. Empty: all blocks compute where their weights are.
  void placeStages(std::vector<BlockStage> stages);
  const std::vector<BlockStage>& stages() const { return stages_; }

 protected:
  ~BlockNetwork() = default;

  /// pass may refer to this network.
  void addBlock(std::string name, std::vector<std::shared_ptr<torch::nn::Module>> modules,
                std::function<void(BlockTensors&)> pass);
  /// Through all blocks but the last `omitted`.
  at::Tensor chain(BlockTensors tensors, std::size_t omitted = 0) const;

 private:
  std::vector<NetworkBlock> blocks_;
  std::vector<BlockStage> stages_;
};

/// Has `to` compute in stages as `from` does, where both are chains of the same blocks; else nothing changes.
void placeAlike(const torch::nn::Module& from, torch::nn::Module& to);

/// "main.0, main.3, main.6": for messages.
std::string blockNames(const BlockNetwork& network);

}  // namespace gan
