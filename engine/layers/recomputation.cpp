#include "layers/recomputation.h"

#include <ATen/autocast_mode.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/custom_class.h>

#include <utility>

namespace gan {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

std::vector<at::Tensor> copiesOf(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> copies;
  copies.reserve(tensors.size());
  for (const at::Tensor& tensor : tensors) copies.push_back(tensor.detach().clone());
  return copies;
}

/// Unseen by autograd: what it has kept of them, it has no use for any more.
void put(const std::vector<at::Tensor>& values, const std::vector<at::Tensor>& into) {
  const at::AutoDispatchBelowADInplaceOrView unseen;
  for (std::size_t i = 0; i < into.size(); ++i) {
    at::Tensor target = into[i];
    target.copy_(values[i]);
  }
}

/// The thread that computes gradients does not know in which numbers the pass was made.
struct AutocastState {
  explicit AutocastState(c10::DeviceType of)
      : device(of), enabled(at::autocast::is_autocast_enabled(of)), dtype(at::autocast::get_autocast_dtype(of)) {}
  void set() const {
    at::autocast::set_autocast_enabled(device, enabled);
    at::autocast::set_autocast_dtype(device, dtype);
  }
  c10::DeviceType device;
  bool enabled;
  at::ScalarType dtype;
};

/// One pass through one block.
struct Segment final : torch::CustomClassHolder {
  Segment(std::function<at::Tensor(const std::vector<at::Tensor>&)> own_pass, const torch::nn::Module& block,
          c10::DeviceType device)
      : pass(std::move(own_pass)), buffers(block.buffers()), before(copiesOf(buffers)), autocast(device) {}

  std::function<at::Tensor(const std::vector<at::Tensor>&)> pass;
  std::vector<at::Tensor> buffers, before;
  AutocastState autocast;
  std::size_t inputs = 0;  // the tensors before the weights
};

struct Recomputation : torch::autograd::Function<Recomputation> {
  /// tensors: the inputs, then the weights.
  static at::Tensor forward(AutogradContext* context, const c10::intrusive_ptr<Segment>& segment,
                            at::TensorList tensors) {
    context->saved_data["segment"] = c10::IValue::make_capsule(segment);
    context->save_for_backward(tensors.vec());
    const at::NoGradGuard no_grad;
    const auto inputs = tensors.begin() + static_cast<std::ptrdiff_t>(segment->inputs);
    return segment->pass({tensors.begin(), inputs});
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    TORCH_CHECK(!at::GradMode::is_enabled(), "gradients of gradients of a block that is recomputed");
    const auto segment = c10::static_intrusive_pointer_cast<Segment>(context->saved_data["segment"].toCapsule());
    variable_list tensors = context->get_saved_variables();
    variable_list wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      if (i < segment->inputs) tensors[i] = tensors[i].detach().requires_grad_(tensors[i].requires_grad());
      if (!tensors[i].requires_grad()) continue;
      wanted.push_back(tensors[i]);
      places.push_back(i);
    }
    const AutocastState own(segment->autocast.device);
    const std::vector<at::Tensor> newest = copiesOf(segment->buffers);
    put(segment->before, segment->buffers);
    at::Tensor made;
    {
      const at::AutoGradMode record(true);
      segment->autocast.set();
      at::autocast::increment_nesting();
      made = segment->pass({tensors.begin(), tensors.begin() + static_cast<std::ptrdiff_t>(segment->inputs)});
      if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();  // weights are about to change
      own.set();
    }
    const variable_list found = torch::autograd::grad({made}, wanted, {gradients[0].to(made.scalar_type())},
                                                      /*retain_graph=*/false, /*create_graph=*/false,
                                                      /*allow_unused=*/true);
    put(newest, segment->buffers);
    variable_list result(1 + tensors.size());  // the first is the segment's
    for (std::size_t i = 0; i < places.size(); ++i) result[1 + places[i]] = found[i];
    return result;
  }
};

}  // namespace

at::Tensor Recomputes::through(torch::nn::Module& block, const std::vector<at::Tensor>& inputs,
                               const Pass& pass) const {
  if (!recomputes || !at::GradMode::is_enabled()) return pass(inputs);
  // Autograd takes no undefined tensors.
  std::vector<at::Tensor> tensors;
  std::vector<bool> given;
  for (const at::Tensor& input : inputs) {
    given.push_back(input.defined());
    if (input.defined()) tensors.push_back(input);
  }
  const auto with_undefined = [pass, given](const std::vector<at::Tensor>& defined) {
    std::vector<at::Tensor> all(given.size());
    for (std::size_t i = 0, next = 0; i < all.size(); ++i) {
      if (given[i]) all[i] = defined[next++];
    }
    return pass(all);
  };
  const auto segment = c10::make_intrusive<Segment>(with_undefined, block, tensors.front().device().type());
  segment->inputs = tensors.size();
  for (const at::Tensor& parameter : block.parameters()) tensors.push_back(parameter);
  return Recomputation::apply(segment, at::TensorList(tensors));
}

bool recomputeActivations(torch::nn::Module& network) {
  auto* blocks = dynamic_cast<Recomputes*>(&network);
  if (blocks == nullptr) return false;
  blocks->recomputes = true;
  return true;
}

}  // namespace gan
