#include "session/test_run.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "config/recipe_kind.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "data/configured_loader.h"
#include "data/fitted_images.h"
#include "data/sheet.h"
#include "models/classifier.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "sampling/png.h"
#include "session/environment.h"
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

constexpr std::size_t kOfACell = 24;
constexpr std::size_t kMostSheets = 100;
constexpr std::int64_t kSheetColumns = 6;

/// Numbers of the first images of each cell of a confusion matrix.
class Cells {
 public:
  explicit Cells(std::int64_t classes) : classes_(classes), images_(static_cast<std::size_t>(classes * classes)) {}

  void add(const at::Tensor& labels, const at::Tensor& called) {
    const auto* label = labels.const_data_ptr<std::int64_t>();
    const auto* name = called.const_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < labels.size(0); ++i, ++next_) {
      std::vector<std::int64_t>& cell = images_[static_cast<std::size_t>(label[i] * classes_ + name[i])];
      if (cell.size() < kOfACell) cell.push_back(next_);
    }
  }
  const std::vector<std::int64_t>& of(std::int64_t row, std::int64_t column) const {
    return images_[static_cast<std::size_t>(row * classes_ + column)];
  }

 private:
  std::int64_t classes_;
  std::int64_t next_ = 0;
  std::vector<std::vector<std::int64_t>> images_;
};

class ChosenImages : public Dataset {
 public:
  ChosenImages(const Dataset& images, const std::vector<std::int64_t>& chosen)
      : images_(images), chosen_(chosen), info_(images.info()) {
    info_.count = static_cast<std::int64_t>(chosen.size());
    info_.block_size = 1;
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return images_.label(own(index)); }
  std::int64_t read(std::int64_t index, Image& image) const override { return images_.read(own(index), image); }
  std::string imageName(std::int64_t index) const override { return images_.imageName(own(index)); }

 private:
  std::int64_t own(std::int64_t index) const { return chosen_[static_cast<std::size_t>(index)]; }

  const Dataset& images_;
  const std::vector<std::int64_t>& chosen_;
  DatasetInfo info_;
};

/// Cells with images: mistakes first, the most frequent before others, then what was named rightly.
std::vector<KeptCell> largestCells(const std::vector<std::vector<std::int64_t>>& confusion) {
  std::vector<KeptCell> cells;
  const auto classes = static_cast<std::int64_t>(confusion.size());
  for (std::int64_t row = 0; row < classes; ++row) {
    for (std::int64_t column = 0; column < classes; ++column) {
      const std::string name = std::to_string(row) + "-" + std::to_string(column) + ".png";
      if (confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] > 0)
        cells.push_back({.row = row, .column = column, .sheet = name});
    }
  }
  std::ranges::stable_sort(cells, {}, [&](const KeptCell& cell) {
    return std::pair(cell.row == cell.column,
                     -confusion[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)]);
  });
  if (cells.size() > kMostSheets) cells.resize(kMostSheets);
  return cells;
}

void writeSheets(const std::vector<KeptCell>& tested, const Cells& cells, const Dataset& images, const FitOptions& fit,
                 const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
  for (const KeptCell& cell : tested) {
    const std::vector<std::int64_t>& chosen = cells.of(cell.row, cell.column);
    const auto count = static_cast<std::int64_t>(chosen.size());
    const std::int64_t columns = std::min(count, kSheetColumns);
    const Sheet sheet = drawSheet(ChosenImages(images, chosen), fit,
                                  {.rows = (count + columns - 1) / columns, .columns = columns, .seed = 0});
    writePng(folder / cell.sheet, sheet.picture);
  }
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
  Cells cells(options.sheets.empty() ? 0 : classes);
  JudgedImages judged{.batches = loader.get(), .count = dataset->info().count};
  if (!options.sheets.empty())
    judged.on_called = [&](const at::Tensor& labels, const at::Tensor& called) { cells.add(labels, called); };
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
    tested.cells = largestCells(tested.confusion);
    writeSheets(tested.cells, cells, *dataset, fitWithoutChance(config), options.sheets);
  }
  return {entry.name, std::move(tested)};
}

}  // namespace gan
