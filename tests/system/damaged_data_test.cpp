#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "run/journal.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kClothing = fs::path(GAN_SHARED_DIR) / "data/clothing/train";
constexpr std::uint64_t kMostBytes = 64U << 20U;

enum class Damage { kTruncated, kFlipped, kEmpty, kOtherType, kDeleted };

void write(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
}

void spoil(const fs::path& file, Damage damage, std::mt19937& random) {
  std::string content = readFile(file, kMostBytes);
  switch (damage) {
    case Damage::kTruncated:
      return write(file, content.substr(0, content.size() / 8 + random() % (content.size() / 2)));
    case Damage::kFlipped:
      // The first byte is among them: a JPEG has no checksum, so that no reader can notice every flip behind its
      // header.
      content[0] ^= 0x5A;
      for (int i = 0; i < 100; ++i) content[random() % content.size()] ^= 0x5A;
      return write(file, content);
    case Damage::kEmpty:
      return write(file, "");
    case Damage::kOtherType:
      return write(file, "<html>Not found</html>\n");
    case Damage::kDeleted:
      fs::remove(file);
  }
}

/// A copy of real photographs, some of which are chosen to be spoilt.
class DamagedData : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(kClothing)) GTEST_SKIP() << kClothing << " is absent: the photographs are not part of the sources";
    fs::copy(kClothing, data(), fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(data())) {
      if (entry.is_regular_file()) files_.push_back(entry.path());
    }
    std::ranges::sort(files_);
    std::shuffle(files_.begin(), files_.end(), random_);
  }

  fs::path data() const { return folder_ / "data"; }

  /// The first `count` files, which are in random order, with every kind of damage in turn.
  std::set<std::string> spoilFirst(std::size_t count, const std::vector<Damage>& kinds) {
    std::set<std::string> spoilt;
    for (std::size_t i = 0; i < count; ++i) {
      spoil(files_[i], kinds[i % kinds.size()], random_);
      spoilt.insert(files_[i].string());
    }
    return spoilt;
  }

  std::vector<std::string> training(const std::string& name, const std::vector<std::string>& more) const {
    std::vector<std::string> command = {program("gan-engine"),
                                        "train",
                                        "--preset",
                                        "simple-gan",
                                        "--data",
                                        data().string(),
                                        "--out",
                                        run(name),
                                        "--set",
                                        "data.resolution=28",
                                        "--set",
                                        "data.channels=3",
                                        "--set",
                                        "data.batch_size=50"};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  std::string run(const std::string& name) const { return (folder_ / name).string(); }

  /// The file that each line of the run's list names, among those of the data.
  std::multiset<std::string> listed(const std::string& name) const {
    std::multiset<std::string> names;
    std::ifstream list(folder_ / name / "damaged-images.txt");
    for (std::string line; std::getline(list, line);) {
      const auto named = std::ranges::find_if(
          files_, [&](const fs::path& file) { return line.find(file.string()) != std::string::npos; });
      names.insert(named == files_.end() ? line : named->string());
    }
    return names;
  }

  TemporaryFolder folder_;
  std::vector<fs::path> files_;
  std::mt19937 random_{1};
};

TEST_F(DamagedData, OneInAHundredIsListedExactlyAndTrainingGoesOn) {
  const std::size_t count = files_.size() / 100;
  ASSERT_GE(count, 10U);
  auto spoilt = spoilFirst(count - 2, {Damage::kTruncated, Damage::kFlipped, Damage::kEmpty, Damage::kOtherType});
  Process engine(training("a", {"--epochs", "4"}));
  // Only a run that has listed the files already can miss one.
  ASSERT_TRUE(waitUntil([&] { return fs::exists(folder_ / "a/journal.log") || !engine.running(); })) << engine.errors();
  for (std::size_t i = count - 2; i < count; ++i) {
    spoil(files_[i], Damage::kDeleted, random_);
    spoilt.insert(files_[i].string());
  }
  EXPECT_EQ(engine.wait(std::chrono::seconds(300)), 0) << engine.errors();
  EXPECT_EQ(listed("a"), std::multiset<std::string>(spoilt.begin(), spoilt.end()));
}

/// A PNG has a checksum over every chunk, so that the list is exact wherever the bytes are changed.
TEST(DamagedPng, IsFoundWhereverItsBodyWasChanged) {
  constexpr std::size_t kHeader = 33;  // the signature and IHDR
  constexpr std::size_t kEnd = 12;     // IEND, behind the last pixel
  const TemporaryFolder folder;
  const std::string whole = readFile(fs::path(GAN_SOURCE_DIR) / "tests/interop/images/colour.png", kMostBytes);
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::set<std::string> spoilt;
  fs::create_directory(folder / "data");
  for (int i = 0; i < 200; ++i) {
    const fs::path file = folder / "data" / (std::to_string(i) + ".png");
    std::string content = whole;
    if (i % 2 == 0) {
      std::set<std::size_t> places;  // each once: two changes of a byte may undo each other
      while (places.size() < 1 + static_cast<std::size_t>(i) % 5) {
        places.insert(kHeader + random() % (whole.size() - kHeader - kEnd));
      }
      for (const std::size_t place : places) content[place] ^= static_cast<char>(1 + random() % 255);
      spoilt.insert(file.filename().string());
    }
    write(file, content);
  }
  const auto finished = test::run({program("gan-engine"), "data", "inspect", (folder / "data").string(), "--json"});
  ASSERT_EQ(finished.code, 0) << finished.errors;
  std::set<std::string> found;
  const auto facts = nlohmann::json::parse(finished.lastLine());
  for (const auto& damaged : facts["damaged"]) found.insert(fs::path(damaged["name"]).filename().string());
  EXPECT_EQ(found, spoilt);
}

TEST_F(DamagedData, ReplacementsAreTheSameForAnyNumberOfThreads) {
  spoilFirst(files_.size() / 100, {Damage::kTruncated, Damage::kFlipped, Damage::kEmpty, Damage::kOtherType});
  std::string first;
  for (const std::string workers : {"0", "3"}) {
    const auto finished = test::run(training(workers, {"--epochs", "1", "--set", "data.workers=" + workers}));
    ASSERT_EQ(finished.code, 0) << finished.errors;
    std::string weights;
    for (const auto& entry : fs::directory_iterator(folder_ / workers / "checkpoints")) {
      weights = readFile(entry.path() / "discriminator.safetensors", kMostBytes);
    }
    ASSERT_FALSE(weights.empty());
    if (first.empty()) first = weights;
    EXPECT_EQ(weights, first);
  }
}

TEST_F(DamagedData, TwoInAHundredStopTheRunWithTheList) {
  const auto spoilt =
      spoilFirst(files_.size() / 50, {Damage::kTruncated, Damage::kFlipped, Damage::kEmpty, Damage::kOtherType});
  const auto finished = test::run(training("a", {"--epochs", "2"}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.errors, HasSubstr("data.corrupt_limit = 0.01"));
  EXPECT_THAT(finished.errors, HasSubstr((folder_ / "a/damaged-images.txt").string()));
  const auto names = listed("a");
  EXPECT_GT(names.size(), files_.size() / 100);
  for (const std::string& name : names) EXPECT_TRUE(spoilt.contains(name)) << name;
}

}  // namespace
}  // namespace gan::test
