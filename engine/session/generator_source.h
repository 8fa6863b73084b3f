#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config/run_config.h"
#include "models/network.h"
#include "session/picture_requests.h"

namespace gan {

/// A generator that was found, and what to say of it beside a picture.
struct FoundGenerator {
  std::shared_ptr<Generator> generator;
  std::filesystem::path file = {};           ///< Of its weights.
  std::uint64_t bytes = 0;                   ///< What that takes.
  std::optional<std::int64_t> step;          ///< As far as it is known.
  RunConfig config = RunConfig();            ///< Of the run, or as the weights say it.
  std::filesystem::path discriminator = {};  ///< A file of the weights of the same step; empty: there is none.

  // Of a run's only; empty where there are but weights.
  std::string run = {};
  std::string run_id = {};
  std::string checkpoint = {};
  std::string weights = {};  ///< "ema" or "generator".
};

/// The step that stands for weights which do not say theirs.
inline constexpr std::int64_t kStepOfUnknown = 0;

/// Of a run's checkpoint, the averaged weights where the run draws its pictures from them, or those that `weights`
/// names
/// ("average", "newest"); or of a file of weights, which has one step. checkpoints: where those of the run are, also
/// superseded ones; empty: in its folder.
/// Throws Error(kNotFound, "pictures_no_source"), Error(kFailedPrecondition, "run_no_generator"),
/// Error(kInvalidArgument, "weights_no_config" | "weights_one_step" |
/// "weights_not_there" | "weights_unknown"), refuseAddress()'s, CheckpointStore::select()'s, readGenerator()'s.
FoundGenerator findGenerator(const std::filesystem::path& source, std::optional<std::int64_t> step,
                             const std::filesystem::path& checkpoints = {}, const std::string& weights = {});

/// Steps of the checkpoints that count, oldest first; checkpoints as above. Throws likewise for what is no run of a
/// GAN.
std::vector<std::int64_t> checkpointSteps(const std::filesystem::path& run,
                                          const std::filesystem::path& checkpoints = {});

/// Run, checkpoint, step, weights, architecture: whose pictures these are.
nlohmann::json generatorFacts(const FoundGenerator& found);
/// What stands in every JSON beside a picture: versions and the generator.
nlohmann::json provenance(const FoundGenerator& found);

/// JSON for people.
std::string jsonText(const nlohmann::json& json);
/// Writes it, atomically.
void writeJson(const std::filesystem::path& file, const nlohmann::json& json);

}  // namespace gan
