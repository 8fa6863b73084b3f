#include "core/random_hex.h"

#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "core/error.h"

namespace gan {

std::string randomHex(std::size_t bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<std::uint8_t, 256> random{};
  if (bytes > random.size() || ::getentropy(random.data(), bytes) != 0) {
    throw Error(ErrorCode::kInternal, "no_random_numbers", "The system gave no {bytes} random bytes.",
                {{"bytes", std::to_string(bytes)}});
  }
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    text += kDigits[random[i] >> 4U];
    text += kDigits[random[i] & 15U];
  }
  return text;
}

}  // namespace gan
