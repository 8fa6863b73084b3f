#include "training/process_tuning.h"

#include <malloc.h>
#include <stdlib.h>

#include <limits>

namespace gan {

void tuneProcessForTraining() {
  // A training step takes and frees buffers of tens of megabytes. By default malloc returns each to the kernel, and the
  // next step pays for mapping and clearing every page again; kept in the heap they are reused.
  mallopt(M_MMAP_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  // cuBLAS repeats its results only with a workspace of a size that is fixed before LibTorch makes its first handle;
  // training.deterministic is refused without (CUDA's documentation of cuBLAS, "Results reproducibility"). Somebody
  // else's choice stays. To be set now: later there are threads that read the environment.
  ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
}

}  // namespace gan
