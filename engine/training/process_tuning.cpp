#include "training/process_tuning.h"

#include <malloc.h>

#include <limits>

namespace gan {

void tuneProcessForTraining() {
  // A training step takes and frees buffers of tens of megabytes. By default malloc returns each to the kernel, and the
  // next step pays for mapping and clearing every page again; kept in the heap they are reused.
  mallopt(M_MMAP_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
}

}  // namespace gan
