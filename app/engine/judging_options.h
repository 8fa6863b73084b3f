#pragma once

#include <cstdint>
#include <string>

#include "command.h"
#include "config/feature_input.h"
#include "evaluation/evaluate.h"
#include "launch/world.h"

namespace gan::app {

/// What the commands that turn pictures into features have in common.
struct JudgingOptions {
  std::string features;
  std::string resize = kUsualResize;
  std::int64_t size = 0;
  std::string device = "auto";
  int threads = 0;  ///< 0 takes every core.
  std::int64_t batch = 50;
};
/// --features, --resize, --size, --device, --threads and --batch.
void addJudgingOptions(CLI::App& command, JudgingOptions& options);

/// The network that the options name, none for kInDomainFeatures; this process computes on as many threads as they say
/// from then on, or on its share of the cores.
JudgingNetwork judgingNetwork(const JudgingOptions& options, const World& world = World());

/// What a word names: a .npz file of moments, or pictures as --data of train takes them. option: how the command line
/// calls it. Throws as chooseData() and checkImageConsistency().
JudgedSet judgedSet(const std::string& option, const std::string& word);

/// For --json.
nlohmann::json kindFacts(const FeatureKind& kind);

}  // namespace gan::app
