#include "training/stage_passage.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/custom_function.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace gan {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Of a message: the pass it belongs to, how many times it has been differentiated, and the network.
constexpr int kDegreeShift = 2;
constexpr int kPassShift = 6;

/// Where tensors go, or come from.
struct Way {
  StageGroup* group;
  std::int64_t stage;
  c10::Device device;
  std::int64_t key;

  /// Of the gradients of what went this way.
  Way back() const { return {group, stage, device, key + (std::int64_t{1} << kDegreeShift)}; }
};

void keep(AutogradContext& context, const Way& way) {
  context.saved_data["group"] = reinterpret_cast<std::int64_t>(way.group);
  context.saved_data["stage"] = way.stage;
  context.saved_data["device"] = way.device;
  context.saved_data["key"] = way.key;
}

Way kept(AutogradContext& context) {
  return {.group = reinterpret_cast<StageGroup*>(context.saved_data["group"].toInt()),
          .stage = context.saved_data["stage"].toInt(),
          .device = context.saved_data["device"].toDevice(),
          .key = context.saved_data["key"].toInt()};
}

/// Sends them. Returns a scalar that stands for all of them: to differentiate it is to get their gradients back.
///
/// forward, here and below: the scalar of the pass that these are gradients of. They depend on what went that way, too,
/// though it cannot be seen here: whoever differentiates them comes to it again. Undefined: they are no gradients.
at::Tensor departed(const std::vector<at::Tensor>& tensors, const at::Tensor& forward, const Way& way);
/// What came, so that its gradients go back, and that of `link` is what the other process has of it.
std::vector<at::Tensor> arrived(const at::Tensor& link, const at::Tensor& forward, const Way& way);

struct Departure : torch::autograd::Function<Departure> {
  /// tensors: the first `count` are those that gradients come back for, on their way already.
  static at::Tensor forward(AutogradContext* context, at::TensorList tensors, std::int64_t count, const Way& way) {
    keep(*context, way);
    context->saved_data["count"] = count;
    context->saved_data["others"] = static_cast<std::int64_t>(tensors.size()) - count;
    at::Tensor token = at::zeros({}, tensors.front().options());
    context->save_for_backward({token});
    return token;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    variable_list result = arrived(gradients.front(), context->get_saved_variables().front(), kept(*context).back());
    TORCH_CHECK(std::cmp_equal(result.size(), context->saved_data["count"].toInt()),
                "another number of gradients came back than tensors were sent");
    for (std::int64_t i = 0; i < context->saved_data["others"].toInt(); ++i) {
      result.push_back(at::zeros({}, gradients.front().options()));
    }
    result.resize(result.size() + 2);  // of the numbers
    return result;
  }
};

struct Arrival : torch::autograd::Function<Arrival> {
  /// anchor: requires gradients, as what came does; or the scalar of the pass. Returns what came, and a scalar.
  static variable_list forward(AutogradContext* context, const at::Tensor& link, const at::Tensor& /*anchor*/,
                               const std::vector<StageTensor>& came, const Way& way) {
    keep(*context, way);
    context->saved_data["shape"] = link.sizes().vec();
    c10::List<bool> carry;
    variable_list tensors;
    variable_list others;
    for (const auto& [tensor, carries_gradients] : came) {
      tensors.push_back(tensor);
      carry.push_back(carries_gradients);
      if (!carries_gradients) others.push_back(tensor);
    }
    context->saved_data["carry"] = carry;
    context->mark_non_differentiable(others);
    const at::Tensor token = at::zeros({}, tensors.front().options());
    context->save_for_backward({token});
    tensors.push_back(token);
    return tensors;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const c10::List<bool> carry = context->saved_data["carry"].toBoolList();
    std::vector<at::Tensor> back;
    for (std::size_t i = 0; i < carry.size(); ++i) {
      if (carry.get(i)) back.push_back(gradients[i]);
    }
    const at::Tensor token = departed(back, context->get_saved_variables().front(), kept(*context).back());
    return {token.expand(context->saved_data["shape"].toIntVector()), token, at::Tensor(), at::Tensor()};
  }
};

at::Tensor departed(const std::vector<at::Tensor>& tensors, const at::Tensor& forward, const Way& way) {
  std::vector<StageTensor> sent;
  std::vector<at::Tensor> differentiated;
  for (const at::Tensor& tensor : tensors) {
    const bool carries = at::GradMode::is_enabled() && tensor.defined() && tensor.requires_grad();
    sent.push_back({.tensor = tensor, .carries_gradients = carries});
    if (carries) differentiated.push_back(tensor);
  }
  way.group->send(sent, static_cast<int>(way.stage), way.key);
  if (differentiated.empty()) {
    return at::zeros({}, tensors.front().options());
  }
  const auto count = static_cast<std::int64_t>(differentiated.size());
  if (forward.defined() && forward.requires_grad()) differentiated.push_back(forward);
  return Departure::apply(at::TensorList(differentiated), count, way);
}

std::vector<at::Tensor> arrived(const at::Tensor& link, const at::Tensor& forward, const Way& way) {
  const std::vector<StageTensor> came = way.group->receive(static_cast<int>(way.stage), way.device, way.key);
  std::vector<StageTensor> defined;
  bool carry = false;
  for (const StageTensor& one : came) {
    if (one.tensor.defined()) defined.push_back(one);
    carry = carry || one.carries_gradients;
  }
  std::vector<at::Tensor> tensors;
  if (at::GradMode::is_enabled() && carry) {
    const bool depends = forward.defined() && forward.requires_grad();
    const at::Tensor anchor = depends ? forward : at::zeros({}, defined.front().tensor.options()).requires_grad_();
    tensors = Arrival::apply(link, anchor, defined, way);
    tensors.pop_back();
  } else {
    for (const StageTensor& one : defined) tensors.push_back(one.tensor);
  }
  for (std::size_t i = 0; i < came.size(); ++i) {
    if (!came[i].tensor.defined()) tensors.insert(tensors.begin() + static_cast<std::ptrdiff_t>(i), at::Tensor());
  }
  return tensors;
}

}  // namespace

StagePassage::StagePassage(StageGroup& group, int network, int before, int behind, c10::Device device)
    : group_(group), network_(network), before_(before), behind_(behind), device_(device) {}

std::int64_t StagePassage::keyOf(std::int64_t pass) const { return (pass << kPassShift) + network_; }

void StagePassage::arrive(BlockTensors& tensors) {
  std::vector<at::Tensor> came =
      arrived(tensors.x, {}, {.group = &group_, .stage = before_, .device = device_, .key = keyOf(arrivals_++)});
  tensors.x = std::move(came.front());
  came.erase(came.begin());
  tensors.beside = std::move(came);
}

at::Tensor StagePassage::depart(const BlockTensors& tensors, at::IntArrayRef shape) {
  std::vector<at::Tensor> sent = {tensors.x};
  // Whoever owns what is told besides, labels among it, may fill that memory anew before it has left.
  for (const at::Tensor& tensor : tensors.beside) sent.push_back(tensor.defined() ? tensor.clone() : tensor);
  return departed(sent, {}, {.group = &group_, .stage = behind_, .device = device_, .key = keyOf(departures_++)})
      .expand(shape);
}

}  // namespace gan
