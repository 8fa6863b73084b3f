#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include "config/recipe_kind.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "data/image_fit.h"
#include "run/current_line.h"
#include "session/ranks.h"
#include "session/session_run.h"
#include "session/test_run.h"
#include "session/test_sheets.h"
#include "support/expect_error.h"
#include "support/thread_cpu.h"
#include "support/tiny_png.h"

namespace gan {
namespace {

using testing::ElementsAre;

constexpr StepRange kAll{0, 1'000};
constexpr std::int64_t kLastStep = 12;  // four epochs of three whole batches: half of the images are validation's

/// Four epochs of a classifier of few small shapes, with a checkpoint at no interval.
RunFolder smallClassifier(const std::filesystem::path& path, const std::vector<std::string>& settings = {}) {
  RunConfig config = configFromPreset("fashion-resnet-18");
  for (const char* setting :
       {"data.source=shapes", "data.shapes_style=plain", "data.shapes_count=60", "data.resolution=16",
        "data.batch_size=8", "data.validation_share=0.5", "training.epochs=4", "training.threads=1",
        "checkpoint.interval_steps=1000", "checkpoint.keep_newest=1", "checkpoint.keep_best=2",
        "recording.scalars_interval_steps=2", "recording.tensorboard=false"}) {
    config.applyOverride(setting);
  }
  for (const std::string& setting : settings) config.applyOverride(setting);
  return createRun(path, config, "fashion-resnet-18");
}

TestedRun testAlone(const RunFolder& run, const TestRunOptions& options) {
  Ranks alone;
  ProgressMonitor monitor;
  return testRun(run, options, alone, monitor);
}

TEST(ClassifierSession, RecordsEveryValidationAndKeepsTheCheckpointsThatNameMostImagesRight) {
  const TemporaryFolder folder;
  const RunFolder run = smallClassifier(folder / "run");
  TrainingSession(run).wait();
  RunReader reader(run);
  reader.refresh();
  const Series::Values judged = reader.values("validation/top1", kAll, 100);
  EXPECT_THAT(judged.steps, ElementsAre(3, 6, 9, 12)) << "whatever the interval of other scalars";
  EXPECT_THAT(reader.values("train/loss", kAll, 100).steps, ElementsAre(2, 4, 6, 8, 10, 12));

  // Written are those that were better than all before, and the last one.
  std::set<std::int64_t> written = {kLastStep};
  std::int64_t best_step = 0;
  float most = -1;
  for (std::size_t i = 0; i < judged.steps.size(); ++i) {
    if (judged.values[i] <= most) continue;
    most = judged.values[i];
    best_step = judged.steps[i];
    written.insert(best_step);
  }
  const CheckpointStore store(run.checkpoints());
  std::set<std::int64_t> found;
  for (const CheckpointStore::Entry& entry : store.list()) {
    found.insert(entry.state.step);
    ASSERT_TRUE(entry.state.score) << entry.name;
    const auto place = std::ranges::find(judged.steps, entry.state.step) - judged.steps.begin();
    EXPECT_NEAR(*entry.state.score, 1 - judged.values[static_cast<std::size_t>(place)], 1e-6) << entry.name;
  }
  EXPECT_THAT(found, testing::IsSubsetOf(written));
  EXPECT_THAT(found, testing::Contains(kLastStep));
  EXPECT_LE(found.size(), 3U) << "the best two, and the newest";
  EXPECT_EQ(store.best(CurrentLine(readJournal(run.journal())), "fid")->state.step, best_step);
}

TEST(ClassifierSession, TellsThatARunningStatisticIsNotFiniteAndKeepsTheCheckpointFromBefore) {
  const TemporaryFolder folder;
  // Where nothing is judged, no loss shows it.
  const RunFolder run = smallClassifier(folder / "run", {"data.validation=none", "data.validation_share=0.1"});
  SessionOptions options;
  options.stop_at_step = 6;
  TrainingSession(run, options).wait();
  spoilRunningVariance(run.checkpoints() / stepName(6, 1), "layer4.0.bn1.running_var", "classifier");
  EXPECT_EQ(TrainingSession(run, resumeTo(kLastStep)).wait(), Outcome::kDiverged);
  std::vector<std::string> told;
  for (const Event& event : readJournal(run.journal())) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert != nullptr && alert->severity == Severity::kError) told.push_back(alert->message.english());
  }
  EXPECT_THAT(told, ElementsAre(testing::HasSubstr("classifier.layer4.0.bn1.running_var")));
  std::vector<std::int64_t> kept;
  for (const auto& entry : CheckpointStore(run.checkpoints()).list()) kept.push_back(entry.state.step);
  EXPECT_THAT(kept, ElementsAre(6));
}

TEST(ClassifierSession, IsTestedByThreadsThatWaitForEachOtherAsLongAsSuitsTheMachinesLoad) {
  if (::getenv("GOMP_SPINCOUNT") != nullptr || ::getenv("OMP_WAIT_POLICY") != nullptr) {
    GTEST_SKIP() << "GOMP_SPINCOUNT or OMP_WAIT_POLICY has chosen";
  }
  const TemporaryFolder folder;
  const RunFolder run = smallClassifier(folder / "run", {"training.epochs=1", "training.threads=2"});
  TrainingSession(run).wait();
  bool is_watched = false;
  ProgressMonitor monitor([&](const Progress&) { is_watched = is_watched || test::hasThread("gan-waiting"); });
  Ranks alone;
  TestRunOptions options;
  options.split = DataSplit::kTrain;
  testRun(run, options, alone, monitor);
  EXPECT_TRUE(is_watched);
}

TEST(ClassifierSession, IsTestedInTheFloat32PrecisionOfTheRun) {
  const TemporaryFolder folder;
  for (const char* precision : {"ieee", "tf32"}) {
    const RunFolder run = smallClassifier(
        folder / precision, {"training.epochs=1", "training.float32_precision=" + std::string(precision)});
    TrainingSession(run).wait();
    at::globalContext().setAllowTF32CuBLAS(std::string_view(precision) == "ieee");
    TestRunOptions options;
    options.split = DataSplit::kTrain;
    testAlone(run, options);
    EXPECT_EQ(at::globalContext().allowTF32CuBLAS(), std::string_view(precision) == "tf32");
  }
}

TEST(ClassifierSession, IsNotTestedWithImagesOfMoreClassesThanItTellsApart) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) {
    for (const char* images : {"train", "test"}) {
      if (i == 2 && std::string_view(images) == "train") continue;
      const auto kind = folder.path() / images / ("kind" + std::to_string(i));
      std::filesystem::create_directories(kind);
      for (int k = 0; k < 4; ++k)
        std::ofstream(kind / (std::to_string(k) + ".png"), std::ios::binary) << test::tinyPng();
    }
  }
  const RunFolder run =
      smallClassifier(folder / "run", {"data.source=folder", "data.shapes_style=varied", "data.shapes_count=20000",
                                       "data.path=" + (folder / "train").string(), "data.batch_size=2",
                                       "training.epochs=1", "data.validation=none", "data.validation_share=0.1"});
  TrainingSession(run).wait();
  TestRunOptions options;
  options.data = (folder / "test").string();
  options.split = DataSplit::kTrain;
  expectError(ErrorCode::kFailedPrecondition, "data_other_classes", [&] { testAlone(run, options); });
}

/// Grey images of one level each, which no other image has; those of a class have neighbouring ones.
class LevelImages {
 public:
  static constexpr int kClasses = 3;
  static constexpr int kOfAClass = 20;
  static constexpr int kSize = 16;

  static int level(int kind, int number) { return 40 + 70 * kind + 2 * number; }
  static int classOf(int level) { return (level - 40) / 70; }

  static void make(const std::filesystem::path& folder) {
    for (int kind = 0; kind < kClasses; ++kind) {
      const auto of_kind = folder / ("kind" + std::to_string(kind));
      std::filesystem::create_directories(of_kind);
      for (int i = 0; i < kOfAClass; ++i) {
        std::ofstream(of_kind / (std::to_string(10 + i) + ".pgm"), std::ios::binary)
            << "P5 16 16 255\n" + std::string(std::size_t{kSize} * kSize, static_cast<char>(level(kind, i)));
      }
    }
  }

  /// By name of a sheet: the levels of its images.
  static std::map<std::string, std::vector<int>> inSheets(const std::filesystem::path& folder) {
    RunConfig config = configFromPreset("fashion-resnet-18");
    for (const std::string& setting :
         {std::string("data.source=folder"), "data.path=" + folder.string(), std::string("data.validation=none")}) {
      config.applyOverride(setting);
    }
    const auto sheets = openDataset(config);
    std::map<std::string, std::vector<int>> found;
    for (std::int64_t i = 0; i < sheets->info().count; ++i) {
      Image sheet;
      sheets->read(i, sheet);
      std::vector<int>& levels = found[std::filesystem::path(sheets->imageName(i)).filename()];
      constexpr std::int64_t kPadding = 2;
      for (std::int64_t y = kPadding + kSize / 2; y < sheet.height; y += kSize + kPadding) {
        for (std::int64_t x = kPadding + kSize / 2; x < sheet.width; x += kSize + kPadding) {
          const auto pixel = static_cast<std::size_t>((y * sheet.width + x) * sheet.channels);
          if (sheet.pixels[pixel] > 0) levels.push_back(sheet.pixels[pixel]);
        }
      }
    }
    return found;
  }
};

TEST(ClassifierSession, ShowsEveryImageInTheSheetOfItsClassAndOfWhatItWasCalled) {
  const TemporaryFolder folder;
  LevelImages::make(folder / "images");
  const RunFolder run =
      smallClassifier(folder / "run", {"data.source=folder", "data.shapes_style=varied", "data.shapes_count=20000",
                                       "data.path=" + (folder / "images").string(), "training.epochs=1",
                                       "data.validation=none", "data.validation_share=0.1"});
  TrainingSession(run).wait();
  TestRunOptions options;
  options.split = DataSplit::kTrain;
  options.sheets = folder / "sheets";
  const KeptTest tested = testAlone(run, options).found;
  const auto sheets = LevelImages::inSheets(options.sheets);
  EXPECT_EQ(sheets.size(), tested.cells.size());
  std::set<int> seen;
  for (const KeptCell& cell : tested.cells) {
    const std::vector<int>& levels = sheets.at(cell.sheet);
    const std::int64_t images =
        tested.confusion[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)];
    EXPECT_EQ(static_cast<std::int64_t>(levels.size()), images) << cell.sheet;
    for (const int level : levels) {
      EXPECT_EQ(LevelImages::classOf(level), cell.row) << "level " << level << " in " << cell.sheet;
      EXPECT_TRUE(seen.insert(level).second) << "level " << level << " is in two sheets";
    }
  }
  EXPECT_EQ(seen.size(), std::size_t{LevelImages::kClasses} * LevelImages::kOfAClass);
}

/// Labels without images.
class OnlyLabels : public Dataset {
 public:
  explicit OnlyLabels(std::vector<std::int64_t> labels) : labels_(std::move(labels)) {
    info_.count = static_cast<std::int64_t>(labels_.size());
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return labels_[static_cast<std::size_t>(index)]; }
  std::int64_t read(std::int64_t index, Image& /*image*/) const override { return label(index); }

 private:
  std::vector<std::int64_t> labels_;
  DatasetInfo info_;
};

TEST(TestSheets, AreOfImagesByTheirNumbersInTheDataSetWhateverTheOrderTheyWereCalledIn) {
  const ImagesOfCells found =
      imagesOfCells(OnlyLabels({0, 1, 0, 1}), /*order=*/{2, 0, 3, 1}, at::tensor({1, 0, 1, 1}, at::kLong));
  EXPECT_EQ(found, (ImagesOfCells{{{0, 0}, {0}}, {{0, 1}, {2}}, {{1, 1}, {3, 1}}}));
}

TEST(TestSheets, EveryCellOfUpTo32ClassesThatHasImagesGetsOneMistakesFirst) {
  constexpr std::int64_t kClasses = 32;
  std::vector<std::vector<std::int64_t>> confusion(kClasses, std::vector<std::int64_t>(kClasses, 1));
  confusion[3][5] = 9;
  confusion[7][7] = 99;
  confusion[8][9] = 0;
  const std::vector<KeptCell> cells = cellsWithSheets(confusion);
  std::set<std::pair<std::int64_t, std::int64_t>> found;
  for (const KeptCell& cell : cells) found.emplace(cell.row, cell.column);
  EXPECT_EQ(found.size(), 1023U);
  EXPECT_EQ(cells.size(), found.size());
  EXPECT_EQ(cells.front(), (KeptCell{.row = 3, .column = 5, .sheet = "3-5.png"}));
  EXPECT_EQ(cells[kClasses * (kClasses - 1) - 1], (KeptCell{.row = 7, .column = 7, .sheet = "7-7.png"}));

  const std::vector<std::vector<std::int64_t>> more(40, std::vector<std::int64_t>(40, 1));
  EXPECT_EQ(cellsWithSheets(more).size(), 1024U);
}

TEST(TestSheets, ThatAreToldToStopLeaveNothingBehind) {
  const TemporaryFolder folder;
  ProgressMonitor monitor;
  monitor.cancel();
  const std::vector<KeptCell> cells{{.row = 0, .column = 0, .sheet = "0-0.png"}};
  expectError(ErrorCode::kCancelled, "task_cancelled",
              [&] { writeSheets(cells, ImagesOfCells(), OnlyLabels({0}), FitOptions(), folder / "sheets", monitor); });
  EXPECT_FALSE(std::filesystem::exists(folder / "sheets"));
}

TEST(ClassifierSession, IsForTestsAndNotForPicturesAndThatOfAGanTheOtherWayRound) {
  const TemporaryFolder folder;
  const RunFolder gan = smallRun(folder / "gan");
  expectError(ErrorCode::kFailedPrecondition, "run_no_classifier", [&] { testAlone(gan, {}); });
  EXPECT_NO_THROW(requireGenerator(gan.config(), "gan"));
  const RunFolder run = smallClassifier(folder / "run");
  expectError(ErrorCode::kFailedPrecondition, "run_no_generator",
              [&] { requireGenerator(run.config(), run.path().string()); });
}

}  // namespace
}  // namespace gan
