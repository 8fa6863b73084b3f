#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <mutex>

#include "link/engine_access.h"
#include "link/picture_supplier.h"
#include "link/run_connection.h"
#include "protocol/endpoint.h"
#include "service/pictures_fixture.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// By an engine whose pictures are grey, see service_test_tool; seed 410 makes large ones.
class RunPicturesTest : public testing::Test {
 protected:
  fs::path here() const { return engine_.local().text; }
  /// The run as another host sees it, which has the same disk.
  fs::path elsewhere() const {
    Endpoint endpoint = *readEndpoint(here());
    endpoint.host = "another-host";
    writeEndpoint(folder_.path(), endpoint);
    fs::copy(here() / "access", folder_ / "access", fs::copy_options::recursive);
    return folder_.path();
  }
  void explore(const fs::path& run) {
    connection_ = std::make_unique<RunConnection>(RunPlace::ofTarget(QString::fromStdString(run.string())),
                                                  std::make_shared<EngineAccess>());
    pictures_ = openRunPictures(*connection_);
    pictures_->explore({.on_answer =
                            [this](const PictureSupplier::Answer& answer) {
                              const std::lock_guard lock(mutex_);
                              answers_[answer.stamp].set_value(answer);
                            },
                        .on_supply = [](PictureSupply, const Message&) {}});
  }
  PictureSupplier::Answer shown(const std::string& line, int side) {
    std::future<PictureSupplier::Answer> answer;
    {
      const std::lock_guard lock(mutex_);  // it may come before its stamp is known
      answer = answers_[pictures_->wish(line, side)].get_future();
    }
    return answer.get();
  }

  TemporaryFolder folder_;
  PicturesTest engine_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::promise<PictureSupplier::Answer>> answers_;
  std::unique_ptr<RunConnection> connection_;
  std::unique_ptr<PictureSupplier> pictures_;
};

TEST_F(RunPicturesTest, LargeOnesComeAsJpegOverANetworkWhileThePointMovesAndExactlyWhereItRests) {
  explore(elsewhere());
  const PictureSupplier::Answer first = shown("seed=410", 1000);
  EXPECT_TRUE(first.is_exact) << "nobody knows yet how large they are";
  EXPECT_EQ(first.image.size(), QSize(300, 300));
  const PictureSupplier::Answer moving = shown("seed=410", 1000);
  EXPECT_FALSE(moving.is_exact);
  EXPECT_EQ(moving.image.size(), QSize(300, 300)) << moving.problem.english();
  const PictureSupplier::Answer resting = shown("seed=410", 0);
  EXPECT_TRUE(resting.is_exact);
  EXPECT_EQ(resting.image, first.image);
}

TEST_F(RunPicturesTest, SmallOnesAreExactOverANetworkToo) {
  explore(elsewhere());
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(shown("seed=1", 1000).is_exact);
}

TEST_F(RunPicturesTest, LargeOnesAreExactOnThisMachine) {
  explore(here());
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(shown("seed=410", 1000).is_exact);
}

}  // namespace
}  // namespace gan
