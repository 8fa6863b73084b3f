#pragma once

#include <cstdint>

#include "service/shares.h"

namespace gan {

/// Who may have pictures made, and how many at once. Thread-safe.
class PictureDesk {
 public:
  static constexpr std::uint64_t kClients = 4;
  static constexpr std::int64_t kPictures = 64;
  static constexpr std::int64_t kPixels = 16'000'000;

  /// A client's one call; ends when it goes. The desk must outlive it.
  using Place = Shares::Share;

  /// Throws Error(kResourceExhausted): "pictures_one_call" while the client has another one,
  /// "pictures_too_many_clients".
  Place take(const Claimant& claimant);
  /// Throws Error(kInvalidArgument): "pictures_none", "pictures_too_many", "pictures_too_large". side: of each, in
  /// pixels.
  static void check(std::int64_t count, std::int64_t side);

 private:
  Shares places_{{.all = kClients, .kept = 1, .of_one_client = 1}};
};

}  // namespace gan
