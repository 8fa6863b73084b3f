#include "session/unbegun_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "run/lock.h"
#include "session/session_run.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class AnUnbegunRun : public testing::Test {
 protected:
  RunFolder make(UnbegunRun& unbegun) const {
    return unbegun.make(path_, [this] { return smallRun(path_); });
  }
  static std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names;
  }

  TemporaryFolder temporary_;
  fs::path path_ = temporary_ / "run";
};

TEST_F(AnUnbegunRun, LeavesNoFolderBehind) {
  {
    UnbegunRun unbegun;
    const RunFolder folder = make(unbegun);
    RunLock lock(folder.path());
    const Session refused(folder, lock, {});  // which opens the journal
    ASSERT_TRUE(fs::exists(folder.journal()));
  }
  EXPECT_THAT(namesIn(temporary_.path()), IsEmpty());
}

TEST_F(AnUnbegunRun, LeavesAnEmptyFolderAsItWas) {
  fs::create_directory(path_);
  fs::permissions(path_, fs::perms::owner_all);
  {
    UnbegunRun unbegun;
    make(unbegun);
  }
  EXPECT_THAT(namesIn(path_), IsEmpty());
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms::owner_all);
}

TEST_F(AnUnbegunRun, LeavesAFolderThatAnotherCommandMade) {
  smallRun(path_);
  {
    UnbegunRun unbegun;
    expectError(ErrorCode::kAlreadyExists, "run_exists", [&] { make(unbegun); });
  }
  EXPECT_NO_THROW(RunFolder::open(path_));
}

TEST_F(AnUnbegunRun, LeavesAFolderThatAnotherProcessHasLocked) {
  std::optional<RunLock> of_another;
  {
    UnbegunRun unbegun;
    of_another.emplace(make(unbegun).path());
  }
  EXPECT_NO_THROW(RunFolder::open(path_));
}

TEST_F(AnUnbegunRun, StaysOnceTrainingHasBegun) {
  {
    UnbegunRun unbegun;
    TrainingSession(make(unbegun), resumeTo(1)).wait();
  }
  EXPECT_THAT(namesIn(temporary_.path()), ElementsAre("run"));
  EXPECT_EQ(statuses(RunFolder::open(path_)).back(), "finished");
}

}  // namespace
}  // namespace gan
