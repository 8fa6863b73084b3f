#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "core/append_log.h"
#include "core/error.h"
#include "support/process.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

using Words = std::vector<std::string>;

Words dataCommand(const Words& words) {
  Words all{program("gan-engine"), "data"};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

json factsOf(const Finished& finished) {
  EXPECT_EQ(finished.code, 0) << finished.errors;
  return json::parse(finished.lastLine(), nullptr, false);
}

std::string idOf(const Finished& finished) {
  const json facts = json::parse(finished.lastLine(), nullptr, false);
  return facts.is_object() && facts.contains("error") ? facts["error"]["id"].get<std::string>() : finished.output;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr int kImages = 20'000;

Words prepareShapes(const fs::path& out, const Words& more) {
  Words words{"prepare", "shapes",     "--resolution", "32", "--set", "data.shapes_count=" + std::to_string(kImages),
              "--out",   out.string(), "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return dataCommand(words);
}

/// Images that an interrupted preparation has in its file for good, as its log says; -1 before there is a log.
int imagesNoted(const fs::path& out) {
  const fs::path log = out.string() + ".partial.log";
  if (!fs::exists(log)) return -1;
  int images = -1;
  try {
    AppendLogReader reader(log);
    for (auto record = reader.next(); record; record = reader.next()) {
      const std::string said = record->substr(record->find(' ') + 1);
      if (!said.starts_with("chunk")) images = std::stoi(said);
    }
  } catch (const Error&) {
    return -1;  // taken away since: all is written
  }
  return images;
}

/// Stops the process, and only then looks: what is there cannot change before it is killed or goes on.
bool stoppedInsideTheWork(Process& process, const fs::path& out) {
  if (process.stop() && !fs::exists(out)) return true;
  process.signal(SIGCONT);
  return false;
}

/// A moment of the work, told by the files it leaves: how far the images are, or that they are being packed.
using Moment = std::function<bool()>;

std::vector<Moment> moments(const fs::path& out, bool packs, std::mt19937& random) {
  std::vector<int> images(5);
  for (int& count : images) count = std::uniform_int_distribution<>(1, kImages / 2)(random);
  std::ranges::sort(images);
  images.insert(images.begin(), -1);  // hardly begun
  std::vector<Moment> all;
  for (const int count : images) {
    all.emplace_back([=] { return fs::exists(out.string() + ".partial.log") && imagesNoted(out) >= count; });
  }
  if (packs) {
    all.emplace_back([=] { return imagesNoted(out) == kImages && fs::exists(out.string() + ".packing"); });
  }
  return all;
}

class KilledPrepare : public ::testing::TestWithParam<Words> {};

TEST_P(KilledPrepare, AtAnyMomentAndContinuedMakesTheSameFile) {
  const TemporaryFolder folder;
  const fs::path whole = folder / "whole.hdf5";
  const json made = factsOf(run(prepareShapes(whole, GetParam())));
  ASSERT_EQ(made["images"], kImages);
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const fs::path out = folder / "killed.hdf5";
  Words slow = GetParam();
  slow.insert(slow.end(), {"--threads", "1"});
  int kills = 0;
  std::optional<Finished> last;
  for (const Moment& moment : moments(out, !GetParam().empty(), random)) {
    Process process(prepareShapes(out, slow));
    ASSERT_TRUE(waitUntil([&] { return !process.running() || moment(); }, std::chrono::minutes(5),
                          std::chrono::milliseconds(1)));
    if (stoppedInsideTheWork(process, out)) {
      process.signal(SIGKILL);
      process.wait();
      ++kills;
      EXPECT_FALSE(fs::exists(out));
      continue;
    }
    last = Finished{process.wait(), process.output(), process.errors()};
    break;
  }
  EXPECT_GE(kills, 1);
  const json continued = factsOf(last ? *last : run(prepareShapes(out, slow)));
  EXPECT_EQ(continued["images"], kImages);
  // Where the chunk is measured, another preparation may find another; this one must have kept what it found.
  if (continued["chunk_images"] != made["chunk_images"]) {
    fs::remove(whole);
    Words same = GetParam();
    same.insert(same.end(), {"--chunk", continued["chunk_images"].dump()});
    factsOf(run(prepareShapes(whole, same)));
  }
  EXPECT_TRUE(read(out) == read(whole));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

INSTANTIATE_TEST_SUITE_P(Data, KilledPrepare,
                         ::testing::Values(Words{}, Words{"--compression", "lzf", "--chunk", "16"},
                                           Words{"--compression", "gzip", "--chunk", "64"},
                                           Words{"--compression", "gzip"}),
                         [](const auto& words) {
                           return words.param.empty()       ? std::string("none")
                                  : words.param.size() == 2 ? words.param[1] + "_measured"
                                                            : words.param[1];
                         });

TEST(DataCommands, AFullDiskIsToldAndLeavesNothingThatLooksFinished) {
  const SmallDisk disk(40 * 1024);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  const TemporaryFolder folder;
  const fs::path out = disk.path() / "out.hdf5";
  const Finished finished = run(prepareShapes(out, {}));
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(idOf(finished), "prepare_no_space") << finished.errors;
  EXPECT_TRUE(fs::is_empty(disk.path()));
}

TEST(DataCommands, WrongInputIsAnsweredWithWhatToDo) {
  const TemporaryFolder folder;
  const fs::path out = folder / "out.hdf5";
  const auto refused = [&](const Words& words) {
    const Finished finished = run(dataCommand(words));
    EXPECT_EQ(finished.code, 2) << finished.errors;
    return idOf(finished);
  };
  EXPECT_EQ(refused({"inspect", (folder / "nowhere").string(), "--json"}), "data_not_there");
  EXPECT_EQ(refused({"inspect", folder.path().string(), "--json"}), "image_folder_empty");
  std::ofstream(folder / "words.txt") << "no images";
  EXPECT_EQ(refused({"inspect", (folder / "words.txt").string(), "--json"}), "data_unknown");
  EXPECT_EQ(refused({"inspect", "file://" + folder.path().string(), "--json"}), "data_address_unknown");
  EXPECT_EQ(refused({"inspect", "S3://no", "--json"}), "s3_bad_address");
  std::ofstream(folder / "short.hdf5") << "\x89HDF\r\n\x1a\n";
  EXPECT_EQ(refused({"inspect", (folder / "short.hdf5").string(), "--json"}), "hdf5_damaged");
  std::ofstream(folder / "short.npz") << "PK\x03\x04";
  EXPECT_EQ(refused({"inspect", (folder / "short.npz").string(), "--json"}), "npz_damaged");
  const fs::path archives = fs::path(GAN_SOURCE_DIR) / "tests/interop/archives";
  EXPECT_EQ(refused({"inspect", (archives / "fortran.npz").string(), "--json"}), "npz_unsupported");
  EXPECT_EQ(refused({"inspect", (archives / "floats.npz").string(), "--json"}), "npz_no_images");
  EXPECT_EQ(refused({"prepare", "shapes", "--resolution", "0", "--out", out.string(), "--json"}),
            "config_out_of_range");
  EXPECT_EQ(refused({"prepare", "shapes", "--json"}), "bad_usage");
  EXPECT_EQ(refused({"prepare", "shapes", "--out", (folder / "words.txt").string(), "--json"}), "prepare_exists");
  EXPECT_EQ(refused({"stage", (folder / "nowhere").string(), "--to", folder.path().string(), "--json"}),
            "data_not_there");
  EXPECT_EQ(refused({"tune", "shapes", "--set", "data.batch_size=0", "--json"}), "config_out_of_range");
  EXPECT_EQ(refused({"inspect", "", "--json"}), "empty_name");
  EXPECT_EQ(refused({"prepare", "shapes", "--out", "", "--json"}), "empty_name");
  EXPECT_EQ(refused({"stage", folder.path().string(), "--to", "", "--json"}), "empty_name");
  EXPECT_EQ(refused({"stage", "s3://dogs/pictures", "--to", folder.path().string(), "--json"}), "stage_remote");
  EXPECT_EQ(refused({"inspect", "s3://dogs/pictures", "--set", "data.stage_to=/tmp", "--json"}), "config_conflict");
  EXPECT_EQ(read(folder / "words.txt"), "no images");
  EXPECT_FALSE(fs::exists(out));
}

TEST(DataCommands, ImagesFewerThanABatchAreStillLookedAtAndPrepared) {
  const TemporaryFolder folder;
  const Words few{"shapes", "--resolution", "32", "--set", "data.shapes_count=5", "--json"};
  for (Words words : {Words{"inspect"}, Words{"prepare", "--out", (folder / "out.hdf5").string()}}) {
    words.insert(words.end(), few.begin(), few.end());
    EXPECT_EQ(factsOf(run(dataCommand(words)))["images"], 5);
  }
}

TEST(DataCommands, InspectSaysWhatIsThereAndDrawsIt) {
  const TemporaryFolder folder;
  const fs::path sheet = folder / "sheet.png";
  const json facts =
      factsOf(run(dataCommand({"inspect", "shapes", "--resolution", "32", "--set", "data.shapes_count=200", "--classes",
                               "12", "--sheet", sheet.string(), "--json"})));
  EXPECT_EQ(facts["images"], 200);
  EXPECT_EQ(facts["classes"].size(), 10U);
  EXPECT_EQ(facts["classes"][3]["images"], 20);
  EXPECT_EQ(facts["sizes"], json::parse(R"([{"width":32,"height":32,"images":200}])"));
  ASSERT_EQ(facts["warnings"].size(), 1U) << facts;
  EXPECT_EQ(facts["warnings"][0]["id"], "inspect_class_count");
  EXPECT_EQ(facts["warnings"][0]["arguments"], json::parse(R"({"expected":"12","found":"10"})"));
  EXPECT_EQ(read(sheet).substr(0, 4), "\x89PNG");
}

TEST(DataCommands, InspectWarnsOfAClassFolderWithoutPictures) {
  const TemporaryFolder folder;
  for (const char* name : {"cat", "dog", "fish"}) fs::create_directories(folder / "pets" / name);
  // PGM, 1 x 1: told by its content.
  std::ofstream(folder / "pets/cat/a.pgm") << "P5 1 1 255\nA";
  std::ofstream(folder / "pets/dog/b.pgm") << "P5 1 1 255\nB";
  std::ofstream(folder / "pets/dog/c.pgm") << "P5 1 1 255\nB";
  std::ofstream(folder / "pets/dog/d.pgm") << "P5 9 9 255\nB";
  const json facts = factsOf(run(dataCommand({"inspect", (folder / "pets").string(), "--resolution", "8", "--json"})));
  std::vector<std::string> ids;
  for (const json& warning : facts["warnings"]) ids.push_back(warning["id"]);
  EXPECT_THAT(ids, ::testing::ElementsAre("inspect_empty_classes", "inspect_small_images", "inspect_too_damaged",
                                          "inspect_duplicates"));
  EXPECT_EQ(facts["damaged"][0]["name"], "dog/d.pgm");
  EXPECT_EQ(facts["duplicates"]["groups"][0]["names"], json::parse(R"(["dog/b.pgm","dog/c.pgm"])"));
}

TEST(DataCommands, ASheetThatCannotBeWrittenIsToldBeforeAnyPictureIsRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
  // So many that a refusal can only come before they are read.
  const auto sheetAt = [&](const std::string& sheet) {
    return run(dataCommand({"inspect", "shapes", "--set", "data.shapes_count=1000000", "--sheet",
                            (folder / sheet).string(), "--json"}),
               {}, std::chrono::seconds(20));
  };
  for (const auto& [sheet, id] : std::map<std::string, std::string>{
           {"pipe.png", "file_not_ordinary"}, {"no/s.png", "file_not_found"}, {"s.jpg", "sheet_not_png"}}) {
    const Finished refused = sheetAt(sheet);
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(idOf(refused), id) << refused.errors;
  }
  EXPECT_TRUE(fs::is_fifo(folder / "pipe.png"));
}

TEST(DataCommands, PrepareGoesAroundDamagedPicturesUpToTheLimit) {
  const TemporaryFolder folder;
  const fs::path pets = folder / "pets";
  const std::string out = (folder / "out.hdf5").string();
  fs::create_directories(pets);
  for (const char* name : {"a", "b", "c"}) std::ofstream(pets / (std::string(name) + ".pgm")) << "P5 1 1 255\n" << name;
  std::ofstream(pets / "d.pgm") << "P5 9 9 255\nB";
  const Words prepare{"prepare", pets.string(), "--resolution", "8", "--out", out, "--json"};
  const Finished refused = run(dataCommand(prepare));
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(idOf(refused), "data_too_damaged");
  EXPECT_FALSE(fs::exists(out));
  // What an older list says does not count for other images.
  fs::rename(pets / "d.pgm", folder / "d.pgm");
  EXPECT_EQ(factsOf(run(dataCommand(prepare)))["damaged"], 0);
  fs::remove(out);
  fs::rename(folder / "d.pgm", pets / "d.pgm");
  Words tolerant = prepare;
  tolerant.insert(tolerant.end(), {"--set", "data.corrupt_limit=0.25"});
  const json facts = factsOf(run(dataCommand(tolerant)));
  EXPECT_EQ(facts["damaged"], 1);
  EXPECT_EQ(facts["images"], 4);
}

TEST(DataCommands, TuneMeasuresEachNumberOfThreads) {
  const json facts = factsOf(run(dataCommand({"tune", "shapes", "--resolution", "32", "--set", "data.shapes_count=500",
                                              "--workers", "3", "--batches", "3", "--json"})));
  ASSERT_EQ(facts["speeds"].size(), 4U);
  EXPECT_EQ(facts["speeds"][3]["workers"], 3);
  EXPECT_GE(facts["best"], 1);
}

/// What a run of two iterations over a file trained.
std::string trained(const fs::path& file, const fs::path& out, const Words& more) {
  Words words{program("gan-engine"), "train", "--preset",        "simple-gan", "--data", file.string(), "--set",
              "data.resolution=32",  "--set", "data.channels=3", "--steps",    "2",      "--out",       out.string(),
              "--devices",           "cpu"};
  words.insert(words.end(), more.begin(), more.end());
  const Finished finished = run(words);
  EXPECT_EQ(finished.code, 0) << finished.errors;
  for (const auto& entry : fs::recursive_directory_iterator(out / "checkpoints")) {
    if (entry.path().filename() == "generator.safetensors") return read(entry.path());
  }
  return {};
}

class TrainedFromAFile : public ::testing::Test {
 protected:
  void SetUp() override {
    factsOf(run(dataCommand({"prepare", "shapes", "--resolution", "32", "--set", "data.shapes_count=300", "--out",
                             file_.string(), "--json"})));
  }
  TemporaryFolder folder_;
  fs::path file_ = folder_ / "shapes.hdf5";
  fs::path scratch_ = folder_ / "scratch";
};

TEST_F(TrainedFromAFile, StagedItGivesTheSameWeights) {
  const json staged = factsOf(run(dataCommand({"stage", file_.string(), "--to", scratch_.string(), "--json"})));
  EXPECT_EQ(staged["copied"], 1);
  EXPECT_TRUE(read(staged["path"].get<std::string>()) == read(file_));
  const std::string plain = trained(file_, folder_ / "plain", {});
  EXPECT_FALSE(plain.empty());
  EXPECT_TRUE(trained(file_, folder_ / "staged", {"--set", "data.stage_to=" + scratch_.string()}) == plain);
  EXPECT_EQ(factsOf(run(dataCommand({"stage", file_.string(), "--to", scratch_.string(), "--json"})))["copied"], 0);
  const fs::path fresh = folder_ / "fresh";
  EXPECT_TRUE(trained(file_, folder_ / "fresh-run", {"--set", "data.stage_to=" + fresh.string()}) == plain);
  EXPECT_EQ(factsOf(run(dataCommand({"stage", file_.string(), "--to", fresh.string(), "--json"})))["copied"], 0);
}

TEST_F(TrainedFromAFile, AutomaticWorkersGiveTheSameWeightsAndAreTold) {
  const std::string plain = trained(file_, folder_ / "plain", {"--set", "data.workers=0"});
  EXPECT_FALSE(plain.empty());
  EXPECT_TRUE(trained(file_, folder_ / "auto", {"--set", "data.workers=auto"}) == plain);
  const Finished log = run({program("gan-engine"), "log", (folder_ / "auto").string()});
  EXPECT_THAT(log.output, HasSubstr("data.workers is auto")) << log.errors;
}

}  // namespace
}  // namespace gan::test
