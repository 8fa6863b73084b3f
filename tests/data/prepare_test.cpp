#include "data/prepare.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <functional>

#include "core/append_log.h"
#include "core/error.h"
#include "data/hdf5_dataset.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// 8 x 8 images in which image i begins with colour i mod 256 and counts up from there.
class CountingDataset : public Dataset {
 public:
  using Before = std::function<void(std::int64_t)>;
  explicit CountingDataset(std::int64_t count, std::vector<std::string> classes = {"cat", "dög", ""},
                           Before before = {})
      : before_(std::move(before)) {
    info_ = {.name = "counting", .count = count, .class_names = std::move(classes), .fingerprint = "counting"};
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    if (before_) before_(index);
    image = {.width = 8, .height = 8, .channels = 3, .pixels = std::vector<std::uint8_t>(192)};
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
      image.pixels[i] = static_cast<std::uint8_t>(static_cast<std::size_t>(index) + i);
    }
    return label(index);
  }
  std::int64_t label(std::int64_t index) const override {
    return info_.class_names.empty() ? kNoLabel : index % static_cast<std::int64_t>(info_.class_names.size());
  }

 private:
  DatasetInfo info_;
  Before before_;
};

PrepareOptions optionsFor(const fs::path& out, Hdf5Compression compression = Hdf5Compression::kNone) {
  return {.out = out,
          .fit = {.resolution = 8, .channels = 3},
          .compression = compression,
          .chunk_images = 16,
          .threads = 2};
}

std::string readWhole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> filesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

class Prepare : public testing::TestWithParam<Hdf5Compression> {};

TEST_P(Prepare, EveryPixelLabelAndClassNameComesBack) {
  const TemporaryFolder folder;
  const CountingDataset source(300);
  ProgressMonitor monitor;
  const Prepared prepared = prepareHdf5(source, optionsFor(folder / "out.hdf5", GetParam()), monitor);
  EXPECT_EQ(prepared.images, 300);
  EXPECT_EQ(prepared.bytes, fs::file_size(folder / "out.hdf5"));
  EXPECT_THAT(filesIn(folder.path()), ElementsAre("out.hdf5"));
  for (const auto residence : {Hdf5Residence::kOnDisk, Hdf5Residence::kInMemory}) {
    const Hdf5Dataset made(folder / "out.hdf5", residence);
    ASSERT_EQ(made.info().count, 300);
    EXPECT_EQ(made.info().class_names, source.info().class_names);
    Image expected;
    Image found;
    for (std::int64_t i = 0; i < 300; ++i) {
      ASSERT_EQ(made.read(i, found), source.read(i, expected));
      ASSERT_EQ(found.pixels, expected.pixels) << i;
    }
  }
}

TEST_P(Prepare, KilledAndContinuedEqualsUninterrupted) {
  const TemporaryFolder folder;
  ProgressMonitor monitor;
  prepareHdf5(CountingDataset(10'000), optionsFor(folder / "whole.hdf5", GetParam()), monitor);
  const fs::path out = folder / "killed.hdf5";
  const pid_t child = ::fork();
  if (child == 0) {
    const CountingDataset deadly(10'000, {"cat", "dög", ""}, [](std::int64_t index) {
      if (index == 9000) ::kill(::getpid(), SIGKILL);
    });
    ProgressMonitor its_monitor;
    prepareHdf5(deadly, optionsFor(out, GetParam()), its_monitor);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(fs::exists(out));
  const Prepared prepared = prepareHdf5(CountingDataset(10'000), optionsFor(out, GetParam()), monitor);
  EXPECT_EQ(prepared.continued_from, 8192);
  EXPECT_TRUE(readWhole(out) == readWhole(folder / "whole.hdf5"));
  EXPECT_THAT(filesIn(folder.path()), ElementsAre("killed.hdf5", "whole.hdf5"));
}

INSTANTIATE_TEST_SUITE_P(EachCompression, Prepare,
                         testing::Values(Hdf5Compression::kNone, Hdf5Compression::kLzf, Hdf5Compression::kGzip),
                         [](const auto& compression) {
                           return compression.param == Hdf5Compression::kNone  ? "None"
                                  : compression.param == Hdf5Compression::kLzf ? "Lzf"
                                                                               : "Gzip";
                         });

TEST(PrepareHdf5, WithoutAChunkSizeOneIsMeasured) {
  const TemporaryFolder folder;
  const CountingDataset source(3000);
  PrepareOptions options = optionsFor(folder / "out.hdf5", Hdf5Compression::kGzip);
  options.chunk_images = 0;
  ProgressMonitor monitor;
  const Prepared prepared = prepareHdf5(source, options, monitor);
  EXPECT_GE(prepared.chunk_images, 1);
  EXPECT_LE(prepared.chunk_images * 192, 1 << 20);
  const Hdf5Dataset made(folder / "out.hdf5", Hdf5Residence::kOnDisk);
  EXPECT_EQ(made.info().block_size, prepared.chunk_images);
  Image expected;
  Image found;
  for (std::int64_t i = 0; i < 3000; i += 7) {
    source.read(i, expected);
    made.read(i, found);
    ASSERT_EQ(found.pixels, expected.pixels) << i;
  }
  EXPECT_THAT(filesIn(folder.path()), ElementsAre("out.hdf5"));
}

TEST(PrepareHdf5, StoppedWhileItCompressesItGoesOn) {
  const TemporaryFolder folder;
  const CountingDataset source(3000);
  const PrepareOptions options = optionsFor(folder / "out.hdf5", Hdf5Compression::kLzf);
  ProgressMonitor* running = nullptr;
  ProgressMonitor stopped([&](const Progress& progress) {
    if (progress.stage == "compressing") running->cancel();
  });
  running = &stopped;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { prepareHdf5(source, options, stopped); });
  EXPECT_THAT(filesIn(folder.path()), ElementsAre("out.hdf5.partial", "out.hdf5.partial.log"));
  ProgressMonitor monitor;
  EXPECT_EQ(prepareHdf5(source, options, monitor).continued_from, 3000);
  EXPECT_EQ(Hdf5Dataset(folder / "out.hdf5", Hdf5Residence::kOnDisk).info().count, 3000);
}

TEST(PrepareHdf5, APartOfOtherOptionsIsNeitherGoneOnWithNorLost) {
  const TemporaryFolder folder;
  ProgressMonitor* running = nullptr;
  ProgressMonitor stopped([&](const Progress&) { running->cancel(); });
  running = &stopped;
  const CountingDataset source(10'000);
  PrepareOptions options = optionsFor(folder / "out.hdf5");
  options.fit.crop = Crop::kNone;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { prepareHdf5(source, options, stopped); });
  const std::string partial = readWhole(folder / "out.hdf5.partial");
  options.fit.crop = Crop::kLongEdge;
  ProgressMonitor monitor;
  const auto error =
      expectError(ErrorCode::kAlreadyExists, "prepare_other_partial", [&] { prepareHdf5(source, options, monitor); });
  EXPECT_THAT(error->message(), testing::HasSubstr("4096 images"));
  EXPECT_TRUE(readWhole(folder / "out.hdf5.partial") == partial);
  options.fit.crop = Crop::kNone;
  EXPECT_EQ(prepareHdf5(source, options, monitor).continued_from, 4096);
}

TEST(PrepareHdf5, AMeasuredChunkIsKeptWhenItGoesOn) {
  const TemporaryFolder folder;
  const CountingDataset source(10'000);
  PrepareOptions options = optionsFor(folder / "out.hdf5", Hdf5Compression::kLzf);
  options.chunk_images = 0;
  ProgressMonitor* running = nullptr;
  ProgressMonitor stopped([&](const Progress&) { running->cancel(); });
  running = &stopped;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { prepareHdf5(source, options, stopped); });
  // 7, which no measurement would choose, as if it had been measured in the first images.
  const fs::path log = folder / "out.hdf5.partial.log";
  const std::string record = AppendLogReader(log).next().value();
  {
    AppendLogWriter writer(log);
    writer.append(record.substr(0, record.find(' ')) + " chunk-lzf 7");
    writer.flush();
  }
  ProgressMonitor monitor;
  EXPECT_EQ(prepareHdf5(source, options, monitor).chunk_images, 7);
  PrepareOptions whole = optionsFor(folder / "whole.hdf5", Hdf5Compression::kLzf);
  whole.chunk_images = 7;
  prepareHdf5(source, whole, monitor);
  EXPECT_TRUE(readWhole(folder / "out.hdf5") == readWhole(folder / "whole.hdf5"));
}

TEST(PrepareHdf5, TheChunkIsNotedWithTheFirstImages) {
  const TemporaryFolder folder;
  PrepareOptions options = optionsFor(folder / "out.hdf5", Hdf5Compression::kGzip);
  options.chunk_images = 0;
  ProgressMonitor* running = nullptr;
  ProgressMonitor stopped([&](const Progress& progress) {
    if (progress.stage == "preparing" && progress.done > 4096) running->cancel();
  });
  running = &stopped;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { prepareHdf5(CountingDataset(10'000), options, stopped); });
  AppendLogReader log(folder / "out.hdf5.partial.log");
  log.next();
  EXPECT_THAT(log.next().value(), testing::ContainsRegex(" chunk-gzip [0-9]+$"));
}

TEST(PrepareHdf5, WithoutANameNothingIsMade) {
  ProgressMonitor monitor;
  expectError(ErrorCode::kInvalidArgument, "prepare_no_name",
              [&] { prepareHdf5(CountingDataset(10), optionsFor(""), monitor); });
  EXPECT_FALSE(fs::exists(".partial"));
  EXPECT_FALSE(fs::exists(".partial.log"));
}

TEST(PrepareHdf5, ADamagedChunkSpoilsItsImagesOnly) {
  const TemporaryFolder folder;
  ProgressMonitor monitor;
  const fs::path path = folder / "out.hdf5";
  prepareHdf5(CountingDataset(640), optionsFor(path, Hdf5Compression::kGzip), monitor);
  const auto last = static_cast<std::streamoff>(fs::file_size(path)) - 60;  // inside the last chunk
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(last).write("................", 16);
  for (const auto residence : {Hdf5Residence::kOnDisk, Hdf5Residence::kInMemory}) {
    const Hdf5Dataset made(path, residence);
    EXPECT_EQ(made.info().fingerprint, Hdf5Dataset(path, residence).info().fingerprint);
    Image image;
    int damaged = 0;
    for (std::int64_t i = 0; i < 640; ++i) {
      try {
        made.read(i, image);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::kDataLoss);
        ++damaged;
      }
    }
    EXPECT_EQ(damaged, 16);
  }
}

TEST(PrepareHdf5, ImagesWithoutLabelsStaySo) {
  const TemporaryFolder folder;
  ProgressMonitor monitor;
  prepareHdf5(CountingDataset(10, {}), optionsFor(folder / "out.hdf5"), monitor);
  const Hdf5Dataset made(folder / "out.hdf5", Hdf5Residence::kOnDisk);
  EXPECT_THAT(made.info().class_names, IsEmpty());
  Image image;
  EXPECT_EQ(made.read(3, image), kNoLabel);
}

TEST(PrepareHdf5, AFileThatIsThereOrInUseIsLeftAlone) {
  const TemporaryFolder folder;
  const fs::path out = folder / "out.hdf5";
  std::ofstream(out) << "mine";
  ProgressMonitor monitor;
  expectError(ErrorCode::kAlreadyExists, "prepare_exists",
              [&] { prepareHdf5(CountingDataset(10), optionsFor(out), monitor); });
  EXPECT_EQ(readWhole(out), "mine");
  fs::remove(out);
  const int other = ::open((out.string() + ".partial.log").c_str(), O_RDWR | O_CREAT, 0644);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  expectError(ErrorCode::kFailedPrecondition, "prepare_running",
              [&] { prepareHdf5(CountingDataset(10), optionsFor(out), monitor); });
  ::close(other);
}

TEST(PrepareHdf5, WhatIsRandomIsRefused) {
  const TemporaryFolder folder;
  PrepareOptions options = optionsFor(folder / "out.hdf5");
  options.fit.flip = Flip::kRandom;
  ProgressMonitor monitor;
  expectError(ErrorCode::kInvalidArgument, "prepare_random",
              [&] { prepareHdf5(CountingDataset(10), options, monitor); });
}

TEST(PrepareHdf5, AnImageThatCannotBeReadStopsItAndNothingLooksFinished) {
  const TemporaryFolder folder;
  const CountingDataset broken(5000, {}, [](std::int64_t index) {
    if (index == 4500) throw Error(ErrorCode::kDataLoss, "broken", "image 4500");
  });
  ProgressMonitor monitor;
  expectError(ErrorCode::kDataLoss, "broken", [&] { prepareHdf5(broken, optionsFor(folder / "out.hdf5"), monitor); });
  EXPECT_FALSE(fs::exists(folder / "out.hdf5"));
  EXPECT_EQ(prepareHdf5(CountingDataset(5000, {}), optionsFor(folder / "out.hdf5"), monitor).continued_from, 4096);
}

TEST(PrepareHdf5, ADiskThatIsTooSmallIsToldBeforeAnythingIsWritten) {
  const SmallDisk disk(1024);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  ProgressMonitor monitor;
  const auto error = expectError(ErrorCode::kResourceExhausted, "prepare_no_space", [&] {
    prepareHdf5(CountingDataset(10'000), optionsFor(disk.path() / "out.hdf5"), monitor);
  });
  EXPECT_THAT(error->message(), testing::AllOf(testing::HasSubstr("1.9 MiB"), testing::HasSubstr("1.0 MiB")));
  EXPECT_THAT(filesIn(disk.path()), IsEmpty());
}

TEST(PrepareHdf5, ADiskThatFillsUpEndsInOneErrorAndLaterGoesOn) {
  const SmallDisk disk(8192);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  const PrepareOptions options = optionsFor(disk.path() / "out.hdf5", Hdf5Compression::kLzf);
  ProgressMonitor filling([&](const Progress& progress) {
    if (progress.stage == "preparing" && progress.done == progress.total) disk.fill();
  });
  expectError(ErrorCode::kResourceExhausted, "disk_full",
              [&] { prepareHdf5(CountingDataset(10'000), options, filling); });
  EXPECT_THAT(filesIn(disk.path()), ElementsAre("ballast", "out.hdf5.partial", "out.hdf5.partial.log"));
  fs::remove(disk.path() / "ballast");
  ProgressMonitor monitor;
  EXPECT_EQ(prepareHdf5(CountingDataset(10'000), options, monitor).continued_from, 10'000);
  EXPECT_THAT(filesIn(disk.path()), ElementsAre("out.hdf5"));
}

}  // namespace
}  // namespace gan
