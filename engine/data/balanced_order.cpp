#include "data/balanced_order.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "data/shuffle.h"

namespace gan {

namespace {

// Words of an address; EpochOrder uses 0 and 1.
constexpr std::uint32_t kInsideClass = 2;
constexpr std::uint32_t kWholeEpoch = 3;

}  // namespace

BalancedOrder::BalancedOrder(std::uint64_t seed, std::span<const std::int32_t> labels) : seed_(seed) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= 0) members_.push_back(static_cast<std::int64_t>(i));
  }
  if (members_.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "data_without_classes",
                "data.balanced shows each class equally often, but the images have no classes. Set data.balanced to "
                "false, or sort the images into one folder for each class.");
  }
  const auto label = [&](std::int64_t image) { return labels[static_cast<std::size_t>(image)]; };
  std::ranges::stable_sort(members_, {}, label);
  for (std::size_t i = 1; i < members_.size(); ++i) {
    if (label(members_[i]) != label(members_[i - 1])) ends_.push_back(i);
  }
  ends_.push_back(members_.size());
  per_class_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(members_.size()) / classCount());
}

std::vector<std::int64_t> BalancedOrder::permutation(std::int64_t epoch) const {
  const RandomStream stream(seed_, RandomPurpose::kDataOrder);
  std::vector<std::int64_t> order;
  order.reserve(static_cast<std::size_t>(length()));
  std::vector<std::int64_t> pass_order;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    const auto size = static_cast<std::int64_t>(end - begin);
    const std::int64_t first = epoch * per_class_;
    for (std::int64_t pass = first / size; pass * size < first + per_class_; ++pass) {
      pass_order.assign(members_.begin() + static_cast<std::ptrdiff_t>(begin),
                        members_.begin() + static_cast<std::ptrdiff_t>(end));
      shuffle(std::span(pass_order), stream, pass, begin, kInsideClass);
      const std::int64_t from = std::max<std::int64_t>(0, first - pass * size);
      const std::int64_t to = std::min(size, first + per_class_ - pass * size);
      order.insert(order.end(), pass_order.begin() + from, pass_order.begin() + to);
    }
    begin = end;
  }
  shuffle(std::span(order), stream, epoch, 0, kWholeEpoch);
  return order;
}

}  // namespace gan
