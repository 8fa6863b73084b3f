#pragma once

#include "run/run_reader.h"

namespace ganstudio::v1 {
class RunInfo;
}

namespace gan {

/// How a run stands, as its engine says it. A status that this version has no name for is that of a run that goes on
/// where one trains it, else of one that was stopped. Throws what fromMessage() throws for values, and Error(kDataLoss,
/// "journal_bad_event") for the newest evaluation.
RunSummary summaryOf(const ganstudio::v1::RunInfo& info);

}  // namespace gan
