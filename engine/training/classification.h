#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <functional>

#include "models/classifier.h"
#include "models/image_normalisation.h"

namespace gan {

class BatchSource;
class Collective;

/// Share of the rows whose label is among the k largest logits; with fewer than k classes, among all. A scalar on the
/// logits' device. logits: [N, classes], labels: int64 [N].
at::Tensor shareAmongLargest(const at::Tensor& logits, const at::Tensor& labels, std::int64_t k);

/// Images that a classifier is judged by, each once.
struct JudgedImages {
  BatchSource* batches =
      nullptr;             ///< Whose epoch holds all of them, and may be padded to whole batches with some again.
  std::int64_t count = 0;  ///< Images without the padding.
  /// Told by every rank at once, after a batch of each, how many images are judged by now. What it throws ends it.
  std::function<void(std::int64_t judged)> on_batch = {};
};

struct Judgement {
  std::int64_t images = 0;
  double loss = 0;  ///< Mean cross-entropy.
  double top1 = 0;  ///< Share of the images, 0 to 1.
  double top5 = 0;
  at::Tensor confusion;  ///< int64 [classes, classes] on the host: images of class (row) that were called (column).
  at::Tensor called;     ///< int64 [images] on the host: what each was called, in the order of the batches.
};

/// Judges a classifier, which is in its training mode again afterwards if it was before, by one epoch of images, which
/// begins anew; with several ranks by all of theirs, with the same result on each. Sums are float64, batch by batch in
/// their order: the same bits for any number of ranks whose logits have the same. Throws Error(kFailedPrecondition,
/// "image_without_class") for a label that is none of `classes`.
Judgement judge(Classifier& classifier, std::int64_t classes, const ImageNormalisation& normalisation,
                const JudgedImages& images, c10::Device device, Collective* collective);

}  // namespace gan
