#include "state/data_store.h"

#include <gtest/gtest.h>

#include <QTest>
#include <fstream>

#include "studio/support/idx_file.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using Work = DataModel::Work;

constexpr int kPatienceMs = 20000;
constexpr auto kMnist =
    R"({"images":60000,"grey":60000,"mean":[33,33,33],"deviation":[78,78,78],"classes":[{"name":"a\u202eb","images":60000}],)"
    R"("sizes":[{"width":28,"height":28,"images":60000}],"duplicates":{"groups":[{"names":["a","b"]}]},"damaged":[{"name":"c","reason":{"id":"b","message":"bad"}}],)"
    R"("passed_over":[{"kind":"text","files":40,"names":["b\u202e.csv"]}],"warnings":[{"id":"w","message":"m","text":"{n} labels","arguments":{"n":"1"}}]})";

/// A shell script stands in the place of the engine; its arguments go into the file "arguments".
class DataStoreTest : public testing::Test {
 protected:
  DataStoreTest() {
    qputenv("HERE", folder_.path().c_str());
    useEngine(std::string("echo '") + kMnist + "'");
  }
  ~DataStoreTest() override { qunsetenv("GAN_ENGINE"); }

  void useEngine(const std::string& body) {
    const auto file = folder_ / "engine";
    std::ofstream(file) << "#!/bin/sh\necho \"$@\" > \"$HERE/arguments\"\n" << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    qputenv("GAN_ENGINE", file.c_str());
  }
  std::string arguments() const {
    std::string line;
    std::ifstream file(folder_ / "arguments");
    std::getline(file, line);
    return line;
  }
  QString idxFile() const {
    test::writeBytes(folder_ / "images-idx3", test::idxHeader(8, {60000, 28, 28}));
    return QString::fromStdString((folder_ / "images-idx3").string());
  }
  bool done() {
    return QTest::qWaitFor([this] { return store_.model().work() == Work::kNone; }, kPatienceMs);
  }
  static RunConfig runOn(const char* path) {
    RunConfig config;
    config.setText("data.source", "folder");
    config.setText("data.path", path);
    config.setText("data.resolution", "32");
    return config;
  }

  TemporaryFolder folder_;
  DataStore store_{std::make_shared<EngineAccess>()};
};

TEST_F(DataStoreTest, InspectsWhatIsShownAsTheFittingPresetSeesItAndOffersThat) {
  const QString path = idxFile();
  store_.show(path);
  EXPECT_EQ(store_.model().work(), Work::kInspecting);
  EXPECT_EQ(store_.model().source().title, path);
  ASSERT_TRUE(done());
  EXPECT_EQ(store_.model().failure(), QString());
  EXPECT_NE(arguments().find("--resolution 28 --channels 1"), std::string::npos) << arguments();
  ASSERT_TRUE(store_.model().facts());
  EXPECT_EQ(store_.model().warnings(), QStringList{QStringLiteral("1 labels")});
  EXPECT_TRUE(store_.model().offer().contains(QStringLiteral("fashion-dcgan")));
  EXPECT_EQ(store_.preset()->name, QStringLiteral("fashion-dcgan"));
  EXPECT_EQ(store_.path(), path);
  EXPECT_EQ(store_.model().damaged().rowCount(), 1);
  EXPECT_EQ(store_.model().duplicates().rowCount(), 1);
}

TEST_F(DataStoreTest, ShowsNamesFromFilesWithoutWhatTurnsTheirLetters) {
  store_.show(idxFile());
  ASSERT_TRUE(done());
  EXPECT_EQ(store_.model().facts()->classes[0].name, QStringLiteral("a\uFFFDb"));
}

TEST_F(DataStoreTest, SaysWhyThereIsNothingToLookAtWithoutAnEngine) {
  useEngine("touch \"$HERE/asked\"");
  store_.show(QString::fromStdString((folder_ / "absent").string()));
  ASSERT_TRUE(done());
  EXPECT_TRUE(store_.model().failure().contains(QStringLiteral("absent")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "asked"));
}

TEST_F(DataStoreTest, AFailureIsOneSentenceAndTheNextTryForgetsIt) {
  useEngine("kill -9 $$");
  store_.show(idxFile());
  ASSERT_TRUE(done());
  EXPECT_TRUE(store_.model().failure().contains(QStringLiteral("without a word")));
  useEngine(std::string("echo '") + kMnist + "'");
  store_.inspect();
  EXPECT_TRUE(store_.model().failure().isEmpty());
  ASSERT_TRUE(done());
  EXPECT_TRUE(store_.model().facts());
}

TEST_F(DataStoreTest, ReadsNothingOfARunUntilSomebodyAsks) {
  store_.setRun(runOn("/data/dogs"));
  EXPECT_EQ(store_.model().work(), Work::kNone);
  EXPECT_TRUE(store_.model().source().of_run);
  store_.inspect();
  ASSERT_TRUE(done());
  EXPECT_NE(arguments().find("data inspect /data/dogs"), std::string::npos) << arguments();
  EXPECT_NE(arguments().find("--resolution 32"), std::string::npos) << arguments();
}

TEST_F(DataStoreTest, NamesTheComputerThatHasTheImagesOfARun) {
  const RunPlace run = RunPlace::ofTarget(QStringLiteral("ssh://ann@node/runs/first"));
  store_.setRun(runOn("/data/dogs"), run);
  EXPECT_EQ(store_.model().source().title, QStringLiteral("/data/dogs on node"));
  EXPECT_EQ(store_.path(), QStringLiteral("/data/dogs"));
  EXPECT_EQ(store_.host(), run);
  store_.show(idxFile());
  EXPECT_TRUE(store_.host().isEmpty());
  ASSERT_TRUE(done());
  store_.closeRun();
  store_.setRun(RunConfig(), run);
  store_.showRunImages();
  EXPECT_TRUE(store_.host().isEmpty()) << "shapes look the same everywhere";
}

TEST_F(DataStoreTest, KeepsLookingAtOthersWhenARunIsOpenedAndGoesBackToItsImagesWhenAsked) {
  const QString path = idxFile();
  store_.show(path);
  ASSERT_TRUE(done());
  store_.setRun(runOn("/data/dogs"));
  EXPECT_EQ(store_.path(), path);
  EXPECT_TRUE(store_.model().facts());
  EXPECT_TRUE(store_.model().source().has_run);
  store_.showRunImages();
  EXPECT_EQ(store_.path(), QStringLiteral("/data/dogs"));
  EXPECT_FALSE(store_.model().facts());
  store_.closeRun();
  EXPECT_EQ(store_.path(), QString());
  EXPECT_TRUE(store_.model().source().title.isEmpty());
}

TEST_F(DataStoreTest, AnAnswerAboutOtherImagesIsNotShown) {
  useEngine(std::string("sleep 0.5; echo '") + kMnist + "'");
  store_.show(idxFile());
  store_.setRun(runOn("/data/dogs"));
  store_.showRunImages();
  QTest::qWait(1500);
  EXPECT_FALSE(store_.model().facts());
  EXPECT_EQ(store_.model().work(), Work::kNone);
}

TEST_F(DataStoreTest, MeasuresLoading) {
  useEngine(
      R"(echo '{"speeds":[{"workers":0,"images_per_second":50},{"workers":1,"images_per_second":52}],"best":0}')");
  store_.setRun(RunConfig());
  store_.tune();
  EXPECT_EQ(store_.model().work(), Work::kTuning);
  ASSERT_TRUE(done());
  EXPECT_EQ(store_.model().speeds().rowCount(), 2);
  EXPECT_EQ(store_.model().speeds().best(), 0);
  EXPECT_NE(arguments().find("data tune shapes"), std::string::npos) << arguments();
}

TEST_F(DataStoreTest, CancellingKeepsWhatWasKnown) {
  store_.show(idxFile());
  ASSERT_TRUE(done());
  useEngine("exec sleep 60");
  store_.inspect();
  store_.cancel();
  EXPECT_EQ(store_.model().work(), Work::kNone);
  EXPECT_TRUE(store_.model().facts());
}

}  // namespace
}  // namespace gan
