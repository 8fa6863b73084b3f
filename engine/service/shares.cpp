#include "service/shares.h"

#include <algorithm>

namespace gan {
namespace {

using Standing = Claimant::Standing;

std::uint64_t rest(std::uint64_t limit, std::uint64_t taken) { return limit - std::min(limit, taken); }

}  // namespace

std::uint64_t Shares::ownOf(const Claimant& claimant) const {
  const auto own = of_client_.find(claimant);
  return own == of_client_.end() ? 0 : own->second;
}

std::uint64_t Shares::takenBy(Standing standing) const {
  std::uint64_t sum = 0;
  for (const auto& [claimant, amount] : of_client_) sum += claimant.standing == standing ? amount : 0;
  return sum;
}

std::uint64_t Shares::leftFor(const Claimant& claimant) const {
  const std::uint64_t left = rest(limits_.all, taken_);
  if (claimant.standing == Standing::kStranger) {
    return std::min(left, rest(limits_.of_strangers, takenBy(Standing::kStranger)));
  }
  const std::uint64_t own = std::min(left, rest(limits_.of_one_client, ownOf(claimant)));
  if (claimant.standing == Standing::kSteers) return own;
  const std::uint64_t of_others = limits_.kept + limits_.of_strangers;
  return std::min(own, rest(rest(limits_.all, of_others), takenBy(Standing::kWatches)));
}

std::optional<Shares::Share> Shares::take(Claimant claimant, std::uint64_t amount) {
  if (amount == 0) return Share();  // a claimant's entry goes with what it has
  const std::lock_guard lock(mutex_);
  if (amount > leftFor(claimant)) return std::nullopt;
  taken_ += amount;
  of_client_[claimant] += amount;
  return Share(*this, std::move(claimant), amount);
}

Shares::Taken Shares::taken(const Claimant& claimant) const {
  const std::lock_guard lock(mutex_);
  return {.all = taken_, .own = ownOf(claimant)};
}

Shares::Share& Shares::Share::operator=(Share&& other) noexcept {
  if (this == &other) return *this;
  giveBack();
  shares_ = std::exchange(other.shares_, nullptr);
  claimant_ = std::move(other.claimant_);
  amount_ = other.amount_;
  return *this;
}

void Shares::Share::giveBack() {
  Shares* const shares = std::exchange(shares_, nullptr);
  if (shares == nullptr) return;
  const std::lock_guard lock(shares->mutex_);
  shares->taken_ -= amount_;
  const auto own = shares->of_client_.find(claimant_);
  own->second -= amount_;
  if (own->second == 0) shares->of_client_.erase(own);
}

}  // namespace gan
