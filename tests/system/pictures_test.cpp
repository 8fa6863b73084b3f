#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <vector>

#include "interop/npz.h"
#include "system/pictures_run.h"

namespace gan::test {
namespace {

using nlohmann::json;

/// A picture of 32 x 32 pixels, each 4 x 4.
std::string enlarged(const std::string& pixels) {
  std::string larger;
  for (std::size_t y = 0; y < 128; ++y) {
    for (std::size_t x = 0; x < 128; ++x) larger += pixels.substr(3 * (y / 4 * 32 + x / 4), 3);
  }
  return larger;
}

/// A program of a test's own, before all others of its name.
class OwnProgram {
 public:
  OwnProgram(const fs::path& folder, const char* name, const std::string& script) : folder_(folder) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  Process::Environment environment() const { return {{"PATH", folder_.string() + ":" + ::getenv("PATH")}}; }

 private:
  fs::path folder_;
};

double meanDifference(std::string_view a, std::string_view b) {
  EXPECT_EQ(a.size(), b.size());
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    sum += std::abs(static_cast<std::uint8_t>(a[i]) - static_cast<std::uint8_t>(b[i]));
  }
  return sum / static_cast<double>(a.size());
}

TEST_F(Pictures, AreTheSameBytesFromAnyNumberOfProcessesAndThreads) {
  expectDone({"sample", runFolder(), "--count", "23", "--seed", "5", "--out", out("one"), "--threads", "1"});
  const auto expected = picturesIn(out("one"));
  ASSERT_EQ(expected.size(), 23U);
  EXPECT_NE(expected.at("000000.png"), expected.at("000010.png")) << "another latent of the same class";
  for (const char* processes : {"2", "3"}) {
    const Finished done = engine({"sample", runFolder(), "--count", "23", "--seed", "5", "--out", out(processes),
                                  "--processes", processes, "--json"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_EQ(json::parse(done.lastLine())["pictures"], 23) << "of all processes together";
    EXPECT_EQ(picturesIn(out(processes)), expected) << processes << " processes";
    EXPECT_EQ(contentOf(out(processes) / "samples.json"), contentOf(out("one") / "samples.json"));
  }
  expectDone({"sample", runFolder(), "--first", "20", "--count", "3", "--seed", "5", "--out", out("range")});
  EXPECT_EQ(picturesIn(out("range")).at("000021.png"), expected.at("000021.png"));
}

TEST_F(Pictures, ALineOfTextBringsBackThePictureEvenFromACopyElsewhere) {
  expectDone({"sample", runFolder(), "--count", "14", "--step", "10", "--seed", "3", "--truncation", "0.7",
              "--truncation-kind", "scale", "--out", out("numbered")});
  fs::copy(runFolder(), own_ / "elsewhere", fs::copy_options::recursive);
  expectDone({"sample", own_ / "elsewhere", "--point", "class=3 seed=3/13 step=10 truncation=0.7 truncation_kind=scale",
              "--out", out("line")});
  EXPECT_EQ(picturesIn(out("line")).at("000000.png"), picturesIn(out("numbered")).at("000013.png"));
  // A file of weights alone says which networks it is of.
  const fs::path weights = own_ / "somewhere.safetensors";
  fs::copy(runFolder() / "checkpoints" / "step-00000010.s1" / "ema.safetensors", weights);
  expectDone({"sample", weights, "--point", "class=3 seed=3/13 truncation=0.7 truncation_kind=scale step=10", "--out",
              out("weights")});
  EXPECT_EQ(picturesIn(out("weights")).at("000000.png"), picturesIn(out("numbered")).at("000013.png"));
  const json beside = json::parse(contentOf(out("line") / "samples.json"));
  EXPECT_EQ(beside["points"][0], "seed=3/13 class=3 truncation=0.7 truncation_kind=scale step=10");
  EXPECT_EQ(beside["truncation_kind"], json::array({"scale"}));
  EXPECT_EQ(beside["truncation"], json::array({0.7}));
  EXPECT_EQ(beside["generator"]["checkpoint"], "step-00000010.s1");
  EXPECT_EQ(json::parse(contentOf(out("numbered") / "samples.json"))["truncation_kind"], "scale");
}

TEST_F(Pictures, OfACheckpointAreDrawnThoughWhatNobodyReadsOfItIsDamaged) {
  fs::copy(runFolder(), own_ / "elsewhere", fs::copy_options::recursive);
  const fs::path checkpoint = own_ / "elsewhere" / "checkpoints" / "step-00000020.s1";
  std::ofstream(checkpoint / "discriminator.safetensors") << "damaged";
  const std::string line = "class=3 seed=3 step=20";
  expectDone({"sample", runFolder(), "--point", line, "--out", out("whole.png")});
  expectDone({"sample", own_ / "elsewhere", "--point", line, "--out", out("damaged.png")});
  EXPECT_EQ(contentOf(out("damaged.png")), contentOf(out("whole.png")));
  std::ofstream(checkpoint / "ema.safetensors") << "damaged";
  const Finished done = engine({"sample", own_ / "elsewhere", "--point", line, "--out", out("x.png"), "--json"});
  EXPECT_EQ(json::parse(done.lastLine())["error"]["id"], "checkpoint_damaged");
}

TEST_F(Pictures, OfSeveralStepsAreDrawnEachByItsOwn) {
  const std::vector<std::string> lines = {"seed=3 class=1 step=10", "seed=3 class=1 step=20",
                                          "seed=5 class=2 step=10 statistics=standing", "seed=5 class=2"};
  std::vector<std::string> together = {"sample", runFolder(), "--out", out("together")};
  std::vector<std::string> archive = {"sample", runFolder(), "--out", out("together.npz")};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    together.insert(together.end(), {"--point", lines[i]});
    archive.insert(archive.end(), {"--point", lines[i]});
    expectDone({"sample", runFolder(), "--point", lines[i], "--out", out(std::to_string(i) + ".png")});
  }
  expectDone(together);
  const auto pictures = picturesIn(out("together"));
  ASSERT_EQ(pictures.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(pictures.at("00000" + std::to_string(i) + ".png"), contentOf(out(std::to_string(i) + ".png")))
        << lines[i];
  }
  EXPECT_NE(pictures.at("000000.png"), pictures.at("000001.png"));
  const json beside = json::parse(contentOf(out("together") / "samples.json"));
  EXPECT_FALSE(beside.contains("generator"));
  ASSERT_EQ(beside["generators"].size(), 2U);
  EXPECT_EQ(beside["generators"][0]["checkpoint"], "step-00000010.s1");
  EXPECT_EQ(beside["generators"][1]["step"], 20);
  EXPECT_EQ(beside["points"][3], "seed=5 class=2 step=20") << "the newest one";
  expectDone(archive);
  const json of_archive = json::parse(contentOf(out("together.npz.json")));
  EXPECT_EQ(of_archive["generators"], beside["generators"]);

  // By an export, of which the bytes are the same.
  std::vector<std::string> exported = {"export", "start", "samples", runFolder(), "--id", "steps", "--wait"};
  for (const std::string& line : lines) exported.insert(exported.end(), {"--point", line});
  expectDone(exported);
  expectDone({"export", "fetch", runFolder(), "steps", "--out", out("fetched")});
  EXPECT_EQ(picturesIn(out("fetched")), pictures);
  EXPECT_EQ(contentOf(out("fetched") / "samples.json"), contentOf(out("together") / "samples.json"));
}

TEST_F(Pictures, AreThePixelsThatAnEngineSendsItsClients) {
  const std::vector<std::string> lines = {
      "seed=3/13 class=3 step=10 truncation=0.7", "seed=5 class=2*0.25+7*0.75 step=10",
      "seed=4*0.6+8*0.8 class=9 step=10 statistics=standing", "seed=3 class=1 step=10 move=sefa/0*2.5+pca/3*-1",
      latentLine() + " class=4 step=10 move=pca/0"};
  std::vector<std::string> command = {"sample", runFolder(), "--out", out("shell")};
  ganstudio::v1::GenerateRequest request;
  for (const std::string& line : lines) {
    command.insert(command.end(), {"--point", line});
    request.add_points(line);
  }
  expectDone(command);
  fs::copy(runFolder(), own_ / "elsewhere", fs::copy_options::recursive);
  const Process serving({program("gan-engine"), "serve", out("elsewhere")});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(out("elsewhere") / "endpoint.json"); }));
  PictureClient client({.text = out("elsewhere")});
  std::vector<std::string> sent;
  client.generate(request, [&](const ganstudio::v1::Picture& picture) {
    sent.push_back(picture.pixels());
    return true;
  });
  ASSERT_EQ(sent.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_TRUE(sent[i] == pixelsOf(out("shell") / ("00000" + std::to_string(i) + ".png"))) << lines[i];
  }
}

TEST_F(Pictures, OneGoesIntoTheFileThatIsNamed) {
  expectDone({"sample", runFolder(), "--count", "3", "--out", out("folder")});
  const Finished one = engine({"sample", runFolder(), "--count", "1", "--first", "2", "--out", out("one.png")});
  EXPECT_EQ(one.code, 0) << one.errors;
  EXPECT_EQ(one.lastLine().find("1 picture in "), 0U) << one.lastLine();
  EXPECT_EQ(contentOf(out("one.png")), picturesIn(out("folder")).at("000002.png"));
  EXPECT_EQ(json::parse(contentOf(out("one.png.json")))["first"], 2);
  for (const char* name : {"point.webp", "point.jpg", "point.jpeg"}) {
    expectDone({"sample", runFolder(), "--point", "seed=0/2 class=2", "--quality", "100", "--out", out(name)});
    EXPECT_EQ(readImageFile(out(name)).width, 32) << name;
  }
  EXPECT_EQ(pixelsOf(out("point.webp")), pixelsOf(out("one.png"))) << "loses nothing";
  expectDone({"sample", runFolder(), "--count", "5", "--out", out("five.npz")});
  expectDone({"sample", runFolder(), "--count", "5", "--format", "npz", "--out", out("archive")});
  EXPECT_EQ(contentOf(out("five.npz")), contentOf(out("archive") / "samples.npz"));
}

TEST_F(Pictures, GoIntoAFolderForEachClass) {
  expectDone({"sample", runFolder(), "--count", "12", "--class", "2,7", "--class-folders", "--out", out("classes")});
  const auto pictures = picturesIn(out("classes"));
  EXPECT_EQ(pictures.size(), 12U);
  EXPECT_TRUE(pictures.contains("2/000000.png"));
  EXPECT_TRUE(pictures.contains("7/000011.png"));
}

TEST_F(Pictures, ArchivesHoldThePixelsOfTheFilesAndTheirClasses) {
  constexpr std::size_t kCount = 12;
  constexpr std::size_t kPlane = std::size_t{32} * 32;
  const auto sample = [&](const char* format) {
    expectDone({"sample", runFolder(), "--count", std::to_string(kCount), "--seed", "4", "--format", format, "--out",
                out(format)});
  };
  sample("png");
  std::string rows;    // [N, H, W, 3]
  std::string planes;  // [N, 3, H, W]
  for (const auto& [name, content] : picturesIn(out("png"))) {
    const std::string pixels = pixelsOf(out("png") / name);
    ASSERT_EQ(pixels.size(), 3 * kPlane);
    rows += pixels;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      for (std::size_t i = 0; i < kPlane; ++i) planes += pixels[3 * i + channel];
    }
  }
  std::vector<std::int64_t> classes;
  for (std::size_t i = 0; i < kCount; ++i) classes.push_back(static_cast<std::int64_t>(i % 10));
  const auto expectArray = [&](const char* format, const char* name, const char* type,
                               const std::vector<std::int64_t>& shape, const void* bytes) {
    const NpyArray array = NpzFile(out(format) / "samples.npz").read(name);
    EXPECT_EQ(array.type, type) << name;
    EXPECT_EQ(array.shape, shape) << name;
    EXPECT_EQ(std::memcmp(array.bytes.data(), bytes, array.bytes.size()), 0) << name;
  };
  sample("npz");
  expectArray("npz", "arr_0", "|u1", {kCount, 32, 32, 3}, rows.data());
  expectArray("npz", "arr_1", "<i8", {kCount}, classes.data());
  sample("npz-biggan");
  expectArray("npz-biggan", "x", "|u1", {kCount, 3, 32, 32}, planes.data());
  expectArray("npz-biggan", "y", "<i8", {kCount}, classes.data());
}

TEST_F(Pictures, StandingStatisticsGiveTheSameBytesFromSeveralProcessesToo) {
  const std::vector<std::string> asked = {"sample", runFolder(), "--count", "4", "--statistics", "standing"};
  std::vector<std::string> command = asked;
  command.insert(command.end(), {"--out", out("one")});
  expectDone(command);
  command = asked;
  command.insert(command.end(), {"--out", out("two"), "--processes", "2"});
  expectDone(command);
  EXPECT_EQ(picturesIn(out("two")), picturesIn(out("one")));
}

/// Of one process, of two of them with two stages each, and of whatever else a generator is asked for.
TEST_F(Pictures, OfAGeneratorInStagesAreTheSameBytes) {
  const auto asked = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.begin() + 1, runFolder().string());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"sample", "--count", "5", "--seed", "5"},
        {"sample", "--count", "4", "--statistics", "standing"},
        {"interpolate", "--point", "seed=1 class=3", "--point", "seed=2 class=4", "--seconds", "0.2"}}) {
    expectDone(asked(words, {"--device", "cpu", "--out", out("whole")}));
    expectDone(asked(words, {"--device", "cpu+cpu", "--out", out("cut")}));
    EXPECT_FALSE(picturesIn(out("whole")).empty());
    EXPECT_EQ(picturesIn(out("cut")), picturesIn(out("whole"))) << words.front();
    if (words.front() == "sample") {
      expectDone(asked(words, {"--device", "cpu+cpu,cpu+cpu", "--processes", "2", "--out", out("two")}));
      EXPECT_EQ(picturesIn(out("two")), picturesIn(out("whole")));
    }
    for (const char* made : {"whole", "cut", "two"}) fs::remove_all(out(made));
    for (const char* made : {"whole.json", "cut.json"}) fs::remove(out(made));
  }
  for (const char* kind : {"classes", "sefa"}) {
    const std::vector<std::string> words = {"sheet", "--kind", kind, "--rows", "3", "--columns", "4"};
    expectDone(asked(words, {"--device", "cpu", "--out", out("whole.png")}));
    expectDone(asked(words, {"--device", "cpu+cpu", "--out", out("cut.png")}));
    EXPECT_EQ(contentOf(out("cut.png")), contentOf(out("whole.png"))) << kind;
  }
}

TEST_F(Pictures, AFilmsFramesAreThePicturesOfItsKeyframes) {
  expectDone({"interpolate", runFolder(), "--point", "seed=1 class=3", "--point", "seed=2 class=4", "--seconds", "0.2",
              "--out", out("frames/")});
  const auto frames = picturesIn(out("frames"));
  ASSERT_EQ(frames.size(), 6U);
  expectDone({"sample", runFolder(), "--point", "seed=1 class=3", "--point", "seed=2 class=4", "--out", out("ends")});
  EXPECT_EQ(frames.at("000000.png"), picturesIn(out("ends")).at("000000.png"));
  EXPECT_EQ(frames.at("000005.png"), picturesIn(out("ends")).at("000001.png"));
  EXPECT_EQ(json::parse(contentOf(out("frames.json")))["keyframes"][1], "seed=2 class=4");
}

/// Keyframes at the first, the middle and the last picture, against those pictures made alone.
TEST_F(Pictures, FilmsShowOthersTheKeyframesWhereTheyBelong) {
  if (run({"sh", "-c", "command -v ffmpeg && command -v ffprobe"}).code != 0) {
    GTEST_SKIP() << "ffmpeg and ffprobe are not installed";
  }
  constexpr std::size_t kFrames = 31;
  constexpr std::size_t kBytes = std::size_t{128} * 128 * 3;
  const std::vector<std::string> keyframes = {"seed=1 class=3", "seed=2 class=4", "seed=3 class=9"};
  std::vector<std::string> alone = {"sample", runFolder(), "--out", out("alone")};
  std::vector<std::string> film = {"interpolate", runFolder(), "--seconds", "3.1", "--fps", "10", "--zoom", "4"};
  for (const std::string& line : keyframes) {
    alone.insert(alone.end(), {"--point", line});
    film.insert(film.end(), {"--point", line});
  }
  expectDone(alone);
  std::vector<std::string> pictures;
  for (const char* name : {"000000.png", "000001.png", "000002.png"}) {
    pictures.push_back(enlarged(pixelsOf(out("alone") / name)));
  }
  for (const char* name : {"film.gif", "film.mp4"}) {
    std::vector<std::string> command = film;
    command.insert(command.end(), {"--out", out(name)});
    expectDone(command);
    const Finished probed = run({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
                                 "stream=width,height,r_frame_rate,nb_read_frames", "-of", "default=nw=1", out(name)});
    EXPECT_EQ(probed.output, "width=128\nheight=128\nr_frame_rate=10/1\nnb_read_frames=31\n") << name;
    const fs::path raw = out("film.rgb");
    ASSERT_EQ(run({"ffmpeg", "-v", "error", "-y", "-i", out(name), "-f", "rawvideo", "-pix_fmt", "rgb24", raw}).code,
              0);
    const std::string frames = contentOf(raw);
    ASSERT_EQ(frames.size(), kFrames * kBytes) << name;
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
      const std::size_t place = i * (kFrames - 1) / 2;
      const std::string frame = frames.substr(place * kBytes, kBytes);
      for (std::size_t other = 0; other < keyframes.size(); ++other) {
        const double difference = meanDifference(frame, pictures[other]);
        if (other == i) {
          EXPECT_LT(difference, 3.5) << name << ", frame " << place;
        } else {
          EXPECT_GT(difference, 5) << name << ", frame " << place << " is of another keyframe";
        }
      }
    }
  }
}

/// A film of 600 pictures, or 60: held at once, the longer one's would be 100 MiB more.
std::vector<std::string> enlargedFilm(const fs::path& run_folder, const char* seconds, const fs::path& file) {
  return {"/bin/sh",
          "-c",
          R"("$@" & wait $!; exit $?)",
          "sh",
          program("gan-engine"),
          "interpolate",
          run_folder,
          "--point",
          "seed=1 class=3",
          "--point",
          "seed=2 class=4",
          "--zoom",
          "8",
          "--seconds",
          seconds,
          "--out",
          file,
          "--json"};
}

constexpr double kMoreMemoryBytes = 16 << 20;

TEST_F(Pictures, ALongFilmTakesNoMoreMemoryThanAShortOne) {
  // What MP4's program takes itself is the next case's.
  const OwnProgram ffmpeg(own_ / "bin", "ffmpeg", "exec cat > /dev/null");
  for (const char* name : {"film.gif", "film.mp4"}) {
    const auto peak = [&](const char* seconds) {
      const Finished done = run(enlargedFilm(runFolder(), seconds, out(name)), ffmpeg.environment());
      EXPECT_EQ(done.code, 0) << done.errors;
      return json::parse(done.lastLine())["peak_memory_bytes"].get<double>();
    };
    EXPECT_LT(peak("20"), peak("2") + kMoreMemoryBytes) << name;
  }
}

TEST_F(Pictures, TheProgramOfAnMp4FilmTakesNoMoreMemoryForALongOne) {
  const Finished found = run({"sh", "-c", "command -v ffmpeg"});
  if (found.code != 0) GTEST_SKIP() << "ffmpeg is not installed";
  // Looks at the program while it works: the largest it has been is in /proc.
  const fs::path noted = own_ / "peak_kib";
  const OwnProgram ffmpeg(own_ / "bin", "ffmpeg",
                          "exec 3<&0\n" + found.lastLine() + " \"$@\" <&3 &\n" + "while grep VmHWM /proc/$!/status > " +
                              noted.string() + ".new; do mv " + noted.string() + ".new " + noted.string() +
                              "; sleep 0.02; done\nwait $!");
  const auto peak = [&](const char* seconds) {
    const Finished done = run(enlargedFilm(runFolder(), seconds, out("film.mp4")), ffmpeg.environment());
    EXPECT_EQ(done.code, 0) << done.errors;
    std::istringstream line(contentOf(noted));
    std::string name;
    double kib = 0;
    EXPECT_TRUE(line >> name >> kib) << name;
    return 1024 * kib;
  };
  EXPECT_LT(peak("20"), peak("2") + kMoreMemoryBytes);
}

TEST_F(Pictures, StoppedOrKilledLeaveNoHalfFilm) {
  const TemporaryFolder programs;
  const OwnProgram ffmpeg(programs.path(), "ffmpeg", "exec cat > /dev/null");
  for (const char* name : {"film.gif", "film.mp4"}) {
    for (const int signal : {SIGINT, SIGKILL}) {
      const fs::path film = out(std::to_string(signal)) / name;
      fs::create_directories(film.parent_path());
      Process process({program("gan-engine"), "interpolate", runFolder(), "--point", "seed=1 class=3", "--point",
                       "seed=2 class=4", "--seconds", "3600", "--out", film},
                      ffmpeg.environment());
      ASSERT_TRUE(waitUntil([&] { return !fs::is_empty(film.parent_path()); }));
      process.signal(signal);
      EXPECT_EQ(process.wait(), signal == SIGINT ? 3 : 128 + SIGKILL);
      EXPECT_FALSE(fs::exists(film));
      EXPECT_FALSE(fs::exists(film.string() + ".json"));
      EXPECT_TRUE(signal != SIGINT || fs::is_empty(film.parent_path()));
      fs::remove_all(film.parent_path());
    }
  }
}

TEST_F(Pictures, SheetsOfEveryKindSayWhatTheyShow) {
  for (const char* kind :
       {"classes", "random", "steps", "interpolate-z", "interpolate-y", "interpolate-zy", "sefa", "pca"}) {
    const fs::path file = out(std::string(kind) + ".png");
    expectDone({"sheet", runFolder(), "--kind", kind, "--columns", "4", "--out", file});
    const json beside = json::parse(contentOf(file.string() + ".json"));
    EXPECT_EQ(beside["kind"], kind);
    const std::map<std::string, int> rows = {{"classes", 10}, {"random", 8}, {"steps", 2}, {"sefa", 8}, {"pca", 8}};
    EXPECT_EQ(beside["rows"], rows.contains(kind) ? rows.at(kind) : 16) << kind;
  }
  const json steps = json::parse(contentOf(out("steps.png.json")));
  EXPECT_EQ(steps["pictures"][1][2], "seed=0/2 class=2 step=20");
  EXPECT_EQ(steps["pictures"][0][2], "seed=0/2 class=2 step=10") << "the same latents";
}

TEST_F(Pictures, WrongRequestsAreOneSentence) {
  refused({"sample", runFolder(), "--class", "10", "--out", out("x")}, "class_not_known");
  refused({"sample", runFolder(), "--point", "sed=1", "--out", out("x")}, "sample_point_bad");
  refused({"sample", own_ / "missing", "--out", out("x")}, "pictures_no_source");
  refused({"sample", "ssh://host/runs/a", "--out", out("x")}, "run_elsewhere");
  refused({"sample", runFolder(), "--point", "seed=1 class=0 step=10", "--point", "seed=1 class=0 step=15", "--out",
           out("x")},
          "checkpoint_not_found");
  refused({"interpolate", runFolder(), "--point", "seed=1 class=0 step=10", "--point", "seed=2 class=1 step=20",
           "--out", out("x.gif")},
          "latent_walk_bad");
  const fs::path checkpoint = runFolder() / "checkpoints" / "step-00000010.s1";
  refused({"sample", checkpoint / "ema.safetensors", "--step", "20", "--count", "1", "--out", out("x")},
          "weights_one_step");
  refused({"sample", runFolder(), "--device", "cpu+cpu+cpu+cpu+cpu+cpu+cpu+cpu", "--out", out("x")},
          "pictures_not_in_stages");
  refused({"sample", runFolder(), "--device", "cpu+cpu", "--processes", "2", "--out", out("x")}, "devices_conflict");
  refused({"sample", runFolder(), "--format", "npz", "--processes", "2", "--out", out("x")}, "sample_not_shared");
  refused({"sample", runFolder(), "--out", out("x.png")}, "sample_file_one_picture");
  refused({"sample", runFolder(), "--count", "1", "--format", "jpeg", "--out", out("x.png")}, "sample_format_differs");
  refused({"sample", runFolder(), "--count", "1", "--class-folders", "--out", out("x.png")},
          "class_folders_need_classes");
  const TemporaryFolder others;
  const std::string header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  std::ofstream(others / "w.safetensors", std::ios::binary)
      << static_cast<char>(header.size()) << std::string(7, '\0') << header << std::string(4, '\0');
  refused({"sample", others / "w.safetensors", "--count", "1", "--out", out("x")}, "weights_no_config");
  refused({"interpolate", runFolder(), "--point", "seed=1 class=0", "--out", out("x.gif")}, "latent_walk_bad");
  refused({"interpolate", runFolder(), "--point", "seed=1 class=0", "--point", "seed=2 class=1", "--out", out("x.avi")},
          "film_format_unknown");
  refused({"sheet", runFolder(), "--out", out("x.bmp")}, "picture_format_unknown");
  refused({"sheet", runFolder(), "--kind", "steps", "--step", "10", "--out", out("x.png")}, "sheet_of_all_steps");
  refused({"sheet", runFolder(), "--kind", "steps", "--point", "seed=1 class=0", "--point",
           "seed=2 class=0 statistics=batch", "--out", out("x.png")},
          "sheet_points_differ");
  refused({"sheet", runFolder(), "--rows", "1000", "--columns", "1000", "--out", out("x.webp")}, "picture_too_large");
  refused({"sample", runFolder(), "--point", "seed=1 class=0", "--seed", "3", "--out", out("x")}, "bad_usage");
  refused({"interpolate", runFolder(), "--point", "seed=1 class=0", "--point", "seed=2 class=1", "--fps", "60", "--out",
           out("x.gif")},
          "film_too_fast");
  EXPECT_TRUE(fs::is_empty(own_.path()));
}

}  // namespace
}  // namespace gan::test
