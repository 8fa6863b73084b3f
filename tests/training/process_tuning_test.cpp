#include "training/process_tuning.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace gan {
namespace {

constexpr const char* kWorkspace = "CUBLAS_WORKSPACE_CONFIG";

TEST(ProcessTuning, FixesTheWorkspaceOfCublasUnlessSomebodyElseDid) {
  ::unsetenv(kWorkspace);
  tuneProcessForTraining();
  EXPECT_STREQ(::getenv(kWorkspace), ":4096:8");  // one of the two that cuBLAS's documentation allows
  ::setenv(kWorkspace, ":16:8", 1);
  tuneProcessForTraining();
  EXPECT_STREQ(::getenv(kWorkspace), ":16:8");
  ::unsetenv(kWorkspace);
}

}  // namespace
}  // namespace gan
