#include "run/step_index.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gan {
namespace {

// In unsigned arithmetic, because the distance of two steps can exceed the largest signed one.
std::uint64_t distance(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

std::int64_t advance(std::int64_t from, std::uint64_t by) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + by);
}

}  // namespace

void StepIndex::append(std::int64_t step) {
  if (size_ > 0 && step <= last_) {
    throw Error(ErrorCode::kInvalidArgument, "steps_not_increasing",
                "Steps of a series must increase, but step {step} came after step {last}: cut the series off first.",
                {{"step", std::to_string(step)}, {"last", std::to_string(last_)}});
  }
  if (runs_.empty() || (runs_.back().spacing != 0 && distance(last_, step) != runs_.back().spacing)) {
    runs_.push_back({step, 0, size_});
  } else if (runs_.back().spacing == 0) {
    runs_.back().spacing = distance(last_, step);
  }
  last_ = step;
  ++size_;
}

void StepIndex::truncate(std::size_t size) {
  if (size >= size_) return;
  while (!runs_.empty() && runs_.back().first_index >= size) runs_.pop_back();
  size_ = size;
  if (size_ == 0) return;
  Run& run = runs_.back();
  last_ = advance(run.first_step, run.spacing * (size_ - 1 - run.first_index));
  if (size_ - run.first_index == 1) run.spacing = 0;
}

std::size_t StepIndex::length(std::size_t run) const {
  return (run + 1 < runs_.size() ? runs_[run + 1].first_index : size_) - runs_[run].first_index;
}

std::int64_t StepIndex::at(std::size_t index) const {
  const auto after = std::ranges::upper_bound(runs_, index, {}, &Run::first_index);
  const Run& run = *(after - 1);
  return advance(run.first_step, run.spacing * (index - run.first_index));
}

std::size_t StepIndex::countUpTo(std::int64_t step) const {
  const auto after = std::ranges::upper_bound(runs_, step, {}, &Run::first_step);
  if (after == runs_.begin()) return 0;
  const auto run = static_cast<std::size_t>(after - runs_.begin()) - 1;
  if (runs_[run].spacing == 0) return runs_[run].first_index + 1;
  const std::uint64_t steps = distance(runs_[run].first_step, step) / runs_[run].spacing + 1;
  return runs_[run].first_index + std::min<std::uint64_t>(steps, length(run));
}

std::size_t StepIndex::countBelow(std::int64_t step) const {
  const std::size_t count = countUpTo(step);
  return count > 0 && at(count - 1) == step ? count - 1 : count;
}

}  // namespace gan
