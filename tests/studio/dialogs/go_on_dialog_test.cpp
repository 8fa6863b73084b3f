#include "dialogs/go_on_dialog.h"

#include <QAccessible>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "controls/quiet_widgets.h"
#include "studio/support/go_on_fixture.h"
#include "support/evaluated.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

class GoOnDialogTest : public test::GoOnRun {
 protected:
  /// Shows it once the run's checkpoints are listed in it.
  void show(const GoOnDialog::Proposal& proposal = {}, std::optional<qint64> step = {}) {
    dialog_ = std::make_unique<GoOnDialog>(store_, proposal);
    dialog_->setAttribute(Qt::WA_DeleteOnClose, false);
    QObject::connect(dialog_.get(), &GoOnDialog::chosen, [this](const GoOnWish& wish) { wishes_.push_back(wish); });
    dialog_->show();
    dialog_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog_.get()));
    EXPECT_EQ(table()->rowCount(), 0) << "what was listed before may be gone";
    if (step) dialog_->choose(*step);
    link_.requestCheckpoints();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table()->rowCount() > 0; }, kPatienceMs));
  }
  template <typename Widget = QWidget>
  Widget* part(const char* name) const {
    auto* widget = dialog_->findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }
  QTableWidget* table() const { return part<QTableWidget>("checkpoints"); }
  QPushButton* go() const { return part<QPushButton>("go"); }
  QString complaint() const { return part<QLabel>("complaint")->text(); }
  /// Each row as its step and its marks; the chosen one in brackets.
  QStringList rows() const {
    QStringList rows;
    for (int row = 0; row < table()->rowCount(); ++row) {
      QString text = QString::number(table()->item(row, 0)->data(Qt::UserRole).toLongLong());
      if (const QString marks = table()->item(row, 3)->text(); !marks.isEmpty()) text += QLatin1Char(' ') + marks;
      if (!table()->isColumnHidden(5)) text += QLatin1Char(' ') + table()->item(row, 5)->text();
      rows << (table()->item(row, 0)->isSelected() ? QLatin1Char('[') + text + QLatin1Char(']') : text);
    }
    return rows;
  }
  void setLength(GoOnPlan::Length kind, double amount) {
    auto* kinds = part<QComboBox>("length_kind");
    kinds->setCurrentIndex(kinds->findData(static_cast<int>(kind)));
    emit kinds->activated(kinds->currentIndex());
    part<QDoubleSpinBox>("length_amount")->setValue(amount);
  }

  std::unique_ptr<GoOnDialog> dialog_;
  std::vector<GoOnWish> wishes_;
};

TEST_F(GoOnDialogTest, OffersTheNewestCheckpointFirstAndSaysWhatIsSpecialAboutEach) {
  run_->checkpoints[1].state.score = 2.5;
  run_->checkpoints[3].state.score = 3.5;
  open(LinkState::kFinished);
  show();
  EXPECT_EQ(rows(), QStringList({QStringLiteral("[300]"), QStringLiteral("200 best"), QStringLiteral("100 kept")}));
  EXPECT_TRUE(table()->item(1, 2)->text().contains(QStringLiteral("2.5")));
}

TEST_F(GoOnDialogTest, SaysBesideEachScoreHowItCameAbout) {
  run_->checkpoints[1].evaluated = evaluatedAs({{"fid", 12.5, {}}});
  run_->checkpoints[3].evaluated = evaluatedAs({{"fid", 19.5, {}}});
  run_->checkpoints[3].evaluated->generated = 100;
  open(LinkState::kFinished);
  show();
  EXPECT_EQ(rows(), QStringList({QStringLiteral("[300 best]"), QStringLiteral("200"), QStringLiteral("100 kept")}))
      << "those of other numbers of pictures do not compare";
  const QTableWidgetItem* few = table()->item(0, 2);
  EXPECT_TRUE(few->text().contains(QStringLiteral("in-domain 0123abcd"))) << few->text().toStdString();
  EXPECT_TRUE(few->text().contains(QStringLiteral("100"))) << few->text().toStdString();
  EXPECT_TRUE(few->toolTip().contains(QStringLiteral("too high"))) << few->toolTip().toStdString();
  const QTableWidgetItem* enough = table()->item(1, 2);
  EXPECT_TRUE(enough->text().contains(QLocale().toString(2048))) << enough->text().toStdString();
  EXPECT_FALSE(enough->toolTip().contains(QStringLiteral("too high"))) << enough->toolTip().toStdString();
}

TEST_F(GoOnDialogTest, MarksTheCheckpointFromBeforeATroubleThatGoesOn) {
  Alert alert;
  alert.rule = "d_wins";
  alert.message = {"d_wins", "D wins.", {}};
  alert.since_step = 220;
  alert.healthy_step = 200;
  run_->add(260, alert);
  open(LinkState::kFinished);
  show();
  EXPECT_EQ(rows().value(1), QStringLiteral("200 healthy"));
}

TEST_F(GoOnDialogTest, ShowsBesideACheckpointTheSamplesNearestToIt) {
  open(LinkState::kFinished);
  show();
  const auto shows = [this](int row) { return !table()->item(row, 0)->data(Qt::DecorationRole).isNull(); };
  EXPECT_TRUE(QTest::qWaitFor([&] { return shows(0) && shows(1) && shows(2); }, kPatienceMs));
  EXPECT_TRUE(table()->item(0, 0)->toolTip().contains(QStringLiteral("190")));
  part<QRadioButton>("what_branch")->click();
  EXPECT_TRUE(QTest::qWaitFor([&] { return shows(1); }, kPatienceMs));
  EXPECT_TRUE(table()->item(1, 0)->toolTip().contains(QStringLiteral("240"))) << "of what was superseded its own";
}

TEST_F(GoOnDialogTest, BranchesFromWhatWasSupersededToo) {
  open(LinkState::kConnected);
  show({.what = GoOn::kBranch, .out = QStringLiteral("/nowhere/branch")});
  EXPECT_EQ(rows(), QStringList({QStringLiteral("[300 current]"), QStringLiteral("250 superseded"),
                                 QStringLiteral("200 current"), QStringLiteral("100 kept current")}));
  part<QRadioButton>("what_roll_back")->click();
  EXPECT_EQ(rows(), QStringList({QStringLiteral("[300]"), QStringLiteral("200"), QStringLiteral("100 kept")}));
  EXPECT_FALSE(part("what_go_on")->isEnabled());
  EXPECT_FALSE(part("what_go_on")->toolTip().isEmpty());
}

TEST_F(GoOnDialogTest, AnswersWithTheChosenCheckpointTheLengthAndTheChanges) {
  open(LinkState::kFinished);
  show({.changes = {{"optimizer.generator.learning_rate", 7e-4}}});
  QTest::keyClick(table(), Qt::Key_Down);
  EXPECT_TRUE(go()->isEnabled()) << complaint().toStdString();
  setLength(GoOnPlan::Length::kMoreSteps, 1000);
  EXPECT_TRUE(part<QLabel>("length_text")->text().contains(QLocale().toString(1200)));
  go()->click();
  ASSERT_EQ(wishes_.size(), 1U);
  EXPECT_EQ(wishes_[0].what, GoOn::kResume);
  EXPECT_EQ(wishes_[0].step, 200);
  EXPECT_EQ(wishes_[0].until_step, 1200);
  EXPECT_EQ(wishes_[0].changes, (std::vector<Assignment>{{"optimizer.generator.learning_rate", 7e-4}}));
  EXPECT_FALSE(dialog_->isVisible());
}

TEST_F(GoOnDialogTest, AFinishedRunIsTrainedLongerAndNotAsItWas) {
  open(LinkState::kFinished);
  show();
  EXPECT_FALSE(go()->isEnabled()) << "all of its steps are made";
  EXPECT_FALSE(complaint().isEmpty());
  dialog_->proposeMoreSteps(300);
  EXPECT_TRUE(go()->isEnabled()) << complaint().toStdString();
  go()->click();
  ASSERT_EQ(wishes_.size(), 1U);
  EXPECT_EQ(wishes_[0].until_step, 600);
  EXPECT_TRUE(wishes_[0].newest);
}

TEST_F(GoOnDialogTest, SaysWhatTheRestWillTakeBeforeItGoesOn) {
  const TemporaryFolder folder;
  const auto engine = folder.path() / "engine";
  std::ofstream(engine)
      << "#!/bin/sh\nprintf '%s ' \"$@\" > " << (folder.path() / "asked").string() << "\n"
      << R"(echo '{"seconds":7200,"seconds_low":5400,"seconds_high":10800,"disk_bytes":3145728,)"
      << R"("disk_free_bytes":1e12,"devices":1,"batch":32,"memory_bytes":1073741824,"largest_batch":480,)"
      << R"("evaluations":{"pictures":2048,"while":"paused","each_seconds":60,"once_seconds":0,)"
      << R"("trains_classifier":false,"count":2,"left_out":0,"seconds":120,"waiting_seconds":120},)"
      << R"("global_batch":{"images":96,"batch":48,"accumulation":2,"settings":["data.batch_size=48",)"
      << R"("accumulation.discriminator=2","accumulation.generator=2"]}}')";
  std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
  qputenv("GAN_ENGINE", engine.c_str());
  run_->facts.folder = "/runs/fake";
  open(LinkState::kFinished);
  show({.out = QString::fromStdString((folder.path() / "branch").string()), .device_price = 2}, 200);
  auto* find_out = part<QPushButton>("new_run_plan");
  ASSERT_TRUE(QTest::qWaitFor([&] { return find_out->isEnabled(); }, kPatienceMs)) << complaint().toStdString();
  find_out->click();
  const auto told = [&] { return part<NoteLabel>("new_run_forecast")->text(); };
  EXPECT_TRUE(QTest::qWaitFor([&] { return told().contains(QStringLiteral("2 h 00 min")); }, kPatienceMs))
      << told().toStdString();
  EXPECT_TRUE(told().contains(QStringLiteral("2 min in all. Training waits for them."))) << told().toStdString();
  EXPECT_FALSE(part("new_run_take_batch")->isVisible()) << "the batches of a run that goes on stay as they are";
  EXPECT_EQ(part<QDoubleSpinBox>("new_run_price")->value(), 2) << "as it was said before";
  EXPECT_TRUE(told().contains(QStringLiteral("4.00"))) << told().toStdString();
  QSignalSpy chosen(dialog_.get(), &GoOnDialog::devicePriceChosen);
  part<QDoubleSpinBox>("new_run_price")->setValue(3);
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen.front().front().toDouble(), 3);
  EXPECT_TRUE(told().contains(QStringLiteral("6.00"))) << told().toStdString();
  std::string asked;
  std::getline(std::ifstream(folder.path() / "asked"), asked);
  EXPECT_NE(asked.find("plan --preset"), std::string::npos) << asked;
  EXPECT_NE(asked.find("--steps 100 "), std::string::npos) << asked;
  EXPECT_NE(asked.find("data.batch_size=32"), std::string::npos) << asked;
  setLength(GoOnPlan::Length::kMoreSteps, 1000);
  EXPECT_EQ(told(), QString()) << "that was said of another length";

  part<QRadioButton>("what_branch")->click();
  part<QSpinBox>("new_run_global_batch")->setValue(96);
  ASSERT_TRUE(QTest::qWaitFor([&] { return find_out->isEnabled(); }, kPatienceMs)) << complaint().toStdString();
  find_out->click();
  auto* take = part<QPushButton>("new_run_take_batch");
  ASSERT_TRUE(QTest::qWaitFor([&] { return take->isVisible(); }, kPatienceMs)) << told().toStdString();
  qunsetenv("GAN_ENGINE");
  std::getline(std::ifstream(folder.path() / "asked"), asked);
  EXPECT_NE(asked.find("--global-batch 96 "), std::string::npos) << asked;
  take->click();
  EXPECT_EQ(told(), QString()) << "that was said of other batches";
  ASSERT_TRUE(QTest::qWaitFor([&] { return go()->isEnabled(); }, kPatienceMs)) << complaint().toStdString();
  go()->click();
  ASSERT_EQ(wishes_.size(), 1U);
  EXPECT_EQ(wishes_[0].changes, (std::vector<Assignment>{{"accumulation.discriminator", std::int64_t{2}},
                                                         {"accumulation.generator", std::int64_t{2}},
                                                         {"data.batch_size", std::int64_t{48}}}));
}

TEST_F(GoOnDialogTest, ASettingThatStaysAsItIsIsGreyWithTheReason) {
  open(LinkState::kFinished);
  show();
  EXPECT_FALSE(part("setting_data_batch_size")->isEnabled());
  EXPECT_FALSE(part<QLabel>("setting_data_batch_size_state")->text().isEmpty());
  EXPECT_TRUE(part("setting_optimizer_generator_learning_rate")->isEnabled());
  EXPECT_TRUE(part("setting_optimizer_generator_learning_rate")->isVisible());
  EXPECT_FALSE(part("setting_data_batch_size")->isVisible()) << "what can be changed comes first";
  part<QToolButton>("section_fixed")->click();
  EXPECT_TRUE(part("setting_data_batch_size")->isVisible());
  part<QRadioButton>("what_branch")->click();
  EXPECT_TRUE(part("setting_data_batch_size")->isEnabled());
  EXPECT_TRUE(part("setting_data_batch_size")->isVisible());
}

TEST_F(GoOnDialogTest, ChoosesAStepOnceItIsListedAndKeepsItWhileOthersComeAndGo) {
  open(LinkState::kFinished);
  show({}, 100);
  EXPECT_EQ(rows().last(), QStringLiteral("[100 kept]"));
  run_->checkpoints.push_back(entry(400, 3, "2e-4"));
  link_.requestCheckpoints();
  ASSERT_TRUE(QTest::qWaitFor([&] { return table()->rowCount() == 4; }, kPatienceMs));
  EXPECT_EQ(rows().last(), QStringLiteral("[100 kept]"));
  run_->checkpoints.erase(run_->checkpoints.begin());
  link_.requestCheckpoints();
  ASSERT_TRUE(QTest::qWaitFor([&] { return table()->rowCount() == 3; }, kPatienceMs));
  EXPECT_TRUE(table()->selectedItems().isEmpty());
  EXPECT_FALSE(go()->isEnabled());
  EXPECT_FALSE(complaint().isEmpty());
}

TEST_F(GoOnDialogTest, AStepThatCannotBeGoneOnFromIsNotTakenForAnother) {
  open(LinkState::kFinished);
  show({}, 250);  // it was superseded
  EXPECT_TRUE(table()->selectedItems().isEmpty());
  EXPECT_FALSE(go()->isEnabled());
}

TEST_F(GoOnDialogTest, TakesNoBranchIntoAFolderThatHoldsSomething) {
  const TemporaryFolder folder;
  fclose(fopen((folder.path() / "file").c_str(), "w"));
  const QString taken = QString::fromStdString(folder.path().string());
  open(LinkState::kFinished);
  show({.what = GoOn::kBranch, .out = taken}, 200);
  auto* out = part<QLineEdit>("branch_out");
  ASSERT_TRUE(QTest::qWaitFor([&] { return out->text() == taken + QStringLiteral("-2"); }, kPatienceMs));
  ASSERT_TRUE(QTest::qWaitFor([&] { return go()->isEnabled(); }, kPatienceMs));
  out->setText(taken);
  EXPECT_FALSE(go()->isEnabled()) << "the disk has not answered yet";
  ASSERT_TRUE(QTest::qWaitFor([&] { return complaint().contains(taken); }, kPatienceMs));
  EXPECT_FALSE(go()->isEnabled());
  out->setText(QString::fromStdString((folder.path() / "new").string()));
  EXPECT_TRUE(QTest::qWaitFor([&] { return go()->isEnabled(); }, kPatienceMs));
}

TEST_F(GoOnDialogTest, ABranchOfAnotherComputerIsNotLookedForOnThisOne) {
  const TemporaryFolder folder;
  fclose(fopen((folder.path() / "file").c_str(), "w"));
  const QString taken_here = QString::fromStdString(folder.path().string());
  open(LinkState::kFinished);
  show({.what = GoOn::kBranch, .out = taken_here, .host = QStringLiteral("node")}, 200);
  auto* out = part<QLineEdit>("branch_out");
  EXPECT_EQ(out->text(), taken_here);
  EXPECT_TRUE(go()->isEnabled()) << complaint().toStdString();
  for (const char* name : {"new", "~/new", "/~/new"}) {
    out->setText(QLatin1String(name));
    EXPECT_FALSE(go()->isEnabled()) << name;
    EXPECT_TRUE(complaint().contains(QStringLiteral("node"))) << complaint().toStdString();
  }
  out->setText(QStringLiteral("/runs/new "));
  EXPECT_TRUE(go()->isEnabled()) << complaint().toStdString();
  go()->click();
  ASSERT_EQ(wishes_.size(), 1U);
  EXPECT_EQ(wishes_[0].out, QStringLiteral("/runs/new"));
}

/// Enter once cancelled: in a dialog box the first button of any kind takes it.
TEST_F(GoOnDialogTest, EnterBranchesAndEscapeCancelsFromWhereverTheFocusIs) {
  const TemporaryFolder folder;
  const QString out = QString::fromStdString((folder.path() / "new").string());
  open(LinkState::kFinished);
  for (const char* place : {"checkpoints", "branch_out", "what_branch", "go"}) {
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Escape}) {
      wishes_.clear();
      show({.what = GoOn::kBranch, .out = out}, 200);
      ASSERT_TRUE(QTest::qWaitFor([&] { return go()->isEnabled(); }, kPatienceMs));
      part(place)->setFocus();
      QTest::keyClick(part(place), key);
      EXPECT_EQ(wishes_.size(), key == Qt::Key_Escape ? 0U : 1U) << place;
      if (!wishes_.empty()) {
        EXPECT_EQ(wishes_[0].out, out);
      }
      EXPECT_FALSE(dialog_->isVisible()) << place;
    }
  }
}

TEST_F(GoOnDialogTest, NamesEveryControlForScreenReaders) {
  open(LinkState::kFinished);
  show({.what = GoOn::kBranch, .out = QStringLiteral("/nowhere/branch")});
  for (QWidget* widget : dialog_->findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->focusProxy()) continue;
    if (widget->inherits("QScrollArea") || widget->inherits("QAbstractScrollArea")) continue;
    QAccessibleInterface* described = QAccessible::queryAccessibleInterface(widget);
    ASSERT_TRUE(described);
    EXPECT_FALSE(described->text(QAccessible::Name).isEmpty())
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

}  // namespace
}  // namespace gan
