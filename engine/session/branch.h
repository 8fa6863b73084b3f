#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/checkpoint_store.h"
#include "run/run_folder.h"

namespace gan {

/// Makes a new run folder at path (relative ones lie beside the parent) that holds a copy of one checkpoint, its origin
/// in its manifest, and in its run.yaml the live values of that moment with `overrides` ("a.b=c") on top. Resuming it
/// continues from there. Throws Error(kAlreadyExists | kResourceExhausted | kPermissionDenied), and the errors of
/// RunConfig::applyOverride() and checkConsistency().
RunFolder branchRun(const RunFolder& parent, const CheckpointStore::Entry& from, const std::filesystem::path& path,
                    const std::vector<std::string>& overrides = {});

}  // namespace gan
