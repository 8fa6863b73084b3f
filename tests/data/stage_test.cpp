#include "data/stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "core/append_log.h"
#include "interop/image_folder.h"
#include "interop/tar_images.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t kMiB = 1 << 20;

/// Bytes in which every place of a file looks different.
std::string content(std::int64_t bytes, std::uint32_t seed) {
  std::string text(static_cast<std::size_t>(bytes), '\0');
  std::uint32_t state = seed * 2654435761U + 1;
  for (char& c : text) {
    state = state * 1664525U + 1013904223U;
    c = static_cast<char>(state >> 24U);
  }
  return text;
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Every file under a folder with its content.
std::map<std::string, std::string> filesUnder(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().lexically_relative(folder).string()] = read(entry.path());
  }
  return files;
}

class Stage : public testing::Test {
 protected:
  void SetUp() override {
    write(source_ / "cat/a.png", "\x89PNG one");
    write(source_ / "cat/b.png", content(3 * kMiB, 2));
    write(source_ / "dog/deep/c.png", "\x89PNG three");
    write(source_ / "dog/empty.png", "");
  }
  Staged stage() { return stageData(source_, {.to = to_, .threads = 3}, monitor_); }

  TemporaryFolder folder_;
  fs::path source_ = folder_ / "shared/pets";
  fs::path to_ = folder_ / "scratch";
  ProgressMonitor monitor_;
};

TEST_F(Stage, TheCopyIsTheSameDataSet) {
  const Staged staged = stage();
  EXPECT_EQ(staged.files, 4);
  EXPECT_EQ(staged.copied, 4);
  EXPECT_EQ(filesUnder(staged.path), filesUnder(source_));
  const auto copied = ImageFolder::list(staged.path);
  EXPECT_EQ(copied.fingerprint(), ImageFolder::list(source_).fingerprint());
  EXPECT_THAT(copied.classNames(), ElementsAre("cat", "dog"));
}

TEST_F(Stage, AgainCopiesOnlyWhatChangedAndRemovesWhatIsGone) {
  stage();
  EXPECT_EQ(stage().copied, 0);
  write(source_ / "cat/a.png", "\x89PNG eins");
  fs::remove(source_ / "dog/empty.png");
  write(source_ / "dog/new.png", "\x89PNG four");
  const Staged staged = stage();
  EXPECT_EQ(staged.copied, 2);
  EXPECT_EQ(filesUnder(staged.path), filesUnder(source_));
}

TEST_F(Stage, WhatAClusterCleanedAwayIsCopiedAgain) {
  const fs::path copy = stage().path;
  fs::remove(copy / "cat/b.png");
  EXPECT_EQ(stage().copied, 1);
  EXPECT_EQ(filesUnder(copy), filesUnder(source_));
}

TEST_F(Stage, ASingleFileIsStagedToo) {
  const Staged staged = stageData(source_ / "cat/b.png", {.to = to_, .threads = 1}, monitor_);
  EXPECT_EQ(staged.path.filename(), "b.png");
  EXPECT_TRUE(read(staged.path) == read(source_ / "cat/b.png"));
}

TEST_F(Stage, FoldersOfTheSameNameDoNotMix) {
  write(folder_ / "other/pets/a.png", "\x89PNG another");
  const Staged mine = stage();
  const Staged other = stageData(folder_ / "other/pets", {.to = to_, .threads = 1}, monitor_);
  EXPECT_EQ(filesUnder(mine.path), filesUnder(source_));
  EXPECT_EQ(filesUnder(other.path), filesUnder(folder_ / "other/pets"));
}

TEST_F(Stage, TheListOfClassesAboveAFlatFolderComesAlong) {
  const fs::path val = folder_ / "ILSVRC/Data/CLS-LOC/val";
  write(val / "ILSVRC2012_val_00000001.JPEG", "\xff\xd8\xff one");
  write(folder_ / "ILSVRC/LOC_val_solution.csv",
        "ImageId,PredictionString\nILSVRC2012_val_00000001,n01440764 1 2 3 4\n");
  const Staged staged = stageData(val, {.to = to_, .threads = 1}, monitor_);
  EXPECT_THAT(ImageFolder::list(staged.path).classNames(), ElementsAre("n01440764"));
}

TEST_F(Stage, TheDevelopmentKitBesideAnArchiveComesAlong) {
  const fs::path archives = fs::path(GAN_SOURCE_DIR) / "tests/interop/archives/imagenet";
  const fs::path val = archives / "ILSVRC2012_img_val.tar";
  const Staged staged = stageData(val, {.to = to_, .threads = 1}, monitor_);
  EXPECT_EQ(TarImages::list(staged.path, DataSplit::kTrain).fingerprint(),
            TarImages::list(val, DataSplit::kTrain).fingerprint());
  EXPECT_TRUE(fs::exists(staged.path.parent_path() / "ILSVRC2012_devkit_t12.tar.gz"));
}

TEST_F(Stage, TheDevelopmentKitBesideAnUnpackedArchiveComesAlong) {
  const char* kit = "ILSVRC2012_devkit_t12.tar.gz";
  write(folder_ / "in/val/ILSVRC2012_val_00000001.JPEG", "\xff\xd8\xff one");
  fs::copy_file(fs::path(GAN_SOURCE_DIR) / "tests/interop/archives/imagenet" / kit, folder_ / "in" / kit);
  const Staged staged = stageData(folder_ / "in/val", {.to = to_, .threads = 1}, monitor_);
  EXPECT_EQ(ImageFolder::list(staged.path).fingerprint(), ImageFolder::list(folder_ / "in/val").fingerprint());
  EXPECT_FALSE(ImageFolder::list(staged.path).classNames().empty());
}

TEST_F(Stage, TheLabelsBesideAFileOfImagesComeAlong) {
  write(folder_ / "idx/train-images-idx3-ubyte.gz", "images");
  write(folder_ / "idx/train-labels-idx1-ubyte", "labels");
  const Staged staged = stageData(folder_ / "idx/train-images-idx3-ubyte.gz", {.to = to_, .threads = 1}, monitor_);
  EXPECT_EQ(staged.files, 2);
  EXPECT_EQ(read(staged.path.parent_path() / "train-labels-idx1-ubyte"), "labels");
}

TEST_F(Stage, NothingAndWhatIsFarAwayAreRefused) {
  fs::create_directories(folder_ / "nothing/in/here");
  expectError(ErrorCode::kNotFound, "stage_empty",
              [&] { stageData(folder_ / "nothing", {.to = to_, .threads = 1}, monitor_); });
  const auto error = expectError(ErrorCode::kInvalidArgument, "stage_remote",
                                 [&] { stageData("s3://dogs/pictures", {.to = to_, .threads = 1}, monitor_); });
  EXPECT_THAT(error->message(), HasSubstr("data.cache_path"));
  expectError(ErrorCode::kInvalidArgument, "stage_no_folder", [&] { stageData(source_, {.to = ""}, monitor_); });
}

TEST_F(Stage, SeveralProcessesOfAMachineCopyOnce) {
  constexpr int kProcesses = 5;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    children.push_back(::fork());
    if (children.back() == 0) {
      int code = 100;
      try {
        ProgressMonitor monitor;
        const Staged staged = stageData(source_, {.to = to_, .threads = 2}, monitor);
        code = filesUnder(staged.path) == filesUnder(source_) ? static_cast<int>(staged.copied) : 101;
      } catch (...) {
      }
      ::_exit(code);
    }
  }
  int copied = 0;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    copied += WEXITSTATUS(status);
  }
  EXPECT_EQ(copied, 4);
}

TEST_F(Stage, KilledInsideALargeFileItGoesOnThere) {
  write(source_ / "large.png", content(70 * kMiB, 7));
  const pid_t child = ::fork();
  if (child == 0) {
    ProgressMonitor deadly([](const Progress& progress) {
      if (progress.done > 40 * kMiB) ::kill(::getpid(), SIGKILL);
    });
    stageData(source_, {.to = to_, .threads = 1}, deadly);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  std::int64_t first = -1;
  ProgressMonitor monitor([&](const Progress& progress) {
    if (progress.stage == "staging" && progress.done > 0 && first < 0) first = progress.done;
  });
  const Staged staged = stageData(source_, {.to = to_, .threads = 1}, monitor);
  EXPECT_GE(first, 32 * kMiB);
  EXPECT_TRUE(filesUnder(staged.path) == filesUnder(source_));
}

TEST_F(Stage, WhatDoesNotReadBackAsItWasIsNotKept) {
  write(source_ / "large.png", content(20 * kMiB, 9));
  const fs::path copy = stage().path / "large.png";
  // As if the disk had changed a piece after it was written: the sum on record is another.
  fs::rename(copy, copy.string() + ".part");
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::file_clock::to_sys(fs::last_write_time(source_ / "large.png")).time_since_epoch());
  {
    AppendLogWriter sums(copy.string() + ".part.sums");
    sums.append(std::to_string(20 * kMiB) + " " + std::to_string(time.count()));
    sums.append("0 12345");
  }
  expectError(ErrorCode::kDataLoss, "stage_differs", [&] { stage(); });
  EXPECT_FALSE(fs::exists(copy));
  EXPECT_EQ(filesUnder(stage().path), filesUnder(source_));
}

TEST_F(Stage, StopsOnRequestAndGoesOnLater) {
  monitor_.cancel();
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { stage(); });
  ProgressMonitor again;
  const Staged staged = stageData(source_, {.to = to_, .threads = 1}, again);
  EXPECT_EQ(filesUnder(staged.path), filesUnder(source_));
}

TEST_F(Stage, ADiskThatIsTooSmallIsToldBeforeAnythingIsCopied) {
  const SmallDisk disk(1024);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  const auto error = expectError(ErrorCode::kResourceExhausted, "stage_no_space",
                                 [&] { stageData(source_, {.to = disk.path(), .threads = 1}, monitor_); });
  EXPECT_THAT(error->message(), HasSubstr("3.0 MiB"));
  for (const auto& entry : fs::recursive_directory_iterator(disk.path())) {
    EXPECT_TRUE(entry.is_directory() || fs::file_size(entry) == 0) << entry.path();
  }
}

TEST_F(Stage, ADiskThatFillsUpLeavesNothingThatLooksFinished) {
  const SmallDisk disk(8192);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  write(source_ / "large.png", content(4 * kMiB, 4));
  bool full = false;
  ProgressMonitor filling([&](const Progress& progress) {
    if (progress.stage == "staging" && !std::exchange(full, true)) disk.fill();
  });
  try {
    stageData(source_, {.to = disk.path(), .threads = 1}, filling);
    GTEST_SKIP() << "everything was copied before the disk was full";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "disk_full") << error.message();
  }
  fs::remove(disk.path() / "ballast");
  const Staged staged = stageData(source_, {.to = disk.path(), .threads = 1}, monitor_);
  EXPECT_TRUE(filesUnder(staged.path) == filesUnder(source_));
}

TEST_F(Stage, WrongPlacesAreRefused) {
  expectError(ErrorCode::kNotFound, "stage_not_there",
              [&] { stageData(folder_ / "nowhere", {.to = to_, .threads = 1}, monitor_); });
  expectError(ErrorCode::kInvalidArgument, "stage_inside",
              [&] { stageData(source_, {.to = source_ / "copy", .threads = 1}, monitor_); });
}

}  // namespace
}  // namespace gan
