#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "config/run_config.h"
#include "service/shares.h"

namespace gan {

/// Who may have pictures made, and how many at once: few clients, each exploring in one call and making another one
/// beside it. Thread-safe.
class PictureDesk {
 public:
  static constexpr std::uint64_t kClients = 4;
  static constexpr std::uint64_t kKept = 1;  ///< Of these, for those who steer.
  static constexpr std::int64_t kPictures = 64;
  static constexpr std::int64_t kPixels = 16'000'000;

  /// A client's call; ends when the last copy goes. The desk must outlive it.
  using Place = std::shared_ptr<void>;
  enum class Call { kExplore, kOther };

  /// Throws Error(kResourceExhausted): "pictures_one_exploration", "pictures_one_call" while the client has another one
  /// of that kind, "pictures_too_many_clients".
  Place take(const Claimant& claimant, Call call);
  /// Throws Error(kInvalidArgument): "pictures_none", "pictures_too_many", "pictures_too_large". side: of each, in
  /// pixels.
  static void check(std::int64_t count, std::int64_t side);
  /// Throws Error(kFailedPrecondition, "sampler_off") where none are made of that run.
  static void requireEnabled(const RunConfig& config);

 private:
  struct Open {
    bool explores = false;
    bool has_call = false;
    bool& of(Call call) { return call == Call::kExplore ? explores : has_call; }
  };
  void giveBack(const Claimant& claimant, Call call);
  /// Under the lock: whether one more may come.
  bool hasRoomFor(const Claimant& claimant) const;

  std::mutex mutex_;
  std::map<Claimant, Open> clients_;  ///< Those that have a call open.
};

}  // namespace gan
