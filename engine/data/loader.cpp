#include "data/loader.h"

#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "data/batch_ring.h"
#include "data/image_batch.h"

namespace gan {

namespace {

using Permutation = std::shared_ptr<const std::vector<std::int64_t>>;

/// The orders of the two epochs that workers may be in at once. Thread-safe.
class RecentOrders {
 public:
  explicit RecentOrders(EpochOrder order) : order_(order) {}

  Permutation at(std::int64_t epoch) {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[static_cast<std::size_t>(epoch % 2)];
    if (!entry.permutation || entry.epoch != epoch) {
      entry = {.epoch = epoch, .permutation = nullptr};
      entry.permutation = std::make_shared<const std::vector<std::int64_t>>(order_.permutation(epoch));
    }
    return entry.permutation;
  }

 private:
  struct Entry {
    std::int64_t epoch = 0;
    Permutation permutation;
  };
  EpochOrder order_;
  std::mutex mutex_;
  std::array<Entry, 2> entries_;
};

struct Slot {
  at::Tensor images;
  at::Tensor labels;
  Image scratch;
};

std::vector<Slot> makeSlots(const LoaderOptions& options) {
  const int ahead = std::max({1, options.prefetch_batches, options.workers});
  std::vector<Slot> slots(static_cast<std::size_t>(ahead) + BatchRing<Slot>::kLent);
  for (Slot& slot : slots) {
    slot.images = at::zeros({options.batch_size, options.fit.channels, options.fit.resolution, options.fit.resolution},
                            at::TensorOptions(at::kFloat).pinned_memory(options.pinned));
    slot.labels = at::zeros({options.batch_size}, at::TensorOptions(at::kLong).pinned_memory(options.pinned));
  }
  return slots;
}

/// Images that all ranks take at once.
std::int64_t globalBatch(const LoaderOptions& options) { return options.batch_size * options.ranks; }

void check(const Dataset& dataset, const EpochOrder& order, const LoaderOptions& options) {
  const auto& info = dataset.info();
  if (options.batch_size < 1 || options.fit.resolution < 1 ||
      (options.fit.channels != 1 && options.fit.channels != 3) || options.workers < 0 || options.prefetch_batches < 0 ||
      options.position < 0 || options.rank < 0 || options.rank >= options.ranks) {
    throw Error(ErrorCode::kInvalidArgument, "loader_bad_options",
                "Batches of {batch_size} images of {resolution} px with {channels} channels, by {workers} threads and "
                "{prefetch} batches ahead, cannot be loaded: sizes start at 1, counts at 0, and channels are 1 or 3.",
                {{"batch_size", std::to_string(options.batch_size)},
                 {"resolution", std::to_string(options.fit.resolution)},
                 {"channels", std::to_string(options.fit.channels)},
                 {"workers", std::to_string(options.workers)},
                 {"prefetch", std::to_string(options.prefetch_batches)}});
  }
  if (order.count() != info.count) {
    throw Error(
        ErrorCode::kInternal, "loader_wrong_order",
        "The order of an epoch is made for {ordered} images, but {name} holds {count}.",
        {{"ordered", std::to_string(order.count())}, {"name", info.name}, {"count", std::to_string(info.count)}});
  }
  if (order.length() < globalBatch(options) && options.last_batch == LastBatch::kDrop) {
    throw Error(ErrorCode::kInvalidArgument, "data_too_small",
                "An epoch of {name} has {count} images, which is less than one batch of {batch_size}. Use a smaller "
                "data.batch_size, more images, or data.last_batch=pad.",
                {{"name", info.name},
                 {"count", std::to_string(order.length())},
                 {"batch_size", std::to_string(globalBatch(options))}});
  }
}

std::int64_t batchCount(std::int64_t images, const LoaderOptions& options) {
  const std::int64_t batch = globalBatch(options);
  return (options.last_batch == LastBatch::kPad ? images + batch - 1 : images) / batch;
}

}  // namespace

struct Loader::State {
  State(const Dataset& data, EpochOrder order, const LoaderOptions& loader_options)
      : dataset(data),
        options(loader_options),
        images_per_epoch(order.length()),
        batches_per_epoch(batchCount(images_per_epoch, loader_options)),
        orders(order),
        ring(makeSlots(options), options.workers, options.position / globalBatch(options),
             [this](std::int64_t batch, Slot& slot, const std::atomic<bool>& abandoned) {
               fill(batch, slot, abandoned);
             }) {}

  void fill(std::int64_t batch, Slot& slot, const std::atomic<bool>& abandoned) {
    const Permutation order = orders.at(batch / batches_per_epoch);
    const std::int64_t slice = options.rank * options.batch_size;
    const std::int64_t begin = batch % batches_per_epoch * globalBatch(options) + slice;
    const std::int64_t position = batch * globalBatch(options) + slice;
    const std::int64_t floats = options.fit.channels * options.fit.resolution * options.fit.resolution;
    float* images = slot.images.mutable_data_ptr<float>();
    auto* labels = slot.labels.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < options.batch_size && !abandoned; ++i) {
      const std::int64_t place = (begin + i) % images_per_epoch;  // past the end, where the last batch is padded
      const std::int64_t index = (*order)[static_cast<std::size_t>(place)];
      if (options.content == ImageContent::kBlank) {
        labels[i] = dataset.label(index);
        continue;
      }
      labels[i] = dataset.read(index, slot.scratch);
      fitImage(slot.scratch, options.fit, position + i);
      writePlanes(slot.scratch, options.fit.resolution, options.fit.channels,
                  {images + i * floats, static_cast<std::size_t>(floats)});
    }
  }

  const Dataset& dataset;
  const LoaderOptions options;
  const std::int64_t images_per_epoch;  // different ones
  const std::int64_t batches_per_epoch;
  double wait_seconds = 0;
  RecentOrders orders;
  BatchRing<Slot> ring;  // last: its threads use the members above
};

Loader::Loader(const Dataset& dataset, EpochOrder order, const LoaderOptions& options) {
  check(dataset, order, options);
  try {
    state_ = std::make_unique<State>(dataset, order, options);
  } catch (const std::system_error& error) {
    throw Error(ErrorCode::kResourceExhausted, "loader_no_threads",
                "The system did not grant {workers} loading threads ({reason}). Set data.workers lower.",
                {{"workers", std::to_string(options.workers)}, {"reason", error.code().message()}});
  }
}

Loader::~Loader() = default;

Batch Loader::next() {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t begin = position();
  Slot& slot = state_->ring.take();
  state_->wait_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {.images = slot.images, .labels = slot.labels, .position = begin};
}

void Loader::seek(std::int64_t position) {
  if (position < 0) {
    throw Error(ErrorCode::kInvalidArgument, "loader_bad_position",
                "Images are counted from 0, but the loader was sent to {position}.",
                {{"position", std::to_string(position)}});
  }
  state_->ring.restart(position / globalBatch(state_->options));
}

std::int64_t Loader::position() const { return state_->ring.nextNumber() * globalBatch(state_->options); }

std::int64_t Loader::imagesPerEpoch() const { return state_->batches_per_epoch * globalBatch(state_->options); }

double Loader::waitSeconds() const { return state_->wait_seconds; }

}  // namespace gan
