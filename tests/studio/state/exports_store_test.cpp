#include "state/exports_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <QSignalSpy>
#include <QTest>

#include "config/yaml.h"
#include "core/host_name.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "state/explorer_store.h"
#include "state/run_store.h"
#include "studio/support/fake_exports.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"
#include "studio/support/fake_searches.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

class ExportsStoreTest : public testing::Test {
 protected:
  ExportsStoreTest() {
    writeEndpoint(folder_.path(), {.unix_socket = "/nowhere",
                                   .tcp = "",
                                   .host = hostName(),
                                   .pid = ::getpid(),
                                   .protocol = "1.0",
                                   .started_unix_seconds = unixSeconds()});
    RunConfig config;
    config.setText("model.architecture", "dcgan");
    config.set("model.classes", std::int64_t{10});
    config.set("sampling.truncation", 0.5);
    run_->facts.config_yaml = toYaml(config);
    CheckpointStore::Entry entry;
    entry.state.step = 100;
    entry.state.segment = 1;
    run_->checkpoints.push_back(entry);
    link_.start();
    until([&] { return store_.isOpen() && !explorer_.model().facts().steps.isEmpty(); });
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }
  void addKeyframes() {
    for (const char* line : {"seed=1 class=0", "seed=2 class=3"}) {
      explorer_.timeline().add(samplePointFromText(line));
    }
  }
  static ListedExport listed(const char* id, ExportRow::Phase phase) {
    return {.row = {.id = QLatin1String(id), .wish = {}, .phase = phase, .created_unix_seconds = 1}};
  }

  TemporaryFolder folder_;
  std::shared_ptr<test::FakeRun> run_ = std::make_shared<test::FakeRun>();
  std::shared_ptr<test::FakePictures> pictures_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakePictures> preview_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakeExports> fake_ = std::make_shared<test::FakeExports>();
  std::shared_ptr<test::FakeSearches> searches_ = std::make_shared<test::FakeSearches>();
  test::EndingsAwaited endings_;
  RunLink link_{test::opening(run_)};
  PictureLink picture_link_{test::opening(pictures_)};
  PictureLink compared_link_{test::opening(pictures_)};
  PictureRowLink film_link_{test::opening(pictures_)};
  PictureRowLink strip_link_{test::opening(pictures_)};
  PictureRowLink preview_link_{test::opening(preview_)};
  ExportLink export_link_{test::opening(fake_)};
  LocalServer server_{QString::fromStdString(folder_.path().string())};
  SearchLink directions_{test::opening(searches_)};
  SearchLink photo_{test::opening(searches_)};
  SearchLink nearest_{test::opening(searches_)};
  RunStore store_{link_};
  ExplorerStore explorer_{
      store_, {picture_link_, compared_link_, film_link_, strip_link_, server_, directions_, photo_, nearest_}};
  ExportsStore exports_{store_, explorer_, {export_link_, preview_link_, server_}};
};

TEST_F(ExportsStoreTest, ListsWhileSomebodyLooks) {
  fake_->setListed({listed("a", ExportRow::Phase::kRunning)});
  QTest::qWait(100);
  EXPECT_EQ(exports_.model().rowCount(), 0) << "nobody looks";
  exports_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return exports_.model().rowCount() == 1; }));
  ListedExport failed = listed("a", ExportRow::Phase::kFailed);
  failed.why = {"disk_full", "The disk is full.", {}};
  fake_->setListed({failed});
  ASSERT_TRUE(until([&] { return exports_.model().exports()[0].problem == QStringLiteral("The disk is full."); }));
}

TEST_F(ExportsStoreTest, SamplesAreLikeTheExploredPointAndTheirForecastComesBeforeTheStart) {
  explorer_.model().setSeed(7);
  ASSERT_TRUE(exports_.planSamples());
  const auto& wish = std::get<SamplesWish>(exports_.plan().wish().pictures);
  EXPECT_EQ(wish.seed, 7U);
  EXPECT_EQ(wish.truncation.threshold, 0.5);
  EXPECT_TRUE(wish.class_folders);
  ASSERT_TRUE(until([&] { return exports_.plan().forecast().has_value(); }));
  EXPECT_EQ(exports_.plan().forecast()->bytes, 1000);
  EXPECT_TRUE(fake_->started().empty());
  exports_.start();
  ASSERT_TRUE(until([&] { return fake_->started().size() == 1; }));
  EXPECT_EQ(fake_->started().front(), exports_.plan().wish());
}

TEST_F(ExportsStoreTest, ThePreviewShowsTheFirstSamplesAsTheyWillBeWithTheirClassesInTurn) {
  ASSERT_TRUE(exports_.planSamples());
  ExportWish wish = exports_.plan().wish();
  std::get<SamplesWish>(wish.pictures).classes = QStringLiteral("3,5");
  std::get<SamplesWish>(wish.pictures).count = 3;
  exports_.plan().setWish(wish);
  ASSERT_TRUE(until([&] { return !preview_->rows().empty(); }));
  const std::vector<std::string> expected = {"seed=0 class=3 truncation=0.5 step=100",
                                             "seed=0/1 class=5 truncation=0.5 step=100",
                                             "seed=0/2 class=3 truncation=0.5 step=100"};
  EXPECT_EQ(std::get<std::vector<std::string>>(preview_->rows().back().what), expected);
  ShelfModel& shown = exports_.plan().preview();
  ASSERT_EQ(shown.rowCount(), 3);
  EXPECT_TRUE(until([&] { return !shown.index(2).data(Qt::DecorationRole).value<QImage>().isNull(); }));
}

TEST_F(ExportsStoreTest, WhatCannotBeHadSaysWhy) {
  fake_->refusal = {"class_list_bad", "There is no class 12.", {}};
  ASSERT_TRUE(exports_.planSamples());
  EXPECT_TRUE(until([&] { return exports_.plan().problem() == QStringLiteral("There is no class 12."); }));
}

TEST_F(ExportsStoreTest, ThePlanIsAnsweredOnceThoughTheListIsLookedAtAgainAndAgain) {
  fake_->refusal = {"class_list_bad", "There is no class 12.", {}};
  fake_->setListed({listed("a", ExportRow::Phase::kRunning)});
  exports_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return exports_.model().rowCount() == 1; }));
  ASSERT_TRUE(exports_.planSamples());
  ASSERT_TRUE(until([&] { return !exports_.plan().problem().isEmpty() && !preview_->rows().empty(); }));
  const std::size_t rows = preview_->rows().size();
  const int lists = fake_->lists();
  ASSERT_TRUE(until([&] { return fake_->lists() >= lists + 4; }));
  EXPECT_EQ(fake_->estimated().size(), 1U);
  EXPECT_EQ(preview_->rows().size(), rows);
}

TEST_F(ExportsStoreTest, OnlyTheLastOfManyChangesIsEstimated) {
  ASSERT_TRUE(exports_.planSamples());
  for (int count = 1; count <= 20; ++count) {
    ExportWish wish = exports_.plan().wish();
    std::get<SamplesWish>(wish.pictures).count = count;
    exports_.plan().setWish(wish);
  }
  ASSERT_TRUE(until([&] { return exports_.plan().forecast().has_value(); }));
  const std::vector<ExportWish> asked = fake_->estimated();
  EXPECT_EQ(std::get<SamplesWish>(asked.back().pictures).count, 20);
  EXPECT_LE(asked.size(), 2U);
}

TEST_F(ExportsStoreTest, AFilmIsThatOfTheTimeline) {
  const QSignalSpy complaints(&exports_, &ExportsStore::complained);
  EXPECT_FALSE(exports_.planFilm());
  EXPECT_EQ(complaints.size(), 1);
  addKeyframes();
  ASSERT_TRUE(exports_.planFilm());
  EXPECT_EQ(std::get<FilmWish>(exports_.plan().wish().pictures).walk, explorer_.timeline().walk());
  ASSERT_TRUE(until([&] { return !preview_->rows().empty(); }));
  EXPECT_EQ(std::get<std::vector<std::string>>(preview_->rows().back().what).front(), "seed=1 class=0 step=100");
}

TEST_F(ExportsStoreTest, OnesThatGoOnAreCancelledAndBrokenOnesGoOn) {
  exports_.cancel(QStringLiteral("a"));
  exports_.goOn(QStringLiteral("b"));
  ASSERT_TRUE(until([&] { return fake_->cancelled().size() == 1 && fake_->continued().size() == 1; }));
  EXPECT_EQ(fake_->cancelled().front(), QStringLiteral("a"));
  EXPECT_EQ(fake_->continued().front(), QStringLiteral("b"));
}

TEST_F(ExportsStoreTest, FetchedFilesAreReported) {
  const QSignalSpy reports(&exports_, &ExportsStore::reported);
  exports_.fetch(QStringLiteral("a"), QStringLiteral("/home/me/a"));
  ASSERT_TRUE(until([&] { return !reports.isEmpty(); }));
  EXPECT_TRUE(reports.first().first().toString().contains(QStringLiteral("/home/me/a")));
}

TEST_F(ExportsStoreTest, WhereNothingCanLieNothingIsBegun) {
  const QSignalSpy complaints(&exports_, &ExportsStore::complained);
  exports_.model().setRefusal(QStringLiteral("Weights alone."));
  EXPECT_FALSE(exports_.planSamples());
  EXPECT_FALSE(exports_.planFilm());
  EXPECT_EQ(complaints.size(), 2);
}

}  // namespace
}  // namespace gan
