#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <torch/nn/module.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
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

/// The blocks of a network that this one of several processes holds.
struct HeldBlocks {
  std::size_t first = 0;
  std::size_t end = 0;                  ///< The one behind the last.
  std::vector<std::int64_t> made = {};  ///< The shape of what the whole network makes of one sample.
};

/// Between the processes that hold a network's blocks: how a pass goes from one to the next. All of them go through the
/// same passes in the same order.
class BlockPassage {
 public:
  virtual ~BlockPassage() = default;
  /// Puts what the process sends that holds the blocks before into the place of `tensors`. Gradients go back to it, and
  /// what it has of them for its input counts as that of tensors.x, which is of no other use.
  virtual void arrive(BlockTensors& tensors) = 0;
  /// Sends tensors to the process that holds the blocks behind, from which gradients come back. Returns zeros of that
  /// shape, which stand for what the network makes there.
  virtual at::Tensor depart(const BlockTensors& tensors, at::IntArrayRef shape) = 0;
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

  /// See gan::holdBlocks(); none: all.
  const std::optional<HeldBlocks>& held() const { return held_; }
  /// Names of the weights and buffers that other processes hold.
  const std::set<std::string>& elsewhere() const { return elsewhere_; }

 protected:
  ~BlockNetwork() = default;

  /// pass may refer to this network.
  void addBlock(std::string name, std::vector<std::shared_ptr<torch::nn::Module>> modules,
                std::function<void(BlockTensors&)> pass);
  /// Through all blocks but the last `omitted`.
  at::Tensor chain(BlockTensors tensors, std::size_t omitted = 0) const;

 private:
  friend void holdBlocks(torch::nn::Module& network, const HeldBlocks& held, c10::Device device,
                         std::shared_ptr<BlockPassage> passage);
  at::Tensor heldChain(BlockTensors tensors) const;

  std::vector<NetworkBlock> blocks_;
  std::vector<BlockStage> stages_;
  std::optional<HeldBlocks> held_;
  std::shared_ptr<BlockPassage> passage_;
  std::set<std::string> elsewhere_;
};

/// From here on this process holds only these blocks of a network, on that device: of the weights and buffers of the
/// others the shapes are left, which take no memory, and no gradients. A pass comes from the process that holds the
/// blocks before, and goes on in the one that holds those behind. passage: null for a copy that is never passed
/// through.
void holdBlocks(torch::nn::Module& network, const HeldBlocks& held, c10::Device device,
                std::shared_ptr<BlockPassage> passage);
/// Has `to` hold the same blocks as `from` does, where that does not hold all.
void holdAlike(const torch::nn::Module& from, torch::nn::Module& to);

/// Names of the weights and buffers of a network that other processes hold; most often none.
const std::set<std::string>& heldElsewhere(const torch::nn::Module& network);
/// The parameters and buffers that this process holds, in their order.
std::vector<at::Tensor> heldParameters(const torch::nn::Module& network);
std::vector<at::Tensor> heldBuffers(const torch::nn::Module& network);

/// Has `to` compute in stages as `from` does, where both are chains of the same blocks; else nothing changes.
void placeAlike(const torch::nn::Module& from, torch::nn::Module& to);

/// "main.0, main.3, main.6": for messages.
std::string blockNames(const BlockNetwork& network);

}  // namespace gan
