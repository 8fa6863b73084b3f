#include "distributed/world.h"

#include <charconv>
#include <cstdlib>
#include <limits>

#include "core/error.h"

namespace gan {
namespace {

constexpr int kMostRanks = 1 << 20;

/// Whole numbers out of an environment; a launcher's mistake is named with the variable.
class Variables {
 public:
  explicit Variables(const EnvironmentLookup& lookup) : lookup_(lookup) {}

  std::string text(const std::string& name) const {
    const auto value = lookup_(name);
    if (!value || value->empty()) refuse(name, "a value", "nothing");
    return *value;
  }

  int number(const std::string& name, int lowest, int highest) const {
    const std::string value = text(name);
    int parsed = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
    if (error != std::errc() || end != value.data() + value.size() || parsed < lowest || parsed > highest) {
      refuse(name, "a number from " + std::to_string(lowest) + " to " + std::to_string(highest), "\"" + value + "\"");
    }
    return parsed;
  }

 private:
  [[noreturn]] static void refuse(const std::string& name, const std::string& expected, const std::string& found) {
    throw Error(ErrorCode::kInvalidArgument, "world_bad_environment",
                "The environment says that this is one of several processes, but {name} is {found} where {expected} "
                "was expected. Start with a launcher that sets RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and "
                "MASTER_PORT, or unset RANK and WORLD_SIZE.",
                {{"name", name}, {"expected", expected}, {"found", found}});
  }

  const EnvironmentLookup& lookup_;
};

World torchrunWorld(const EnvironmentLookup& environment) {
  const Variables variables(environment);
  World world;
  world.size = variables.number("WORLD_SIZE", 1, kMostRanks);
  world.rank = variables.number("RANK", 0, world.size - 1);
  world.local_rank = variables.number("LOCAL_RANK", 0, world.size - 1);
  world.local_size = environment("LOCAL_WORLD_SIZE")
                         ? variables.number("LOCAL_WORLD_SIZE", world.local_rank + 1, world.size)
                         : world.local_rank + 1;
  world.found = "RANK and WORLD_SIZE of the environment";
  if (world.alone()) return world;
  world.store_host = variables.text("MASTER_ADDR");
  world.store_port =
      static_cast<std::uint16_t>(variables.number("MASTER_PORT", 1, std::numeric_limits<std::uint16_t>::max()));
  // torchrun's agent answers at that port itself, for all attempts at the same one (torch/distributed/rendezvous.py).
  if (environment("TORCHELASTIC_USE_AGENT_STORE") == "True") {
    world.store_at = World::StoreHost::kLauncher;
    world.attempt = environment("TORCHELASTIC_RESTART_COUNT").value_or("");
  }
  return world;
}

}  // namespace

EnvironmentLookup processEnvironment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

World findWorld(const EnvironmentLookup& environment) {
  if (environment("RANK") && environment("WORLD_SIZE")) return torchrunWorld(environment);
  return {};
}

}  // namespace gan
