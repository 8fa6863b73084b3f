#pragma once

#include <memory>
#include <string>

#include "data/dataset.h"

namespace gan {

class RunConfig;

/// The images that a run is trained on, for whoever looks at them beside a training: nothing is copied as data.stage_to
/// asks or held in memory as data.in_memory does. fingerprint: of the data, as the run's manifest has it. Throws
/// Error(kFailedPrecondition): "trained_no_data" for weights alone, of which no data are known, "trained_other_data"
/// when the data have changed; and what openDataset() does.
std::unique_ptr<Dataset> openTrainedImages(const RunConfig& config, const std::string& fingerprint);

/// The same of a run that does not exist yet, which is trained on what lies there.
std::unique_ptr<Dataset> openAsTheyLie(const RunConfig& config);

}  // namespace gan
