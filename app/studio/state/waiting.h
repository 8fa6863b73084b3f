#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "core/message.h"

namespace gan {

/// After which what could not be had is asked for once more.
inline constexpr std::chrono::seconds kAskAgain(1);
/// In which wishes that come together are gathered before pictures are asked for.
inline constexpr std::chrono::milliseconds kGathering(250);

/// Whether others have pictures made, and it is only the turn that is waited for.
inline bool isTurn(const Message& why) {
  return why.id == "pictures_one_call" || why.id == "pictures_one_exploration" || why.id == "pictures_too_many_clients";
}

/// Whether what stood in the way of pictures goes by itself: a process that is started anew, a turn that comes.
inline bool mayPass(const Message& why) {
  constexpr std::array<std::string_view, 3> kPassing = {"sampler_lost", "weights_late", "run_not_served"};
  return isTurn(why) || std::ranges::find(kPassing, why.id) != kPassing.end();
}

}  // namespace gan
