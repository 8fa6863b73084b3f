// The window with a real Slurm behind it: a run is made a job of, waits, runs, and is cancelled, by hand as it were.
// GAN_SLURM_PICTURES=FOLDER leaves pictures of what is seen.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QTreeView>

#include "controls/quiet_widgets.h"
#include "dialogs/new_run_dialog.h"
#include "job_list/job_list_model.h"
#include "run/run_reader.h"
#include "style/theme.h"
#include "support/slurm_test_fixture.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

constexpr int kPatienceMs = 60'000;

bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

class SlurmWindow : public SlurmTest {
 protected:
  void SetUp() override {
    SlurmTest::SetUp();
    if (!cluster()) return;
    for (const auto& [name, value] : cluster()->environment()) qputenv(name.c_str(), QByteArray::fromStdString(value));
    qputenv("GAN_ENGINE", QByteArray::fromStdString(program("gan-engine")));
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_.path() / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
  }

  template <typename T>
  T* find(const char* name) const {
    T* found = window_->findChild<T*>(QLatin1String(name));
    if (found == nullptr) throw std::runtime_error(std::string("the window has no ") + name);
    return found;
  }
  QAction* action(const char* name) const { return find<QAction>(name); }
  QAbstractItemModel* jobs() const { return find<QTreeView>("job_list")->model(); }
  QString cell(int column) const { return jobs()->index(0, column).data().toString(); }
  void picture(const QString& stage) const {
    const QString folder = qEnvironmentVariable("GAN_SLURM_PICTURES");
    if (folder.isEmpty()) return;
    QDir().mkpath(folder);
    for (const auto& [theme, name] : {std::pair{Theme::kDark, "dark"}, std::pair{Theme::kLight, "light"}}) {
      applyTheme(theme);
      QTest::qWait(300);
      QWidget* top = QApplication::activeModalWidget();
      (top ? top : window_.get())->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, stage, QLatin1String(name)));
    }
  }

  /// The form of a new job, filled in for a small run in run_; the script in it is whole.
  NewRunDialog* fillIn(int nodes) {
    action("new_job")->trigger();
    auto* dialog = window_->findChild<NewRunDialog*>();
    dialog->setPreset(QStringLiteral("simple-gan"));
    dialog->setSetting(QStringLiteral("data.batch_size"), 16LL);
    dialog->setSetting(QStringLiteral("training.steps"), 0LL);
    dialog->setSetting(QStringLiteral("training.epochs"), 0LL);
    dialog->setSetting(QStringLiteral("training.threads"), 1LL);
    auto* out = find<QLineEdit>("new_run_out");
    out->selectAll();
    QTest::keyClicks(out, QString::fromStdString(run_.string()));  // not set: what nobody typed is proposed anew
    find<QSpinBox>("slurm_gpus_per_node")->setValue(0);
    find<QSpinBox>("slurm_nodes")->setValue(nodes);
    find<QLineEdit>("slurm_time")->setText(QStringLiteral("30"));
    find<QCheckBox>("slurm_assume_shared")->setChecked(true);
    const auto* script = find<QPlainTextEdit>("slurm_script");
    EXPECT_TRUE(until([&] { return script->isEnabled() && script->toPlainText().contains("--nodes="); }));
    return dialog;
  }
  void submit() {
    auto* button = find<QPushButton>("new_run_start");
    ASSERT_TRUE(until([&] { return button->isEnabled(); }));
    button->click();
  }
  void cancelTheJob() {
    auto* list = find<QTreeView>("job_list");
    list->setCurrentIndex(jobs()->index(0, 0));
    ASSERT_TRUE(action("cancel_job")->isEnabled());
    action("cancel_job")->trigger();
    picture(QStringLiteral("cancel"));
    find<QPushButton>("cancel_job_yes")->click();
  }

  std::filesystem::path run_ = folder_ / "run";
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(SlurmWindow, MakesAJobThatRunsIsOpenedAndCancelledWithACheckpoint) {
  fillIn(1);
  picture(QStringLiteral("form"));
  submit();
  ASSERT_TRUE(until([&] { return jobs()->rowCount() == 1 && cell(JobListModel::kState) == "running"; }))
      << find<NoteLabel>("new_run_status")->text().toStdString();
  EXPECT_EQ(cell(JobListModel::kRun), QStringLiteral("run"));
  const std::string job = cell(JobListModel::kJob).toStdString();
  EXPECT_EQ(cluster()->ask(job, "%T"), "RUNNING");

  find<QTreeView>("job_list")->setCurrentIndex(jobs()->index(0, 0));
  ASSERT_TRUE(until([&] {
    action("open_job")->trigger();
    return window_->runPlace().target.toStdString() == run_.string();
  }));
  ASSERT_TRUE(until([&] {
    RunReader reader(RunFolder::open(run_));
    reader.refresh();
    return reader.summary().step > 5;
  }));
  EXPECT_TRUE(preferences_->slurmSite().shared) << "the next form begins with what this site was asked";
  picture(QStringLiteral("running"));
  cancelTheJob();
  EXPECT_TRUE(cluster()->waitForState(job, "CANCELLED"));
  EXPECT_TRUE(until([&] { return jobs()->rowCount() == 0; }));
  RunReader reader(RunFolder::open(run_));
  reader.refresh();
  EXPECT_EQ(reader.summary().status, RunStatus::kStopped);
}

TEST_F(SlurmWindow, SaysWhyAJobWaitsAndTakesItOutOfTheQueue) {
  fillIn(9);  // of four
  submit();
  ASSERT_TRUE(until([&] { return jobs()->rowCount() == 1; }));
  EXPECT_EQ(cell(JobListModel::kState), QStringLiteral("waiting"));
  EXPECT_EQ(cell(JobListModel::kNodes), QStringLiteral("9"));
  EXPECT_TRUE(until([&] { return cell(JobListModel::kWhy).contains("more machines than its partition"); }))
      << cell(JobListModel::kWhy).toStdString();
  picture(QStringLiteral("waiting"));
  cancelTheJob();
  EXPECT_TRUE(until([&] { return jobs()->rowCount() == 0; }));
  EXPECT_FALSE(std::filesystem::exists(run_));
}

TEST_F(SlurmWindow, ShowsARefusalInSlurmsOwnWords) {
  fillIn(1);
  find<QLineEdit>("slurm_partition")->setText(QStringLiteral("no-such-partition"));
  submit();
  const auto* status = find<NoteLabel>("new_run_status");
  EXPECT_TRUE(until([&] { return status->text().contains("invalid partition specified: no-such-partition"); }))
      << status->text().toStdString();
  picture(QStringLiteral("refused"));
}

}  // namespace
}  // namespace gan::test
