// Many runs: one is stopped and goes on in a branch, both are told apart in the list and compared.
#include <QListWidget>
#include <QMenu>
#include <QRadioButton>
#include <QTabWidget>
#include <QTableWidget>

#include "controls/quiet_widgets.h"
#include "run_list/run_list.h"
#include "studio/window/journey.h"
#include "window/comparison_window.h"

namespace gan::test {
namespace {

TEST_F(Journey, GoesOnInABranchNotesItAndComparesBoth) {
  startRun(QStringLiteral("first"));
  ASSERT_TRUE(until([&] { return summary().step > 60; }));
  trigger("stop");
  ASSERT_TRUE(until([&] { return !window_->runGoesOn() && find<QAction>("resume")->isEnabled(); }));

  // Where from, with what, and what the rest takes.
  trigger("go_on");
  auto* dialog = find<QDialog>("go_on_dialog");
  const auto part = [&](const char* name) { return dialog->findChild<QWidget*>(QLatin1String(name)); };
  const auto* checkpoints = dialog->findChild<QTableWidget*>(QStringLiteral("checkpoints"));
  ASSERT_TRUE(until([&] { return checkpoints->rowCount() > 0; }));
  picture(QStringLiteral("go-on"));
  ASSERT_TRUE(until([&] { return part("new_run_plan")->isEnabled(); }));
  dialog->findChild<QPushButton*>(QStringLiteral("new_run_plan"))->click();
  const auto* forecast = dialog->findChild<NoteLabel*>(QStringLiteral("new_run_forecast"));
  ASSERT_TRUE(until([&] { return forecast->text().contains(QChar(0xB7)); }, 120'000)) << forecast->text().toStdString();
  picture(QStringLiteral("what-it-takes"));
  dialog->findChild<QRadioButton*>(QStringLiteral("what_branch"))->click();
  auto* rate = dialog->findChild<QLineEdit*>(QStringLiteral("setting_optimizer_generator_learning_rate"));
  rate->setFocus();
  rate->selectAll();
  QTest::keyClicks(rate, QStringLiteral("1e-3"));
  QTest::keyClick(rate, Qt::Key_Tab);
  const fs::path branch = dialog->findChild<QLineEdit*>(QStringLiteral("branch_out"))->text().toStdString();
  picture(QStringLiteral("branch-with-changes"));
  pressGo("go_on_dialog");
  ASSERT_TRUE(until([&] { return fs::exists(branch / "run.yaml"); }));

  // In the list both are told apart, by a note as well.
  const auto* list = window_->findChild<RunList*>();
  ASSERT_TRUE(until([&] {
    return find<QAction>("listed_note")->isEnabled() && list->currentRun().target == window_->runPlace().target;
  }));
  find<QMenu>("listed_menu")->popup(window_->mapToGlobal(QPoint(100, 100)));
  picture(QStringLiteral("run-menu"), find<QMenu>("listed_menu"));
  find<QMenu>("listed_menu")->close();
  trigger("listed_note");
  picture(QStringLiteral("note"));
  find<QDialog>("note_of_run")->close();

  // Side by side.
  trigger("compare");
  auto* choice = find<QDialog>("compare_dialog");
  auto* runs = choice->findChild<QListWidget*>(QStringLiteral("compare_runs"));
  ASSERT_GE(runs->count(), 2);
  for (int row = 0; row < runs->count(); ++row) runs->item(row)->setCheckState(Qt::Checked);
  picture(QStringLiteral("compare"));
  choice->findChild<QPushButton*>(QStringLiteral("go"))->click();
  auto* comparison = window_->findChild<ComparisonWindow*>();
  ASSERT_TRUE(comparison);
  comparison->resize(window_->size());
  auto* pages = comparison->findChild<QTabWidget*>(QStringLiteral("comparison_tabs"));
  for (const char* page : {"compared-curves", "compared-settings", "compared-samples"}) {
    QTest::qWait(1000);
    picture(QLatin1String(page), comparison);
    pages->setCurrentIndex(pages->currentIndex() + 1);
  }
  comparison->close();
}

}  // namespace
}  // namespace gan::test
