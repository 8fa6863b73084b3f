#include "session/weights_run.h"

#include <charconv>
#include <string>
#include <system_error>

#include "config/recipe_kind.h"
#include "core/units.h"
#include "interop/safetensors.h"
#include "models/weights_file.h"
#include "run/checkpoint_store.h"
#include "session/create_run.h"

namespace gan {
namespace {

/// 0 where the file does not say it.
std::int64_t stepOf(const SafetensorsFile& file) {
  std::int64_t step = 0;
  const auto found = file.metadata().find(kStepMetadata);
  if (found != file.metadata().end()) {
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), step);
  }
  return step < 0 ? 0 : step;
}

}  // namespace

RunFolder makeWeightsRun(const std::filesystem::path& folder, const std::filesystem::path& weights) {
  const RunConfig config = weightsConfig(weights);
  requireGenerator(config, weights.string());
  RunFolder run = RunFolder::create(folder, config, describeRun(config, "", "weights alone"));
  CheckpointState state;
  state.step = stepOf(SafetensorsFile(weights));
  state.segment = 1;
  state.unix_seconds = unixSeconds();
  CheckpointStore(run.checkpoints()).write(state, [&weights](const std::filesystem::path& checkpoint) {
    const std::filesystem::path name = checkpoint / "generator.safetensors";
    std::error_code other_file_system;
    std::filesystem::create_hard_link(weights, name, other_file_system);
    if (other_file_system) std::filesystem::copy_file(weights, name);
  });
  return run;
}

}  // namespace gan
