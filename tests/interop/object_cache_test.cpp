#include "interop/object_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ctime>
#include <fstream>

#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

std::string name(char digit) { return std::string(64, digit); }

fs::path fileOf(const TemporaryFolder& folder, char digit) {
  return folder.path() / std::string(2, digit) / std::string(62, digit);
}

void makeOld(const fs::path& path) {
  const timespec times[2] = {{std::time(nullptr) - 200'000, 0}, {std::time(nullptr) - 200'000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST(ObjectCache, GivesBackWhatItKept) {
  const TemporaryFolder folder;
  ObjectCache cache(folder.path(), 1000);
  EXPECT_FALSE(cache.find(name('a'), 5));
  cache.store(name('a'), "hello");
  EXPECT_EQ(cache.find(name('a'), 5), "hello");
  EXPECT_EQ(ObjectCache(folder.path(), 1000).bytes(), cache.bytes());
}

TEST(ObjectCache, ADamagedCopyGoesAway) {
  const TemporaryFolder folder;
  ObjectCache cache(folder.path(), 1000);
  cache.store(name('a'), "hello");
  std::fstream(fileOf(folder, 'a'), std::ios::in | std::ios::out) << "J";
  EXPECT_FALSE(cache.find(name('a'), 5));
  EXPECT_FALSE(fs::exists(fileOf(folder, 'a')));
  EXPECT_EQ(cache.bytes(), 0U);
}

TEST(ObjectCache, StaysBelowItsLimit) {
  const TemporaryFolder folder;
  ObjectCache cache(folder.path(), 250);
  for (const char digit : {'a', 'b', 'c'}) cache.store(name(digit), std::string(100, digit));
  EXPECT_EQ(cache.find(name('a'), 100), std::string(100, 'a'));
  EXPECT_EQ(cache.find(name('b'), 100), std::string(100, 'b'));
  EXPECT_FALSE(cache.find(name('c'), 100));
}

TEST(ObjectCache, CopiesThatNobodyReadMakeRoom) {
  const TemporaryFolder folder;
  {
    ObjectCache cache(folder.path(), 250);
    cache.store(name('a'), std::string(100, 'a'));
    cache.store(name('b'), std::string(100, 'b'));
  }
  makeOld(fileOf(folder, 'a'));
  ObjectCache cache(folder.path(), 250);
  cache.store(name('c'), std::string(100, 'c'));
  EXPECT_EQ(cache.find(name('c'), 100), std::string(100, 'c'));
  EXPECT_EQ(cache.find(name('b'), 100), std::string(100, 'b'));
  EXPECT_FALSE(cache.find(name('a'), 100));
}

TEST(ObjectCache, ADiskThatRefusesDoesNotStopTheTraining) {
  const TemporaryFolder folder;
  ObjectCache cache(folder.path() / "cache", 1000);
  fs::remove_all(folder.path() / "cache");
  std::ofstream(folder.path() / "cache") << "in the way";
  cache.store(name('a'), "hello");
  EXPECT_FALSE(cache.find(name('a'), 5));
}

}  // namespace
}  // namespace gan
