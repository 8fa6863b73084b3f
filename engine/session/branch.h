#pragma once

#include <filesystem>

#include "run/checkpoint_store.h"
#include "run/run_folder.h"

namespace gan {

/// Makes a new run folder at path (relative ones lie beside the parent) that holds a copy of one checkpoint, the live
/// values of that moment in its run.yaml, and its origin in its manifest. Resuming it continues from there.
/// Throws Error(kAlreadyExists | kResourceExhausted | kPermissionDenied).
RunFolder branchRun(const RunFolder& parent, const CheckpointStore::Entry& from, const std::filesystem::path& path);

}  // namespace gan
