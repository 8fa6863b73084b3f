#include "models/snapshot.h"

#include <algorithm>
#include <atomic>

#include "models/network_blocks.h"

namespace gan {
namespace {

constexpr std::size_t kSlots = 2;

std::shared_ptr<Generator> frozenLike(const Generator& source) {
  std::shared_ptr<Generator> copy = source.blank();
  const auto parameters = source.parameters();
  placeAlike(source, *copy);
  const auto* const blocks = dynamic_cast<const BlockNetwork*>(copy.get());
  const bool placed = blocks != nullptr && !blocks->stages().empty();
  if (!placed && !parameters.empty()) copy->to(parameters.front().device());
  for (at::Tensor& parameter : copy->parameters()) parameter.set_requires_grad(false);
  copy->eval();
  return copy;
}

}  // namespace

GeneratorSnapshot SnapshotDesk::take(const Generator& source, std::int64_t step) {
  const auto free = std::ranges::find_if(slots_, [](const auto& slot) { return slot.use_count() == 1; });
  // What another thread did with the weights before it let go of them has happened.
  std::atomic_thread_fence(std::memory_order_acquire);
  GeneratorSnapshot snapshot{.step = step, .generator = free != slots_.end() ? *free : frozenLike(source)};
  if (free == slots_.end() && slots_.size() < kSlots) slots_.push_back(snapshot.generator);
  copyTensors(source, *snapshot.generator);
  return snapshot;
}

}  // namespace gan
