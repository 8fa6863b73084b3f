#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "config/architecture_facts.h"
#include "config/batch_size_consistency.h"
#include "config/class_list.h"
#include "config/data_consistency.h"
#include "config/evaluation_scores.h"
#include "config/network_placement.h"
#include "config/number_list.h"
#include "config/objective_facts.h"
#include "config/recipe_kind.h"
#include "config/run_config.h"
#include "config/sheet_list.h"
#include "config/text.h"
#include "config/value_schedule.h"
#include "core/error.h"
#include "core/units.h"

namespace gan {
namespace {

constexpr std::int64_t kMaxFullyConnectedResolution = 128;
constexpr double kMaxPreparedBytes = 16.0 * 1024 * 1024 * 1024;

// `why` says what does not go together and what to do; it may use {first_value}, {second_value} and what `more` names.
[[noreturn]] void throwConflict(const RunConfig& config, const std::string& first, const std::string& second,
                                const std::string& why, std::vector<ErrorArgument> more = {}) {
  std::vector<ErrorArgument> arguments = {{"first", first},
                                          {"first_value", formatValue(config.value(first))},
                                          {"second", second},
                                          {"second_value", formatValue(config.value(second))}};
  std::ranges::move(more, std::back_inserter(arguments));
  throw Error(ErrorCode::kInvalidArgument, "config_conflict",
              "{first} = {first_value} does not go with {second} = {second_value}: " + why, std::move(arguments));
}

void checkAccumulation(const RunConfig& config) {
  if (config.text("training.schedule") == "alternating" || config.text("training.generator_images") != "reused") return;
  if (config.integer("accumulation.generator") <= config.integer("accumulation.discriminator")) return;
  throwConflict(config, "accumulation.generator", "accumulation.discriminator",
                "the generator is updated with the images that the discriminator has seen last, and these are fewer. "
                "Set training.generator_images to anew, or lower accumulation.generator.");
}

void checkObjective(const RunConfig& config) {
  if (objectiveFacts(config).compares && config.text("training.schedule") == "alternating") {
    throwConflict(config, "objective.loss", "training.schedule",
                  "it compares generated images with the real ones of the discriminator's update. Set "
                  "training.schedule to discriminator_first, or choose another loss.");
  }
}

void checkClassifier(const RunConfig& config) {
  if (recipeKind(config) != RecipeKind::kClassifier) return;
  if (config.integer("model.classes") == 0) {
    throwConflict(config, "model.classes", "model.architecture",
                  "a classifier tells classes apart. Set model.classes to their number or to auto.");
  }
  const auto channels = static_cast<std::size_t>(config.integer("data.channels"));
  for (const char* field : {"data.mean", "data.deviation"}) {
    const std::vector<double> numbers = numberList(config.text(field));
    if (numbers.size() != 1 && numbers.size() != channels) {
      throwConflict(config, field, "data.channels", "give one number for all channels, or one for each.");
    }
    if (std::string_view(field) == "data.deviation" && std::ranges::any_of(numbers, [](double n) { return n <= 0; })) {
      throwConflict(config, field, "model.architecture", "images are divided by it, so it must be above 0.");
    }
  }
}

void checkAttention(const RunConfig& config) {
  if (config.text("model.attention").empty()) return;
  const auto largest = static_cast<double>(config.integer("data.resolution"));
  for (const double size : numberList(config.text("model.attention"))) {
    const bool of_a_map = size >= 8 && size <= largest && std::has_single_bit(static_cast<std::uint64_t>(size)) &&
                          size == std::floor(size);
    if (of_a_map) continue;
    throwConflict(config, "model.attention", "data.resolution",
                  "the networks have maps of 8, 16, 32 ... px up to the images' size, and none of {size} px.",
                  {{"size", formatValue(Value(size))}});
  }
}

void checkHierarchical(const RunConfig& config) {
  if (!config.flag("model.hierarchical")) return;
  if (config.integer("model.classes") != 0 && config.integer("model.shared_size") == 0) {
    throwConflict(config, "model.hierarchical", "model.shared_size",
                  "with classes, what enters at each block goes along with a shared embedding. Set model.shared_size, "
                  "to 128 for example, or model.hierarchical to false.");
  }
  // One part at the bottom, of 4 px, and one for each block, which doubles the maps.
  const std::int64_t parts = std::bit_width(static_cast<std::uint64_t>(config.integer("data.resolution"))) - 2;
  const std::int64_t size = config.integer("model.latent_size");
  if (size % parts == 0) return;
  throwConflict(
      config, "model.latent_size", "model.hierarchical",
      "at this data.resolution the latent is cut into {parts} equal parts. Set model.latent_size to {nearest}, "
      "for example.",
      {{"parts", std::to_string(parts)}, {"nearest", std::to_string(std::max(size / parts, std::int64_t{1}) * parts)}});
}

void checkModel(const RunConfig& config) {
  const std::int64_t resolution = config.integer("data.resolution");
  const std::string& architecture = config.text("model.architecture");
  const ArchitectureFacts& facts = architectureFacts(config);
  if (!facts.sizes.empty() && std::ranges::find(facts.sizes, resolution) == facts.sizes.end()) {
    std::vector<std::string> sizes;
    for (const std::int64_t size : facts.sizes) sizes.push_back(std::to_string(size));
    throwConflict(config, "data.resolution", "model.architecture", "it makes images of {sizes} px.",
                  {{"sizes", joinChoices(sizes)}});
  }
  if (facts.residual) {
    checkAttention(config);
    checkHierarchical(config);
  }
  if (architecture == "biggan-deep" &&
      std::min(config.integer("model.generator_width"), config.integer("model.discriminator_width")) < 4) {
    throwConflict(config, "model.generator_width", "model.architecture",
                  "its blocks work on a quarter of their channels. Set model.generator_width and "
                  "model.discriminator_width to at least 4.");
  }
  if (architecture == "mlp" && resolution > kMaxFullyConnectedResolution) {
    throwConflict(config, "data.resolution", "model.architecture",
                  "a fully connected network grows with every pixel; use at most 128 px, or dcgan.");
  }
  if (architecture == "mlp" && config.integer("model.discriminator_width") < 2) {
    throwConflict(config, "model.discriminator_width", "model.architecture",
                  "its second hidden layer has half the width of the first; use at least 2.");
  }
}

/// Whoever sets what has no effect has something else in mind.
void checkHasEffect(const RunConfig& config, const std::string& path) {
  const Need* const unmet = unmetNeed(config.schema().at(path), config);
  if (unmet == nullptr) return;
  throwConflict(config, path, unmet->path,
                unmet->kind == Need::Kind::kOneOf
                    ? "it has no effect unless {second} is {needed}. Leave {first} out, or change {second}."
                    : "it has no effect while {second} is {needed}. Leave {first} out, or change {second}.",
                {{"needed", joinChoices(unmet->values)}});
}

void checkNeeds(const RunConfig& config) {
  for (const auto& [path, value] : config.changed()) checkHasEffect(config, path);
}

void checkRecomputation(const RunConfig& config) {
  if (!config.flag("training.activation_checkpointing")) return;
  for (const char* name : {"r1", "r2", "gradient_penalty"}) {
    const std::string path = "regulariser." + std::string(name) + ".weight";
    if (config.real(path) > 0) {
      throwConflict(
          config, path, "training.activation_checkpointing",
          "it differentiates gradients, which blocks that are computed once more do not have. Set one of them "
          "to its default.");
    }
  }
}

void checkPrecision(const RunConfig& config) {
  if (config.text("training.precision") != "float16") return;
  for (const char* network : {"generator", "discriminator", "classifier"}) {
    const std::string path = "optimizer." + std::string(network) + ".algorithm";
    if (config.text(path) == "rmsprop" && applies(config.schema().at(path), config)) {
      throwConflict(config, path, "training.precision",
                    "an update that overflows float16 is left out, and there is no rmsprop that can. Choose another "
                    "optimiser, or bfloat16.");
    }
  }
}

void checkStages(const RunConfig& config) {
  if (config.integer("distributed.stages") == 1) return;
  if (!networkPlacement(config).isDefault()) {
    throwConflict(
        config, "distributed.placement", "distributed.stages",
        "the one cuts networks among the devices of one process, the other among processes, each with its own "
        "device. Leave distributed.placement empty, or set distributed.stages to 1.");
  }
  if (config.flag("training.cuda_graph")) {
    throwConflict(config, "training.cuda_graph", "distributed.stages",
                  "a captured graph is of one device. Set training.cuda_graph to false, or distributed.stages to 1.");
  }
}

void checkPlacement(const RunConfig& config) {
  const NetworkPlacement placement = networkPlacement(config);
  if (placement.isDefault()) return;
  if (config.flag("training.cuda_graph")) {
    throwConflict(config, "training.cuda_graph", "distributed.placement",
                  "a captured graph is of one device. Set training.cuda_graph to false, or leave "
                  "distributed.placement empty.");
  }
  const std::vector<std::string> devices = placement.devices();
  const bool mixes = devices.size() > 1 && std::ranges::find(devices, "cpu") != devices.end();
  const std::string& precision = config.text("training.precision");
  if (mixes && (precision == "float16" || precision == "bfloat16")) {
    throwConflict(config, "training.precision", "distributed.placement",
                  "16 bits are of one kind of device. Set training.precision to float32, or name GPUs only or the CPU "
                  "only.");
  }
}

void checkSchedules(const RunConfig& config) {
  for (const Field& field : config.schema().fields()) {
    if (field.path.ends_with(".schedule") && field.type == FieldType::kText) {
      ValueSchedule::parse(field.path, config.text(field.path));
    }
  }
}

void checkAllButEvaluations(const RunConfig& config) {
  checkAccumulation(config);
  checkObjective(config);
  checkNeeds(config);
  checkModel(config);
  checkClassifier(config);
  checkSchedules(config);
  checkPrecision(config);
  checkPlacement(config);
  checkStages(config);
  checkRecomputation(config);
  checkDataConsistency(config);
  classList(config.text("sampling.classes"), config.integer("model.classes"));
  sheetList(config.text("sampling.with_checkpoint"));
}

}  // namespace

void checkImageConsistency(const RunConfig& config) {
  const std::string& source = config.text("data.source");
  if (config.integer("data.channels") == 2) {
    throwConflict(config, "data.channels", "data.source", "images have 1 channel (grey) or 3 (colour).");
  }
  if (source != "shapes" && config.text("data.path").empty()) {
    throwConflict(config, "data.path", "data.source",
                  "it reads images from a folder. Say which with --data FOLDER, or set data.source to shapes.");
  }
  if (source == "s3" && !config.text("data.stage_to").empty()) {
    throwConflict(
        config, "data.stage_to", "data.source",
        "images from S3 are not staged, but keep copies of their own. Set data.cache_path to a folder on this "
        "machine's disk, and leave data.stage_to empty.");
  }
}

void checkDataConsistency(const RunConfig& config) {
  checkImageConsistency(config);
  const std::string& source = config.text("data.source");
  const bool dropped = config.text("data.last_batch") == "drop";
  if (source == "shapes" && dropped && config.integer("data.shapes_count") < config.integer("data.batch_size")) {
    throwConflict(config, "data.shapes_count", "data.batch_size", "an epoch must hold at least one batch.");
  }
  const auto resolution = static_cast<double>(config.integer("data.resolution"));
  const double batch_bytes = static_cast<double>(config.integer("data.batch_size")) * resolution * resolution *
                             static_cast<double>(config.integer("data.channels")) * sizeof(float);
  const double prepared_bytes = batch_bytes * static_cast<double>(config.integer("data.prefetch_batches") + 2);
  if (prepared_bytes > kMaxPreparedBytes) {
    throwConflict(config, "data.batch_size", "data.resolution",
                  "batches prepared ahead would take {size}; at most 16 GiB are allowed. Lower one of them or "
                  "data.prefetch_batches.",
                  {{"size", formatBytes(static_cast<std::uint64_t>(prepared_bytes))}});
  }
}

namespace {

bool hasEnoughToNormalise(const RunConfig& config, int processes) {
  const bool of_all = config.text("distributed.batch_norm") == "all_ranks";
  const std::int64_t images = config.integer("data.batch_size") * (of_all ? processes : 1);
  return images * architectureFacts(config).least_normalised_pixels(config) > 1;
}

}  // namespace

void checkBatchSize(const RunConfig& config, int processes) {
  if (hasEnoughToNormalise(config, processes)) return;
  throwConflict(config, "data.batch_size", "model.architecture",
                processes > 1 ? "batch normalisation cannot take the variance of the one image that each process has. "
                                "Set data.batch_size to at least 2 or distributed.batch_norm to all_ranks."
                              : "batch normalisation cannot take the variance of one image. Set data.batch_size to at "
                                "least 2.");
}

void checkBranchBatchSize(const RunConfig& branch, const RunConfig& parent, int processes) {
  if (hasEnoughToNormalise(parent, processes)) checkBatchSize(branch, processes);
}

void checkStages(int stages, int processes) {
  if (processes % stages == 0) return;
  throw Error(ErrorCode::kInvalidArgument, "stages_processes",
              "distributed.stages = {stages}: each copy of the networks is held by {stages} processes, and {processes} "
              "cannot be divided so. Train with --processes {example} or a multiple of {stages}, or set "
              "distributed.stages to 1.",
              {{"stages", std::to_string(stages)},
               {"processes", std::to_string(processes)},
               {"example", std::to_string((processes / stages + 1) * stages)}});
}

void checkConsistency(const RunConfig& config) {
  checkAllButEvaluations(config);
  checkEvaluation(config);
}

void checkChanges(const RunConfig& config, std::span<const std::string> changes) {
  checkAllButEvaluations(config);
  const auto is_about_them = [](const std::string& change) { return change.starts_with("evaluation."); };
  if (std::ranges::any_of(changes, is_about_them)) checkEvaluation(config);
}

void checkHaveEffect(const RunConfig& config, std::span<const std::string> assignments) {
  for (const std::string& assignment : assignments) checkHasEffect(config, assignment.substr(0, assignment.find('=')));
}

}  // namespace gan
