#include "core/random_id.h"

#include <random>
#include <string_view>

namespace gan {

std::string randomId() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device device;
  std::string id;
  for (int i = 0; i < 16; ++i) id += kDigits[device() % kDigits.size()];
  return id;
}

}  // namespace gan
