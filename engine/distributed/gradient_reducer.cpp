#include "distributed/gradient_reducer.h"

#include <ATen/ops/zeros_like.h>

#include <limits>
#include <ranges>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/logger.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <unordered_map>
#include <utility>

namespace gan {
namespace {

constexpr std::int64_t kFirstBucketBytes = std::int64_t{1} << 20;

/// On CPUs nothing is gained by large messages, and what a bucket waits for is not sent meanwhile: with 25 MiB a whole
/// discriminator lies in one bucket, and its transfer begins when the backward pass is over.
std::int64_t bucketBytes(const at::Tensor& parameter) { return std::int64_t{parameter.is_cpu() ? 4 : 25} << 20; }

/// A first pass of zeros, so that every start has its final buckets before it trains: how three ranks or more round a
/// sum depends on a number's place in its bucket, and a resumed training shall round as one that was never interrupted.
/// The last layers come first, as they do in a real pass.
void makeBuckets(const std::vector<at::Tensor>& parameters, c10d::Reducer& reducer) {
  reducer.prepare_for_forward();
  reducer.prepare_for_backward({});
  for (const at::Tensor& parameter : parameters | std::views::reverse) parameter.backward(at::zeros_like(parameter));
  reducer.rebuild_buckets();
  for (const at::Tensor& parameter : parameters) parameter.mutable_grad().reset();
}

}  // namespace

struct GradientReducer::Impl {
  // c10d keeps a weak reference from the reducer to its logger: both live here.
  std::shared_ptr<c10d::Reducer> reducer;
  std::shared_ptr<c10d::Logger> logger;
  Collective& collective;
};

GradientReducer::GradientReducer(std::vector<at::Tensor> parameters, Collective& collective)
    : impl_(std::make_unique<Impl>(nullptr, nullptr, collective)) {
  const std::vector<bool> sparse(parameters.size(), false);
  // One bucket for the first pass; c10d makes the buckets by the order in which that pass finds the gradients.
  auto [buckets, limits] =
      c10d::compute_bucket_assignment_by_size(parameters, {std::numeric_limits<std::size_t>::max()}, sparse);
  std::ranges::reverse(buckets);
  impl_->reducer = std::make_shared<c10d::Reducer>(
      parameters, std::move(buckets), collective.group(), sparse, bucketBytes(parameters.front()),
      /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/true,
      std::unordered_map<std::size_t, std::string>(), kFirstBucketBytes, /*skip_all_reduce_unused_params=*/false,
      /*use_python_reducer=*/false, std::vector<std::int64_t>());
  impl_->logger = std::make_shared<c10d::Logger>(impl_->reducer);
  impl_->reducer->set_logger(impl_->logger);
  // Or every hundredth pass is timed with events, which a captured graph cannot hold.
  impl_->reducer->set_ddp_runtime_logging_sample_rate(std::numeric_limits<int>::max());
  makeBuckets(parameters, *impl_->reducer);
}

GradientReducer::~GradientReducer() = default;

void GradientReducer::prepare() {
  impl_->reducer->prepare_for_forward();
  impl_->reducer->prepare_for_backward({});
}

void GradientReducer::countWait() { impl_->collective.countGradientWait(); }

}  // namespace gan
