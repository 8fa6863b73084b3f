#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "job_list/job_list_model.h"
#include "job_list/job_panel.h"

namespace gan {
namespace {

JobRow row(const char* job, JobRow::State state = JobRow::State::kRunning) {
  JobRow made;
  made.job = QLatin1String(job);
  made.run = QStringLiteral("/shared/runs/dcgan-") + QLatin1String(job);
  made.name = QStringLiteral("dcgan-") + QLatin1String(job);
  made.state = state;
  made.nodes = 2;
  return made;
}

class JobList : public testing::Test {
 protected:
  QTreeView* list() const { return panel_.findChild<QTreeView*>(QStringLiteral("job_list")); }
  QPushButton* button(const char* name) const { return panel_.findChild<QPushButton*>(QLatin1String(name)); }
  QString text(int row, int column, int role = Qt::DisplayRole) const {
    return model_.index(row, column).data(role).toString();
  }

  JobListModel model_;
  QAbstractItemModelTester tester_{&model_, QAbstractItemModelTester::FailureReportingMode::Fatal};
  JobPanel panel_{model_};
};

TEST_F(JobList, OffersOtherComputersWhereThereAreAny) {
  auto* queue = panel_.findChild<QComboBox*>(QStringLiteral("job_queue"));
  panel_.show();
  const QSignalSpy wished(&panel_, &JobPanel::queueWished);
  panel_.setQueues({QStringLiteral("This computer")}, 0);
  EXPECT_FALSE(queue->isVisible());
  panel_.setQueues({QStringLiteral("This computer"), QStringLiteral("gpu1")}, 1);
  EXPECT_TRUE(queue->isVisible());
  EXPECT_EQ(queue->currentText(), QStringLiteral("gpu1"));
  EXPECT_TRUE(wished.isEmpty()) << "no person chose it";
  queue->setCurrentIndex(0);
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.front().at(0).toInt(), 0);
}

TEST_F(JobList, SaysInWordsHowAJobGoes) {
  JobRow waits = row("3", JobRow::State::kWaiting);
  waits.why = QStringLiteral("waits until enough machines are free");
  JobRow again = row("2", JobRow::State::kWaiting);
  again.restarts = 2;
  JobRow held = row("1", JobRow::State::kOther);
  held.state_text = QStringLiteral("suspended");
  model_.setJobs({waits, again, held});
  EXPECT_EQ(text(0, JobListModel::kState), QStringLiteral("waiting"));
  EXPECT_EQ(text(1, JobListModel::kState), QStringLiteral("waiting again"));
  EXPECT_EQ(text(1, JobListModel::kRestarts), QStringLiteral("2"));
  EXPECT_EQ(text(2, JobListModel::kState), QStringLiteral("suspended"));
  EXPECT_EQ(text(0, JobListModel::kJob, Qt::AccessibleTextRole),
            QStringLiteral("Job 3, dcgan-3, waiting: waits until enough machines are free"));
}

TEST_F(JobList, KeepsTheSelectionWhileJobsComeGoAndChangePlaces) {
  model_.setJobs({row("4"), row("3"), row("2"), row("1")});
  list()->setCurrentIndex(model_.index(2, 0));
  ASSERT_EQ(panel_.job(), QStringLiteral("2"));
  model_.setJobs({row("1"), row("5"), row("2", JobRow::State::kEnding), row("4")});
  QStringList jobs;
  for (const JobRow& job : model_.jobs()) jobs << job.job;
  EXPECT_EQ(jobs.join(QLatin1Char(' ')), QStringLiteral("1 5 2 4"));
  EXPECT_EQ(panel_.job(), QStringLiteral("2"));
  EXPECT_EQ(text(2, JobListModel::kState), QStringLiteral("ending"));
}

TEST_F(JobList, SelectsNoOtherJobInThePlaceOfOneThatGoes) {
  panel_.show();
  for (const char* goes : {"3", "2", "1"}) {
    model_.setJobs({row("3"), row("2"), row("1")});
    QVector<JobRow> left = model_.jobs();
    const auto gone = std::ranges::find(left, QLatin1String(goes), &JobRow::job);
    list()->setCurrentIndex(model_.index(static_cast<int>(gone - left.begin()), 0));
    ASSERT_EQ(panel_.job(), QLatin1String(goes));
    left.erase(gone);
    model_.setJobs(left);
    EXPECT_EQ(panel_.job(), QString()) << goes;
    EXPECT_FALSE(list()->currentIndex().isValid()) << goes;
    EXPECT_FALSE(button("job_cancel")->isEnabled()) << goes;
  }
}

TEST_F(JobList, ShowsAJobThatIsListedTwiceOnce) {
  model_.setJobs({row("2"), row("1")});
  model_.setJobs({row("1"), row("2"), row("1", JobRow::State::kEnding), row("2"), row("3"), row("3")});
  ASSERT_EQ(model_.rowCount(), 3);
  EXPECT_EQ(text(0, JobListModel::kJob), QStringLiteral("1"));
  EXPECT_EQ(text(0, JobListModel::kState), QStringLiteral("running")) << "the first counts";
  EXPECT_EQ(text(1, JobListModel::kJob), QStringLiteral("2"));
  EXPECT_EQ(text(2, JobListModel::kJob), QStringLiteral("3"));
}

TEST_F(JobList, WithoutJobsShowsTheSentenceAlone) {
  panel_.setNote(QStringLiteral("None of your jobs waits or runs."));
  panel_.show();
  EXPECT_TRUE(panel_.findChild<QLabel*>(QStringLiteral("job_note"))->isVisible());
  EXPECT_FALSE(list()->isVisible());
  EXPECT_FALSE(button("job_cancel")->isVisible());
  model_.setJobs({row("1")});
  panel_.setNote({});
  EXPECT_FALSE(panel_.findChild<QLabel*>(QStringLiteral("job_note"))->isVisible());
  EXPECT_TRUE(list()->isVisible());
  EXPECT_FALSE(button("job_cancel")->isEnabled()) << "nothing is selected";
}

TEST_F(JobList, OpensAndCancelsTheSelectedJobByKeysAlone) {
  model_.setJobs({row("2"), row("1")});
  panel_.show();
  panel_.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&panel_));
  const QSignalSpy opened(&panel_, &JobPanel::runWished);
  const QSignalSpy cancelled(&panel_, &JobPanel::cancelWished);
  panel_.setFocus();
  ASSERT_TRUE(list()->hasFocus());
  QTest::keyClick(list(), Qt::Key_Home);
  QTest::keyClick(list(), Qt::Key_Down);
  QTest::keyClick(list(), Qt::Key_Return);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened.front().at(0).toString(), QStringLiteral("/shared/runs/dcgan-1"));
  QTest::keyClick(list(), Qt::Key_Tab);
  ASSERT_TRUE(button("job_open")->hasFocus()) << "Tab leaves the list";
  QTest::keyClick(button("job_open"), Qt::Key_Tab);
  QTest::keyClick(button("job_cancel"), Qt::Key_Space);
  ASSERT_EQ(cancelled.size(), 1);
  EXPECT_EQ(cancelled.front().at(0).toString(), QStringLiteral("1"));
}

TEST_F(JobList, OpensTheRunOfADoubleClickedJob) {
  model_.setJobs({row("2"), row("1")});
  panel_.resize(600, 300);
  panel_.show();
  const QSignalSpy opened(&panel_, &JobPanel::runWished);
  const QPoint second = list()->visualRect(model_.index(1, JobListModel::kRun)).center();
  QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, second);
  QTest::mouseDClick(list()->viewport(), Qt::LeftButton, {}, second);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened.front().at(0).toString(), QStringLiteral("/shared/runs/dcgan-1"));
}

TEST_F(JobList, TabPassesItWhileThereAreNoJobsAndStopsAtItOtherwise) {
  QWidget window;
  auto* column = new QVBoxLayout(&window);
  auto* before = new QPushButton;
  auto* after = new QPushButton;
  JobPanel panel(model_);
  column->addWidget(before);
  column->addWidget(&panel);
  column->addWidget(after);
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  before->setFocus();
  QTest::keyClick(before, Qt::Key_Tab);
  EXPECT_EQ(window.focusWidget(), after);
  model_.setJobs({row("1")});
  before->setFocus();
  QTest::keyClick(before, Qt::Key_Tab);
  EXPECT_EQ(window.focusWidget()->objectName(), QStringLiteral("job_list"));
}

TEST_F(JobList, IsNamedForScreenReaders) {
  EXPECT_EQ(QAccessible::queryAccessibleInterface(list())->text(QAccessible::Name), QStringLiteral("Slurm jobs"));
}

}  // namespace
}  // namespace gan
