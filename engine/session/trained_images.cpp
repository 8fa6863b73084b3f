#include "session/trained_images.h"

#include "config/run_config.h"
#include "core/error.h"
#include "session/weights_run.h"

namespace gan {

std::unique_ptr<Dataset> openAsTheyLie(const RunConfig& config) {
  RunConfig as_they_lie = config;
  as_they_lie.set("data.in_memory", Value(false));
  as_they_lie.set("data.stage_to", Value(std::string()));
  return openDataset(as_they_lie);
}

std::unique_ptr<Dataset> openTrainedImages(const RunConfig& config, const std::string& fingerprint) {
  if (fingerprint == kWeightsAlone) {
    throw Error(ErrorCode::kFailedPrecondition, "trained_no_data",
                "Of weights alone nobody knows which images they were trained on. Name a run.");
  }
  std::unique_ptr<Dataset> images = openAsTheyLie(config);
  if (images->info().fingerprint == fingerprint) return images;
  throw Error(ErrorCode::kFailedPrecondition, "trained_other_data",
              "The run was trained on other images than {name} now holds: they have changed since, or data.path leads "
              "elsewhere from here. Put them back.",
              {{"name", images->info().name}});
}

}  // namespace gan
