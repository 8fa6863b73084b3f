#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace gan {

/// Who takes a share of what is limited.
struct Claimant {
  enum class Standing { kStranger, kWatches, kSteers };

  std::string client;  ///< As Caller has it.
  Standing standing = Standing::kStranger;

  friend auto operator<=>(const Claimant& a, const Claimant& b) = default;
};

/// What clients take of something that is limited: so much in all, and so much each, so that none can take the whole.
/// Those who may only watch leave a part to those who may steer, and whoever has not shown a token yet has a share of
/// a small part, which is nobody else's. Thread-safe.
class Shares {
 public:
  struct Limits {
    std::uint64_t all = 0;
    std::uint64_t kept = 0;           ///< Of all: for those who steer.
    std::uint64_t of_strangers = 0;   ///< Of all: for strangers, together.
    std::uint64_t of_one_client = 0;  ///< And standing: who watches takes nothing of one who steers from there.
  };

  /// What was taken; gives it back when it goes. Its Shares must outlive it.
  class Share {
   public:
    Share() = default;
    Share(Share&& other) noexcept
        : shares_(std::exchange(other.shares_, nullptr)),
          claimant_(std::move(other.claimant_)),
          amount_(other.amount_) {}
    Share& operator=(Share&& other) noexcept;
    ~Share() { giveBack(); }

   private:
    friend class Shares;
    Share(Shares& shares, Claimant claimant, std::uint64_t amount)
        : shares_(&shares), claimant_(std::move(claimant)), amount_(amount) {}
    void giveBack();

    Shares* shares_ = nullptr;
    Claimant claimant_;
    std::uint64_t amount_ = 0;
  };

  explicit Shares(const Limits& limits) : limits_(limits) {}

  /// Nothing when there is not so much left for that claimant.
  std::optional<Share> take(Claimant claimant, std::uint64_t amount = 1);

  struct Taken {
    std::uint64_t all = 0;
    std::uint64_t own = 0;
  };
  Taken taken(const Claimant& claimant) const;

 private:
  // Under the lock.
  std::uint64_t ownOf(const Claimant& claimant) const;
  std::uint64_t takenBy(Claimant::Standing standing) const;
  /// How much more the claimant may take.
  std::uint64_t leftFor(const Claimant& claimant) const;

  const Limits limits_;
  mutable std::mutex mutex_;
  std::uint64_t taken_ = 0;
  std::map<Claimant, std::uint64_t> of_client_;  ///< Of those that have something.
};

}  // namespace gan
