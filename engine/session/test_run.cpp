#include "session/test_run.h"

#include <utility>

#include "config/recipe_kind.h"
#include "core/error.h"
#include "core/progress_monitor.h"
#include "data/configured_loader.h"
#include "data/fitted_images.h"
#include "models/classifier.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "session/environment.h"
#include "session/ranks.h"
#include "session/same_run.h"
#include "session/test_sheets.h"
#include "training/thread_waiting.h"
#include "training/trainer.h"

namespace gan {
namespace {

CheckpointStore::Entry selected(const RunFolder& folder, const std::filesystem::path& kept,
                                std::optional<std::int64_t> step) {
  if (!kept.empty()) return CheckpointStore(kept).select(step, {}, {});
  const CurrentLine line(journalSoFar(folder.journal()));
  return CheckpointStore(folder.checkpoints()).select(step, line, {});
}

/// Rank 0's choice: where the run trains meanwhile, another rank might find a newer one.
CheckpointStore::Entry chosenCheckpoint(const RunFolder& folder, const TestRunOptions& options, Ranks& ranks) {
  std::optional<CheckpointStore::Entry> entry;
  ranks.leadThrough([&] { entry = selected(folder, options.checkpoints, options.step); });
  const std::string of_zero = ranks.share(entry ? std::to_string(entry->state.step) : std::string());
  ranks.onAll([&] {
    if (!entry) entry = selected(folder, options.checkpoints, std::stoll(of_zero));
  });
  checkSameCheckpoint(ranks, *entry);
  return *std::move(entry);
}

/// The network of a checkpoint, on the device.
std::shared_ptr<Classifier> classifierOf(const RunConfig& config, const CheckpointStore::Entry& entry,
                                         c10::Device device) {
  const auto network = findClassifier(config.text("model.architecture"))->make(classifierShape(config), /*seed=*/0);
  Trainer::State state = readTensors(entry.path);
  const auto part = state.parts.find("classifier");
  if (part == state.parts.end()) {
    throw Error(ErrorCode::kDataLoss, "checkpoint_other_model", "The checkpoint has no classifier.safetensors.");
  }
  for (auto& [name, tensor] : part->second) {
    if (tensor.scalar_type() == at::kDouble) tensor = tensor.to(at::kFloat);
  }
  const TensorMap tensors = moduleTensors(*network);
  checkFits(part->second, tensors, "classifier");
  copyInto(part->second, tensors);
  network->to(device);
  if (device.is_cpu()) useMemoryFormat(*network, at::MemoryFormat::ChannelsLast);
  return network;
}

std::vector<std::string> classNames(const DatasetInfo& data, std::int64_t classes) {
  std::vector<std::string> names = data.class_names;
  while (static_cast<std::int64_t>(names.size()) < classes) names.push_back(std::to_string(names.size()));
  return names;
}

/// As the run says, but with the images that are asked for.
RunConfig testedConfig(const RunFolder& folder, const TestRunOptions& options) {
  RunConfig config = folder.config();
  if (recipeKind(config) != RecipeKind::kClassifier) {
    throw Error(ErrorCode::kFailedPrecondition, "run_no_classifier",
                "{run} trains {architecture}, which is no classifier: there is nothing to test it for.",
                {{"run", folder.path().string()}, {"architecture", config.text("model.architecture")}});
  }
  config.set("data.validation", Value(std::string("none")));
  config.set("data.split", Value(std::string(nameOf(options.split))));
  if (!options.data.empty()) config.set("data.path", Value(options.data));
  return config;
}

std::unique_ptr<Dataset> openTested(const RunFolder& folder, const RunConfig& config) {
  const std::int64_t classes = config.integer("model.classes");
  auto images = openDataset(config);
  if (static_cast<std::int64_t>(images->info().class_names.size()) > classes) {
    throw Error(ErrorCode::kFailedPrecondition, "data_other_classes",
                "{data} has {found} classes, but {run} tells {classes} apart.",
                {{"data", images->info().name},
                 {"found", std::to_string(images->info().class_names.size())},
                 {"run", folder.path().string()},
                 {"classes", std::to_string(classes)}});
  }
  return images;
}

/// A sum's last bits depend on them, so their number is not that of the cores divided among the ranks.
int testThreads(const RunConfig& config) {
  constexpr int kUsual = 4;
  const auto wished = static_cast<int>(config.integer("training.threads"));
  return wished > 0 ? wished : kUsual;
}

/// By all ranks, each of which has its share of every batch.
Judgement judged(Classifier& network, const RunConfig& config, const Dataset& images, c10::Device device, Ranks& ranks,
                 ProgressMonitor& monitor) {
  LoaderOptions loading = loaderOptions(config, /*workers=*/1);
  loading.rank = ranks.world().rank;
  loading.ranks = ranks.size();
  const auto loader = judgingLoader(config, images, loading);
  const std::int64_t count = images.info().count;
  const auto on_batch = [&](std::int64_t done) {
    if (ranks.any(monitor.cancelled())) {  // and not what comes behind the question, of which the others know nothing
      monitor.cancel();
      monitor.throwIfCancelled();
    }
    if (ranks.leads()) monitor.report({.stage = "images named", .done = done, .total = count, .unit = "images"});
  };
  Judgement found = judge(network, config.integer("model.classes"), normalisation(config),
                          {.batches = loader.get(), .count = count, .on_batch = on_batch}, device, ranks.collective());
  ranks.any(false);  // nobody leaves while another still needs it
  return found;
}

KeptTest toKeep(const CheckpointStore::Entry& checkpoint, const DatasetInfo& data, DataSplit split,
                const Judgement& found) {
  const std::int64_t classes = found.confusion.size(0);
  KeptTest tested{.id = {},
                  .step = checkpoint.state.step,
                  .segment = checkpoint.state.segment,
                  .unix_seconds = 0,
                  .data = data.name,
                  .split = std::string(nameOf(split)),
                  .images = found.images,
                  .loss = found.loss,
                  .top1 = found.top1,
                  .top5 = found.top5,
                  .classes = classNames(data, classes),
                  .confusion = {},
                  .cells = {}};
  const auto* count = found.confusion.const_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < classes; ++i)
    tested.confusion.emplace_back(count + i * classes, count + (i + 1) * classes);
  return tested;
}

}  // namespace

TestedRun testRun(const RunFolder& folder, const TestRunOptions& options, Ranks& ranks, ProgressMonitor& monitor) {
  RunConfig config;
  std::unique_ptr<Dataset> images;
  ranks.onAll([&] {
    config = testedConfig(folder, options);
    images = openTested(folder, config);
  });
  checkSameRun(ranks, folder, images->info());
  const CheckpointStore::Entry checkpoint = chosenCheckpoint(folder, options, ranks);
  const c10::Device device(options.device);
  useFloat32Precision(config);
  setThreads(testThreads(config));
  const ThreadWaiting waiting;
  std::shared_ptr<Classifier> network;
  ranks.onAll([&] { network = classifierOf(config, checkpoint, device); });
  const Judgement found = judged(*network, config, *images, device, ranks, monitor);
  KeptTest tested = toKeep(checkpoint, images->info(), options.split, found);
  if (!options.sheets.empty() && ranks.leads()) {
    tested.cells = cellsWithSheets(tested.confusion);
    const ImagesOfCells chosen = imagesOfCells(*images, judgingOrder(*images).permutation(0), found.called);
    writeSheets(tested.cells, chosen, *images, fitWithoutChance(config), options.sheets, monitor);
  }
  return {checkpoint.name, std::move(tested)};
}

}  // namespace gan
