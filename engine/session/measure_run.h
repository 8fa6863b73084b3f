#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "config/run_config.h"
#include "core/progress_monitor.h"
#include "run/training_forecast.h"
#include "session/ranks.h"

namespace gan {

class CudaModule;

struct MeasureOptions {
  std::string device = "cpu";        ///< Or "cuda:N".
  const CudaModule* cuda = nullptr;  ///< That device's; null: the CPU.
  /// This process may take so much: on the CPU of the machine's memory, else of the GPU's. Larger batches are not
  /// tried. 0: nobody knows.
  std::uint64_t memory_limit_bytes = 0;
  int iterations = 20;  ///< Measured of the largest batch that is tried, as far as there is time.
  /// A larger batch is not begun when it would take longer than that in all. Two are tried in any case.
  std::chrono::duration<double> most_time = std::chrono::minutes(1);
};

/// What some iterations of a run took that does not exist.
struct RunMeasurement {
  RunConfig config;         ///< As the run would have it: with a number of classes.
  std::int64_t images = 0;  ///< Of the data.
  TrainingLength length;
  /// Of this process, by rising batches: at least two. On the CPU with the copy of a checkpoint that waits for the disk
  /// while training goes on.
  std::vector<MeasuredMemory> memory;
  std::int64_t timed_batch = 0;  ///< data.batch_size, or the largest below it that could be tried.
  int iterations = 0;            ///< That were measured of it.
  double images_per_second = 0;  ///< Of all processes.
  DurationRange iteration;       ///< Of data.batch_size: where that was not tried, as if images took as long as these.
  WrittenSizes sizes;            ///< Of what rank 0 writes.
  DutySeconds duties;            ///< Likewise.

  /// For batches of so many images; see memoryOfBatch().
  std::uint64_t memoryOf(std::int64_t images_of_batch) const {
    return memoryOfBatch(images_of_batch, memory.front(), memory.back());
  }
};

/// Trains a little with the run's own images, batches of rising sizes up to data.batch_size, and writes nothing: images
/// are read where they lie, whatever data.stage_to says. All ranks together; what is about writing, and the memory, is
/// rank 0's to tell. Throws what createRun() and the loader throw for a run that could not start, Error(kCancelled),
/// and Error(kPeerLost).
RunMeasurement measureRun(const RunConfig& config, const MeasureOptions& options, Ranks& ranks,
                          ProgressMonitor& monitor);

}  // namespace gan
