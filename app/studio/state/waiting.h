#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "core/message.h"

namespace gan {

/// After which what could not be had is asked for once more.
inline constexpr std::chrono::seconds kAskAgain(1);

/// Whether what stood in the way of pictures goes by itself: a process that is started anew, a place that gets free.
inline bool mayPass(const Message& why) {
  constexpr std::array<std::string_view, 5> kPassing = {"sampler_lost", "weights_late", "run_not_served",
                                                        "pictures_one_call", "pictures_too_many_clients"};
  return std::ranges::find(kPassing, why.id) != kPassing.end();
}

}  // namespace gan
