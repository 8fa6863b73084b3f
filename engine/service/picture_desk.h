#pragma once

#include <cstdint>

#include "config/run_config.h"
#include "service/shares.h"

namespace gan {

/// Who may have pictures made, and how many at once. Thread-safe.
class PictureDesk {
 public:
  static constexpr std::uint64_t kClients = 4;
  static constexpr std::int64_t kPictures = 64;
  static constexpr std::int64_t kPixels = 16'000'000;

  PictureDesk();

  /// A client's one call; ends when it goes. The desk must outlive it.
  using Place = Shares::Share;

  /// Throws Error(kResourceExhausted): "pictures_one_call" while the client has another one,
  /// "pictures_too_many_clients".
  Place take(const Claimant& claimant);
  /// Throws Error(kInvalidArgument): "pictures_none", "pictures_too_many", "pictures_too_large". side: of each, in
  /// pixels.
  static void check(std::int64_t count, std::int64_t side);
  /// Throws Error(kFailedPrecondition, "sampler_off") where none are made of that run.
  static void requireEnabled(const RunConfig& config);

 private:
  Shares places_;
};

}  // namespace gan
