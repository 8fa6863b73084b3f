#include "core/host_name.h"

#include <unistd.h>

#include <array>

namespace gan {

std::string hostName() {
  std::array<char, 256> name{};  // HOST_NAME_MAX is 64 on Linux; the last byte stays 0
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "localhost";
  return name.data();
}

}  // namespace gan
