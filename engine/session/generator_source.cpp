#include "session/generator_source.h"

#include <algorithm>
#include <nlohmann/json.hpp>
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
  // Optimisers take several times as much, and nobody reads them here.
  const auto verify = [&](const CheckpointStore::Entry& entry) {
    CheckpointStore::verify(entry,
                            {takesAverage(entry, config, weights) ? "ema.safetensors" : "generator.safetensors"});
  };
  const CheckpointStore::Entry entry =
      checkpoints.empty()
          ? CheckpointStore(folder.checkpoints()).select(step, CurrentLine(journalSoFar(folder.journal())), {}, verify)
          : CheckpointStore(checkpoints).select(step, CurrentLine(), {}, verify);
  const bool averaged = takesAverage(entry, config, weights);
  const std::string weights_name = averaged ? "ema" : "generator";
  const fs::path file = entry.path / (weights_name + ".safetensors");
  const fs::path discriminator = entry.path / "discriminator.safetensors";
  return {.generator = readGenerator(file, config),
          .file = file,
          .bytes = fs::file_size(file),
          .step = entry.state.step,
          .config = config,
          .discriminator = fs::exists(discriminator) ? discriminator : fs::path(),
          .run = folder.name(),
          .run_id = folder.manifest().id,
          .checkpoint = entry.name,
          .weights = weights_name};
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
  return {.generator = readGenerator(file, config),
          .file = file,
          .bytes = fs::file_size(file),
          .step = own,
          .config = config};
}

}  // namespace

FoundGenerator findGenerator(const fs::path& source, std::optional<std::int64_t> step, const fs::path& checkpoints,
                             const std::string& weights) {
  refuseAddress(source);
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

nlohmann::json generatorFacts(const FoundGenerator& found) {
  nlohmann::json facts;
  if (found.checkpoint.empty()) {
    facts = {{"file", found.file.filename().string()}, {"bytes", found.bytes}};
  } else {
    facts = {
        {"run", found.run}, {"run_id", found.run_id}, {"checkpoint", found.checkpoint}, {"weights", found.weights}};
  }
  if (found.step) facts["step"] = *found.step;
  const GeneratorFacts made = found.generator->facts();
  facts["architecture"] = found.config.text("model.architecture");
  facts["resolution"] = made.resolution;
  facts["channels"] = made.channels;
  facts["classes"] = made.classes;
  facts["latent_size"] = made.latent_size;
  return facts;
}

nlohmann::json provenance(const FoundGenerator& found) {
  return {{"generator", generatorFacts(found)}, {"engine_version", engineVersion()}, {"torch_version", torchVersion()}};
}

std::string jsonText(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void writeJson(const fs::path& file, const nlohmann::json& json) { writeFileAtomically(file, jsonText(json)); }

}  // namespace gan
