#include "service/byte_budget.h"

#include "core/error.h"
#include "core/units.h"

namespace gan {

ByteBudget::Share ByteBudget::take(const std::string& client, std::uint64_t bytes) {
  if (bytes == 0) return {};  // the client's entry goes with its last byte, and has nothing to give back to
  const std::lock_guard lock(mutex_);
  const auto own = of_client_.find(client);
  const std::uint64_t held = own == of_client_.end() ? 0 : own->second;
  if (bytes > limits_.of_one_client - held || bytes > limits_.all - taken_) {
    throw Error(
        ErrorCode::kResourceExhausted, "answers_not_taken",
        "An answer of {bytes} has to wait until others were taken: {own} are on their way to this client, {all} "
        "to all together. Take them, or end those calls, then ask again.",
        {{"bytes", formatBytes(bytes)}, {"own", formatBytes(held)}, {"all", formatBytes(taken_)}});
  }
  taken_ += bytes;
  of_client_[client] += bytes;
  return Share(*this, client, bytes);
}

ByteBudget::Share& ByteBudget::Share::operator=(Share&& other) noexcept {
  if (this != &other) {
    giveBack();
    budget_ = std::exchange(other.budget_, nullptr);
    client_ = std::move(other.client_);
    bytes_ = other.bytes_;
  }
  return *this;
}

void ByteBudget::Share::giveBack() {
  ByteBudget* budget = std::exchange(budget_, nullptr);
  if (budget == nullptr) return;
  const std::lock_guard lock(budget->mutex_);
  budget->taken_ -= bytes_;
  const auto own = budget->of_client_.find(client_);
  own->second -= bytes_;
  if (own->second == 0) budget->of_client_.erase(own);
}

}  // namespace gan
