#include "state/evaluations_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <stop_token>

#include "core/error.h"
#include "link/run_scores.h"
#include "run/journal.h"
#include "run/kept_evaluations.h"
#include "run/run_folder.h"
#include "studio/support/open_run_fixture.h"
#include "support/evaluated.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

Evaluated scored(double fid) { return evaluatedAs({{"fid", fid, {}}}); }

void makeRun(const std::filesystem::path& path, const std::string& fingerprint, std::int64_t resolution = 64,
             const std::string& crop = "centre") {
  RunConfig config;
  config.set("data.resolution", resolution);
  config.setText("data.crop", crop);
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  manifest.data_fingerprint = fingerprint;
  RunFolder::create(path, config, manifest);
}

class EvaluationsStoreTest : public test::OpenRunFixture {
 protected:
  EvaluationsStoreTest() {
    RunConfig config;
    config.setText("model.architecture", "dcgan");
    config.set("data.resolution", std::int64_t{64});
    config.setText("data.crop", "centre");
    config.set("ema.enabled", true);
    config.set("evaluation.count", std::int64_t{512});
    config.setText("evaluation.metrics", "fid,prdc");
    makeRun(own_, "same");
    run_->facts.data_fingerprint = "same";
    run_->facts.path = own_.string();
    run_->facts.folder = own_.string();
    run_->startSegment(0, SegmentStarted::Cause::kStart);
    run_->setCheckpoints({100, 200}, 2);
    begin(config);
    until([&] { return store_.isOpen() && !store_.checkpoints().empty(); });
  }
  EvaluationModel& model() { return evaluations_.model(); }
  static ListedExport evaluation(const char* id, ExportRow::Phase phase, qint64 done = 0) {
    ListedExport listed{
        .row = {.id = QLatin1String(id), .wish = {.step = 100, .pictures = EvaluationOrder()}, .phase = phase}};
    listed.row.done = done;
    listed.row.total = 10;
    return listed;
  }

  const std::filesystem::path own_ = folder_ / "own";
  EvaluationsStore evaluations_{store_, export_link_, server_, [](const RunPlace& place, const std::stop_token&) {
                                  return readRunScores(place.folder().toStdString());
                                }};
};

TEST_F(EvaluationsStoreTest, ShowsWhatTheTrainingFoundAndWhatWasAskedFor) {
  run_->add(100, scored(20));
  run_->announce();
  ASSERT_TRUE(until([&] { return model().rowCount() == 1; }));
  keepEvaluation(own_, "a", {.step = 200, .segment = 2, .unix_seconds = 5, .evaluated = scored(10)});
  evaluations_.setWatched(true);
  ASSERT_TRUE(until([&] { return model().rowCount() == 2; }));
  EXPECT_TRUE(model().entry(0).asked);
  EXPECT_FALSE(model().entry(1).asked);
  EXPECT_TRUE(model().stands(200));
  EXPECT_FALSE(model().stands(300));
}

TEST_F(EvaluationsStoreTest, KnowsWhichWeightsTheRunDrawsItsPicturesWith) {
  Evaluated newest = scored(20);
  newest.weights = "newest";
  run_->add(100, newest);
  run_->announce();
  ASSERT_TRUE(until([&] { return model().rowCount() == 1; }));
  EXPECT_NE(model().whyNotDrawnAlike(0), QString()) << "it draws with their average";
  run_->add(200, scored(10));
  run_->announce();
  ASSERT_TRUE(until([&] { return model().kinds().size() == 2; }));
  for (const EvaluationModel::Kind& kind : QVector<EvaluationModel::Kind>(model().kinds())) {
    model().chooseKind(kind.key);
    EXPECT_EQ(model().whyNotDrawnAlike(0).isEmpty(), model().entry(0).evaluated.weights == "average");
  }
}

TEST_F(EvaluationsStoreTest, WhatARollBackSupersededIsShownNoLonger) {
  run_->add(100, scored(20));
  run_->add(200, scored(10));
  keepEvaluation(own_, "a", {.step = 150, .segment = 2, .unix_seconds = 5, .evaluated = scored(15)});
  run_->announce();
  evaluations_.setWatched(true);
  ASSERT_TRUE(until([&] { return model().rowCount() == 3; }));
  run_->startSegment(120, SegmentStarted::Cause::kRollback);
  run_->announce();
  ASSERT_TRUE(until([&] { return model().rowCount() == 1; }));
  EXPECT_EQ(model().entry(0).step, 100);
}

TEST_F(EvaluationsStoreTest, ListsEvaluationsAloneAndOnlyWhileSomebodyLooks) {
  fake_->setListed({{.row = {.id = QStringLiteral("s"), .phase = ExportRow::Phase::kRunning}},
                    evaluation("a", ExportRow::Phase::kRunning, 4),
                    evaluation("b", ExportRow::Phase::kDone),
                    evaluation("c", ExportRow::Phase::kFailed)});
  EXPECT_EQ(fake_->lists(), 0);
  evaluations_.setWatched(true);
  ASSERT_TRUE(until([&] { return model().pending().size() == 2; }));
  EXPECT_EQ(model().pending().first().id, QStringLiteral("a"));
  EXPECT_EQ(model().pending().first().done, 4);
  EXPECT_EQ(model().pending().last().phase, PendingEvaluation::Phase::kFailed);
}

TEST_F(EvaluationsStoreTest, WhatAFinishedOneFoundIsShown) {
  fake_->setListed({evaluation("a", ExportRow::Phase::kRunning)});
  evaluations_.setWatched(true);
  ASSERT_TRUE(until([&] { return model().pending().size() == 1; }));
  keepEvaluation(own_, "a-0", {.step = 100, .segment = 2, .unix_seconds = 5, .evaluated = scored(10)});
  fake_->setListed({evaluation("a", ExportRow::Phase::kDone)});
  ASSERT_TRUE(until([&] { return model().pending().isEmpty() && model().rowCount() == 1; }));
}

TEST_F(EvaluationsStoreTest, APlanBeginsAsTheRunEvaluatesItselfAndIsEstimatedBeforeItStarts) {
  ASSERT_TRUE(evaluations_.planFor(100));
  EvaluationPlan& plan = evaluations_.plan();
  EXPECT_EQ(plan.wish().step, 100);
  EXPECT_EQ(plan.wish().order.count, 512);
  EXPECT_EQ(plan.wish().order.weights, "average");
  EXPECT_EQ(plan.wish().order.metrics, (std::vector<std::string>{"fid", "prdc"}));
  EXPECT_EQ(plan.choices().steps, (QVector<qint64>{100, 200}));
  ASSERT_TRUE(until([&] { return plan.forecast().has_value(); }));
  EXPECT_EQ(plan.forecast()->pictures, 10);
  EvaluationWish wish = plan.wish();
  wish.order.draws = 3;
  plan.setWish(wish);
  ASSERT_TRUE(until([&] { return plan.forecast().has_value(); }));
  const QSignalSpy reported(&evaluations_, &EvaluationsStore::reported);
  evaluations_.start();
  ASSERT_TRUE(until([&] { return reported.size() == 2; }));
  ASSERT_EQ(fake_->started().size(), 1U);
  EXPECT_EQ(std::get<EvaluationOrder>(fake_->started().front().pictures), wish.order);
  EXPECT_EQ(fake_->started().front().step, 100);
}

TEST_F(EvaluationsStoreTest, APlanTakesCountAndStatisticsOfTheShownScoresSoThatTheyCompare) {
  Evaluated standing = scored(20);
  standing.statistics = "standing";
  standing.generated = 999;
  run_->add(100, standing);
  run_->announce();
  ASSERT_TRUE(until([&] { return model().rowCount() == 1; }));
  ASSERT_TRUE(evaluations_.planFor(-1));
  EXPECT_FALSE(evaluations_.plan().wish().step);
  EXPECT_EQ(evaluations_.plan().wish().order.count, 999);
  EXPECT_EQ(evaluations_.plan().wish().order.statistics, "standing");
}

TEST_F(EvaluationsStoreTest, ARefusedPlanSaysWhy) {
  fake_->refusal = {"x", "No memory is left.", {}};
  ASSERT_TRUE(evaluations_.planFor(100));
  ASSERT_TRUE(until([&] { return !evaluations_.plan().problem().isEmpty(); }));
  evaluations_.setRefusal(QStringLiteral("Weights alone."));
  const QSignalSpy complained(&evaluations_, &EvaluationsStore::complained);
  EXPECT_FALSE(evaluations_.planFor(100));
  ASSERT_EQ(complained.size(), 1);
}

TEST_F(EvaluationsStoreTest, WhatWasComplainedOfIsSettledByTheNextThatIsDone) {
  const QSignalSpy complaints(&evaluations_, &EvaluationsStore::complained);
  const QSignalSpy settled(&evaluations_, &EvaluationsStore::settled);
  fake_->not_done = {"export_gone", "There is no such export.", {}};
  evaluations_.cancel(QStringLiteral("a"));
  evaluations_.goOn(QStringLiteral("a"));
  ASSERT_TRUE(until([&] { return complaints.size() == 2; }));
  EXPECT_TRUE(settled.isEmpty());
  fake_->not_done = {};
  evaluations_.goOn(QStringLiteral("a"));
  ASSERT_TRUE(until([&] { return settled.size() == 1; }));
  EXPECT_TRUE(evaluations_.planFor(100));
  EXPECT_EQ(settled.size(), 2);
}

TEST_F(EvaluationsStoreTest, ARefusedPlanIsTriedOutOnceHoweverOftenTheListIsRead) {
  fake_->refusal = {"x", "No memory is left.", {}};
  fake_->setListed({evaluation("a", ExportRow::Phase::kRunning)});
  evaluations_.setWatched(true);
  ASSERT_TRUE(evaluations_.planFor(100));
  ASSERT_TRUE(until([&] { return !evaluations_.plan().problem().isEmpty(); }));
  const int lists = fake_->lists();
  ASSERT_TRUE(until([&] { return fake_->lists() >= lists + 3; }));
  EXPECT_EQ(fake_->estimated().size(), 1U);
  EvaluationWish wish = evaluations_.plan().wish();
  wish.order.count = 100;
  evaluations_.plan().setWish(wish);
  EXPECT_TRUE(until([&] { return fake_->estimated().size() == 2; })) << "another one is";
}

/// A run whose folder is on another computer.
class EvaluationsElsewhere : public test::OpenRunFixture {
 protected:
  /// What its engine has; asked on a thread that may end after the test.
  struct Engine {
    std::atomic<bool> is_old{false};
    std::atomic<int> count{1};
    std::atomic<int> unchanged{0};

    ToldEvaluations tell(const std::string& mark) {
      if (is_old) throw Error(ErrorCode::kUnsupported, "unsupported_call", "It does not know ListEvaluations.");
      ToldEvaluations told{.kept = {}, .mark = std::to_string(count)};
      if (mark == told.mark) {
        ++unchanged;
        told.unchanged = true;
        return told;
      }
      for (int i = 1; i <= std::stoi(told.mark); ++i) {
        told.kept.push_back({.step = 100 * i, .segment = 2, .unix_seconds = 5, .evaluated = scored(10)});
      }
      return told;
    }
  };

  void open() {
    run_->startSegment(0, SegmentStarted::Cause::kStart);
    run_->on_evaluations = [engine = engine_](const std::string& mark) { return engine->tell(mark); };
    run_->setCheckpoints({100, 200}, 2);
    begin(config());
    ASSERT_TRUE(until([this] { return store_.isOpen(); }));
  }

  /// Those of the run "there", of the same images; of any other nobody answers until nobody wants them.
  static RunScores scoresAt(const RunPlace& place, const std::stop_token& stop) {
    while (!place.path().endsWith(QLatin1String("/there")) && !stop.stop_requested()) QTest::qSleep(1);
    if (stop.stop_requested()) throw Error(ErrorCode::kCancelled, "client_closed", "Nobody wants them.");
    RunFacts facts;
    facts.config_yaml = toYaml(config());
    return {.name = "there",
            .images = scoredImages(facts),
            .entries = {EvaluationEntry{.step = 50, .asked = true, .unix_seconds = 5, .evaluated = scored(7)}}};
  }
  static RunConfig config() {
    RunConfig made;
    made.setText("model.architecture", "dcgan");
    return made;
  }

  std::shared_ptr<Engine> engine_ = std::make_shared<Engine>();
  EvaluationsStore evaluations_{store_, export_link_, server_, [](const RunPlace& place, const std::stop_token& stop) {
                                  return scoresAt(place, stop);
                                }};
};

TEST_F(EvaluationsElsewhere, ComeFromTheEngineAndAreToldAgainOnlyWhenThereIsAnotherOne) {
  open();
  evaluations_.setWatched(true);
  ASSERT_TRUE(until([this] { return evaluations_.model().rowCount() == 1 && engine_->unchanged > 0; }));
  EXPECT_EQ(evaluations_.model().rowCount(), 1);
  EXPECT_TRUE(evaluations_.model().entry(0).asked);
  engine_->count = 2;
  EXPECT_TRUE(until([this] { return evaluations_.model().rowCount() == 2; }));
  EXPECT_TRUE(evaluations_.planFor(100));
}

TEST_F(EvaluationsElsewhere, OfAnOlderEngineAreRefusedByName) {
  engine_->is_old = true;
  open();
  EXPECT_TRUE(until([this] { return evaluations_.refusal() == QStringLiteral("It does not know ListEvaluations."); }));
  EXPECT_FALSE(evaluations_.planFor(100));
}

TEST_F(EvaluationsElsewhere, StandBesideThoseOfARunThatIsElsewhereToo) {
  open();
  evaluations_.setWatched(true);
  ASSERT_TRUE(until([this] { return evaluations_.model().rowCount() == 1; }));
  evaluations_.compareWith(QStringLiteral("ssh://host/runs/silent"));
  evaluations_.compareWith(QStringLiteral("ssh://host/runs/there"));
  const auto curves = [this] { return evaluations_.model().overSteps().first().curves; };
  ASSERT_TRUE(until([&] { return curves().size() == 2; })) << "the run that was asked first answers no more";
  EXPECT_EQ(curves()[1].name, QStringLiteral("there"));
  EXPECT_EQ(curves()[1].points.first().y, 7);
  EXPECT_EQ(evaluations_.model().otherRefusal(), QString());
}

class OtherRun : public EvaluationsStoreTest {
 protected:
  /// What is said of it beside this run's score of kind `own`.
  QString compare(const std::filesystem::path& path) {
    bool changed = false;
    const auto connection = QObject::connect(&model(), &EvaluationModel::changed, [&] { changed = true; });
    evaluations_.compareWith(QString::fromStdString(path.string()));
    EXPECT_TRUE(until([&] { return changed; }));
    QObject::disconnect(connection);
    return model().otherRefusal();
  }
};

TEST_F(OtherRun, StandsBesideWhereImagesAndKindsAreEqual) {
  run_->add(100, scored(20));
  run_->announce();
  ASSERT_TRUE(until([&] { return model().rowCount() == 1; }));
  makeRun(folder_ / "other", "same");
  keepEvaluation(folder_ / "other", "a", {.step = 50, .segment = 0, .unix_seconds = 5, .evaluated = scored(7)});
  EXPECT_EQ(compare(folder_ / "other"), QString());
  const QVector<ScoreCurve> curves = model().overSteps().first().curves;
  ASSERT_EQ(curves.size(), 2);
  EXPECT_EQ(curves[1].name, QStringLiteral("other"));
  EXPECT_EQ(curves[1].points.first().y, 7);
  evaluations_.compareWith({});
  EXPECT_EQ(model().overSteps().first().curves.size(), 1);
}

TEST_F(OtherRun, OfOtherImagesOrAnotherSizeIsRefusedByName) {
  makeRun(folder_ / "cats", "other images");
  EXPECT_TRUE(compare(folder_ / "cats").startsWith(QStringLiteral("cats was trained on other images")));
  makeRun(folder_ / "large", "same", 128);
  EXPECT_TRUE(compare(folder_ / "large").startsWith(QStringLiteral("large makes pictures of 128 × 128 px")));
  makeRun(folder_ / "whole", "same", 64, "long_edge");
  EXPECT_TRUE(compare(folder_ / "whole").startsWith(QStringLiteral("whole brings its images to their size otherwise")));
  makeRun(folder_ / "by_chance", "same", 64, "random");
  EXPECT_TRUE(compare(folder_ / "by_chance").startsWith(QStringLiteral("by_chance has no scores yet")))
      << "judged, they are cut from the middle";
}

TEST_F(OtherRun, ThatCannotBeReadIsRefusedByName) {
  const QString refusal = compare(folder_ / "nothing");
  EXPECT_TRUE(refusal.contains(QStringLiteral("nothing"))) << refusal.toStdString();
}

TEST(RunScores, AreThoseOfTheCurrentLine) {
  const TemporaryFolder runs;
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder run = RunFolder::create(runs / "run", RunConfig(), manifest);
  JournalWriter journal(run.journal());
  const auto add = [&](std::int32_t segment, std::int64_t step, decltype(Event::what) what) {
    journal.append({.segment = segment, .step = step, .unix_seconds = 1, .what = std::move(what)});
  };
  SegmentStarted started;
  started.first_step = 0;
  add(1, 0, started);
  add(1, 100, scored(20));
  add(1, 200, scored(10));
  started.first_step = 100;
  started.cause = SegmentStarted::Cause::kRollback;
  add(2, 100, started);
  keepEvaluation(run.path(), "old", {.step = 150, .segment = 1, .unix_seconds = 5, .evaluated = scored(7)});
  keepEvaluation(run.path(), "new", {.step = 150, .segment = 2, .unix_seconds = 6, .evaluated = scored(8)});
  const RunScores scores = readRunScores(run.path());
  ASSERT_EQ(scores.entries.size(), 2);
  EXPECT_EQ(scores.entries[0].step, 100);
  EXPECT_EQ(scores.entries[1].evaluated.find("fid")->value, 8);
}

}  // namespace
}  // namespace gan
