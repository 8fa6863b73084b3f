// The window with a run that a real engine trains meanwhile.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include "latent_explorer/latent_plane.h"
#include "latent_explorer/picture_view.h"
#include "latent_explorer/shelf_view.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "sample_gallery/sample_gallery.h"
#include "studio/window/run_window.h"
#include "window/run_page.h"

namespace gan::test {
namespace {

/// The window over a run that a real engine trains.
class LiveRunWindow : public RunWindow {
 protected:
  void SetUp() override {
    const QString program = QStringLiteral(GAN_BIN_DIR) + QStringLiteral("/gan-engine");
    if (!QFile::exists(program)) GTEST_SKIP() << "this build has no gan-engine";
    engine_.setProcessChannelMode(QProcess::ForwardedChannels);
    engine_.start(program, {"train", "--preset", "simple-gan", "--steps", "100000000", "--out",
                            QString::fromStdString((folder_ / "run").string())});
    ASSERT_TRUE(until([&] { return fs::exists(folder_ / "run/run.yaml"); }));
    open(folder_ / "run");
    ASSERT_TRUE(until([&] { return window_->runGoesOn() && window_->run()->summary().step > 0; }));
  }
  void TearDown() override {
    window_.reset();
    engine_.terminate();
    EXPECT_TRUE(engine_.waitForFinished(kPatienceMs));
  }
  int sent(CommandKind kind) const {
    int count = 0;
    for (const Event& event : readJournal(folder_ / "run/journal.log")) {
      const auto* handled = std::get_if<CommandHandled>(&event.what);
      count += handled != nullptr && handled->command.kind == kind ? 1 : 0;
    }
    return count;
  }

  QProcess engine_;
};

TEST_F(LiveRunWindow, AButtonKeepsTheFocusUntilItsCommandIsAnsweredAndAfterwards) {
  auto* button = find<QToolButton>("button_checkpoint");
  button->setFocus();
  QTest::mouseClick(button, Qt::LeftButton);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(button->hasFocus());
    QTest::keyClick(window_->focusWidget(), Qt::Key_Space);  // impatience rolls nothing back and stops nothing
  }
  const auto* report = find<QLabel>("steer_report");
  ASSERT_TRUE(until([&] { return report->text().contains(QStringLiteral("applied")); }));
  EXPECT_TRUE(button->hasFocus());
  EXPECT_GE(sent(CommandKind::kCheckpoint), 1);
  EXPECT_EQ(sent(CommandKind::kRollback) + sent(CommandKind::kStop), 0);
  EXPECT_FALSE(window_->findChild<QDialog*>());
}

TEST_F(LiveRunWindow, ItsLatentSpaceIsExploredWhileItTrainsAndTheShelfIsRemembered) {
  action("show_explorer")->trigger();
  const auto* picture = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return !picture->image().isNull(); })) << picture->message().toStdString();
  const QImage first = picture->image();
  auto* plane = find<LatentPlane>("latent_plane");
  QTest::keyClick(plane, Qt::Key_End);
  const auto* caption = find<QLabel>("explorer_caption");
  ASSERT_TRUE(until([&] { return caption->text().startsWith(QStringLiteral("seed=0/3")); }));
  EXPECT_NE(picture->image(), first);
  action("explore_keep")->trigger();
  const auto* shelf = find<ShelfView>("shelf");
  ASSERT_EQ(shelf->model()->rowCount(), 1);
  const QString line = shelf->model()->index(0, 0).data().toString();
  EXPECT_TRUE(line.startsWith(QStringLiteral("seed=0/3"))) << line.toStdString();

  action("close_run")->trigger();
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return find<ShelfView>("shelf")->model()->rowCount() == 1; }));
  EXPECT_EQ(find<ShelfView>("shelf")->model()->index(0, 0).data().toString(), line);
}

TEST_F(LiveRunWindow, NoButtonMovesWhenAnAnswerComes) {
  auto* report = find<QLabel>("steer_report");
  report->clear();
  QTest::qWait(10);
  const auto* button = find<QToolButton>("button_stop");
  const QPoint before = button->mapToGlobal(QPoint());
  report->setText(QStringLiteral("An answer so long that it takes several lines of the panel. ").repeated(6));
  QTest::qWait(10);
  EXPECT_EQ(button->mapToGlobal(QPoint()), before);
}

TEST_F(LiveRunWindow, AButtonThatIsGreyedHandsTheFocusToNoNeighbour) {
  action("pause")->trigger();
  auto* button = find<QToolButton>("button_single_step");
  ASSERT_TRUE(until([&] { return button->isEnabled(); }));
  button->setFocus();
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return !button->isEnabled(); }));
  EXPECT_FALSE(qobject_cast<QToolButton*>(window_->focusWidget()));
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return button->isEnabled(); }));
  EXPECT_TRUE(button->hasFocus()) << "it has it back";
}

TEST_F(LiveRunWindow, TheKeysOfActionsWorkWhileANumberIsTyped) {
  auto* line = find<QLineEdit>("setting_optimizer_generator_learning_rate");
  line->setFocus();
  QTest::keyClick(line, Qt::Key_E, Qt::ControlModifier);
  ASSERT_TRUE(window_->findChild<QFileDialog*>()) << "Ctrl+E moves no cursor";
  window_->findChild<QFileDialog*>()->close();
  ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
  activate();
  line->setFocus();
  QTest::keyClick(line, Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(find<QDialog>("command_palette")) << "Ctrl+K deletes nothing";
  EXPECT_FALSE(line->text().isEmpty());
  find<QDialog>("command_palette")->close();
  activate();
  line->setFocus();
  line->selectAll();
  QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(line, QStringLiteral("0.5"));
  QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_NE(line->text(), QStringLiteral("0.5")) << "what is being typed is taken back in its line";
}

TEST_F(LiveRunWindow, TheKeysOfActionsWorkWhileANumberIsTypedInAPanelThatFloats) {
  auto* line = find<QLineEdit>("setting_optimizer_generator_learning_rate");
  auto* dock = find<QDockWidget>("steer_dock");
  ASSERT_TRUE(dock->isAncestorOf(line));
  dock->setFloating(true);
  dock->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(dock));
  ASSERT_EQ(line->window(), dock);
  const QString before = line->text();
  line->setFocus();
  // A line asks for this key on every platform, here with nothing to take back.
  QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
  undo.ignore();
  QApplication::sendEvent(line, &undo);
  EXPECT_FALSE(undo.isAccepted()) << "Ctrl+Z takes the last change of the run back";
  QTest::keyClick(line, Qt::Key_E, Qt::ControlModifier);
  ASSERT_TRUE(window_->findChild<QFileDialog*>()) << "Ctrl+E moves no cursor";
  window_->findChild<QFileDialog*>()->close();
  ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
  dock->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(dock));
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, QStringLiteral("0.5"));
  QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(line->text(), before) << "what is being typed is taken back in its line";
}

TEST_F(LiveRunWindow, SamplesMadeNowAreSeenAlsoFromAnOlderStep) {
  auto* gallery = window_->findChild<SampleGallery*>();
  action("sample")->trigger();
  ASSERT_TRUE(until([&] { return gallery->shownStep().has_value(); }));
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return window_->run()->summary().status == RunStatus::kPaused; }));
  const qint64 older = window_->run()->samples().sheets().first().step;
  window_->findChild<RunPage*>()->setCursorStep(older);
  ASSERT_TRUE(until([&] { return gallery->shownStep() == older; }));
  const qint64 now = window_->run()->summary().step;
  ASSERT_GT(now, older);
  action("sample")->trigger();
  EXPECT_TRUE(until([&] { return gallery->shownStep() == now; }));
}

TEST_F(LiveRunWindow, RollsBackToCheckpointsOfTheCurrentLineAndBranchesFromAnyThatStands) {
  const auto checkpoint = [&] {
    const int before = sent(CommandKind::kCheckpoint);
    action("checkpoint")->trigger();
    ASSERT_TRUE(until([&] { return sent(CommandKind::kCheckpoint) > before; }));
  };
  const auto offered = [&] {
    QVector<qint64> steps;
    const auto* table = find<QTableWidget>("checkpoints");
    for (int row = 0; row < table->rowCount(); ++row) {
      steps << table->item(row, 0)->data(Qt::UserRole).toLongLong();
    }
    return steps;
  };
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return window_->run()->summary().status == RunStatus::kPaused; }));
  checkpoint();
  const qint64 first = window_->run()->summary().step;
  action("single_step")->trigger();
  ASSERT_TRUE(until([&] { return window_->run()->summary().step == first + 1; }));
  ASSERT_TRUE(until([&] { return find<QLabel>("steer_report")->text().contains(QStringLiteral("applied")); }));
  checkpoint();
  action("roll_back")->trigger();
  ASSERT_TRUE(until([&] { return offered().size() >= 2; }));
  EXPECT_EQ(offered().mid(0, 2), QVector<qint64>({first + 1, first}));
  find<QTableWidget>("checkpoints")->selectRow(1);
  find<QPushButton>("go")->click();
  ASSERT_TRUE(until([&] { return window_->run()->summary().segment == 2; }));
  ASSERT_TRUE(until([&] { return !find<QTableWidget>("checkpoints"); }));
  action("branch")->trigger();
  ASSERT_TRUE(until([&] { return find<QTableWidget>("checkpoints") && offered().size() >= 2; }));
  EXPECT_EQ(offered().mid(0, 2), QVector<qint64>({first + 1, first}));
  EXPECT_TRUE(find<QTableWidget>("checkpoints")->item(1, 0)->isSelected()) << "the newest that is not superseded";
  find<QTableWidget>("checkpoints")->selectRow(0);
  ASSERT_TRUE(until([&] { return find<QPushButton>("go")->isEnabled(); }));
  find<QPushButton>("go")->click();
  ASSERT_TRUE(until([&] { return sent(CommandKind::kBranch) == 1; }));
  EXPECT_EQ(RunFolder::open(folder_ / "run-branch").manifest().parent_step, first + 1);
  ASSERT_TRUE(until([&] { return !find<QTableWidget>("checkpoints"); }));
  action("roll_back")->trigger();
  ASSERT_TRUE(until([&] { return find<QTableWidget>("checkpoints") && !offered().isEmpty(); }));
  EXPECT_EQ(offered().first(), first);
  // One that goes meanwhile is not offered any more.
  for (const auto& entry : fs::directory_iterator(folder_ / "run/checkpoints")) fs::remove_all(entry.path());
  EXPECT_TRUE(until([&] { return offered().isEmpty(); }));
  EXPECT_FALSE(find<QPushButton>("go")->isEnabled());
  window_->findChild<QDialog*>(QStringLiteral("go_on_dialog"))->close();
}

}  // namespace
}  // namespace gan::test
