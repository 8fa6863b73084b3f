#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "config/value_schedule.h"
#include "models/network.h"
#include "models/tensor_map.h"
#include "training/device_scalar.h"

namespace gan {

class Collective;

/// What the discriminator has just seen and said.
struct DiscriminatorPass {
  /// Another pass: images [N, C, H, W] and classes to logits [N].
  std::function<at::Tensor(const at::Tensor& images, const at::Tensor& classes)> look;
  at::Tensor real;          ///< [N, C, H, W]; carries gradients where readsSlopes().
  at::Tensor real_classes;  ///< int64 [N]; undefined for networks without classes, as below.
  at::Tensor fake;
  at::Tensor fake_classes;
  at::Tensor real_logits;  ///< [N]
  at::Tensor fake_logits;
  at::Tensor share;  ///< [N], uniform in [0, 1); where drawsShares().
  /// Float scalar by which logits are multiplied before they are differentiated, and slopes divided: see LossScale.
  /// Undefined: 1.
  at::Tensor scale = {};
  Collective* collective = nullptr;  ///< The processes that look at shares of one batch together; null: this one only.
};

/// What a training does with one of regularisers().
struct RegulariserOptions {
  std::int64_t interval_steps = 1;  ///< Every so many iterations, and then so many times as strong (Karras et al.,
                                    ///< 2020, appendix B).
  ValueSchedule schedule = {};      ///< Of its weight.
  double decay = 0.99;              ///< Of moving averages, where it has such.
};

/// A wish beside the objective, of one training. Weights are whoever's calls it.
class Regulariser {
 public:
  virtual ~Regulariser() = default;

  /// One of a discriminator's pass: a scalar to be descended, a mean over the images. Undefined for others.
  virtual at::Tensor penalty(const DiscriminatorPass& pass);
  /// Takes note of what the discriminator says, where watches(): of each pass of a training that has it, before its
  /// penalty, and also of passes whose penalty is left out because it is not their turn.
  virtual void watch(const DiscriminatorPass& /*pass*/) {}
  virtual bool watches() const { return false; }
  /// Whether it differentiates logits with respect to images.
  virtual bool readsSlopes() const { return false; }
  /// Whether it looks between real and generated images.
  virtual bool drawsShares() const { return false; }

  /// One of weights: the gradient of its penalty for a network's weights, to be added to the others after a backward
  /// pass, where addsGradients(). Returns the penalty; of a network that several processes hold, each takes its own
  /// weights, and the penalty is their sum.
  virtual at::Tensor addGradients(const torch::nn::Module& network, const DeviceScalar& weight);
  virtual bool addsGradients() const { return false; }

  /// After an update of the discriminator whose passes it has watched.
  virtual void endUpdate() {}
  /// What it carries from one update to the next, and a checkpoint has to hold.
  virtual TensorMap state() const { return {}; }
};

/// Whose update a regulariser has a part in.
enum class RegularisedNetwork { kDiscriminator, kGenerator };

/// A regulariser that can be chosen by name.
struct RegulariserKind {
  std::string_view name;    ///< "r1"
  std::string_view source;  ///< Paper and equation.
  RegularisedNetwork network;
  /// tensors: type and device of what it keeps.
  std::unique_ptr<Regulariser> (*make)(at::TensorOptions tensors, const RegulariserOptions& options);
};

std::span<const RegulariserKind> regularisers();
/// The path of one of its settings: "regulariser.r1.weight".
std::string regulariserPath(std::string_view regulariser, std::string_view setting);

}  // namespace gan
