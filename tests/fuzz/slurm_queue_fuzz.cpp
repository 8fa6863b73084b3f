#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "launch/slurm_client.h"
#include "launch/slurm_queue.h"

/// Whatever squeue prints, jobs have numbers that Slurm's programs take, and hold no more than was printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view printed(reinterpret_cast<const char*>(data), size);
  std::size_t bytes = 0;
  for (const gan::QueuedJob& job : gan::readSlurmQueue(printed)) {
    if (!gan::isSlurmJobId(job.job) || job.nodes < 0 || job.restarts < 0) std::abort();
    if (job.reason.empty() != gan::whySlurmJobWaits(job.reason).empty()) std::abort();
    bytes += job.job.size() + job.name.size() + job.state.size() + job.reason.size() + job.run.native().size();
  }
  if (bytes > size) std::abort();
  return 0;
}
