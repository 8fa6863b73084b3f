#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "command.h"
#include "core/progress_monitor.h"
#include "launch/world.h"
#include "session/picture_jobs.h"

namespace gan::app {

/// What the commands that draw pictures have in common.
struct PictureOptions {
  std::string source;
  std::string step = "latest";
  std::string device = "auto";
  int threads = 0;  ///< 0: this process's share of the cores.
};
/// RUN, --step, --device and --threads.
void addPictureOptions(CLI::App& command, PictureOptions& options);
PictureSource pictureSource(const PictureOptions& options, const World& world);

/// What numbered samples have in common.
struct SampleOptions {
  std::uint64_t seed = 0;
  std::string classes;
  double truncation = 0;
  std::string truncation_kind = "redraw";
  std::string statistics = "running";
};
/// --seed, --class, --truncation, --truncation-kind and --statistics.
void addSampleOptions(CLI::App& command, SampleOptions& options);
DrawnAlike drawnAlike(const SampleOptions& options);

/// "1 picture", "12,480 pictures".
std::string counted(std::int64_t count, const std::string& noun);

void addQualityOption(CLI::App& command, int& quality);

}  // namespace gan::app
