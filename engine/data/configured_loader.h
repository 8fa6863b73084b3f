#pragma once

#include "core/message.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "data/epoch_order.h"
#include "data/loader.h"

namespace gan {

class RunConfig;

/// The order of an epoch as run.seed, data.balanced and data.shuffle_block_size say.
EpochOrder epochOrder(const RunConfig& config, const Dataset& dataset);

/// As data.* say, but for `workers`, which data.workers may leave to chooseWorkers(), and `pinned`.
LoaderOptions loaderOptions(const RunConfig& config, int workers);

/// The order in which a classifier is judged by the images of a data set.
EpochOrder judgingOrder(const Dataset& dataset);

/// Batches in that order, in which every image of a data set comes once an epoch, as a classifier is judged by: nothing
/// is random, and the last batch is padded.
std::unique_ptr<Loader> judgingLoader(const RunConfig& config, const Dataset& dataset, const LoaderOptions& training);

struct ChosenWorkers {
  int workers = 1;
  Message why;  ///< Empty unless it was measured.
};

/// The processes that train one run together.
struct LoadingProcesses {
  int rank = 0;   ///< This one.
  int size = 1;   ///< All of them.
  int local = 1;  ///< Those on this machine, which share its cores.
};

/// data.workers, or, where it is "auto", the first plateau of tuneLoading() with 1, 2, 4 ... threads up to
/// mostWorkers(), with all processes measuring at once, as they will load; measuring ends after about five seconds, or
/// with the batches that are begun then, or at once when the monitor is cancelled, with one thread as its answer. The
/// batches that a loader hands out do not depend on it. Throws as Loader.
ChosenWorkers chooseWorkers(const Dataset& dataset, const RunConfig& config, ProgressMonitor& monitor,
                            const LoadingProcesses& processes = {});

}  // namespace gan
