#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>
#include <QTreeView>
#include <fstream>

#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

constexpr int kPatienceMs = 20'000;

bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

/// Shell scripts stand in the place of the engine and of Slurm's programs.
class JobsDock : public testing::Test {
 protected:
  JobsDock() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    qputenv("PATH", QByteArray(folder_.path().c_str()) + ':' + path_);
    use("sbatch", "exit 1");
    use("squeue", "exit 1");
  }
  ~JobsDock() override {
    window_.reset();
    qunsetenv("GAN_ENGINE");
    qputenv("PATH", path_);
  }

  void use(const char* name, const std::string& body) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  /// Opens the window with job 9, whose run is not there, and selects it.
  void showJob(const std::string& state) {
    use("engine", R"(echo '{"jobs":[{"job":"9","name":"n","nodes":1,"restarts":0,"run":"/nowhere/<b>faces","state":")" +
                      state + R"(","time_limit_seconds":600,"time_used_seconds":5}]}')");
    qputenv("GAN_ENGINE", (folder_ / "engine").c_str());
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
    dock()->show();
    auto* list = find<QTreeView>("job_list");
    ASSERT_TRUE(until([list] { return list->model()->rowCount() == 1; }));
    list->setCurrentIndex(list->model()->index(0, 0));
  }
  template <typename T>
  T* find(const char* name) const {
    return window_->findChild<T*>(QLatin1String(name));
  }
  QDockWidget* dock() const { return find<QDockWidget>("jobs_dock"); }
  QAction* action(const char* name) const { return find<QAction>(name); }
  QString said() const { return window_->findChild<QStatusBar*>()->currentMessage(); }

  TemporaryFolder folder_;
  QByteArray path_ = qgetenv("PATH");
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(JobsDock, OffersTheQueuesOfOtherComputersAndSaysWhyOneCannotBeSeen) {
  showJob("RUNNING");
  use("ssh", "echo 'ann@gpu1: Permission denied (publickey).' >&2\nexit 255");
  qputenv("GAN_SSH", (folder_ / "ssh").c_str());
  preferences_->setHosts({{.folder = RunPlace::ofTarget(QStringLiteral("ssh://ann@gpu1/~/runs"))}});
  dock()->hide();
  dock()->show();
  auto* queue = find<QComboBox>("job_queue");
  ASSERT_TRUE(until([queue] { return queue->count() == 2; }));
  EXPECT_EQ(queue->currentText(), QStringLiteral("This computer"));
  EXPECT_EQ(queue->itemText(1), QStringLiteral("gpu1"));
  queue->setCurrentIndex(1);
  EXPECT_EQ(find<QTreeView>("job_list")->model()->rowCount(), 0) << "those are another computer's";
  EXPECT_TRUE(
      until([this] { return find<QLabel>("job_note")->text().contains(QStringLiteral("did not let you in")); }));
  queue->setCurrentIndex(0);
  EXPECT_TRUE(until([this] { return find<QTreeView>("job_list")->model()->rowCount() == 1; }));
  qunsetenv("GAN_SSH");
}

TEST_F(JobsDock, AsksWithTheJobsRunAndWhatAnEndingOneLoses) {
  showJob("COMPLETING");
  action("cancel_job")->trigger();
  const auto* question = find<QMessageBox>("cancel_job_question");
  ASSERT_NE(question, nullptr);
  EXPECT_EQ(question->text(), QStringLiteral("Cancel Slurm job 9, which trains <b>faces?"));
  EXPECT_EQ(question->textFormat(), Qt::PlainText);
  EXPECT_TRUE(question->informativeText().contains(QStringLiteral("ending already")));
  EXPECT_FALSE(question->informativeText().contains(QStringLiteral("iteration")));
}

TEST_F(JobsDock, SaysOfAJobThatRunsThatItsRunCannotBeSeen) {
  showJob("RUNNING");
  action("open_job")->trigger();
  EXPECT_TRUE(until([&] { return said().contains(QStringLiteral("has begun, but")); })) << said().toStdString();
}

TEST_F(JobsDock, SaysOfAJobThatWaitsThatItHasNotBegun) {
  showJob("PENDING");
  action("open_job")->trigger();
  EXPECT_TRUE(until([&] { return said().contains(QStringLiteral("has not begun yet")); })) << said().toStdString();
}

TEST_F(JobsDock, OffersNothingForAJobBehindAnotherTab) {
  showJob("RUNNING");
  EXPECT_TRUE(action("cancel_job")->isEnabled());
  auto* other = new QDockWidget(QStringLiteral("another"), window_.get());
  window_->addDockWidget(Qt::BottomDockWidgetArea, other);
  window_->tabifyDockWidget(dock(), other);
  other->show();
  other->raise();
  EXPECT_TRUE(until([&] { return !action("cancel_job")->isEnabled(); }));
  dock()->raise();
  EXPECT_TRUE(until([&] { return action("cancel_job")->isEnabled(); }));
}

}  // namespace
}  // namespace gan::test
