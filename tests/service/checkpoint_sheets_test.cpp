#include "service/checkpoint_sheets.h"

#include <gtest/gtest.h>

#include "run/checkpoint_store.h"
#include "service/pictures_fixture.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// A training whose sheets are a line of text each, see service_test_tool.
class CheckpointSheetsTest : public testing::Test {
 protected:
  void begin(const std::vector<Assignment>& values) { begin(values, &sink_); }
  /// As `serve` does, after the training.
  void serve(const std::vector<Assignment>& values) { begin(values, nullptr); }
  void begin(const std::vector<Assignment>& values, CommandSink* sink) {
    RunConfig config;
    for (const Assignment& value : values) config.set(value.path, value.value);
    writeFileAtomically(run_.path() / "run.yaml", toYaml(config));
    engine_.emplace(run_, sink, ServiceOptions{.listen = {}, .sampler_program = GAN_SERVICE_TEST_TOOL});
  }
  /// As a training does, after so many steps more.
  void writeCheckpoint(int steps, std::int32_t segment = 1,
                       const std::vector<std::pair<std::string, std::string>>& live_values = {}) {
    run_.rows(steps);
    CheckpointState state;
    state.step = run_.step();
    state.segment = segment;
    state.live_values = live_values;
    const CheckpointStore::Entry entry =
        CheckpointStore(run_.folder().checkpoints()).write(state, [](const fs::path& folder) {
          writeFileAtomically(folder / "generator.safetensors", "weights");
        });
    run_.journal(CheckpointWritten{.name = entry.name});
  }
  fs::path fileOf(const std::string& name) const { return run_.folder().samples() / "sheets" / name; }
  std::vector<std::string> sheets() const {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(run_.folder().samples() / "sheets", none)) {
      if (!entry.path().filename().string().starts_with('.')) names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }

  FakeRun run_;
  SnapshotSink sink_;
  std::optional<FakeEngine> engine_;
};

TEST_F(CheckpointSheetsTest, AreDrawnOfEachThatIsWrittenButThoseOfClassesWithoutAny) {
  begin({{"sampling.with_checkpoint", std::string("random, classes, pca")}, {"sampling.seed", std::int64_t{5}}});
  writeCheckpoint(7);
  const std::vector<std::string> first = {"step-00000007.s1.pca.png", "step-00000007.s1.random.png"};
  EXPECT_TRUE(test::waitUntil([&] { return sheets() == first; })) << testing::PrintToString(sheets());
  EXPECT_EQ(readFile(run_.folder().samples() / "sheets" / first[1], 1000), "random of step 7, seed 5, kind redraw");
  writeCheckpoint(2);
  EXPECT_TRUE(test::waitUntil([&] { return sheets().size() == 4; })) << testing::PrintToString(sheets());
}

TEST_F(CheckpointSheetsTest, ThatAnEngineLeftUndoneAreMadeUpByTheNextOneAndByWhoServesTheRun) {
  writeCheckpoint(3);
  fs::create_directories(fileOf("x").parent_path());
  writeFileAtomically(fileOf("step-00000003.s1.pca.png"), "there already");
  begin({{"sampling.with_checkpoint", std::string("random, pca")}});
  const std::vector<std::string> first = {"step-00000003.s1.pca.png", "step-00000003.s1.random.png"};
  EXPECT_TRUE(test::waitUntil([&] { return sheets() == first; })) << testing::PrintToString(sheets());
  engine_.reset();
  fs::remove(fileOf(first[1]));
  writeCheckpoint(2, 1, {{"sampling.with_checkpoint", "sefa"}});  // as it was set then
  serve({{"sampling.with_checkpoint", std::string("random, pca")}});
  const std::vector<std::string> all = {first[0], first[1], "step-00000005.s1.sefa.png"};
  EXPECT_TRUE(test::waitUntil([&] { return sheets() == all; })) << testing::PrintToString(sheets());
  EXPECT_EQ(readFile(fileOf(first[0]), 1000), "there already");
}

TEST_F(CheckpointSheetsTest, OfSupersededOnesAreNotMadeUp) {
  writeCheckpoint(3);
  writeCheckpoint(3);
  run_.rollBack(3);
  SegmentStarted segment;
  segment.cause = SegmentStarted::Cause::kRollback;
  segment.first_step = 3;
  run_.journal(segment);
  writeCheckpoint(4, 2);
  serve({{"sampling.with_checkpoint", std::string("random")}});
  const std::vector<std::string> drawn = {"step-00000003.s1.random.png", "step-00000007.s2.random.png"};
  EXPECT_TRUE(test::waitUntil([&] { return sheets() == drawn; })) << testing::PrintToString(sheets());
}

TEST_F(CheckpointSheetsTest, OfMoreThanFiftyClassesAreSeveral) {
  begin({{"sampling.with_checkpoint", std::string("classes")}, {"model.classes", std::int64_t{120}}});
  writeCheckpoint(4);
  const std::vector<std::string> drawn = {"step-00000004.s1.classes-01.png", "step-00000004.s1.classes-02.png",
                                          "step-00000004.s1.classes-03.png"};
  ASSERT_TRUE(test::waitUntil([&] { return sheets() == drawn; })) << testing::PrintToString(sheets());
  std::string last = "100";
  for (int label = 101; label < 120; ++label) last += "," + std::to_string(label);
  EXPECT_TRUE(readFile(fileOf(drawn[2]), 1000).ends_with(", classes " + last)) << readFile(fileOf(drawn[2]), 1000);
  EXPECT_TRUE(readFile(fileOf(drawn[0]), 1000).find(", classes 0,1,2,") != std::string::npos);
}

TEST_F(CheckpointSheetsTest, OfTheLastOneAreWaitedForBeforeTheTrainingGoes) {
  begin({{"sampling.with_checkpoint", std::string("random, interpolate-z, sefa")}});
  writeCheckpoint(4);
  // As the training's end does: the reader knows of it.
  EXPECT_TRUE(test::waitUntil([&] {
    engine_->server().finishSheets([] { return true; });
    return sheets().size() == 3;
  }));
}

TEST_F(CheckpointSheetsTest, AreDrawnOnlyWhereTheyAreWantedAndPicturesAreMadeAtAll) {
  begin({});
  writeCheckpoint(4);
  engine_->server().finishSheets([] { return true; });
  EXPECT_TRUE(sink_.told().empty()) << "no process was started for them";
  engine_.reset();
  begin({{"sampling.with_checkpoint", std::string("random")}, {"sampler.enabled", false}});
  writeCheckpoint(4);
  engine_->server().finishSheets([] { return true; });
  EXPECT_TRUE(sink_.told().empty());
}

}  // namespace
}  // namespace gan
