#include "core/progress_monitor.h"

#include "core/error.h"

namespace gan {

void ProgressMonitor::report(const Progress& progress) {
  if (listener_) listener_(progress);
}

void ProgressMonitor::throwIfCancelled() const {
  if (cancelled()) throw Error(ErrorCode::kCancelled, "task_cancelled", "Stopped on request.");
}

}  // namespace gan
