#include "session/create_run.h"

#include "core/random_hex.h"
#include "core/units.h"
#include "data/dataset.h"
#include "distributed/starters.h"
#include "models/network.h"
#include "session/environment.h"

namespace gan {
RunManifest describeRun(const RunConfig& config, const std::string& preset, const std::string& data_fingerprint,
                        const Ranks& ranks) {
  RunManifest manifest;
  manifest.id = randomHex(8);
  manifest.engine_version = engineVersion();
  manifest.torch_version = torchVersion();
  manifest.preset = preset;
  manifest.world_size = ranks.size();
  manifest.devices = ranks.devices();
  manifest.launches = launchesOf(processEnvironment());
  manifest.threads = threadCount(static_cast<int>(config.integer("training.threads")), ranks.world().local_size);
  manifest.instruction_set = instructionSet();
  manifest.data_fingerprint = data_fingerprint;
  manifest.created_unix_seconds = unixSeconds();
  return manifest;
}

RunFolder createRun(const std::filesystem::path& path, const RunConfig& config, const std::string& preset,
                    const Ranks& ranks) {
  checkConsistency(config);
  findArchitecture(config.text("model.architecture"));
  const auto dataset = openDataset(config);
  return RunFolder::create(path, config, describeRun(config, preset, dataset->info().fingerprint, ranks));
}

}  // namespace gan
