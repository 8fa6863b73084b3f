#include "core/job.h"

#include "core/error.h"

namespace gan {

void Job::report(const Progress& progress) {
  if (listener_) listener_(progress);
}

void Job::throwIfCancelled() const {
  if (cancelled()) throw Error(ErrorCode::kCancelled, "job_cancelled", "Stopped on request.");
}

}  // namespace gan
