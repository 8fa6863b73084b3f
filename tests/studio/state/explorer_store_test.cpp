#include "state/explorer_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <atomic>
#include <future>

#include "config/yaml.h"
#include "core/error.h"
#include "core/host_name.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "state/run_store.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"
#include "studio/support/fake_searches.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

class ExplorerStoreTest : public testing::Test {
 protected:
  ExplorerStoreTest() { serve(); }

  /// Somebody answers for the run.
  void serve() {
    writeEndpoint(folder_.path(), {.unix_socket = "/nowhere",
                                   .tcp = "",
                                   .host = hostName(),
                                   .pid = ::getpid(),
                                   .protocol = "1.0",
                                   .started_unix_seconds = unixSeconds()});
  }
  void open(const RunConfig& config) {
    run_->facts.config_yaml = toYaml(config);
    link_.start();
    ASSERT_TRUE(until([&] { return store_.isOpen(); }));
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

  /// An engine takes commands.
  void train() {
    ASSERT_TRUE(until([&] {
      run_->setState(LinkState::kConnected);  // which is lost before the link watches
      return store_.canSteer();
    }));
  }
  /// As if they were looked at and the first wish was sent.
  void look() {
    explorer_.model().setWatched(true);
    ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  }
  void setCheckpoints(const std::vector<std::int64_t>& steps) {
    run_->checkpoints.clear();
    for (const std::int64_t step : steps) {
      CheckpointStore::Entry entry;
      entry.state.step = step;
      entry.state.segment = 1;
      run_->checkpoints.push_back(entry);
    }
  }

  TemporaryFolder folder_;
  std::shared_ptr<test::FakeRun> run_ = std::make_shared<test::FakeRun>();
  std::shared_ptr<test::FakePictures> pictures_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakePictures> compared_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakePictures> film_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakePictures> strip_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakePictures> kept_ = std::make_shared<test::FakePictures>();
  std::shared_ptr<test::FakeSearches> searches_ = std::make_shared<test::FakeSearches>();
  test::EndingsAwaited endings_;
  RunLink link_{test::opening(run_)};
  PictureLink picture_link_{test::opening(pictures_)};
  PictureRowLink compared_link_{test::opening(compared_)};
  PictureRowLink film_link_{test::opening(film_)};
  PictureRowLink strip_link_{test::opening(strip_)};
  PictureRowLink shelf_link_{test::opening(kept_)};
  LocalServer server_{QString::fromStdString(folder_.path().string())};
  SearchLink directions_{test::opening(searches_)};
  SearchLink photo_{test::opening(searches_)};
  SearchLink nearest_{test::opening(searches_)};
  RunStore store_{link_};
  ExplorerStore explorer_{
      store_,
      {picture_link_, compared_link_, film_link_, strip_link_, shelf_link_, server_, directions_, photo_, nearest_}};
};

RunConfig classConfig() {
  RunConfig config;
  config.setText("model.architecture", "dcgan");
  config.set("model.classes", std::int64_t{10});
  config.set("sampling.truncation", 0.5);
  return config;
}

TEST_F(ExplorerStoreTest, BeginsWhereTheRunSamplesAndWithWhatItsGeneratorKnows) {
  open(classConfig());
  EXPECT_EQ(explorer_.model().facts().classes, 10);
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=0 class=0 truncation=0.5"));
}

TEST_F(ExplorerStoreTest, AsksForPicturesOnlyWhileSomebodyLooks) {
  open(classConfig());
  EXPECT_EQ(pictures_->opened(), 0);
  explorer_.model().setSide(200);
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  EXPECT_EQ(pictures_->wishes().back().line, "seed=0 class=0 truncation=0.5");
  EXPECT_EQ(pictures_->wishes().back().side, 200);
  explorer_.model().setWatched(false);
  EXPECT_TRUE(until([&] { return !pictures_->isOpen(); }));
}

TEST_F(ExplorerStoreTest, AnAnswerIsThePictureAndTheThumbnailOfAKeptPoint) {
  open(classConfig());
  explorer_.shelf().keep(explorer_.model().line());
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  QImage image(2, 2, QImage::Format_RGB888);
  image.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = image, .step = 12});
  ASSERT_TRUE(until([&] { return explorer_.model().isSettled(); }));
  EXPECT_EQ(explorer_.model().picture().step, 12);
  EXPECT_FALSE(explorer_.shelf().index(0).data(Qt::DecorationRole).value<QImage>().isNull());
}

TEST_F(ExplorerStoreTest, ASampleIsExploredByItsCheckpointOrTheNewestWeights) {
  setCheckpoints({50});
  open(classConfig());
  ASSERT_TRUE(until([&] { return !explorer_.model().facts().steps.isEmpty(); }));
  explorer_.showSample(QStringLiteral("seed=1/7 class=2 step=50"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=1/7 class=2 step=50"));
  explorer_.showSample(QStringLiteral("seed=1/8 class=2 step=60"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=1/8 class=2"));
}

TEST_F(ExplorerStoreTest, ThatAnotherProcessHasTakenOverIsToldForAWhile) {
  open(classConfig());
  look();
  QImage image(2, 2, QImage::Format_RGB888);
  image.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = image, .taken_over = true});
  ASSERT_TRUE(until([&] { return explorer_.model().isSettled(); }));
  EXPECT_EQ(explorer_.model().notice(),
            QStringLiteral("The process that made the pictures was lost; another one has taken over."));
  EXPECT_TRUE(until([&] { return explorer_.model().notice().isEmpty(); }));
}

TEST_F(ExplorerStoreTest, APointThatIsKeptWhileTheRunTrainsGetsACheckpointAndItsPicture) {
  run_->on_command = [](const Command& command) {
    EXPECT_EQ(command.kind, CommandKind::kCheckpoint);
    return CommandAnswer{CommandResult::kApplied, 70, {}};
  };
  setCheckpoints({70});
  open(classConfig());
  train();
  look();
  pictures_->setSupply(PictureSupply::kReady);
  const QSignalSpy replaced(&explorer_, &ExplorerStore::replaced);
  const QString line = explorer_.model().line();
  QImage of_other_weights(2, 2, QImage::Format_RGB888);
  of_other_weights.fill(Qt::red);
  explorer_.shelf().keep(line, of_other_weights);
  explorer_.takeAlong(line);
  explorer_.takeAlong(line);
  const QString lasting = line + QStringLiteral(" step=70");
  ASSERT_TRUE(until([&] { return explorer_.shelf().line(0) == lasting; }));
  EXPECT_EQ(run_->commandIds().size(), 1U) << "one checkpoint for both";
  ASSERT_EQ(replaced.size(), 1);
  EXPECT_EQ(replaced.first(), (QVariantList{line, lasting}));
  const auto thumbnail = [&] { return explorer_.shelf().index(0).data(Qt::DecorationRole).value<QImage>(); };
  ASSERT_TRUE(until([&] { return !thumbnail().isNull(); }));
  EXPECT_EQ(thumbnail().pixelColor(0, 0), QColor(Qt::green)) << "by the checkpoint";
  EXPECT_EQ(std::get<std::vector<std::string>>(kept_->rows().front().what),
            std::vector<std::string>{lasting.toStdString()});
}

TEST_F(ExplorerStoreTest, WhoMayNotHaveACheckpointWrittenHearsThatTheLineFollowsTheNewestWeights) {
  run_->on_command = [](const Command&) {
    return CommandAnswer{CommandResult::kRefused, 0, {"role_watches", "This token may only watch.", {}}};
  };
  open(classConfig());
  train();
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QString line = explorer_.model().line();
  explorer_.shelf().keep(line);
  explorer_.takeAlong(line);
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("The line follows the newest weights"))) << said.toStdString();
  EXPECT_TRUE(said.endsWith(QStringLiteral("This token may only watch."))) << said.toStdString();
  EXPECT_EQ(explorer_.shelf().line(0), line);
}

TEST_F(ExplorerStoreTest, WhetherThereIsACheckpointForALineThatNobodyAnsweredTheRunsOwnEventsSay) {
  std::promise<Command> asked;
  run_->on_command = [&](const Command& command) {
    if (run_->commandIds().size() > 1) return CommandAnswer{CommandResult::kApplied, 90, {}};
    asked.set_value(command);
    return CommandAnswer{CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}};
  };
  open(classConfig());
  train();
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QSignalSpy settled(&explorer_, &ExplorerStore::settled);
  const QString line = QStringLiteral("seed=1 class=0");
  const QString later = QStringLiteral("seed=2 class=0");
  explorer_.shelf().keep(line);
  explorer_.takeAlong(line);
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("Nobody knows yet"))) << said.toStdString();
  EXPECT_TRUE(said.endsWith(QStringLiteral("The engine went."))) << said.toStdString();
  EXPECT_EQ(explorer_.shelf().line(0), line);
  EXPECT_TRUE(settled.isEmpty());

  explorer_.shelf().keep(later);
  explorer_.takeAlong(later);
  const auto kept = [&](const QString& wanted) {
    const ShelfModel& shelf = explorer_.shelf();
    return shelf.line(0) == wanted || shelf.line(1) == wanted;
  };
  ASSERT_TRUE(until([&] { return kept(later + QStringLiteral(" step=90")); })) << "by a checkpoint of its own";
  EXPECT_TRUE(kept(line));

  CommandHandled handled;
  handled.command = asked.get_future().get();
  handled.answer = {CommandResult::kApplied, 70, {}};
  run_->add(70, handled);
  run_->announce();
  EXPECT_TRUE(until([&] { return kept(line + QStringLiteral(" step=70")); }));
  EXPECT_EQ(settled.size(), 2);
  EXPECT_EQ(complaints.size(), 1);
}

TEST_F(ExplorerStoreTest, ACheckpointThatIsKeptAfterAllSettlesWhatWasSaidOfIt) {
  std::promise<Command> asked;
  run_->on_command = [&](const Command& command) {
    asked.set_value(command);
    return CommandAnswer{CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}};
  };
  setCheckpoints({50});
  open(classConfig());
  train();
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QSignalSpy settled(&explorer_, &ExplorerStore::settled);
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=50"));
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("Nobody knows yet whether the checkpoint of step 50")))
      << said.toStdString();
  run_->checkpoints.front().state.pinned = true;
  CommandHandled handled;
  handled.command = asked.get_future().get();
  handled.answer = {CommandResult::kApplied, 90, {}};
  run_->add(90, handled);
  run_->announce();
  EXPECT_TRUE(until([&] { return store_.checkpoints().front().entry.state.pinned; }));
  EXPECT_EQ(settled.size(), 1);
  EXPECT_EQ(complaints.size(), 1);
}

TEST_F(ExplorerStoreTest, NoCheckpointIsWrittenForLinesThatLastAlready) {
  setCheckpoints({50, 70});
  run_->checkpoints.back().state.pinned = true;
  open(classConfig());
  ASSERT_TRUE(until([&] { return explorer_.model().facts().steps.size() == 2; }));
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.takeAlong(QStringLiteral("seed=1 class=0"));  // nobody trains
  train();
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=70"));  // of one that stays
  QTest::qWait(100);
  EXPECT_TRUE(complaints.isEmpty());
  EXPECT_TRUE(run_->commandIds().empty());
}

TEST_F(ExplorerStoreTest, TheCheckpointThatALineNamesIsKeptAlsoWhereNobodyTrains) {
  run_->on_command = [](const Command& command) {
    EXPECT_EQ(command.kind, CommandKind::kKeep);
    if (command.step == 50) return CommandAnswer{CommandResult::kApplied, 90, {}};
    return CommandAnswer{CommandResult::kRefused, 0, {"checkpoint_not_found", "There is none.", {}}};
  };
  setCheckpoints({50, 70});
  open(classConfig());
  ASSERT_TRUE(until([&] { return explorer_.model().facts().steps.size() == 2; }));
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QSignalSpy replaced(&explorer_, &ExplorerStore::replaced);
  run_->checkpoints.front().state.pinned = true;  // once it is asked for
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=50"));
  explorer_.takeAlong(QStringLiteral("seed=2 class=0 step=50"));
  ASSERT_TRUE(until([&] { return store_.checkpoints().front().entry.state.pinned; }));
  explorer_.takeAlong(QStringLiteral("seed=3 class=0 step=50"));
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=70"));
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  EXPECT_EQ(run_->commandIds().size(), 2U) << "once for all lines of a checkpoint";
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.contains(QStringLiteral("step 70"))) << said.toStdString();
  EXPECT_TRUE(said.endsWith(QStringLiteral("There is none."))) << said.toStdString();
  EXPECT_TRUE(replaced.isEmpty()) << "the lines are right as they are";
}

TEST_F(ExplorerStoreTest, APointAtWhichSomebodyStaysIsAskedForAtItsOwnSize) {
  open(classConfig());
  explorer_.model().setSide(20);
  look();
  QImage small(20, 20, QImage::Format_RGB888);
  small.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = small, .step = 12});
  ASSERT_TRUE(until([&] { return pictures_->wishes().back().side == 0; }));
  EXPECT_EQ(pictures_->wishes().back().line, explorer_.model().line().toStdString());
  const auto side = static_cast<int>(explorer_.model().facts().resolution);
  QImage own(side, side, QImage::Format_RGB888);
  own.fill(Qt::green);
  const std::size_t before = pictures_->wishes().size();
  pictures_->answer({.stamp = before, .image = own, .step = 12});
  ASSERT_TRUE(until([&] { return explorer_.model().isWhole(); }));
  QTest::qWait(400);
  EXPECT_EQ(pictures_->wishes().size(), before) << "nothing larger can be had";
}

TEST_F(ExplorerStoreTest, APointThatCannotBeDrawnSaysWhy) {
  open(classConfig());
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  pictures_->answer({.stamp = 1, .image = {}, .step = -1, .problem = {"no_step", "There is no step 5.", {}}});
  ASSERT_TRUE(until([&] { return !explorer_.model().problem().isEmpty(); }));
  EXPECT_EQ(explorer_.model().problem(), QStringLiteral("There is no step 5."));
}

TEST_F(ExplorerStoreTest, AProcessThatWasKilledIsSaidAndAskedAgainWithoutAHand) {
  open(classConfig());
  look();
  const std::size_t before = pictures_->wishes().size();
  pictures_->answer({.stamp = before, .image = {}, .step = -1, .problem = {"sampler_lost", "It was killed.", {}}});
  ASSERT_TRUE(until([&] { return explorer_.model().problem() == QStringLiteral("It was killed."); }));
  ASSERT_TRUE(until([&] { return pictures_->wishes().size() > before; }));
  EXPECT_EQ(pictures_->wishes().back().line, explorer_.model().line().toStdString());
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = QImage(1, 1, QImage::Format_RGB888)});
  ASSERT_TRUE(until([&] { return explorer_.model().isSettled(); }));
  EXPECT_TRUE(explorer_.model().problem().isEmpty());
}

TEST_F(ExplorerStoreTest, WeightsThatATrainingHandsOutTooLateAreAskedForAgainWithoutAHand) {
  open(classConfig());
  look();
  const std::size_t before = pictures_->wishes().size();
  pictures_->answer({.stamp = before, .image = {}, .step = -1, .problem = {"weights_late", "They are late.", {}}});
  ASSERT_TRUE(until([&] { return explorer_.model().problem() == QStringLiteral("They are late."); }));
  ASSERT_TRUE(until([&] { return pictures_->wishes().size() > before; }));
  EXPECT_EQ(pictures_->wishes().back().line, explorer_.model().line().toStdString());
}

TEST_F(ExplorerStoreTest, WhereNobodyAnswersAnyMoreItIsTriedAnew) {
  open(classConfig());
  look();
  removeEndpoint(folder_.path(), *readEndpoint(folder_.path()));
  qputenv("GAN_ENGINE", "/nowhere/gan-engine");
  pictures_->setSupply(PictureSupply::kLost, {"run_not_served", "Nobody serves it.", {}});
  ASSERT_TRUE(until([&] { return explorer_.model().supply() == PictureSupply::kLost; }));
  EXPECT_TRUE(explorer_.model().reason().contains(QStringLiteral("/nowhere/gan-engine")))
      << explorer_.model().reason().toStdString();
  serve();
  const int before = pictures_->opened();
  explorer_.model().setSeed(3);
  EXPECT_TRUE(until([&] { return pictures_->opened() > before; }));
  qunsetenv("GAN_ENGINE");
}

TEST_F(ExplorerStoreTest, TheComparedSnapshotFollowsThePoint) {
  open(classConfig());
  look();
  explorer_.model().compareWith(50);
  QTest::qWait(100);
  EXPECT_TRUE(compared_->rows().empty()) << "nobody answers yet";
  pictures_->setSupply(PictureSupply::kReady);
  const auto newest = [&] {
    const std::vector<PictureRow> rows = compared_->rows();
    return rows.empty() ? std::string() : std::get<std::vector<std::string>>(rows.back().what).at(0);
  };
  ASSERT_TRUE(until([&] { return newest() == "seed=0 class=0 truncation=0.5 step=50"; }));
  explorer_.model().setSeed(4);
  ASSERT_TRUE(until([&] { return newest() == "seed=4 class=0 truncation=0.5 step=50"; }));
  ASSERT_TRUE(until([&] { return explorer_.model().comparedPicture().line.startsWith(QStringLiteral("seed=4")); }));
  EXPECT_EQ(explorer_.model().comparedPicture().step, 12) << "as the fake says";
  explorer_.model().stopComparing();
  explorer_.model().setSeed(5);
  QTest::qWait(100);
  EXPECT_EQ(newest(), "seed=4 class=0 truncation=0.5 step=50");
}

TEST_F(ExplorerStoreTest, OfManyComparedPointsTheLastOneIsDrawnWhenThatUnderWayIsThere) {
  std::promise<void> go;
  const std::shared_future<void> gone = go.get_future().share();
  const auto draw = compared_->on_draw;
  compared_->on_draw = [gone, draw](const PictureRow& row, const auto& take) {
    gone.wait();
    draw(row, take);
  };
  open(classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().compareWith(50);
  ASSERT_TRUE(until([&] { return compared_->rows().size() == 1; }));
  for (quint64 seed = 1; seed <= 20; ++seed) explorer_.model().setSeed(seed);
  go.set_value();
  ASSERT_TRUE(until([&] { return explorer_.model().comparedPicture().line.startsWith(QStringLiteral("seed=20 ")); }));
  EXPECT_EQ(compared_->rows().size(), 2U);
}

TEST_F(ExplorerStoreTest, WhatWaitsForItsTurnSaysSoAndGoesOn) {
  std::atomic<bool> busy = true;
  const auto draw = compared_->on_draw;
  compared_->on_draw = [&busy, draw](const PictureRow& row, const auto& take) {
    if (busy) throw Error(ErrorCode::kResourceExhausted, "pictures_one_call", "Another one is open.");
    draw(row, take);
  };
  open(classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().compareWith(50);
  ASSERT_TRUE(
      until([&] { return explorer_.model().comparedPicture().problem == QStringLiteral("Another one is open."); }));
  busy = false;
  EXPECT_TRUE(until([&] { return !explorer_.model().comparedPicture().image.isNull(); }));
}

TEST_F(ExplorerStoreTest, APictureThatIsNotExactIsAskedForOnceMoreWhereThePointRests) {
  open(classConfig());
  look();
  const auto asked = pictures_->wishes().size();
  QImage image(64, 64, QImage::Format_RGB888);
  image.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = image, .step = 5, .is_exact = false});
  ASSERT_TRUE(until([&] { return pictures_->wishes().size() > asked; }));
  EXPECT_EQ(pictures_->wishes().back().side, 0) << "as the generator makes it";
}

TEST_F(ExplorerStoreTest, TheStripIsFilledForThePointAndForNewCheckpoints) {
  setCheckpoints({100, 50});
  open(classConfig());
  ASSERT_TRUE(until([&] { return explorer_.strip().rowCount() == 2; }));
  QTest::qWait(400);
  EXPECT_TRUE(strip_->rows().empty()) << "nobody looks";
  explorer_.strip().setWatched(true);
  ASSERT_TRUE(until([&] { return explorer_.strip().missing().isEmpty(); }));
  const auto lines = std::get<std::vector<std::string>>(strip_->rows().front().what);
  EXPECT_EQ(lines, (std::vector<std::string>{"seed=0 class=0 truncation=0.5 step=50",
                                             "seed=0 class=0 truncation=0.5 step=100"}));
  explorer_.model().setStep(50);  // another snapshot is no other point
  QTest::qWait(400);
  EXPECT_EQ(strip_->rows().size(), 1U);
  explorer_.model().setSeed(8);
  EXPECT_EQ(explorer_.strip().missing().size(), 2);
  EXPECT_TRUE(until([&] { return explorer_.strip().missing().isEmpty(); }));
}

TEST_F(ExplorerStoreTest, AStripThatCannotBeFilledSaysWhy) {
  setCheckpoints({50});
  strip_->on_draw = [](const PictureRow&, const auto&) {
    throw Error(ErrorCode::kNotFound, "checkpoint_not_found", "There is no step 50.");
  };
  open(classConfig());
  explorer_.strip().setWatched(true);
  EXPECT_TRUE(until([&] { return explorer_.strip().problem() == QStringLiteral("There is no step 50."); }));
}

TEST_F(ExplorerStoreTest, DirectionsAreFoundOutForTheWeightsThatAreExploredWhileSomebodyLooks) {
  open(classConfig());
  look();
  explorer_.model().setLatentsWatched(true);
  QTest::qWait(100);
  EXPECT_TRUE(searches_->described().empty()) << "nobody answers yet";
  pictures_->setSupply(PictureSupply::kReady);
  ASSERT_TRUE(until([&] { return explorer_.model().latents().are_known; }));
  EXPECT_EQ(explorer_.model().latents().chunks, 3);
  explorer_.model().setSeed(5);
  QTest::qWait(100);
  EXPECT_EQ(searches_->described().size(), 1U) << "they are the weights', whatever the point";
  explorer_.model().setStep(50);
  ASSERT_TRUE(until([&] { return searches_->described().size() == 2; }));
  EXPECT_EQ(searches_->described().back(), 50);
}

TEST_F(ExplorerStoreTest, DirectionsOfASamplerThatWasLostAreAskedForAgain) {
  std::atomic<int> asked = 0;
  searches_->on_describe = [&](std::optional<qint64>) -> ExplorerLatents {
    if (++asked == 1) throw Error(ErrorCode::kUnavailable, "sampler_lost", "It was killed.");
    return {.are_known = true};
  };
  open(classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().setLatentsWatched(true);
  ASSERT_TRUE(until([&] { return explorer_.model().latents().problem == QStringLiteral("It was killed."); }));
  EXPECT_TRUE(until([&] { return explorer_.model().latents().are_known; }));
}

TEST_F(ExplorerStoreTest, DirectionsThatCannotBeHadSayWhyAndWhoLooksAgainTriesAgain) {
  searches_->on_describe = [](std::optional<qint64>) -> ExplorerLatents {
    throw Error(ErrorCode::kFailedPrecondition, "weights_not_finite", "It was killed.");
  };
  open(classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().setLatentsWatched(true);
  ASSERT_TRUE(until([&] { return explorer_.model().latents().problem == QStringLiteral("It was killed."); }));
  explorer_.model().setLatentsWatched(false);
  explorer_.model().setLatentsWatched(true);
  EXPECT_TRUE(until([&] { return searches_->described().size() == 2; }));
}

TEST_F(ExplorerStoreTest, APhotographIsLookedForFromTheExploredPointInAllClasses) {
  open(classConfig());
  explorer_.show(QStringLiteral("seed=9 class=2 truncation=0.5"));
  const QString photograph = QString::fromStdString((folder_.path() / "photo.png").string());
  QImage image(10, 10, QImage::Format_RGB888);
  image.fill(Qt::green);
  ASSERT_TRUE(image.save(photograph));
  PhotoModel& photo = explorer_.photo();
  const QSignalSpy found(&photo, &PhotoModel::found);
  photo.choose(photograph);
  ASSERT_TRUE(until([&] { return !photo.isSearching(); }));
  EXPECT_EQ(searches_->starts(), (std::vector<std::string>{"seed=9 truncation=0.5"}));
  EXPECT_EQ(photo.photo().size(), QSize(10, 10));
  EXPECT_EQ(photo.progress().step, 200);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found.first().first().toString(), QStringLiteral("z=1,2"));
}

TEST_F(ExplorerStoreTest, ASearchThatIsStoppedEndsForTheEngineToo) {
  std::atomic<bool> ended = false;
  searches_->on_project = [&](const PhotoWish&, const auto& take) {
    while (take({.step = 1,
                 .steps = 200,
                 .best = {.line = QStringLiteral("z=1,2"), .image = QImage(1, 1, QImage::Format_RGB888)}})) {
      QThread::msleep(1);
    }
    ended = true;
  };
  open(classConfig());
  const QString photograph = QString::fromStdString((folder_.path() / "photo.png").string());
  ASSERT_TRUE(QImage(10, 10, QImage::Format_RGB888).save(photograph));
  explorer_.photo().choose(photograph);
  ASSERT_TRUE(until([&] { return explorer_.photo().progress().step == 1; }));
  explorer_.photo().stop();
  EXPECT_FALSE(explorer_.photo().isSearching());
  EXPECT_TRUE(until([&] { return ended.load(); }));
}

TEST_F(ExplorerStoreTest, APhotographThatCannotBeReadSaysSo) {
  open(classConfig());
  explorer_.photo().choose(QStringLiteral("/nowhere/photo.png"));
  ASSERT_TRUE(until([&] { return !explorer_.photo().isSearching(); }));
  EXPECT_TRUE(explorer_.photo().problem().contains(QStringLiteral("/nowhere/photo.png")));
}

TEST_F(ExplorerStoreTest, NearestImagesAreThoseOfThePointAtWhichSomebodyStays) {
  open(classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.nearest().setWatched(true);
  for (quint64 seed = 1; seed <= 5; ++seed) explorer_.model().setSeed(seed);
  ASSERT_TRUE(until([&] { return explorer_.nearest().isSettled(); }));
  EXPECT_EQ(searches_->points(), (std::vector<std::string>{"seed=5 class=0 truncation=0.5"}));
  EXPECT_EQ(explorer_.nearest().rowCount(), 3);
  EXPECT_EQ(explorer_.nearest().total(), 10);
  explorer_.nearest().setMeasure(NearestMeasure::kFeatures);
  ASSERT_TRUE(until([&] { return explorer_.nearest().isSettled(); }));
  EXPECT_EQ(searches_->measures(), (std::vector{NearestMeasure::kPixels, NearestMeasure::kFeatures}));
  explorer_.nearest().setWatched(false);
  explorer_.model().setSeed(6);
  QTest::qWait(700);
  EXPECT_EQ(searches_->points().size(), 2U) << "nobody looks";
}

TEST_F(ExplorerStoreTest, ALineOfTextBecomesAKeyframe) {
  open(classConfig());
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.addKeyframe(QStringLiteral("seed=9 class=2"), {});
  explorer_.addKeyframe(QStringLiteral("a poem"), {});
  EXPECT_EQ(explorer_.timeline().rowCount(), 1);
  EXPECT_EQ(complaints.size(), 1);
}

TEST_F(ExplorerStoreTest, ALineOfTextIsShownAndWhatIsNoneIsComplainedOf) {
  open(classConfig());
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.show(QStringLiteral("seed=9/3 class=2"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=9/3 class=2"));
  const QSignalSpy settled(&explorer_, &ExplorerStore::settled);
  explorer_.show(QStringLiteral("a poem"));
  EXPECT_EQ(complaints.size(), 1);
  EXPECT_TRUE(settled.isEmpty());
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=9/3 class=2"));
  explorer_.show(QStringLiteral("seed=8 class=1"));
  EXPECT_EQ(settled.size(), 1);
}

TEST_F(ExplorerStoreTest, AClassifierHasNoPictures) {
  RunConfig config;
  config.setText("model.architecture", "resnet-18");
  open(config);
  explorer_.model().setWatched(true);
  QTest::qWait(50);
  EXPECT_EQ(pictures_->opened(), 0);
}

}  // namespace
}  // namespace gan
