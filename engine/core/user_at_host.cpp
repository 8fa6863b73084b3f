#include "core/user_at_host.h"

#include <pwd.h>
#include <unistd.h>

#include <array>

#include "core/host_name.h"

namespace gan {
namespace {

std::string userName() {
  std::array<char, 4096> memory{};
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(geteuid(), &entry, memory.data(), memory.size(), &found) == 0 && found != nullptr) {
    return found->pw_name;
  }
  return "user " + std::to_string(geteuid());
}

}  // namespace

std::string userAtHost() { return userName().substr(0, 64) + "@" + hostName().substr(0, 64); }

}  // namespace gan
