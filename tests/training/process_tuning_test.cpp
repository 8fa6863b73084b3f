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

constexpr const char* kTurns = "GOMP_SPINCOUNT";
constexpr const char* kPolicy = "OMP_WAIT_POLICY";

TEST(ThreadWaiting, IsChosenOnceAndLeftToWhoeverHasChosen) {
  ::unsetenv(kTurns);
  ::unsetenv(kPolicy);
  EXPECT_TRUE(chooseThreadWaiting());
  EXPECT_NE(::getenv(kTurns), nullptr);
  EXPECT_FALSE(chooseThreadWaiting()) << "a program would begin anew for ever";

  ::setenv(kTurns, "7", 1);
  EXPECT_FALSE(chooseThreadWaiting());
  EXPECT_STREQ(::getenv(kTurns), "7");

  ::unsetenv(kTurns);
  ::setenv(kPolicy, "active", 1);
  EXPECT_FALSE(chooseThreadWaiting());
  EXPECT_EQ(::getenv(kTurns), nullptr);
  ::unsetenv(kPolicy);
}

}  // namespace
}  // namespace gan
