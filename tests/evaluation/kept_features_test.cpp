#include "evaluation/kept_features.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// A set of one share and a tenth, with two features each: the picture's number and its root.
class KeptFeaturesTest : public testing::Test {
 protected:
  static constexpr std::int64_t kShare = KeptFeatures::kPictures;
  static constexpr std::int64_t kCount = kShare + 100;

  static at::Tensor computed(std::int64_t first, std::int64_t count) {
    const at::Tensor numbers = at::arange(first, first + count, at::kFloat);
    return at::stack({numbers, numbers.sqrt()}, 1);
  }
  static bool nothingKnown(const at::Tensor& rows) { return rows.isnan().all().item<bool>(); }
  /// As a search does it.
  static void giveAll(KeptFeatures& kept, std::int64_t count = kCount) {
    for (std::int64_t first = 0; first < count; first += 30) {
      const std::int64_t some = std::min<std::int64_t>(30, count - first);
      kept.keep(first, computed(first, some));
    }
  }
  KeptFeatures opened() const { return {folder_.path(), kCount, 2}; }
  fs::path file(int share) const { return folder_ / ("share-" + std::to_string(share) + ".npz"); }

  TemporaryFolder folder_;
};

TEST_F(KeptFeaturesTest, AreFoundBitForBitByWhoeverOpensTheFolderNext) {
  {
    KeptFeatures kept = opened();
    EXPECT_TRUE(nothingKnown(kept.find(0, kCount)));
    giveAll(kept);
  }
  KeptFeatures kept = opened();
  EXPECT_TRUE(at::equal(kept.find(0, kCount), computed(0, kCount)));
  EXPECT_TRUE(at::equal(kept.find(kShare - 5, 17), computed(kShare - 5, 17))) << "of two shares";
}

TEST_F(KeptFeaturesTest, GetTheirFileWhenAShareIsWhole) {
  KeptFeatures kept = opened();
  giveAll(kept, kShare - 1);
  EXPECT_FALSE(fs::exists(file(0)));
  EXPECT_TRUE(at::equal(kept.find(0, kShare - 1), computed(0, kShare - 1))) << "it is in memory until then";
  kept.keep(kShare - 1, computed(kShare - 1, 1));
  EXPECT_TRUE(fs::exists(file(0)));
  EXPECT_FALSE(fs::exists(file(1)));
}

TEST_F(KeptFeaturesTest, AreMadeAgainWhereTheirFileIsDamagedOrOfOtherFeatures) {
  {
    KeptFeatures kept = opened();
    giveAll(kept);
  }
  std::fstream flipped(file(0), std::ios::in | std::ios::out | std::ios::binary);
  flipped.seekp(static_cast<std::streamoff>(fs::file_size(file(0)) / 2));
  flipped.put('\x55');
  flipped.close();
  KeptFeatures kept = opened();
  EXPECT_TRUE(nothingKnown(kept.find(0, kShare)));
  EXPECT_FALSE(fs::exists(file(0)));
  EXPECT_TRUE(at::equal(kept.find(kShare, 100), computed(kShare, 100))) << "the other one is whole";
  giveAll(kept);
  EXPECT_TRUE(fs::exists(file(0)));
  KeptFeatures others(folder_.path(), kCount, 3);
  EXPECT_TRUE(nothingKnown(others.find(0, 1)));
  EXPECT_FALSE(fs::exists(file(0)));
}

TEST_F(KeptFeaturesTest, OfAPictureThatCouldNotBeReadAreAskedForAgain) {
  const at::Tensor missing = at::full({1, 2}, std::numeric_limits<float>::quiet_NaN());
  {
    KeptFeatures kept = opened();
    giveAll(kept, kShare);
    EXPECT_TRUE(at::equal(kept.find(7, 1), computed(7, 1)));
  }
  fs::remove(file(0));
  {
    KeptFeatures kept = opened();
    kept.keep(7, missing);
    kept.keep(0, computed(0, 7));
    kept.keep(8, computed(8, kShare - 8));
    EXPECT_TRUE(fs::exists(file(0))) << "one picture does not take the others' away";
  }
  {
    KeptFeatures kept = opened();
    EXPECT_TRUE(nothingKnown(kept.find(7, 1)));
    EXPECT_TRUE(at::equal(kept.find(8, 100), computed(8, 100)));
    kept.keep(7, computed(7, 1));  // it is back
  }
  KeptFeatures kept = opened();
  EXPECT_TRUE(at::equal(kept.find(0, kShare), computed(0, kShare)));
}

TEST_F(KeptFeaturesTest, StayInMemoryOfAFewSharesWithoutAFolder) {
  KeptFeatures kept({}, 100 * kShare, 2);
  giveAll(kept, 100 * kShare);
  EXPECT_TRUE(nothingKnown(kept.find(0, kShare)));
  EXPECT_TRUE(at::equal(kept.find(99 * kShare, kShare), computed(99 * kShare, kShare)));
}

}  // namespace
}  // namespace gan
