#include "launch/launcher_variables.h"

#include <charconv>
#include <limits>

#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& expected, const std::string& found) {
  throw Error(ErrorCode::kInvalidArgument, "world_bad_environment",
              "The environment says that this is one of several processes, but {name} is {found} where {expected} "
              "was expected. Start with a launcher that sets RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and "
              "MASTER_PORT, or unset RANK and WORLD_SIZE.",
              {{"name", name}, {"expected", expected}, {"found", found}});
}

}  // namespace

std::string LauncherVariables::text(const std::string& name) const {
  const auto value = lookup_(name);
  if (!value || value->empty()) refuse(name, "a value", "nothing");
  return *value;
}

int LauncherVariables::number(const std::string& name, int lowest, int highest) const {
  const std::string value = text(name);
  int parsed = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
  if (error != std::errc() || end != value.data() + value.size() || parsed < lowest || parsed > highest) {
    refuse(name, "a number from " + std::to_string(lowest) + " to " + std::to_string(highest), "\"" + value + "\"");
  }
  return parsed;
}

std::uint16_t LauncherVariables::port(const std::string& name) const {
  return static_cast<std::uint16_t>(number(name, 1, std::numeric_limits<std::uint16_t>::max()));
}

std::uint16_t portFor(std::string_view identity) {
  constexpr std::uint32_t kFirst = 15000;
  constexpr std::uint32_t kCount = 17000;
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char letter : identity) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return static_cast<std::uint16_t>(kFirst + hash % kCount);
}

}  // namespace gan
