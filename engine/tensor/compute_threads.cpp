#include "tensor/compute_threads.h"

#include <ATen/Parallel.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros.h>
#include <dlfcn.h>

namespace gan {

void setOwnComputeThreads(int count) {
  at::get_num_threads();  // in a new thread LibTorch sets its own number first
  // Not at::set_num_threads(): threads that are yet to come would take that number. OpenMP is LibTorch's own, so it is
  // looked up among what is loaded.
  using SetThreads = void (*)(int);
  static const auto set = reinterpret_cast<SetThreads>(::dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set != nullptr) set(count);
}

void settleVectorMath() { at::tanh(at::zeros({1})); }

}  // namespace gan
