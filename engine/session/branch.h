#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/progress_monitor.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/run_folder.h"

namespace gan {

/// The checkpoint to branch from: of the step that was asked for any that stands on the disk, superseded or not, else
/// the newest of the run's line. Throws and tells of damaged ones as CheckpointStore::select() does.
CheckpointStore::Entry branchOrigin(const CheckpointStore& store, std::optional<std::int64_t> step,
                                    const CurrentLine& line, const CheckpointStore::OnDamaged& on_damaged);

/// Makes a new run folder at path (relative ones lie beside the parent) that holds a copy of one checkpoint, its origin
/// in its manifest, and in its run.yaml the live values of that moment with `overrides` ("a.b=c") on top. Resuming it
/// continues from there, with the parent's images; where an override says which images these are, with those that are
/// there now. A folder that was not completed is not a run. Throws Error(kAlreadyExists | kResourceExhausted
/// | kPermissionDenied), Error(kCancelled) with nothing left behind, and the errors of RunConfig::applyOverride(),
/// checkHaveEffect(), checkChanges(), checkBranchBatchSize() and openDataset().
RunFolder branchRun(const RunFolder& parent, const CheckpointStore::Entry& from, const std::filesystem::path& path,
                    const std::vector<std::string>& overrides = {}, const ProgressMonitor& monitor = ProgressMonitor());

}  // namespace gan
