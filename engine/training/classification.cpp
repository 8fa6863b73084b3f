#include "training/classification.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/topk.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <vector>

#include "data/batch_source.h"
#include "distributed/collective.h"
#include "training/iteration_inputs.h"

namespace gan {

namespace {

/// [N] of bool: whether the label is among the k largest logits.
at::Tensor amongLargest(const at::Tensor& logits, const at::Tensor& labels, std::int64_t k) {
  const auto largest = std::get<1>(at::topk(logits.detach(), std::min(k, logits.size(1)), 1));
  return largest.eq(labels.unsqueeze(1)).any(1);
}

/// Evaluation mode for as long as it lives.
class Evaluating {
 public:
  explicit Evaluating(torch::nn::Module& module) : module_(module), trained_(module.is_training()) { module.eval(); }
  ~Evaluating() { module_.train(trained_); }
  Evaluating(const Evaluating&) = delete;
  Evaluating& operator=(const Evaluating&) = delete;

 private:
  torch::nn::Module& module_;
  bool trained_;
};

}  // namespace

at::Tensor shareAmongLargest(const at::Tensor& logits, const at::Tensor& labels, std::int64_t k) {
  return amongLargest(logits, labels, k).to(logits.scalar_type()).mean();
}

Judgement judge(Classifier& classifier, std::int64_t classes, const ImageNormalisation& normalisation,
                const JudgedImages& images, c10::Device device, Collective* collective) {
  const at::NoGradGuard no_grad;
  const Evaluating evaluating(classifier);
  const RankOf rank = rankOf(collective);
  std::vector<at::Tensor> own_sums;  // of each batch: images, loss, top 1, top 5
  at::Tensor confusion = at::zeros({classes * classes}, at::kLong);
  at::Tensor called = at::zeros({images.count}, at::kLong);
  const at::TensorOptions as_weights = classifier.parameters().front().options().requires_grad(false);
  const NormalisesImages normalised(normalisation, as_weights.device(device));
  images.batches->seek(0);
  for (std::int64_t done = 0; done < images.batches->imagesPerEpoch();) {
    const Batch batch = images.batches->next();
    const std::int64_t size = batch.images.size(0);
    const std::int64_t first = done + rank.rank * size;
    const std::int64_t own = std::clamp<std::int64_t>(images.count - first, 0, size);
    done += size * rank.ranks;
    own_sums.push_back(at::zeros({4}, at::kDouble));
    if (own > 0) {
      const at::Tensor labels = batch.labels.slice(0, 0, own);
      checkClasses(labels, classes);
      const at::Tensor seen = batch.images.slice(0, 0, own).to(as_weights.device(device));
      const at::Tensor logits = classifier.forward(normalised(seen)).to(at::kCPU, at::kDouble);
      const at::Tensor loss = at::cross_entropy_loss(logits, labels, {}, /*reduction=sum*/ 2);
      own_sums.back() = at::stack({at::scalar_tensor(static_cast<double>(own), at::kDouble), loss,
                                   amongLargest(logits, labels, 1).sum().to(at::kDouble),
                                   amongLargest(logits, labels, 5).sum().to(at::kDouble)});
      const at::Tensor names = logits.argmax(1);
      confusion += at::bincount(labels * classes + names, {}, classes * classes);
      called.slice(0, first, first + own).copy_(names);
    }
    if (images.on_batch) images.on_batch(std::min(done, images.count));
  }
  images.batches->seek(0);  // the first ones are there when they are asked for again
  at::Tensor sums = at::zeros({static_cast<std::int64_t>(own_sums.size()), rank.ranks, 4}, at::kDouble);
  sums.select(1, rank.rank).copy_(at::stack(own_sums));
  if (collective != nullptr) {
    collective->sum(sums);
    collective->sum(confusion);
    collective->sum(called);
  }
  at::Tensor all = at::zeros({4}, at::kDouble);
  for (const at::Tensor& of_batch : sums.view({-1, 4}).unbind()) all += of_batch;
  const double* sum = all.const_data_ptr<double>();
  return {.images = static_cast<std::int64_t>(sum[0]),
          .loss = sum[1] / sum[0],
          .top1 = sum[2] / sum[0],
          .top5 = sum[3] / sum[0],
          .confusion = confusion.view({classes, classes}),
          .called = called};
}

}  // namespace gan
