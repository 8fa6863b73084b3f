#include "sampling/film.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "interop/image_file.h"
#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/memory.h"
#include "support/process.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Smooth colours that move.
Image frame(std::int64_t number, std::int64_t side, std::int64_t channels) {
  Image image{.width = side, .height = side, .channels = channels, .pixels = {}};
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) {
      for (std::int64_t c = 0; c < channels; ++c) {
        image.pixels.push_back(static_cast<std::uint8_t>((x * (c + 2) + y * 3 + number * 4) % 511 / 2));
      }
    }
  }
  return image;
}

void writeFilm(const fs::path& path, std::int64_t frames, std::int64_t side, std::int64_t channels) {
  const auto film =
      openFilm(path, {.width = side, .height = side, .channels = channels, .frames_per_second = 30, .loops = true});
  for (std::int64_t i = 0; i < frames; ++i) film->add(frame(i, side, channels));
  film->finish();
}

bool haveFfmpeg() { return test::run({"sh", "-c", "command -v ffmpeg && command -v ffprobe"}).code == 0; }

/// The frames as ffmpeg decodes them, RGB.
std::string decoded(const fs::path& film) {
  const fs::path raw = film.string() + ".rgb";
  EXPECT_EQ(test::run({"ffmpeg", "-v", "error", "-i", film, "-f", "rawvideo", "-pix_fmt", "rgb24", "-y", raw}).code, 0);
  std::ifstream file(raw, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

double meanDifference(std::string_view bytes, const Image& image, std::int64_t stride) {
  double sum = 0;
  for (std::int64_t y = 0; y < image.height; ++y) {
    for (std::int64_t x = 0; x < 3 * image.width; ++x) {
      const auto place = static_cast<std::size_t>(y * 3 * stride + x);
      sum += std::abs(static_cast<std::uint8_t>(bytes[place]) -
                      image.pixels[static_cast<std::size_t>(y * 3 * image.width + x)]);
    }
  }
  return sum / static_cast<double>(image.pixels.size());
}

std::size_t entriesOf(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(GifFilm, GreyPicturesKeepEveryLevel) {
  const TemporaryFolder folder;
  writeFilm(folder / "film.gif", 3, 64, 1);
  const DecodedImage first = readImageFile(folder / "film.gif");
  const Image expected = frame(0, 64, 1);
  ASSERT_EQ(first.width, 64);
  for (std::size_t i = 0; i < expected.pixels.size(); ++i) {
    ASSERT_EQ(first.pixels[i * static_cast<std::size_t>(first.channels)], expected.pixels[i]);
  }
}

TEST(GifFilm, OtherDecodersSeeEachPictureAndTheirTime) {
  if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg and ffprobe are not installed";
  const TemporaryFolder folder;
  constexpr std::int64_t kSide = 96;
  writeFilm(folder / "film.gif", 30, kSide, 3);
  const std::string rgb = decoded(folder / "film.gif");
  constexpr std::size_t kBytes = 3 * kSide * kSide;
  ASSERT_EQ(rgb.size(), 30 * kBytes);
  for (const std::size_t number : {std::size_t{0}, std::size_t{14}, std::size_t{29}}) {
    EXPECT_LT(meanDifference(std::string_view(rgb).substr(number * kBytes, kBytes),
                             frame(static_cast<std::int64_t>(number), kSide, 3), kSide),
              4)
        << "256 colours each";
  }
  const auto probed =
      test::run({"ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder / "film.gif"});
  EXPECT_NEAR(std::stod(probed.output), 1.0, 0.011);
}

TEST(Mp4Film, OtherDecodersSeeEachPictureAndTheirTime) {
  if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg and ffprobe are not installed";
  const TemporaryFolder folder;
  constexpr std::int64_t kSide = 97;
  writeFilm(folder / "film.mp4", 45, kSide, 3);
  const auto probed = test::run({"ffprobe", "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
                                 "stream=codec_name,pix_fmt,width,height,r_frame_rate,nb_read_frames", "-of",
                                 "default=nw=1", folder / "film.mp4"});
  EXPECT_EQ(probed.output,
            "codec_name=h264\nwidth=98\nheight=98\npix_fmt=yuv420p\nr_frame_rate=30/1\nnb_read_frames=45\n");
  const std::string rgb = decoded(folder / "film.mp4");
  constexpr std::size_t kBytes = 3 * (kSide + 1) * (kSide + 1);
  ASSERT_EQ(rgb.size(), 45 * kBytes);
  for (const std::size_t number : {std::size_t{0}, std::size_t{22}, std::size_t{44}}) {
    EXPECT_LT(meanDifference(std::string_view(rgb).substr(number * kBytes, kBytes),
                             frame(static_cast<std::int64_t>(number), kSide, 3), kSide + 1),
              6);
  }
}

TEST(Mp4Film, WithoutTheProgramOneSentenceSaysSo) {
  const TemporaryFolder folder;
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  expectError(ErrorCode::kFailedPrecondition, "ffmpeg_missing", [&] { writeFilm(folder / "film.mp4", 1, 32, 3); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(entriesOf(folder.path()), 0U);
}

/// A folder with a program of that name and nothing else, on PATH while this lives.
class OnPath {
 public:
  OnPath(const char* name, const char* script, fs::perms rights) {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(folder_ / name, rights);
    ::setenv("PATH", folder_.path().c_str(), 1);
  }
  ~OnPath() { ::setenv("PATH", path_.c_str(), 1); }
  OnPath(const OnPath&) = delete;
  OnPath& operator=(const OnPath&) = delete;

 private:
  TemporaryFolder folder_;
  std::string path_ = ::getenv("PATH");
};

std::string failureOf(const fs::path& film) {
  try {
    writeFilm(film, 1, 32, 3);
    return {};
  } catch (const Error& error) {
    return error.id() + ": " + error.what();
  }
}

TEST(Mp4Film, TellsWhatItsProgramSaidAndHowItEnded) {
  const TemporaryFolder folder;
  {
    const OnPath ffmpeg("ffmpeg", "echo \"Unknown encoder 'libx264'\" >&2; exit 8", fs::perms::owner_all);
    const std::string failure = failureOf(folder / "film.mp4");
    EXPECT_TRUE(failure.starts_with("ffmpeg_failed")) << failure;
    EXPECT_NE(failure.find("Unknown encoder 'libx264'"), std::string::npos) << failure;
    EXPECT_NE(failure.find("code 8"), std::string::npos) << failure;
  }
  {
    const OnPath ffmpeg("ffmpeg", "kill -SEGV $$", fs::perms::owner_all);
    const std::string failure = failureOf(folder / "film.mp4");
    EXPECT_NE(failure.find("signal 11"), std::string::npos) << failure;
  }
  {
    const OnPath ffmpeg("ffmpeg", "", fs::perms::owner_read);
    EXPECT_TRUE(failureOf(folder / "film.mp4").starts_with("ffmpeg_not_started"));
  }
  EXPECT_EQ(entriesOf(folder.path()), 0U);
}

TEST(Mp4Film, HandsItsProgramEachPictureAtOnceAndKeepsNone) {
  const TemporaryFolder folder;
  const fs::path received = folder / "received";
  const OnPath ffmpeg("ffmpeg", ("exec /bin/cat > " + received.string()).c_str(), fs::perms::owner_all);
  constexpr std::int64_t kSide = 256;
  const Image picture = frame(0, kSide, 3);
  const auto film = openFilm(folder / "film.mp4", {.width = kSide, .height = kSide, .channels = 3});
  const auto add = [&](int pictures) {
    for (int i = 0; i < pictures; ++i) film->add(picture);
    return std::pair(test::allocatedBytes(), std::uint64_t{fs::file_size(received)});
  };
  const auto [allocated, first] = add(50);
  const auto [allocated_later, later] = add(200);
  constexpr std::uint64_t kOnTheWay = 4U << 20U;  // in sockets, and what the program holds
  EXPECT_GT(first + kOnTheWay, 50 * picture.pixels.size());
  EXPECT_GT(later + kOnTheWay, 250 * picture.pixels.size());
  EXPECT_LT(allocated_later, allocated + (1U << 20U)) << "of 38 MB that it was given meanwhile";
  film->finish();
  EXPECT_EQ(fs::file_size(received), 250 * picture.pixels.size());
}

TEST(Mp4Film, ANameWithAColonIsAFileToo) {
  if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg and ffprobe are not installed";
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  fs::create_directory("r:x");
  writeFilm("r:x/film.mp4", 2, 32, 3);
  fs::current_path(before);
  EXPECT_GT(fs::file_size(folder / "r:x/film.mp4"), 0U);
}

TEST(PictureFolder, GetsItsNameWhenItIsWhole) {
  const TemporaryFolder folder;
  {
    const auto film = openFilm(folder / "frames", {.width = 32, .height = 32});
    film->add(frame(0, 32, 3));
    EXPECT_FALSE(fs::exists(folder / "frames"));
  }
  EXPECT_EQ(entriesOf(folder.path()), 0U) << "it was given up";
  writeFilm(folder / "frames/", 3, 32, 3);
  EXPECT_EQ(entriesOf(folder / "frames"), 3U);
  EXPECT_EQ(entriesOf(folder.path()), 1U);
}

TEST(PictureFolder, TakesNoOtherFilmIn) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "frames");
  writeFilm(folder / "frames", 6, 32, 3);
  expectError(ErrorCode::kAlreadyExists, "film_folder_taken", [&] { writeFilm(folder / "frames", 3, 32, 3); });
  EXPECT_EQ(entriesOf(folder / "frames"), 6U);
}

/// A program that writes what it is sent where ffmpeg would write the film.
constexpr const char* kTakesAll = "for out; do :; done; exec /bin/cat > \"${out#file:}\"";

TEST(Film, OnAFullDiskNothingIsLeft) {
  const TemporaryFolder folder;
  const OnPath ffmpeg("ffmpeg", kTakesAll, fs::perms::owner_all);
  for (const char* name : {"film.gif", "film.mp4"}) {
    const FileSizeLimit limit(4000);
    EXPECT_THROW(writeFilm(folder / name, 90, 128, 3), Error) << name;
    EXPECT_EQ(entriesOf(folder.path()), 0U) << name;
  }
}

TEST(Mp4Film, NamesTheFullDisk) {
  const SmallDisk disk(256);
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a small disk";
  const OnPath ffmpeg("ffmpeg", kTakesAll, fs::perms::owner_all);
  try {
    writeFilm(disk.path() / "film.mp4", 90, 128, 3);
    FAIL() << "the film is larger than its disk";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "film_disk_full") << error.what();
    EXPECT_EQ(error.code(), ErrorCode::kResourceExhausted);
  }
  EXPECT_EQ(entriesOf(disk.path()), 0U);
}

TEST(Film, GivenUpHalfwayLeavesTheOldFilmAlone) {
  const TemporaryFolder folder;
  const OnPath ffmpeg("ffmpeg", kTakesAll, fs::perms::owner_all);
  for (const char* name : {"film.gif", "film.mp4"}) {
    std::ofstream(folder / name) << "old";
    {
      const auto film = openFilm(folder / name, {.width = 32, .height = 32});
      for (int i = 0; i < 5; ++i) film->add(frame(i, 32, 3));
    }
    std::ifstream file(folder / name);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "old");
    fs::remove(folder / name);
    EXPECT_EQ(entriesOf(folder.path()), 0U) << name;
  }
}

TEST(Film, RefusesOtherNamesAndOtherShapes) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kInvalidArgument, "film_format_unknown", [&] { writeFilm(folder / "film.avi", 1, 32, 3); });
  const auto film = openFilm(folder / "film.gif", {.width = 32, .height = 32});
  expectError(ErrorCode::kInvalidArgument, "film_other_shape", [&] { film->add(frame(0, 16, 3)); });
  for (const auto& [name, most] :
       {std::pair("film.mp4", 8192), std::pair("film.gif", 16'384), std::pair("f", 16'384)}) {
    expectError(ErrorCode::kInvalidArgument, "film_too_large",
                [&] { openFilm(folder / name, {.width = 32, .height = most + 1}); });
  }
  expectError(ErrorCode::kInvalidArgument, "film_too_fast",
              [&] { openFilm(folder / "film.gif", {.width = 32, .height = 32, .frames_per_second = 51}); });
}

}  // namespace
}  // namespace gan
