#include "session/create_run.h"

#include <algorithm>
#include <string>
#include <vector>

#include "config/batch_size_consistency.h"
#include "config/network_placement.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "data/dataset.h"
#include "launch/starters.h"
#include "models/classifier.h"
#include "models/network.h"
#include "session/environment.h"
#include "session/placed_run.h"

namespace gan {
namespace {

/// Of what is computed here: only CUDA devices do as the configuration says.
std::string float32Precision(const RunConfig& config, const Ranks& ranks) {
  const auto on_gpu = [](const std::string& device) { return device.starts_with("cuda"); };
  return std::ranges::any_of(ranks.devices(), on_gpu) ? config.text("training.float32_precision") : "ieee";
}

/// "cuda:0" of "cuda:0 (NVIDIA H200, GPU-5a3c...) of n3", where this process computes.
std::string deviceOf(const Ranks& ranks) {
  const std::vector<std::string>& all = ranks.devices();
  const auto own = static_cast<std::size_t>(ranks.world().rank);
  const std::string described = own < all.size() ? all[own] : std::string();
  return described.starts_with("cuda:") ? described.substr(0, described.find(' ')) : "cpu";
}

}  // namespace

void resolveClasses(RunConfig& config, const DatasetInfo& data) {
  const std::int64_t asked = config.integer("model.classes");
  if (asked == 0) return;
  const auto present = static_cast<std::int64_t>(data.class_names.size());
  if (present == 0) {
    throw Error(ErrorCode::kFailedPrecondition, "data_without_classes",
                "model.classes = {classes} needs images of classes, but {data} has none. Put the pictures of each "
                "class into a folder of their own, or set model.classes to 0.",
                {{"classes", formatValue(config.value("model.classes"))}, {"data", data.name}});
  }
  if (asked > 0 && asked < present) {
    throw Error(
        ErrorCode::kFailedPrecondition, "data_more_classes",
        "{data} has {present} classes, but model.classes is {classes}. Set it to auto, or to {present} or more.",
        {{"data", data.name}, {"present", std::to_string(present)}, {"classes", std::to_string(asked)}});
  }
  if (asked < 0) config.set("model.classes", present);
}

RunManifest describeRun(const RunConfig& config, const std::string& preset, const std::string& data_fingerprint,
                        const Ranks& ranks) {
  RunManifest manifest;
  manifest.id = randomHex(8);
  manifest.engine_version = engineVersion();
  manifest.torch_version = torchVersion();
  manifest.preset = preset;
  manifest.world_size = ranks.size();
  const auto stages = static_cast<int>(config.integer("distributed.stages"));
  manifest.stages = ranks.size() % stages == 0 ? stages : 1;  // a process on its own holds all of them
  manifest.replicas = ranks.size() / manifest.stages;
  manifest.placement = formatPlacement(networkPlacement(config));
  if (!manifest.placement.empty() || stages > 1) manifest.pipeline = config.text("distributed.pipeline");
  manifest.devices = ranks.devices();
  manifest.float32_precision = float32Precision(config, ranks);
  manifest.launches = launchesOf(processEnvironment());
  manifest.threads = threadCount(static_cast<int>(config.integer("training.threads")), ranks.world().local_size);
  manifest.instruction_set = instructionSet();
  manifest.data_fingerprint = data_fingerprint;
  manifest.created_unix_seconds = unixSeconds();
  return manifest;
}

RunFolder createRun(const std::filesystem::path& path, const RunConfig& config, const std::string& preset,
                    const Ranks& ranks, const std::string& placement) {
  checkConsistency(config);
  const auto stages = static_cast<int>(config.integer("distributed.stages"));
  checkStages(stages, ranks.size());
  checkBatchSize(config, ranks.size() / stages);
  const std::string& architecture = config.text("model.architecture");
  if (findClassifier(architecture) == nullptr) findArchitecture(architecture);
  const auto dataset = openDataset(config);
  RunConfig resolved = config;
  resolveClasses(resolved, dataset->info());
  checkConsistency(resolved);
  RunConfig placed = resolved;
  if (!placement.empty()) placed.setText("distributed.placement", placement);
  checkConsistency(placed);
  RunManifest manifest = describeRun(resolved, preset, dataset->info().fingerprint, ranks);
  if (placed.text("distributed.pipeline") == "auto") {
    placed.setText("distributed.pipeline", choosePipeline(placed, deviceOf(ranks), ranks.devices()));
  }
  // Each stage's block, too. What a process was told besides is for it alone.
  const RunPlacement where = checkedPlacement(placed, placement.empty() ? ranks.size() : 1, deviceOf(ranks));
  checkFitTogether(where, ranks.devices(), stages);
  manifest.placement = where.stages;
  manifest.pipeline = where.pipeline;
  return RunFolder::create(path, resolved, manifest);
}

}  // namespace gan
