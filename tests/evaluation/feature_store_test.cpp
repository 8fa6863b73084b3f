#include "evaluation/feature_store.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kFeatures = 5;
const FeatureKind kKind{
    .network = "in-domain", .sha256 = "00ff", .resize = "its training", .size = 8, .features = kFeatures};

PictureFeatures features() {
  const at::Tensor rows = at::randn({40, kFeatures}, at::kDouble);
  MomentSums sums(kFeatures);
  sums.add(rows);
  return {.moments = sums.moments(),
          .kept = rows.slice(0, 0, 12).to(at::kFloat).contiguous(),
          .inception_score = std::nullopt,
          .composed = 7};
}

void expectEqual(const PictureFeatures& found, const PictureFeatures& expected) {
  EXPECT_TRUE(at::equal(found.moments.mean, expected.moments.mean));
  EXPECT_TRUE(at::equal(found.moments.covariance, expected.moments.covariance));
  EXPECT_TRUE(at::equal(found.kept, expected.kept));
  EXPECT_EQ(found.moments.count, expected.moments.count);
  EXPECT_EQ(found.composed, expected.composed);
}

TEST(FeatureStore, GivesBackWhatItWasGivenBitForBit) {
  const TemporaryFolder folder;
  const FeatureStore store(folder / "store");
  const PictureFeatures kept = features();
  const std::string key = keyOf({"some", "pictures"});
  EXPECT_FALSE(store.find(key, kKind));
  store.keep(key, kKind, kept);
  const auto found = store.find(key, kKind);
  ASSERT_TRUE(found);
  expectEqual(*found, kept);
  EXPECT_FALSE(store.find(keyOf({"somepictures"}), kKind));
}

TEST(FeatureStore, TakesAwayWhatIsDamagedOrOfOtherFeatures) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  const std::string key = keyOf({"a"});
  store.keep(key, kKind, features());
  const fs::path file = folder / ("images-" + key + ".npz");
  fs::resize_file(file, fs::file_size(file) / 2);
  EXPECT_FALSE(store.find(key, kKind));
  EXPECT_FALSE(fs::exists(file));
  store.keep(key, kKind, features());
  FeatureKind other = kKind;
  other.sha256 = "11ff";
  EXPECT_FALSE(store.find(key, other));
  EXPECT_FALSE(fs::exists(file));
}

TEST(FeatureStore, StaysBelowItsLimitWithoutWhatWasUsedLast) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  const auto now = fs::file_time_type::clock::now();
  const auto file = [&](const std::string& key) { return folder / ("images-" + keyOf({key}) + ".npz"); };
  for (const auto& [key, hours] : {std::pair("old", 3), std::pair("older", 4), std::pair("new", 1)}) {
    store.keep(keyOf({key}), kKind, features());
    fs::last_write_time(file(key), now - std::chrono::hours(hours));
  }
  ASSERT_TRUE(store.find(keyOf({"older"}), kKind));  // counts as used now
  store.trim(2 * fs::file_size(file("new")));
  EXPECT_TRUE(fs::exists(file("older")));
  EXPECT_TRUE(fs::exists(file("new")));
  EXPECT_FALSE(fs::exists(file("old")));
}

TEST(FeatureStore, LeavesClassifiersAndLocksThatLieBesideWhereItIsFull) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  store.keep(keyOf({"set"}), kKind, features());
  for (const char* name : {"in-domain-0.safetensors", "in-domain-0.json", "in-domain-0.json.lock"}) {
    std::ofstream(folder / name) << name;
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::days(400));
  }
  store.trim(/*most=*/0);
  EXPECT_FALSE(fs::exists(folder / ("images-" + keyOf({"set"}) + ".npz")));
  for (const char* name : {"in-domain-0.safetensors", "in-domain-0.json", "in-domain-0.json.lock"}) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
}

TEST(FeatureStore, IsFullOfSharesAlone) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  store.keep(keyOf({"set"}), kKind, features());
  EXPECT_FALSE(store.full(100));
  fs::create_directories(store.shares("key"));
  std::ofstream(store.shares("key") / "share-0.npz") << std::string(100, 'x');
  EXPECT_TRUE(store.full(100));
  EXPECT_FALSE(store.full(101));
}

TEST(FeatureStore, ForgetsWorkThatNobodyGoesOnWith) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  const fs::path left = store.shares(keyOf({"left"}));
  const fs::path present = store.shares(keyOf({"present"}));
  for (const fs::path& shares : {left, present}) fs::create_directories(shares);
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::days(8));
  store.trim();
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(present));
}

TEST(FeatureStore, MakesRoomForFeaturesOfEachPictureWithoutThoseThatWereUsedLast) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  constexpr std::uint64_t kBytes = 1000;
  const auto fill = [](const fs::path& place) { std::ofstream(place / "share-0.npz") << std::string(kBytes, 'x'); };
  const fs::path old = store.features(keyOf({"old"}), kBytes);
  const fs::path used = store.features(keyOf({"used"}), kBytes);
  for (const fs::path& place : {old, used}) {
    fill(place);
    for (const fs::path& entry : {place, place / "share-0.npz"}) {
      fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::days(30));
    }
  }
  EXPECT_EQ(store.features(keyOf({"used"}), kBytes, 2 * kBytes), used);
  EXPECT_TRUE(fs::exists(old)) << "both are within it";
  const fs::path next = store.features(keyOf({"next"}), kBytes, 2 * kBytes);
  EXPECT_TRUE(fs::is_directory(next));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(used));
}

TEST(FeatureStore, KeepsNoFeaturesOfEachPictureWhereTheyWouldTakeTooMuch) {
  const TemporaryFolder folder;
  const FeatureStore store(folder.path());
  EXPECT_FALSE(store.features(keyOf({"some"}), FeatureStore::kMostBytesOfFeatures).empty());
  EXPECT_TRUE(store.features(keyOf({"more"}), FeatureStore::kMostBytesOfFeatures + 1).empty());
  EXPECT_TRUE(FeatureStore(fs::path()).features(keyOf({"some"}), 1).empty());
}

}  // namespace
}  // namespace gan
