#include "run/sums_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <set>
#include <vector>

#include "run/chunked_array.h"
#include "support/memory.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr std::size_t kMany = (std::size_t{24} << 20U) / SumsFile::kChunkBytes;

std::vector<void*> takeAndFill(SumsFile& file, std::size_t count) {
  std::vector<void*> chunks;
  for (std::size_t i = 0; i < count; ++i) {
    chunks.push_back(file.take());
    std::memset(chunks.back(), static_cast<int>(i % 251), SumsFile::kChunkBytes);
  }
  return chunks;
}

void expectFilled(const std::vector<void*>& chunks) {
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const auto* bytes = static_cast<const unsigned char*>(chunks[i]);
    ASSERT_EQ(bytes[0], i % 251);
    ASSERT_EQ(bytes[SumsFile::kChunkBytes - 1], i % 251);
  }
}

TEST(SumsFile, WhatItHoldsIsNotThisProcesssOwnMemory) {
  const TemporaryFolder temporary;
  SumsFile file(temporary.path());
  const std::int64_t before = test::residentOwnKib();
  const std::vector<void*> chunks = takeAndFill(file, kMany);
  if (!test::kMemoryIsLookedAt) {
    EXPECT_LT(test::residentOwnKib() - before, 4096);
  }
  EXPECT_GE(file.size(), kMany * SumsFile::kChunkBytes);
  expectFilled(chunks);
}

TEST(SumsFile, HasNoNameThatCouldBeLeftBehind) {
  const TemporaryFolder temporary;
  SumsFile file(temporary.path());
  takeAndFill(file, 100);
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
}

TEST(SumsFile, TakesNoRoomBeforeSomethingIsWantedAndGivesBackWhatIsNot) {
  const TemporaryFolder temporary;
  SumsFile file(temporary.path());
  EXPECT_EQ(file.size(), 0U);
  std::vector<void*> chunks = takeAndFill(file, 1000);
  const std::set<void*> all(chunks.begin(), chunks.end());
  ASSERT_EQ(all.size(), 1000U);
  const std::size_t size = file.size();
  for (void* chunk : chunks) file.giveBack(chunk);
  chunks = takeAndFill(file, 1000);
  EXPECT_EQ(file.size(), size);
  EXPECT_EQ(std::set<void*>(chunks.begin(), chunks.end()), all);
}

TEST(SumsFile, WithoutAFolderToWriteToItIsOrdinaryMemory) {
  SumsFile file("/proc/none");
  expectFilled(takeAndFill(file, 200));
  EXPECT_EQ(file.size(), 0U);
}

TEST(ChunkedArray, InAFileIsWhatItIsInMemory) {
  SumsFile file;
  ChunkedArray<int, 16> mapped(file);
  ChunkedArray<int, 16> kept;
  const auto both = [&](const auto& act) {
    act(mapped);
    act(kept);
    ASSERT_EQ(mapped.size(), kept.size());
  };
  for (int i = 0; i < 1000; ++i) both([i](auto& array) { array.push_back(i); });
  both([](auto& array) { array.forgetBefore(517); });
  for (std::size_t i = 512; i < 1000; ++i) ASSERT_EQ(mapped[i], kept[i]);
  both([](auto& array) { array.truncate(530); });
  for (int i = 0; i < 100; ++i) both([i](auto& array) { array.push_back(-i); });
  for (std::size_t i = 512; i < 630; ++i) ASSERT_EQ(mapped[i], kept[i]);
  EXPECT_EQ(mapped[629], -99);
  both([](auto& array) { array.truncate(256); });  // all that is left was forgotten
  for (int i = 0; i < 20; ++i) both([i](auto& array) { array.push_back(i); });
  EXPECT_EQ(mapped[256], 0);
  EXPECT_EQ(mapped.back(), 19);
  EXPECT_EQ(mapped.from(270).size(), 2U);
}

}  // namespace
}  // namespace gan
