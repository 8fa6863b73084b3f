#include "training/usual_size.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

double middle(std::vector<double> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, half);
  return *half;
}

}  // namespace

void UsualSize::add(double value, std::int64_t block_steps) {
  block_.push_back(std::abs(value));
  if (static_cast<std::int64_t>(block_.size()) < block_steps) return;
  medians_.push_back(middle(std::move(block_)));
  block_.clear();
  if (medians_.size() > kBlocks) medians_.pop_front();
}

std::optional<double> UsualSize::median() const {
  if (medians_.size() < kLeastBlocks) return std::nullopt;
  return middle({medians_.begin(), medians_.end()});
}

std::optional<double> UsualSize::largest() const {
  if (medians_.size() < kLeastBlocks) return std::nullopt;
  return *std::ranges::max_element(medians_);
}

}  // namespace gan
