#include "state/exports_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "studio/support/exports_fixture.h"

namespace gan {
namespace {

using ExportsStoreTest = test::ExportsFixture;

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
  EXPECT_EQ(wish.alike.seed, 7U);
  EXPECT_EQ(wish.alike.truncation.threshold, 0.5);
  EXPECT_TRUE(wish.class_folders);
  ASSERT_TRUE(until([&] { return exports_.plan().forecast().has_value(); }));
  EXPECT_EQ(exports_.plan().forecast()->bytes, 1000);
  EXPECT_TRUE(fake_->started().empty());
  exports_.start();
  ASSERT_TRUE(until([&] { return fake_->started().size() == 1; }));
  EXPECT_EQ(fake_->started().front(), exports_.plan().wish());
}

TEST_F(ExportsStoreTest, ThePreviewIsTheOneThatComesWithTheForecast) {
  QImage first(8, 2, QImage::Format_RGB888);
  first.fill(Qt::green);
  fake_->forecast.preview = first;
  ASSERT_TRUE(exports_.planSamples());
  ASSERT_TRUE(until([&] { return exports_.plan().forecast().has_value(); }));
  EXPECT_EQ(exports_.plan().forecast()->preview, first);
}

TEST_F(ExportsStoreTest, KeptPointsAreExportedOldestFirstEachByTheSnapshotThatItNames) {
  const QSignalSpy complaints(&exports_, &ExportsStore::complained);
  EXPECT_FALSE(exports_.planPoints());
  EXPECT_EQ(complaints.size(), 1);
  const QStringList kept = {QStringLiteral("seed=1 class=0 step=100"),
                            QStringLiteral("seed=2 class=3 truncation=0.7 step=50"), QStringLiteral("seed=3 class=1")};
  for (const QString& line : kept) explorer_.shelf().keep(line);
  explorer_.shelf().keep(QStringLiteral("of another version"));
  ASSERT_TRUE(exports_.planPoints());
  EXPECT_EQ(std::get<SamplesWish>(exports_.plan().wish().pictures).points, kept);
  EXPECT_EQ(exports_.plan().wish().step, std::nullopt);
  const QStringList without_steps = {QStringLiteral("seed=1 class=0"), QStringLiteral("seed=2 class=3 truncation=0.7"),
                                     QStringLiteral("seed=3 class=1")};
  EXPECT_EQ(exports_.plan().choices().kept, without_steps) << "a sheet of steps shows them by each checkpoint";
}

TEST_F(ExportsStoreTest, ASheetIsLikeTheExploredPoint) {
  explorer_.model().setSeed(7);
  ASSERT_TRUE(exports_.planSheet());
  const auto& sheet = std::get<SheetWish>(exports_.plan().wish().pictures);
  EXPECT_EQ(sheet.kind, QStringLiteral("classes"));
  EXPECT_EQ(sheet.alike.seed, 7U);
  EXPECT_EQ(sheet.alike.truncation.threshold, 0.5);
  EXPECT_EQ(exports_.plan().choices().explored, QStringLiteral("seed=7 class=0 truncation=0.5"));
  exports_.start();
  ASSERT_TRUE(until([&] { return fake_->started().size() == 1; }));
  EXPECT_EQ(fake_->started().front(), exports_.plan().wish());
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
  ASSERT_TRUE(until([&] { return !exports_.plan().problem().isEmpty(); }));
  const int lists = fake_->lists();
  ASSERT_TRUE(until([&] { return fake_->lists() >= lists + 4; }));
  EXPECT_EQ(fake_->estimated().size(), 1U);
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
}

TEST_F(ExportsStoreTest, WhatWasComplainedOfIsSettledByTheNextThatIsDone) {
  const QSignalSpy complaints(&exports_, &ExportsStore::complained);
  const QSignalSpy settled(&exports_, &ExportsStore::settled);
  const QString id = QStringLiteral("a");
  const auto wishes = {&ExportsStore::cancel, &ExportsStore::goOn, &ExportsStore::remove};
  fake_->not_done = {"export_gone", "There is no such export.", {}};
  for (const auto wish : wishes) {
    const auto before = complaints.size();
    (exports_.*wish)(id);
    ASSERT_TRUE(until([&] { return complaints.size() == before + 1; }));
  }
  EXPECT_FALSE(exports_.planPoints()) << "the shelf is empty";
  EXPECT_TRUE(settled.isEmpty());
  fake_->not_done = {};
  for (const auto wish : wishes) {
    const auto before = settled.size();
    (exports_.*wish)(id);
    ASSERT_TRUE(until([&] { return settled.size() == before + 1; }));
  }
  const auto before = settled.size();
  EXPECT_TRUE(exports_.planSamples());
  EXPECT_EQ(settled.size(), before + 1);
}

TEST_F(ExportsStoreTest, OnesThatGoOnAreCancelledAndBrokenOnesGoOn) {
  exports_.cancel(QStringLiteral("a"));
  exports_.goOn(QStringLiteral("b"));
  exports_.remove(QStringLiteral("c"));
  ASSERT_TRUE(until([&] {
    return fake_->cancelled().size() == 1 && fake_->continued().size() == 1 && fake_->removed().size() == 1;
  }));
  EXPECT_EQ(fake_->cancelled().front(), QStringLiteral("a"));
  EXPECT_EQ(fake_->continued().front(), QStringLiteral("b"));
}

TEST_F(ExportsStoreTest, FetchedFilesAreReported) {
  const QSignalSpy reports(&exports_, &ExportsStore::reported);
  exports_.fetch(QStringLiteral("a"), QStringLiteral("/home/me/a"));
  ASSERT_TRUE(until([&] { return !reports.isEmpty(); }));
  EXPECT_TRUE(reports.first().first().toString().contains(QStringLiteral("/home/me/a")));
}

TEST_F(ExportsStoreTest, FetchingEndsWhenItIsStopped) {
  fake_->slow_to_fetch = QStringLiteral("a");
  fake_->setListed({listed("a", ExportRow::Phase::kDone)});
  const QSignalSpy reports(&exports_, &ExportsStore::reported);
  exports_.fetch(QStringLiteral("a"), QStringLiteral("/home/me/a"));
  ASSERT_TRUE(exports_.model().isFetched(QStringLiteral("a")));
  QTest::qWait(100);
  EXPECT_TRUE(reports.isEmpty());
  exports_.stopFetching(QStringLiteral("a"));
  ASSERT_TRUE(until([&] { return !reports.isEmpty(); }));
  EXPECT_TRUE(reports.first().first().toString().startsWith(QStringLiteral("Fetching has ended.")));
  EXPECT_FALSE(exports_.model().isFetched(QStringLiteral("a")));
  EXPECT_EQ(fake_->stopped(), std::vector<QString>{QStringLiteral("a")});
}

TEST_F(ExportsStoreTest, WhereNothingCanLieNothingIsBegun) {
  const QSignalSpy complaints(&exports_, &ExportsStore::complained);
  exports_.model().setRefusal(QStringLiteral("Weights alone."));
  EXPECT_FALSE(exports_.planSamples());
  EXPECT_FALSE(exports_.planFilm());
  EXPECT_FALSE(exports_.planPoints());
  EXPECT_FALSE(exports_.planSheet());
  EXPECT_EQ(complaints.size(), 4);
}

}  // namespace
}  // namespace gan
