#include "session/training_data.h"

#include <algorithm>
#include <string>

#include "config/batch_size_consistency.h"
#include "config/recipe_kind.h"
#include "core/error.h"
#include "data/configured_loader.h"
#include "data/held_out.h"
#include "data/tolerant_dataset.h"
#include "session/environment.h"
#include "session/same_run.h"

namespace gan {
namespace {

/// Each process names the damaged images that it met in a file of its own.
std::string damagedImagesFile(const World& world) {
  return world.rank == 0 ? "damaged-images.txt" : "damaged-images-rank-" + std::to_string(world.rank) + ".txt";
}

void checkFingerprint(const RunFolder& folder, const DatasetInfo& data) {
  const std::string& expected = folder.manifest().data_fingerprint;
  if (data.fingerprint == expected) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "data_changed",
      "{run} was made with other images: its manifest says {expected}, {data} is now {found}. Restore the "
      "images, or branch into a new run that is bound to those of now: gan-engine branch --set data.path=PATH.",
      {{"run", folder.path().string()}, {"expected", expected}, {"data", data.name}, {"found", data.fingerprint}});
}

}  // namespace

TrainingData::TrainingData(const RunFolder& folder, const RunConfig& config, Ranks& ranks, Memory memory,
                           ProgressMonitor* beginning)
    : images_(std::make_unique<TolerantDataset>(
          openDataset(config), ToleranceOptions{.limit = config.real("data.corrupt_limit"),
                                                .list = folder.path() / damagedImagesFile(ranks.world())})) {
  // First: of images that differ it names rank and host, and no rank is left waiting for one that has refused them.
  checkSameRun(ranks, folder, images_->info());
  checkFingerprint(folder, images_->info());
  checkBatchSize(config, ranks.replicas());
  // Resumed by more processes than it was made with, a host would be shared by too many threads.
  const int threads = folder.manifest().threads;
  setThreads(ranks.size() == 1 ? threads : std::min(threads, threadCount(0, ranks.world().local_size)));
  ProgressMonitor never_cancelled;
  const ChosenWorkers chosen =
      chooseWorkers(*images_, config, beginning != nullptr ? *beginning : never_cancelled,
                    {.rank = ranks.world().rank, .size = ranks.size(), .local = ranks.world().local_size});
  workers_measured_ = chosen.why;
  LoaderOptions loading = loaderOptions(config, chosen.workers);
  loading.pinned = memory == Memory::kPinned;
  loading.rank = ranks.replica();  // the stages of a replica go through the same
  loading.ranks = ranks.replicas();
  // What the others are told of a real image's class comes from there, too.
  loading.content = ranks.meetsImages() ? ImageContent::kRead : ImageContent::kBlank;
  loader_ = std::make_unique<Loader>(*images_, epochOrder(config, *images_), loading);
  if (recipeKind(config) == RecipeKind::kClassifier && (validation_ = openValidation(config)) != nullptr) {
    validation_loader_ = judgingLoader(config, *validation_, loading);
  }
}

TrainingData::~TrainingData() = default;

std::optional<JudgedImages> TrainingData::judged() const {
  if (validation_ == nullptr) return std::nullopt;
  return JudgedImages{.batches = validation_loader_.get(), .count = validation_->info().count};
}

}  // namespace gan
