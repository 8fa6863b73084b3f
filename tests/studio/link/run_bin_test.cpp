#include "link/run_bin.h"

#include <gtest/gtest.h>

#include <QFile>
#include <fstream>

#include "run/lock.h"
#include "run/run_folder.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

class RunBin : public testing::Test {
 protected:
  RunBin() {
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString((folder_ / "data").string()));
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    RunFolder::create(run_, RunConfig(), manifest);
  }
  ~RunBin() override { qunsetenv("XDG_DATA_HOME"); }

  TemporaryFolder folder_;
  const fs::path run_ = folder_ / "runs/first";
};

TEST_F(RunBin, TakesAWholeRun) {
  const fs::path probe = folder_ / "runs/probe";
  std::ofstream(probe) << "x";
  if (!QFile::moveToTrash(QString::fromStdString(probe.string()))) GTEST_SKIP() << "there is no bin here";
  moveRunToBin(run_);
  EXPECT_FALSE(fs::exists(run_));
  EXPECT_TRUE(fs::exists(folder_ / "runs"));
}

TEST_F(RunBin, RefusesARunThatIsTrainedAndNamesTheProcess) {
  const RunLock lock(run_);
  const auto error = expectError(ErrorCode::kFailedPrecondition, "run_in_use", [this] { moveRunToBin(run_); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find(run_.string()), std::string::npos);
  EXPECT_NE(error->message().find(std::to_string(RunLock::holder(run_)->pid)), std::string::npos) << error->message();
  EXPECT_TRUE(fs::exists(run_ / "run.yaml"));
}

TEST_F(RunBin, TakesNothingThatIsNoRun) {
  fs::create_directories(folder_ / "photos");
  expectError(ErrorCode::kNotFound, "run_gone", [this] { moveRunToBin(folder_ / "photos"); });
  EXPECT_TRUE(fs::exists(folder_ / "photos"));
}

}  // namespace
}  // namespace gan
