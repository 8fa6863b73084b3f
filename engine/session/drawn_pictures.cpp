#include "session/drawn_pictures.h"

#include <ATen/ops/stack.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "config/network_placement.h"
#include "core/error.h"
#include "data/resample.h"
#include "models/network_blocks.h"
#include "models/weights_file.h"
#include "sampling/grid_sampler.h"
#include "sampling/picture_file.h"
#include "session/environment.h"
#include "training/block_memory.h"

namespace gan {

namespace {

FoundGenerator findOnOneThread(const PictureSource& source) {
  setThreads(1);
  return findGenerator(source.path, source.step, source.checkpoints, source.weights);
}

double weightsOf(const NetworkBlock& block) {
  double bytes = 0;
  for (const auto& module : block.modules) {
    for (const at::Tensor& tensor : module->parameters()) bytes += static_cast<double>(tensor.nbytes());
    for (const at::Tensor& tensor : module->buffers()) bytes += static_cast<double>(tensor.nbytes());
  }
  return bytes;
}

/// See PictureSource::stages. A pass that is not differentiated keeps one activation at a time, so weights decide.
std::vector<BlockStage> stagesOf(const Generator& generator, const std::string& devices) {
  if (devices.empty()) return {};
  const std::vector<StagePlace> places = NetworkPlacement::parse(devices).generator;
  const auto* const chain = dynamic_cast<const BlockNetwork*>(&generator);
  const std::size_t count = chain != nullptr ? chain->blocks().size() : 0;
  if (places.size() > count) {
    throw Error(ErrorCode::kInvalidArgument, "pictures_not_in_stages",
                "The devices {devices} would compute pictures in {stages} stages, but the generator has {count} blocks "
                "({known}). Name fewer devices.",
                {{"devices", devices},
                 {"stages", std::to_string(places.size())},
                 {"count", std::to_string(count)},
                 {"known", chain != nullptr ? blockNames(*chain) : ""}});
  }
  std::vector<double> costs;
  for (const NetworkBlock& block : chain->blocks()) costs.push_back(weightsOf(block));
  const std::vector<std::size_t> cuts = balancedCuts(costs, places.size());
  std::vector<BlockStage> stages;
  for (std::size_t i = 0; i < places.size(); ++i) stages.push_back({cuts[i], c10::Device(places[i].device)});
  return stages;
}

/// Not trained yet.
FoundGenerator firstGenerator(const RunConfig& config) {
  setThreads(1);
  useFloat32Precision(config);
  FoundGenerator found{.generator = makeNetworks(config).generator, .step = std::nullopt, .config = config};
  for (at::Tensor& parameter : found.generator->parameters()) parameter.requires_grad_(false);
  return found;
}

}  // namespace

OpenedSource::OpenedSource(const PictureSource& source)
    : found(findOnOneThread(source)),
      maker(found.generator, c10::Device(source.device), source.threads, standingBatches(found.file, found.config),
            stagesOf(*found.generator, source.stages)) {}

OpenedSource::OpenedSource(const RunConfig& unbegun, const PictureSource& source)
    : found(firstGenerator(unbegun)),
      maker(found.generator, c10::Device(source.device), source.threads, unbegun.integer("sampling.statistics_batches"),
            stagesOf(*found.generator, source.stages)) {}

PictureSource sourceOf(PictureSource source, std::span<const SamplePoint> points) {
  for (const SamplePoint& point : points) {
    if (!point.step) continue;
    if (source.step && *source.step != *point.step) {
      throw Error(ErrorCode::kInvalidArgument, "points_of_steps",
                  "Pictures of steps {one} and {other} were asked for at once. Draw those of one step at a time.",
                  {{"one", std::to_string(*source.step)}, {"other", std::to_string(*point.step)}});
    }
    source.step = point.step;
  }
  return source;
}

DrawnFrom drawnFrom(const OpenedSource& opened) {
  return {.step = opened.found.step,
          .checkpoint = opened.found.checkpoint,
          .standing_batches = opened.maker.standingBatches()};
}

DrawnFrom drawnFromSeveral(const OpenedSource& one) { return {.standing_batches = one.maker.standingBatches()}; }

std::vector<std::int64_t> classesInTurn(const DrawnAlike& alike, const GeneratorFacts& facts) {
  std::vector<std::int64_t> classes = alike.classes;
  if (classes.empty()) {
    classes.resize(static_cast<std::size_t>(facts.classes));
    std::iota(classes.begin(), classes.end(), 0);
  }
  if (!classes.empty() && facts.classes == 0) {
    throw Error(ErrorCode::kInvalidArgument, "classes_not_known",
                "Classes were asked for, but this generator knows none. Leave them away.", {});
  }
  for (const std::int64_t label : classes) {
    if (label < facts.classes) continue;
    throw Error(ErrorCode::kInvalidArgument, "class_not_known",
                "Class {label} was asked for, but this generator knows classes 0 to {last} only. Ask for some of them.",
                {{"label", std::to_string(label)}, {"last", std::to_string(facts.classes - 1)}});
  }
  return classes;
}

SamplePoint pointOf(const DrawnAlike& alike, std::int64_t sample, std::int64_t label) {
  SamplePoint point{.latent = {{.seed = alike.seed, .sample = sample}},
                    .truncation = alike.truncation,
                    .statistics = alike.statistics};
  if (label >= 0) point.classes = {{.label = label}};
  return point;
}

Image imageOf(const at::Tensor& picture, std::int64_t zoom) {
  const at::Tensor larger = zoom == 1 ? picture : picture.repeat_interleave(zoom, 1).repeat_interleave(zoom, 2);
  return makeGrid(larger.unsqueeze(0), /*columns=*/1, /*padding=*/0);
}

std::string previewOf(const std::vector<at::Tensor>& pictures) {
  return previewOf(makeGrid(at::stack(pictures), static_cast<std::int64_t>(pictures.size()), kGridPadding));
}

std::string previewOf(Image image) {
  const std::int64_t longer = std::max(image.width, image.height);
  if (longer > kPreviewSide) {
    const auto scaled = [&](std::int64_t side) { return std::max<std::int64_t>(1, side * kPreviewSide / longer); };
    resample(image, scaled(image.width), scaled(image.height), ResizeFilter::kBox);
  }
  return encodePicture("the preview", image, PictureFormat::kPng, /*quality=*/0);
}

double statisticsSeconds(StatisticsMode mode, std::int64_t standing_batches, const PictureSource& source,
                         std::int64_t pictures, double seconds) {
  if (mode == StatisticsMode::kRunning || pictures < 1) return 0;
  const std::int64_t batches = mode == StatisticsMode::kBatch ? 1 : standing_batches;
  const auto passes = static_cast<double>(batches * kStandingBatch);
  // A GPU computes few pictures in the time of a whole block; on the CPU each thread has one of its own.
  if (source.device != "cpu") return passes * seconds / PictureMaker::kGpuBlock;
  const double of_one =
      seconds * static_cast<double>(std::min<std::int64_t>(source.threads, pictures)) / static_cast<double>(pictures);
  const auto at_once = std::min<std::int64_t>({source.threads, SampledGenerator::kMostAtOnce, batches});
  return of_one * passes / static_cast<double>(at_once);
}

void describe(nlohmann::json& json, const DrawnAlike& alike) {
  json["seed"] = alike.seed;
  json["truncation"] = alike.truncation.threshold;
  json["truncation_kind"] = nameOf(alike.truncation.kind);
  json["statistics"] = nameOf(alike.statistics);
}

void describeTruncation(nlohmann::json& json, std::span<const SamplePoint> points) {
  for (const SamplePoint& point : points) {
    json["truncation"].push_back(point.truncation.threshold);
    json["truncation_kind"].push_back(nameOf(point.truncation.kind));
  }
}

}  // namespace gan
