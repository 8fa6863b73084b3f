#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "command.h"
#include "config/run_config.h"

namespace gan::app {

inline constexpr std::int64_t kMostSteps = 1'000'000'000'000;  ///< As training.steps.

/// What says how a new run is configured and where it lies: shared by every command that makes or plans one.
struct TrainOptions {
  std::string preset;
  std::string config;
  std::string data;
  std::string out;
  std::int64_t steps = -1;
  std::int64_t epochs = -1;
  std::vector<std::string> set;
};

/// --preset, --config, --data, --out, --steps, --epochs and --set.
void addTrainOptions(CLI::App& command, TrainOptions& options);

/// The configuration that the options ask for. Throws Error(kInvalidArgument, "train_no_configuration") and the
/// errors of reading and checking it.
RunConfig configure(const TrainOptions& options);

/// --out, or runs/2026-11-20-fashion-dcgan, with -2, -3 ... where that is taken.
std::filesystem::path runPath(const TrainOptions& options);

}  // namespace gan::app
