#include <gtest/gtest.h>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QUrl>

#include "evaluation/class_strip.h"
#include "evaluation/evaluation_model.h"
#include "evaluation/evaluation_panel.h"
#include "evaluation/score_plot.h"
#include "support/evaluated.h"
#include "widgets/accessibility.h"

namespace gan {
namespace {

EvaluationEntry at(qint64 step, double fid) {
  EvaluationEntry entry{.step = step, .asked = false, .unix_seconds = static_cast<double>(step), .evaluated = {}};
  entry.evaluated = evaluatedAs({{"fid", fid, {}}, {"precision", 0.5, {}}, {"recall", 0.25, {}}});
  return entry;
}

class EvaluationPanelTest : public testing::Test {
 protected:
  void SetUp() override {
    panel_.resize(900, 500);
    panel_.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel_));
  }
  template <class Widget>
  Widget& part(const char* name) {
    return *panel_.findChild<Widget*>(QLatin1String(name));
  }
  QTableView& table() { return part<QTableView>("evaluation_table"); }

  EvaluationModel model_;
  EvaluationPanel panel_{model_};
};

TEST_F(EvaluationPanelTest, WithNothingToShowSaysHowToFillIt) {
  EXPECT_TRUE(part<QLabel>("evaluation_empty").isVisible());
  EXPECT_TRUE(part<QLabel>("evaluation_empty").text().contains(QStringLiteral("Evaluate every")));
  panel_.setRefusal(QStringLiteral("Weights alone have no images to be judged by."));
  EXPECT_EQ(part<QLabel>("evaluation_empty").text(), QStringLiteral("Weights alone have no images to be judged by."));
  EXPECT_FALSE(part<QPushButton>("evaluation_start").isEnabled());
}

TEST_F(EvaluationPanelTest, ARowIsACheckpointToGoOnWith) {
  model_.setEntries({at(1000, 20), at(2000, 10)});
  EXPECT_EQ(panel_.currentStep(), 2000) << "the newest is chosen";
  EXPECT_FALSE(part<QPushButton>("evaluation_explore").isEnabled()) << "its checkpoint is not known to stand";
  model_.setCheckpoints({1000});
  table().setCurrentIndex(model_.index(1, 0));
  const QSignalSpy explored(&panel_, &EvaluationPanel::exploreWished);
  const QSignalSpy branched(&panel_, &EvaluationPanel::branchWished);
  const QSignalSpy resumed(&panel_, &EvaluationPanel::resumeWished);
  const QSignalSpy evaluated(&panel_, &EvaluationPanel::evaluationWished);
  for (const char* name : {"evaluation_explore", "evaluation_branch", "evaluation_resume", "evaluation_start"}) {
    part<QPushButton>(name).click();
  }
  for (const QSignalSpy* spy : {&explored, &branched, &resumed, &evaluated}) {
    ASSERT_EQ(spy->size(), 1);
    EXPECT_EQ(spy->first().first().toLongLong(), 1000);
  }
}

TEST_F(EvaluationPanelTest, OfOtherWeightsThanTheRunDrawsWithIsNotExploredAndHasNoPictures) {
  EvaluationEntry newest = at(1000, 20);
  newest.evaluated.weights = "newest";
  newest.evaluated.classes = {{.name = "cat", .fid = 10, .real = 9, .generated = 9}};
  EvaluationEntry average = newest;
  average.evaluated.weights = "average";
  model_.setCheckpoints({1000});
  model_.setOwnWeights("average");
  const auto& explore = part<QPushButton>("evaluation_explore");
  const auto saysWhy = [](const QString& text) { return text.contains(QStringLiteral("another generator")); };
  const auto strip = [this] { return panel_.findChildren<ClassStrip*>().first()->accessibleDescription(); };
  model_.setEntries({newest});
  EXPECT_FALSE(explore.isEnabled());
  EXPECT_TRUE(saysWhy(explore.toolTip())) << explore.toolTip().toStdString();
  EXPECT_TRUE(saysWhy(strip())) << strip().toStdString();
  EXPECT_TRUE(part<QPushButton>("evaluation_resume").isEnabled()) << "a training goes on with all weights";
  model_.setEntries({average});
  EXPECT_TRUE(explore.isEnabled());
  EXPECT_FALSE(saysWhy(explore.toolTip()));
  EXPECT_FALSE(saysWhy(strip())) << strip().toStdString();
}

TEST_F(EvaluationPanelTest, TheChoiceStaysWhenScoresComeAndTheNewestIsFollowed) {
  model_.setEntries({at(1000, 20), at(2000, 10)});
  model_.setEntries({at(1000, 20), at(2000, 10), at(3000, 9)});
  EXPECT_EQ(panel_.currentStep(), 3000);
  table().setCurrentIndex(model_.index(2, 0));
  model_.setEntries({at(1000, 20), at(2000, 10), at(3000, 9), at(4000, 8)});
  EXPECT_EQ(panel_.currentStep(), 1000);
}

TEST_F(EvaluationPanelTest, APointIsChosenByArrowKeysAndOpenedByEnter) {
  model_.setEntries({at(1000, 20), at(2000, 10), at(3000, 9)});
  model_.setCheckpoints({1000, 2000, 3000});
  auto& plot = part<ScorePlot>("evaluation_over_steps");
  const QSignalSpy explored(&panel_, &EvaluationPanel::exploreWished);
  QTest::keyClick(&plot, Qt::Key_Left);
  EXPECT_EQ(panel_.currentStep(), 2000);
  EXPECT_EQ(plot.accessibleDescription(), QStringLiteral("step 2,000: FID 10"));
  QTest::keyClick(&plot, Qt::Key_Left);
  QTest::keyClick(&plot, Qt::Key_Left);
  EXPECT_EQ(panel_.currentStep(), 1000);
  QTest::keyClick(&plot, Qt::Key_Right);
  QTest::keyClick(&plot, Qt::Key_Return);
  ASSERT_EQ(explored.size(), 1);
  EXPECT_EQ(explored.first().first().toLongLong(), 2000);
}

TEST_F(EvaluationPanelTest, ScoresAreChosenByTheirNamesAndOneStays) {
  model_.setEntries({at(1000, 20)});
  auto& fid = part<QCheckBox>("score_fid");
  auto& recall = part<QCheckBox>("score_recall");
  EXPECT_TRUE(fid.isChecked());
  recall.click();
  EXPECT_EQ(model_.chosen(), (QStringList{QStringLiteral("fid"), QStringLiteral("recall")}));
  fid.click();
  recall.click();
  EXPECT_EQ(model_.chosen(), QStringList{QStringLiteral("recall")});
  EXPECT_TRUE(recall.isChecked());
}

TEST_F(EvaluationPanelTest, TabReadsEveryControlInOrderAndEachHasAName) {
  panel_.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&panel_));
  model_.setEntries({at(1000, 20), at(2000, 10)});
  model_.setCheckpoints({1000, 2000});
  auto& views = part<QTabWidget>("evaluation_tabs");
  for (int view = 0; view < views.count(); ++view) {
    views.setCurrentIndex(view);
    QTest::qWait(0);
    const std::string what = views.tabText(view).toStdString();
    EXPECT_GT(test::tabStops(panel_).size(), 8) << what;
    EXPECT_EQ(test::withoutName(panel_), "") << what;
    EXPECT_EQ(test::againstReadingOrder(panel_), "") << what;
    EXPECT_EQ(test::traps(panel_), "") << what;
  }
}

TEST_F(EvaluationPanelTest, KindsAreChosenAndTheirFactsStandBeside) {
  EvaluationEntry standing = at(3000, 5);
  standing.evaluated.statistics = "standing";
  model_.setEntries({at(1000, 20), standing});
  auto& kinds = part<QComboBox>("evaluation_kinds");
  ASSERT_EQ(kinds.count(), 2);
  EXPECT_TRUE(part<QLabel>("evaluation_facts").text().contains(QStringLiteral("standing statistics")));
  kinds.setCurrentIndex(1);
  emit kinds.activated(1);
  EXPECT_EQ(panel_.currentStep(), 1000);
  EXPECT_TRUE(part<QLabel>("evaluation_facts").text().contains(QStringLiteral("running statistics")));
}

TEST_F(EvaluationPanelTest, ThoseUnderWayShowProgressAndCanBeCancelledAndGoneOnWith) {
  model_.setPending(
      {{.id = QStringLiteral("a"), .step = 500, .phase = PendingEvaluation::Phase::kRunning, .done = 1, .total = 4},
       {.id = QStringLiteral("b"),
        .step = {},
        .phase = PendingEvaluation::Phase::kFailed,
        .problem = QStringLiteral("No memory.")}});
  auto& pending = part<QWidget>("pending_evaluations");
  EXPECT_TRUE(pending.isVisible());
  EXPECT_EQ(pending.findChildren<QProgressBar*>().first()->value(), 250);
  const QSignalSpy cancelled(&panel_, &EvaluationPanel::cancelWished);
  const QSignalSpy continued(&panel_, &EvaluationPanel::continueWished);
  pending.findChildren<QPushButton*>(QStringLiteral("evaluation_cancel")).first()->click();
  pending.findChildren<QPushButton*>(QStringLiteral("evaluation_continue")).last()->click();
  ASSERT_EQ(cancelled.size(), 1);
  EXPECT_EQ(cancelled.first().first().toString(), QStringLiteral("a"));
  ASSERT_EQ(continued.size(), 1);
  EXPECT_EQ(continued.first().first().toString(), QStringLiteral("b"));
  model_.setPending({});
  EXPECT_FALSE(pending.isVisible());
}

TEST_F(EvaluationPanelTest, IsWatchedWhileItIsSeen) {
  const QSignalSpy watched(&panel_, &EvaluationPanel::watchedChanged);
  panel_.hide();
  panel_.show();
  ASSERT_EQ(watched.size(), 2);
  EXPECT_FALSE(watched[0].first().toBool());
  EXPECT_TRUE(watched[1].first().toBool());
}

TEST_F(EvaluationPanelTest, AnotherRunIsAskedForByItsFolder) {
  model_.setEntries({at(1000, 20)});
  panel_.setOtherRuns({{QStringLiteral("first"), QStringLiteral("/runs/first")}});
  auto& others = part<QComboBox>("evaluation_others");
  const QSignalSpy chosen(&panel_, &EvaluationPanel::otherRunChosen);
  others.setCurrentIndex(1);
  emit others.activated(1);
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen.first().first().toString(), QStringLiteral("/runs/first"));
  panel_.setOtherRuns(
      {{QStringLiteral("new"), QStringLiteral("/runs/new")}, {QStringLiteral("first"), QStringLiteral("/runs/first")}});
  EXPECT_EQ(others.currentData().toString(), QStringLiteral("/runs/first"));
  EXPECT_EQ(chosen.size(), 1);
  panel_.setOtherRuns({{QStringLiteral("new"), QStringLiteral("/runs/new")}});
  ASSERT_EQ(chosen.size(), 2) << "one that is gone stands beside this no longer, as the list says";
  EXPECT_EQ(chosen.last().first().toString(), QString());
}

TEST(ClassStripTest, PicturesLeaveItAtTheirOwnSize) {
  const auto plain = [](const QColor& colour) {
    QImage image(16, 16, QImage::Format_RGB32);
    image.fill(colour);
    return image;
  };
  ClassStrip strip;
  strip.setTitle(QStringLiteral("Worst class: cat, FID 9"));
  strip.setPictures({plain(Qt::red), plain(Qt::green), plain(Qt::blue)});
  strip.resize(strip.sizeHint());
  strip.show();
  const auto copied = [&](int key) {
    if (key != 0) QTest::keyClick(&strip, static_cast<Qt::Key>(key));
    QTest::keyClick(&strip, Qt::Key_C, Qt::ControlModifier);
    return QGuiApplication::clipboard()->image();
  };
  QTest::mousePress(&strip, Qt::LeftButton, {}, strip.placeOf(1).center());
  const QImage found = copied(0);
  EXPECT_EQ(found.size(), QSize(16, 16));
  EXPECT_EQ(found.pixelColor(8, 8), QColor(Qt::green));
  const QList<QUrl> files = QGuiApplication::clipboard()->mimeData()->urls();
  ASSERT_EQ(files.size(), 1) << "file managers take files";
  const QImage file(files.first().toLocalFile());
  EXPECT_EQ(file.pixelColor(8, 8), QColor(Qt::green));
  EXPECT_EQ(file.text(QStringLiteral("Description")), QStringLiteral("Worst class: cat, FID 9"));
  EXPECT_EQ(copied(Qt::Key_Right).pixelColor(8, 8), QColor(Qt::blue));
  EXPECT_EQ(copied(Qt::Key_Right).pixelColor(8, 8), QColor(Qt::blue)) << "there is no further one";
  EXPECT_EQ(copied(Qt::Key_Left).pixelColor(8, 8), QColor(Qt::green));
  QTest::mousePress(&strip, Qt::LeftButton, {}, QPoint(1, 1));
  QGuiApplication::clipboard()->clear();
  EXPECT_TRUE(copied(0).isNull()) << "beside the pictures";
}

}  // namespace
}  // namespace gan
