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
  void begin(const std::vector<Assignment>& values) {
    RunConfig config;
    for (const Assignment& value : values) config.set(value.path, value.value);
    writeFileAtomically(run_.path() / "run.yaml", toYaml(config));
    engine_.emplace(run_, &sink_, ServiceOptions{.listen = {}, .sampler_program = GAN_SERVICE_TEST_TOOL});
  }
  /// As a training does, after so many steps more.
  void writeCheckpoint(int steps) {
    run_.rows(steps);
    CheckpointState state;
    state.step = run_.step();
    state.segment = 1;
    const CheckpointStore::Entry entry =
        CheckpointStore(run_.folder().checkpoints()).write(state, [](const fs::path& folder) {
          writeFileAtomically(folder / "generator.safetensors", "weights");
        });
    run_.journal(CheckpointWritten{.name = entry.name});
  }
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
  writeCheckpoint(3);  // before the engine began
  begin({{"sampling.with_checkpoint", std::string("random, classes, pca")}, {"sampling.seed", std::int64_t{5}}});
  writeCheckpoint(4);
  const std::vector<std::string> first = {"step-00000007.s1.pca.png", "step-00000007.s1.random.png"};
  EXPECT_TRUE(test::waitUntil([&] { return sheets() == first; })) << testing::PrintToString(sheets());
  EXPECT_EQ(readFile(run_.folder().samples() / "sheets" / first[1], 1000), "random of step 7, seed 5, kind redraw");
  writeCheckpoint(2);
  EXPECT_TRUE(test::waitUntil([&] { return sheets().size() == 4; })) << testing::PrintToString(sheets());
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
