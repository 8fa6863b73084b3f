#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.h"
#include "protocol/target.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool isWhole(std::string_view path) { return path.find('\0') == std::string_view::npos; }

bool isPort(std::string_view text) {
  return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string_view::npos &&
         std::stoi(std::string(text)) <= 65535;
}

/// Nothing that ssh reads as an option, and nothing that ends a word for a shell.
bool isOneWord(std::string_view name) {
  return !name.empty() && name.front() != '-' &&
         name.find_first_of(std::string_view("\0 \t\n\r'\"`$&|;<>()\\*?@/", 21)) == std::string_view::npos;
}

void check(const gan::FolderTarget& target) { require(!target.run.empty() && isWhole(target.run.native())); }

void check(const gan::UnixTarget& target) { require(target.socket.is_absolute() && isWhole(target.socket.native())); }

void check(const gan::TlsTarget& target) {
  const std::size_t colon = target.address.rfind(':');
  require(colon != std::string::npos && isOneWord(std::string_view(target.address).substr(0, colon)) &&
          isPort(std::string_view(target.address).substr(colon + 1)));
  require(target.fingerprint.empty() ||
          (target.fingerprint.size() == 64 &&
           target.fingerprint.find_first_not_of("0123456789abcdef") == std::string::npos));
}

void check(const gan::SshTarget& target) {
  require(isOneWord(target.host) && (target.user.empty() || isOneWord(target.user)) &&
          (target.port.empty() || isPort(target.port)));
  require(target.path.starts_with('/') && isWhole(target.path));
}

}  // namespace

// Whatever somebody types or pastes as the place of an engine is refused with an Error, or names one place in words
// that no other program takes for anything else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    std::visit([](const auto& target) { check(target); },
               gan::parseTarget({.text = text, .token = "token", .certificate = "certificate"}));
  } catch (const gan::Error& error) {
    if (error.id() != "target_invalid" || error.message().size() > 1000) std::abort();
  }
  return 0;
}
