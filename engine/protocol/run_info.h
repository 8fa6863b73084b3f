#pragma once

#include <optional>

#include "run/evaluated.h"
#include "run/run_glance.h"
#include "run/run_reader.h"

namespace ganstudio::v1 {
class CheckpointInfo;
class RunGlance;
class RunInfo;
}  // namespace ganstudio::v1

namespace gan {

/// How a run stands, as its engine says it. A status that this version has no name for is that of a run that goes on
/// where one trains it, else of one that was stopped. Throws what fromMessage() throws for values, and Error(kDataLoss,
/// "journal_bad_event") for the newest evaluation.
RunSummary summaryOf(const ganstudio::v1::RunInfo& info);

/// What its host's list says of a run, of which it says no error. A status without a name as above.
RunGlance glanceOf(const ganstudio::v1::RunGlance& message);

/// What an evaluation found of a checkpoint: the score that ranks it and how it came about, of which an engine of an
/// earlier version says nothing. None where no evaluation gave its score.
std::optional<Evaluated> evaluationOf(const ganstudio::v1::CheckpointInfo& info);

}  // namespace gan
