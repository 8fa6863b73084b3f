#include "layers/resampling.h"

#include <ATen/ops/avg_pool2d.h>
#include <ATen/ops/kron.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/upsample_nearest2d.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace gan {

namespace {

/// [A, B, 3, 3] to [A, B, 4, 4]: along each side the four sums that `rows` [4, 3] names.
at::Tensor widened(const at::Tensor& weight, const at::Tensor& rows) {
  const c10::impl::ExcludeDispatchKeyGuard full_precision(c10::autocast_dispatch_keyset);
  const at::Tensor windows = weight.permute({0, 2, 3, 1}).reshape({weight.size(0), 9, weight.size(1)});
  const at::Tensor sums = at::kron(rows, rows).to(weight.scalar_type()).matmul(windows);  // [A, 16, B]
  return sums.view({weight.size(0), 4, 4, weight.size(1)}).permute({0, 3, 1, 2});
}

}  // namespace

at::Tensor doubled(const at::Tensor& x) {
  // Autocast on CUDA would widen the image to float32 first; copies of pixels need no more bits than they have.
  const c10::impl::ExcludeDispatchKeyGuard as_it_is(c10::autocast_dispatch_keyset);
  return at::upsample_nearest2d(x, {x.size(2) * 2, x.size(3) * 2});
}

at::Tensor halved(const at::Tensor& x) { return at::avg_pool2d(x, {2, 2}); }

at::Tensor doublingKernel(const at::Tensor& weight) {
  const at::Tensor rows = at::tensor({0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0}, at::kDouble).view({4, 3});
  return widened(weight.transpose(0, 1), rows).contiguous(weight.suggest_memory_format());
}

at::Tensor halvingKernel(const at::Tensor& weight) {
  const at::Tensor rows = at::tensor({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, at::kDouble).view({4, 3});
  return widened(weight, rows / 2).contiguous(weight.suggest_memory_format());
}

}  // namespace gan
