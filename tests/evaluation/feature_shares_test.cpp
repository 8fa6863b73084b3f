#include "evaluation/feature_shares.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/error.h"
#include "core/file_turn.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Rows whose first feature is the picture's number, and which shares were computed.
class Shares : public testing::Test {
 protected:
  static constexpr std::int64_t kCount = 2 * FeatureShares::kPictures + 100;

  FeatureShares::Compute counting() {
    return [this](std::int64_t first, std::int64_t count, const OnPictures& /*on_pictures*/) {
      computed_.push_back(first / FeatureShares::kPictures);
      const at::Tensor numbers = at::arange(first, first + count, at::kFloat);
      return FeatureRows{.features = at::stack({numbers, numbers.sqrt()}, 1),
                         .probabilities = at::full({count, 4}, 0.25F),
                         .composed = first == 0 ? 3 : 0};
    };
  }
  void expectAllRows(FeatureShares& shares) {
    std::vector<at::Tensor> rows;
    std::int64_t composed = 0;
    for (std::int64_t share = 0; share < shares.count(); ++share) {
      const FeatureRows found = shares.rows(share, monitor_);
      rows.push_back(found.features);
      composed += found.composed;
      EXPECT_EQ(found.probabilities.size(0), found.features.size(0));
    }
    const at::Tensor numbers = at::arange(kCount, at::kFloat);
    EXPECT_TRUE(at::equal(at::cat(rows), at::stack({numbers, numbers.sqrt()}, 1)));
    EXPECT_EQ(composed, 3);
  }
  fs::path folder() const { return folder_ / "shares"; }

  TemporaryFolder folder_;
  ProgressMonitor monitor_;
  std::vector<std::int64_t> computed_;
};

TEST_F(Shares, ArePassedOnWithoutAFolder) {
  FeatureShares shares({}, kCount, "test", counting());
  shares.computeFree(monitor_);
  EXPECT_TRUE(computed_.empty());
  expectAllRows(shares);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{0, 1, 2}));
}

TEST_F(Shares, OfAWorkThatWasEndedAreNotComputedAgain) {
  FeatureShares ended(folder(), kCount, "test",
                      [compute = counting()](std::int64_t first, std::int64_t count, const OnPictures& on_pictures) {
                        if (first > 0) throw Error(ErrorCode::kCancelled, "cancelled", "Stopped.");
                        return compute(first, count, on_pictures);
                      });
  EXPECT_THROW(ended.computeFree(monitor_), Error);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{0}));
  FeatureShares again(folder(), kCount, "test", counting());
  again.computeFree(monitor_);
  expectAllRows(again);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{0, 1, 2}));
}

TEST_F(Shares, ThatAnotherProcessComputesAreLeftToIt) {
  FeatureShares shares(folder(), kCount, "test", counting());
  std::optional<FileTurn> others = FileTurn::tryTake(folder() / "share-1.npz.lock");
  ASSERT_TRUE(others);
  shares.computeFree(monitor_);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{0, 2}));
  others.reset();  // it has ended without having computed it
  expectAllRows(shares);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{0, 2, 1}));
}

TEST_F(Shares, ThatAreDamagedAreComputedAgain) {
  FeatureShares shares(folder(), kCount, "test", counting());
  shares.computeFree(monitor_);
  fs::resize_file(folder() / "share-0.npz", 1000);
  std::fstream flipped(folder() / "share-2.npz", std::ios::in | std::ios::out | std::ios::binary);
  flipped.seekp(200);
  flipped.put('\x55');
  flipped.close();
  computed_.clear();
  expectAllRows(shares);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{0, 2}));
}

TEST_F(Shares, AreComputedWhereTheirFolderStopsTakingThem) {
  FeatureShares shares(folder(), kCount, "test", counting());
  fs::create_directory(folder() / "share-1.npz.lock");  // no file can be made there
  shares.computeFree(monitor_);
  expectAllRows(shares);
}

TEST_F(Shares, OfPicturesThatGaveWayToOthersAreNotKept) {
  const auto compute = [compute = counting()](std::int64_t first, std::int64_t count, const OnPictures& on_pictures) {
    FeatureRows rows = compute(first, count, on_pictures);
    if (first > 0) rows.replaced = 1;
    return rows;
  };
  FeatureShares shares(folder(), kCount, "test", compute);
  shares.computeFree(monitor_);
  expectAllRows(shares);
  EXPECT_TRUE(fs::exists(folder() / "share-0.npz"));
  EXPECT_FALSE(fs::exists(folder() / "share-1.npz"));
  EXPECT_FALSE(fs::exists(folder() / "share-2.npz"));
}

TEST_F(Shares, OfOneSetThatSeveralComputeInAnyOrderAreTheSameRows) {
  // The second comes upon what the first has computed, has not, and computes just now.
  FeatureShares first(folder(), kCount, "test", counting());
  FeatureShares second(folder(), kCount, "test", counting());
  std::optional<FileTurn> others = FileTurn::tryTake(folder() / "share-0.npz.lock");
  first.computeFree(monitor_);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{1, 2}));
  others.reset();
  second.computeFree(monitor_);
  EXPECT_EQ(computed_, (std::vector<std::int64_t>{1, 2, 0}));
  expectAllRows(first);
  expectAllRows(second);
  EXPECT_EQ(computed_.size(), 3U);
}

TEST_F(Shares, TellOfPicturesOnceWhicheverWayTheyCome) {
  std::vector<std::int64_t> told;
  ProgressMonitor listening([&](const Progress& progress) { told.push_back(progress.done); });
  FeatureShares shares(folder(), kCount, "test", counting());
  shares.computeFree(listening);
  for (std::int64_t share = 0; share < shares.count(); ++share) shares.rows(share, listening);
  shares.report(kCount, listening);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.front(), 0);
  EXPECT_EQ(told.back(), kCount);
}

TEST_F(Shares, AreComputedWhereTheirFolderCannotBeMade) {
  std::ofstream(folder_ / "file") << "no folder";
  FeatureShares shares(folder_ / "file" / "shares", kCount, "test", counting());
  shares.computeFree(monitor_);
  expectAllRows(shares);
}

}  // namespace
}  // namespace gan
