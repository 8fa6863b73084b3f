#include "session/test_run.h"

#include <utility>

#include "config/recipe_kind.h"
#include "core/error.h"
#include "data/configured_loader.h"
#include "data/fitted_images.h"
#include "models/classifier.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "session/environment.h"
#include "session/test_sheets.h"
#include "training/trainer.h"

namespace gan {
namespace {

CheckpointStore::Entry chosenCheckpoint(const RunFolder& folder, std::optional<std::int64_t> step) {
  const CurrentLine line(journalSoFar(folder.journal()));
  return CheckpointStore(folder.checkpoints()).select(step, line, {});
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

}  // namespace

TestedRun testRun(const RunFolder& folder, const TestRunOptions& options) {
  RunConfig config = folder.config();
  if (recipeKind(config) != RecipeKind::kClassifier) {
    throw Error(ErrorCode::kFailedPrecondition, "run_no_classifier",
                "{run} trains {architecture}, which is no classifier: there is nothing to test it for.",
                {{"run", folder.path().string()}, {"architecture", config.text("model.architecture")}});
  }
  config.set("data.validation", Value(std::string("none")));
  config.set("data.split", Value(std::string(nameOf(options.split))));
  if (!options.data.empty()) config.set("data.path", Value(options.data));
  const c10::Device device(options.device);
  useFloat32Precision(config);
  setThreads(threadCount(static_cast<int>(config.integer("training.threads")), 1));
  const std::int64_t classes = config.integer("model.classes");
  const auto dataset = openDataset(config);
  if (static_cast<std::int64_t>(dataset->info().class_names.size()) > classes) {
    throw Error(ErrorCode::kFailedPrecondition, "data_other_classes",
                "{data} has {found} classes, but {run} tells {classes} apart.",
                {{"data", dataset->info().name},
                 {"found", std::to_string(dataset->info().class_names.size())},
                 {"run", folder.path().string()},
                 {"classes", std::to_string(classes)}});
  }
  const CheckpointStore::Entry entry = chosenCheckpoint(folder, options.step);
  const std::shared_ptr<Classifier> network = classifierOf(config, entry, device);
  const auto loader = judgingLoader(config, *dataset, loaderOptions(config, /*workers=*/1));
  const JudgedImages judged{.batches = loader.get(), .count = dataset->info().count};
  const Judgement found = judge(*network, classes, normalisation(config), judged, device, nullptr);
  KeptTest tested{.id = {},
                  .step = entry.state.step,
                  .segment = entry.state.segment,
                  .unix_seconds = 0,
                  .data = dataset->info().name,
                  .split = std::string(nameOf(options.split)),
                  .images = found.images,
                  .loss = found.loss,
                  .top1 = found.top1,
                  .top5 = found.top5,
                  .classes = classNames(dataset->info(), classes),
                  .confusion = {},
                  .cells = {}};
  const auto* count = found.confusion.const_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < classes; ++i)
    tested.confusion.emplace_back(count + i * classes, count + (i + 1) * classes);
  if (!options.sheets.empty()) {
    tested.cells = cellsWithSheets(tested.confusion);
    const ImagesOfCells chosen = imagesOfCells(*dataset, judgingOrder(*dataset).permutation(0), found.called);
    writeSheets(tested.cells, chosen, *dataset, fitWithoutChance(config), options.sheets);
  }
  return {entry.name, std::move(tested)};
}

}  // namespace gan
