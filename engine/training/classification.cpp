#include "training/classification.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/topk.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

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
  at::Tensor sums = at::zeros({4}, at::kDouble);  // images, loss, top 1, top 5
  at::Tensor confusion = at::zeros({classes * classes}, at::kLong);
  const at::TensorOptions as_weights = classifier.parameters().front().options().requires_grad(false);
  const NormalisesImages normalised(normalisation, as_weights.device(device));
  images.batches->seek(0);
  for (std::int64_t done = 0; done < images.batches->imagesPerEpoch();) {
    const Batch batch = images.batches->next();
    const std::int64_t size = batch.images.size(0);
    const std::int64_t own = std::clamp<std::int64_t>(images.count - done - rank.rank * size, 0, size);
    done += size * rank.ranks;
    if (own == 0) continue;
    const at::Tensor labels = batch.labels.slice(0, 0, own);
    checkClasses(labels, classes);
    const at::Tensor seen = batch.images.slice(0, 0, own).to(as_weights.device(device));
    const at::Tensor logits = classifier.forward(normalised(seen)).to(at::kCPU, at::kDouble);
    const at::Tensor loss = at::cross_entropy_loss(logits, labels, {}, /*reduction=sum*/ 2);
    sums += at::stack({at::scalar_tensor(static_cast<double>(own), at::kDouble), loss,
                       amongLargest(logits, labels, 1).sum().to(at::kDouble),
                       amongLargest(logits, labels, 5).sum().to(at::kDouble)});
    const at::Tensor called = logits.argmax(1);
    confusion += at::bincount(labels * classes + called, {}, classes * classes);
    if (images.on_called) images.on_called(labels, called);
  }
  images.batches->seek(0);  // the first ones are there when they are asked for again
  if (collective != nullptr) {
    collective->sum(sums);
    collective->sum(confusion);
  }
  const double* sum = sums.const_data_ptr<double>();
  return {.images = static_cast<std::int64_t>(sum[0]),
          .loss = sum[1] / sum[0],
          .top1 = sum[2] / sum[0],
          .top5 = sum[3] / sum[0],
          .confusion = confusion.view({classes, classes})};
}

}  // namespace gan
