#include "launch/world.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/error.h"
#include "launch/launcher_variables.h"
#include "launch/starters.h"

namespace gan {
namespace {

std::optional<std::uint16_t> portNumber(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

World flagWorld(const WorldFlags& flags) {
  if (flags.size < 1 || flags.size > kMostRanks || flags.rank < 0 || flags.rank >= flags.size) {
    throw Error(ErrorCode::kInvalidArgument, "world_bad_flags",
                "--rank {rank} and --world-size {size}: expected a rank from 0 up to one less than the size.",
                {{"rank", std::to_string(flags.rank)}, {"size", std::to_string(flags.size)}});
  }
  World world;
  world.rank = flags.rank;
  world.size = flags.size;
  world.local_rank = flags.local_rank;
  world.local_size = flags.local_rank + 1;
  world.found = "the command line";
  if (world.alone()) return world;
  const std::size_t colon = flags.meet_at.rfind(':');
  const std::optional<std::uint16_t> port =
      colon == std::string::npos ? std::nullopt : portNumber(std::string_view(flags.meet_at).substr(colon + 1));
  if (!port || colon == 0) {
    throw Error(
        ErrorCode::kInvalidArgument, "world_bad_meeting_place",
        "--meet-at is \"{value}\": expected HOST:PORT, the host of rank 0 and a free port of it from 1 to 65535, "
        "such as node1:29500, the same for every process.",
        {{"value", flags.meet_at}});
  }
  world.store_host = flags.meet_at.substr(0, colon);
  world.store_port = *port;
  return world;
}

}  // namespace

World torchrunWorld(const EnvironmentLookup& environment) {
  const LauncherVariables variables(environment);
  World world;
  world.size = variables.number("WORLD_SIZE", 1, kMostRanks);
  world.rank = variables.number("RANK", 0, world.size - 1);
  world.local_rank = variables.number("LOCAL_RANK", 0, world.size - 1);
  world.local_size =
      environment("LOCAL_WORLD_SIZE") ? variables.number("LOCAL_WORLD_SIZE", world.local_rank + 1, world.size) : 1;
  world.found = "RANK and WORLD_SIZE of the environment";
  if (world.alone()) return world;
  world.store_host = variables.text("MASTER_ADDR");
  world.store_port = variables.port("MASTER_PORT");
  // torchrun's agent answers at that port itself, for all attempts at the same one (torch/distributed/rendezvous.py).
  if (environment("TORCHELASTIC_USE_AGENT_STORE") == "True") {
    world.store_at = World::StoreHost::kLauncher;
    world.attempt = environment("TORCHELASTIC_RESTART_COUNT").value_or("");
  }
  return world;
}

EnvironmentLookup processEnvironment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

World findWorld(const EnvironmentLookup& environment, const WorldFlags& flags) {
  if (flags.size > 0) return flagWorld(flags);
  if (environment("RANK") && environment("WORLD_SIZE")) return torchrunWorld(environment);
  // Before Slurm's: inside a job mpirun starts its helpers by srun, and what they start inherits a step that is theirs.
  if (auto world = mpiWorld(environment)) return *world;
  if (auto world = slurmWorld(environment)) return *world;
  return {};
}

int restartsBefore(const EnvironmentLookup& environment) {
  int restarts = 0;
  for (const Starter& starter : startersOf(environment)) restarts += starter.restarts;
  return restarts;
}

}  // namespace gan
