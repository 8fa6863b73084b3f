#include "session/weights_run.h"

#include <string>
#include <system_error>

#include "config/recipe_kind.h"
#include "core/error.h"
#include "core/message.h"
#include "core/units.h"
#include "models/weights_file.h"
#include "run/checkpoint_store.h"
#include "session/create_run.h"
#include "session/generator_source.h"

namespace gan {
namespace {

/// Or else every picture would fail, one by one.
void requireItsGenerator(const std::filesystem::path& weights, const RunConfig& config) {
  try {
    readGenerator(weights, config);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kFailedPrecondition) throw;
    throw Error(ErrorCode::kInvalidArgument, "weights_no_generator",
                "{file} does not hold the generator of the network that it names ({reason}). Give the file "
                "ema.safetensors or generator.safetensors of a checkpoint.",
                {{"file", weights.string()}, because(error)});
  }
}

}  // namespace

RunFolder makeWeightsRun(const std::filesystem::path& folder, const std::filesystem::path& weights) {
  const RunConfig config = weightsConfig(weights);
  requireGenerator(config, weights.string());
  requireItsGenerator(weights, config);
  RunFolder run = RunFolder::create(folder, config, describeRun(config, "", kWeightsAlone));
  CheckpointState state;
  state.step = weightsStep(weights).value_or(kStepOfUnknown);
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
