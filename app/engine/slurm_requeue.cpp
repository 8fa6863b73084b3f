#include "slurm_requeue.h"

#include <string>

#include "core/log.h"
#include "launch/slurm_client.h"
#include "launch/world.h"

namespace gan::app {

void requeueThisJob(Result& result) {
  const std::string job = thisSlurmJob(processEnvironment());
  if (job.empty()) return;
  const std::string state = slurmJobState(job);
  if (!state.empty() && state != "RUNNING") {
    log::info("job " + job + " is " + state + ": Slurm ends it, and it is not put back into the queue");
    return;
  }
  log::info("putting job " + job + " back into the queue");
  const RequeueAnswer answer = requeueSlurmJob(job);
  result.facts["requeued"] = answer.done;
  if (!answer.done) {
    log::warning("job " + job + " is not put back into the queue: " + answer.reason);
    result.text += "\nThe job could not be put back into the queue: " + answer.reason;
  }
}

}  // namespace gan::app
