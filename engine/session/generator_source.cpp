#include "session/generator_source.h"

#include <algorithm>
#include <set>
#include <string>

#include "config/recipe_kind.h"
#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "models/weights_file.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "session/environment.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

RunFolder openGanRun(const fs::path& path) {
  RunFolder folder = RunFolder::open(path);
  requireGenerator(folder.config(), path.string());
  return folder;
}

void describeModel(nlohmann::json& facts, const RunConfig& config, const GeneratorFacts& made) {
  facts["architecture"] = config.text("model.architecture");
  facts["resolution"] = made.resolution;
  facts["channels"] = made.channels;
  facts["classes"] = made.classes;
  facts["latent_size"] = made.latent_size;
}

/// Whether a checkpoint's averaged weights are taken.
bool takesAverage(const CheckpointStore::Entry& entry, const RunConfig& config, const std::string& weights) {
  const bool there = fs::exists(entry.path / "ema.safetensors");
  if (weights.empty()) return there && config.text("sampling.weights") == "ema";
  if (weights != "average" && weights != "newest") {
    throw Error(ErrorCode::kInvalidArgument, "weights_unknown",
                "{weights} names no weights of a checkpoint: average and newest do.", {{"weights", excerpt(weights)}});
  }
  if (weights == "average" && !there) {
    throw Error(
        ErrorCode::kInvalidArgument, "weights_not_there",
        "{checkpoint} has no averaged weights, because the run averaged none (ema.enabled). Ask for the newest.",
        {{"checkpoint", entry.path.string()}});
  }
  return weights == "average";
}

FoundGenerator ofRun(const fs::path& path, std::optional<std::int64_t> step, const fs::path& checkpoints,
                     const std::string& weights) {
  const RunFolder folder = openGanRun(path);
  const RunConfig& config = folder.config();
  useFloat32Precision(config);
  const CheckpointStore::Entry entry =
      checkpoints.empty()
          ? CheckpointStore(folder.checkpoints()).select(step, CurrentLine(journalSoFar(folder.journal())), {})
          : CheckpointStore(checkpoints).select(step, CurrentLine(), {});
  const bool averaged = takesAverage(entry, config, weights);
  const std::string file = averaged ? "ema.safetensors" : "generator.safetensors";
  const fs::path discriminator = entry.path / "discriminator.safetensors";
  FoundGenerator found{.generator = readGenerator(entry.path / file, config),
                       .facts = {},
                       .step = entry.state.step,
                       .config = config,
                       .discriminator = fs::exists(discriminator) ? discriminator : fs::path()};
  found.facts = {{"run", folder.name()},
                 {"run_id", folder.manifest().id},
                 {"checkpoint", entry.name},
                 {"step", entry.state.step},
                 {"weights", averaged ? "ema" : "generator"}};
  describeModel(found.facts, config, found.generator->facts());
  return found;
}

FoundGenerator ofWeights(const fs::path& file, std::optional<std::int64_t> step) {
  const RunConfig config = weightsConfig(file);
  const std::optional<std::int64_t> own = weightsStep(file);
  if (step && *step != own.value_or(kStepOfUnknown)) {
    throw Error(ErrorCode::kInvalidArgument, "weights_one_step",
                "{file} is a file of weights, which are of one step ({own}) and not of step {step}. Leave the step "
                "away, or give the run's folder.",
                {{"file", file.string()},
                 {"own", own ? std::to_string(*own) : "it does not say which"},
                 {"step", std::to_string(*step)}});
  }
  useFloat32Precision(config);
  FoundGenerator found{.generator = readGenerator(file, config), .facts = {}, .step = own, .config = config};
  found.facts = {{"file", file.filename().string()}, {"bytes", fs::file_size(file)}};
  if (own) found.facts["step"] = *own;
  describeModel(found.facts, config, found.generator->facts());
  return found;
}

}  // namespace

FoundGenerator findGenerator(const fs::path& source, std::optional<std::int64_t> step, const fs::path& checkpoints,
                             const std::string& weights) {
  if (fs::is_directory(source)) return ofRun(source, step, checkpoints, weights);
  if (fs::is_regular_file(source)) return ofWeights(source, step);
  throw Error(ErrorCode::kNotFound, "pictures_no_source",
              "{path} is neither a run folder nor a file of weights. `gan-engine runs DIR` lists runs.",
              {{"path", source.string()}});
}

std::vector<std::int64_t> checkpointSteps(const fs::path& run, const fs::path& checkpoints) {
  const RunFolder folder = openGanRun(run);
  const bool in_folder = checkpoints.empty();
  const CurrentLine line = in_folder ? CurrentLine(journalSoFar(folder.journal())) : CurrentLine();
  std::set<std::int64_t> steps;
  for (const CheckpointStore::Entry& entry : CheckpointStore(in_folder ? folder.checkpoints() : checkpoints).list()) {
    if (line.contains(entry.state.step, entry.state.segment)) steps.insert(entry.state.step);
  }
  return {steps.begin(), steps.end()};
}

nlohmann::json provenance(const FoundGenerator& found) {
  return {{"generator", found.facts}, {"engine_version", engineVersion()}, {"torch_version", torchVersion()}};
}

std::string jsonText(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void writeJson(const fs::path& file, const nlohmann::json& json) { writeFileAtomically(file, jsonText(json)); }

}  // namespace gan
