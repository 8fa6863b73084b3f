#pragma once

#include "run/checkpoint_store.h"
#include "run/run_folder.h"

namespace gan {

struct DatasetInfo;
class Ranks;

// Before ranks work on a run together: that all of them hold the same. A difference is checkSameStart()'s error on all.

/// The program, LibTorch, the run with each of its settings, and the images.
void checkSameRun(Ranks& ranks, const RunFolder& folder, const DatasetInfo& data);
/// The checkpoint, by its digests. Throws as Ranks::onAll(), too, where a rank cannot read them.
void checkSameCheckpoint(Ranks& ranks, const CheckpointStore::Entry& checkpoint);

}  // namespace gan
