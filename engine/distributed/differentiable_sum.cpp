#include "distributed/differentiable_sum.h"

#include <torch/csrc/autograd/custom_function.h>

namespace gan {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct SumOverRanks : torch::autograd::Function<SumOverRanks> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& tensor, Collective* collective) {
    context->saved_data["collective"] = reinterpret_cast<std::int64_t>(collective);
    at::Tensor sum = tensor.detach().clone(at::MemoryFormat::Contiguous);
    collective->sum(sum);
    return sum;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    auto* collective = reinterpret_cast<Collective*>(context->saved_data["collective"].toInt());
    return {sumOverRanks(gradients[0], *collective), at::Tensor()};
  }
};

}  // namespace

at::Tensor sumOverRanks(const at::Tensor& tensor, Collective& collective) {
  return SumOverRanks::apply(tensor, &collective);
}

}  // namespace gan
