#include "evaluation/kernel_distance.h"

#include <algorithm>
#include <vector>

#include "evaluation/draw_rows.h"
#include "evaluation/moments.h"

namespace gan {
namespace {

at::Tensor kernel(const at::Tensor& x, const at::Tensor& y) {
  return x.matmul(y.t()).div_(static_cast<double>(x.size(1))).add_(1).pow_(3);
}

constexpr std::int64_t kKernelRows = 4096;  // whose kernels are in memory at once, squared: 128 MiB

/// Of all pairs of different rows.
double meanAmong(const at::Tensor& x) {
  const std::vector<at::Tensor> parts = x.split(kKernelRows);
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const at::Tensor values = kernel(parts[i], parts[i]);
    sum += (values.sum() - values.diagonal().sum()).item<double>();
    for (std::size_t j = i + 1; j < parts.size(); ++j) sum += 2 * kernel(parts[i], parts[j]).sum().item<double>();
  }
  const auto count = static_cast<double>(x.size(0));
  return sum / (count * (count - 1));
}

double meanBetween(const at::Tensor& x, const at::Tensor& y) {
  double sum = 0;
  for (const at::Tensor& some : x.split(kKernelRows)) {
    for (const at::Tensor& others : y.split(kKernelRows)) sum += kernel(some, others).sum().item<double>();
  }
  return sum / (static_cast<double>(x.size(0)) * static_cast<double>(y.size(0)));
}

}  // namespace

double kernelDistance(const at::Tensor& a, const at::Tensor& b) {
  requireSamples(std::min(a.size(0), b.size(0)), 2, "KID");
  const at::Tensor x = a.to(at::kDouble);
  const at::Tensor y = b.to(at::kDouble);
  return meanAmong(x) + meanAmong(y) - 2 * meanBetween(x, y);
}

Spread kernelDistance(const at::Tensor& a, const at::Tensor& b, const KernelDistanceOptions& options) {
  const std::int64_t size = std::min({a.size(0), b.size(0), options.subset_size});
  if (size == std::max(a.size(0), b.size(0))) return spreadOf({kernelDistance(a, b)});
  std::vector<double> distances;
  for (std::int64_t i = 0; i < options.subsets; ++i) {
    if (options.on_step) options.on_step(i, options.subsets);
    const auto draw = static_cast<std::uint64_t>(2 * i);
    distances.push_back(kernelDistance(a.index_select(0, drawRows(options.seed, draw, a.size(0), size)),
                                       b.index_select(0, drawRows(options.seed, draw + 1, b.size(0), size))));
  }
  return spreadOf(distances);
}

}  // namespace gan
