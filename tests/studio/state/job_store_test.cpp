#include "state/job_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

#include "studio/support/asking_ssh.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatienceMs = 20000;

/// Shell scripts stand in the place of the engine, which writes down what it is asked, and of Slurm's programs.
class JobStoreTest : public testing::Test {
 protected:
  JobStoreTest() {
    qputenv("HERE", folder_.path().c_str());
    use("sbatch", "exit 1");
    use("squeue", "exit 1");
    qputenv("PATH", QByteArray(folder_.path().c_str()) + ':' + path_);
    answer(kJob);
    store_.setInterval(std::chrono::milliseconds(20));
  }
  ~JobStoreTest() override {
    qunsetenv("GAN_ENGINE");
    qputenv("PATH", path_);
  }

  static constexpr auto kJob =
      R"({"jobs":[{"job":"8","name":"b","nodes":9,"restarts":1,"run":"/tmp/b","state":"PENDING",)"
      R"("time_limit_seconds":600,"time_used_seconds":0,)"
      R"("why":{"arguments":{},"id":"slurm_waits_size","message":"m","text":"asks for more"}}]})";

  void use(const char* name, const std::string& body) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  /// Renamed into place: an engine may be starting.
  void answer(const std::string& json, int code = 0) const {
    use("next", "echo \"$2 $5\" >> \"$HERE/asked\"\necho '" + json + "'\nexit " + std::to_string(code));
    std::filesystem::rename(folder_ / "next", folder_ / "engine");
    qputenv("GAN_ENGINE", (folder_ / "engine").c_str());
  }
  std::vector<std::string> asked() const {
    std::vector<std::string> lines;
    std::ifstream file(folder_ / "asked");
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

  TemporaryFolder folder_;
  QByteArray path_ = qgetenv("PATH");
  JobStore store_;
};

TEST_F(JobStoreTest, ListsJobsInWordsAgainAndAgainWhileSomebodyLooks) {
  store_.setVisible(true);
  ASSERT_TRUE(until([&] { return store_.model().rowCount() == 1; }));
  const JobRow& job = store_.model().jobs().front();
  EXPECT_EQ(job.name, QStringLiteral("b"));
  EXPECT_EQ(job.state, JobRow::State::kWaiting);
  EXPECT_EQ(job.why, QStringLiteral("asks for more"));
  EXPECT_EQ(job.time, QStringLiteral("0 s of 10 min"));
  EXPECT_EQ(store_.note(), QString());
  EXPECT_TRUE(until([&] { return asked().size() >= 3; }));
  answer(R"({"jobs":[]})");
  EXPECT_TRUE(until([&] { return store_.model().rowCount() == 0; }));
  EXPECT_TRUE(store_.note().contains(QStringLiteral("New Slurm job")));
}

TEST_F(JobStoreTest, ListsAndCancelsJobsOfAnotherComputerThatIsChosen) {
  const test::AskingSsh ssh(folder_.path());
  QObject person;
  const auto access = std::make_shared<EngineAccess>();
  access->setPerson(&person, [&access](std::uint64_t number, const AccessQuestion&) {
    access->answer(number, AccessAnswer{.text = QStringLiteral("secret")});
  });
  store_.setVisible(true);
  ASSERT_TRUE(until([&] { return store_.model().rowCount() == 1; }));
  const QSignalSpy cancelled(&store_, &JobStore::cancelled);
  store_.setHost(access, RunPlace::ofTarget(QStringLiteral("ssh://ann@node/~")));
  EXPECT_EQ(store_.model().rowCount(), 0) << "those are another computer's";
  ASSERT_TRUE(until([&] { return store_.model().rowCount() == 1; })) << store_.note().toStdString();
  EXPECT_EQ(store_.model().jobs().front().job, QStringLiteral("17"));
  EXPECT_EQ(store_.model().jobs().front().run, QStringLiteral("/shared/run"));
  store_.cancel(QStringLiteral("17"));
  EXPECT_TRUE(until([&] { return !cancelled.isEmpty(); }));
  const std::vector<std::string> here = asked();
  EXPECT_EQ(std::ranges::count_if(here, [](const std::string& line) { return line.starts_with("cancel"); }), 0);
  store_.setHost(access, {});
  EXPECT_TRUE(until(
      [&] { return store_.model().rowCount() == 1 && store_.model().jobs().front().job == QStringLiteral("8"); }));
  access->setPerson(nullptr);
}

TEST_F(JobStoreTest, AsksNothingBeforeAndAfterSomebodyLooks) {
  store_.refresh();
  QTest::qWait(100);
  EXPECT_TRUE(asked().empty());
  store_.setVisible(true);
  ASSERT_TRUE(until([&] { return store_.model().rowCount() == 1; }));
  answer(R"({"jobs":[]})");
  store_.setVisible(false);
  QTest::qWait(200);
  EXPECT_EQ(store_.model().rowCount(), 1) << "an answer came that nobody asked for";
}

TEST_F(JobStoreTest, AsksNothingWhereThereIsNoSlurm) {
  qputenv("PATH", "/nowhere");
  store_.setVisible(true);
  ASSERT_TRUE(until([&] { return store_.note().contains(QStringLiteral("no Slurm on this machine")); }));
  QTest::qWait(100);
  EXPECT_TRUE(asked().empty());
}

TEST_F(JobStoreTest, KeepsTheListWhenSlurmFallsSilentAndSaysThatItIsOld) {
  store_.setVisible(true);
  ASSERT_TRUE(until([&] { return store_.model().rowCount() == 1; }));
  answer(R"({"error":{"id":"slurm_unreachable","message":"Slurm is away"}})", 1);
  ASSERT_TRUE(until([&] { return store_.note().contains(QStringLiteral("Slurm is away")); }));
  EXPECT_TRUE(store_.note().contains(QStringLiteral("out of date")));
  EXPECT_EQ(store_.model().rowCount(), 1);
  answer(kJob);
  EXPECT_TRUE(until([&] { return store_.note().isEmpty(); }));
}

TEST_F(JobStoreTest, CancelsOneJobAfterTheOther) {
  const QSignalSpy cancelled(&store_, &JobStore::cancelled);
  store_.cancel(QStringLiteral("8"));
  store_.cancel(QStringLiteral("9_1"));
  ASSERT_TRUE(until([&] { return cancelled.size() == 2; }));
  EXPECT_EQ(asked(), (std::vector<std::string>{"cancel 8", "cancel 9_1"}));
}

TEST_F(JobStoreTest, CancelsWhatWasConfirmedAlsoWhenTheWindowGoes) {
  use("engine", "mkdir \"$HERE/under_way\" && exec sleep 60\necho \"$2 $5\" >> \"$HERE/asked\"");
  auto store = std::make_unique<JobStore>();
  store->cancel(QStringLiteral("8"));
  store->cancel(QStringLiteral("9_1"));
  ASSERT_TRUE(until([&] { return std::filesystem::exists(folder_ / "under_way"); }));
  store.reset();
  EXPECT_TRUE(until([&] { return asked().size() == 2; }));
  std::vector<std::string> cancelled = asked();
  std::ranges::sort(cancelled);
  EXPECT_EQ(cancelled, (std::vector<std::string>{"cancel 8", "cancel 9_1"}));
}

TEST_F(JobStoreTest, SaysWhatIsKnownOfAJobsTime) {
  const auto time = [&](const char* facts) {
    answer(std::string(R"({"jobs":[{"job":"8","name":"b","nodes":1,"restarts":0,"run":"/b","state":"RUNNING",)") +
           facts + "}]}");
    store_.setVisible(false);
    store_.model().setJobs({});
    store_.setVisible(true);
    return until([&] { return store_.model().rowCount() == 1; }) ? store_.model().jobs().front().time : QString();
  };
  EXPECT_EQ(time(R"("time_limit_seconds":600,"time_used_seconds":null)"), QStringLiteral("up to 10 min"));
  EXPECT_EQ(time(R"("time_limit_seconds":null,"time_used_seconds":5)"), QStringLiteral("5 s"));
}

TEST_F(JobStoreTest, HasWordsForTheStatesThatSlurmLists) {
  const std::pair<const char*, JobRow::State> states[] = {
      {"REQUEUED", JobRow::State::kWaiting},     {"REQUEUE_HOLD", JobRow::State::kHeld},
      {"CONFIGURING", JobRow::State::kStarting}, {"SUSPENDED", JobRow::State::kSuspended},
      {"STAGE_OUT", JobRow::State::kEnding},     {"SOME_NEW_STATE", JobRow::State::kOther}};
  std::string jobs;
  for (const auto& [word, state] : states) {
    jobs +=
        (jobs.empty() ? "" : ",") + std::string(R"({"job":")") + word +
        R"(","name":"b","nodes":1,"restarts":0,"run":"/b","time_limit_seconds":null,"time_used_seconds":null,"state":")" +
        word + "\"}";
  }
  answer("{\"jobs\":[" + jobs + "]}");
  store_.setVisible(true);
  ASSERT_TRUE(until([&] { return store_.model().rowCount() == std::ssize(states); }));
  for (const JobRow& job : store_.model().jobs()) {
    const auto* said = std::ranges::find(states, job.job.toStdString(), &std::pair<const char*, JobRow::State>::first);
    EXPECT_EQ(job.state, said->second) << said->first;
  }
  EXPECT_EQ(store_.model().jobs().back().state_text, QStringLiteral("some new state"));
}

TEST_F(JobStoreTest, SaysWhyAJobWasNotCancelled) {
  answer(R"({"error":{"id":"slurm_job_over","message":"Job 8 is over already"}})", 1);
  const QSignalSpy refused(&store_, &JobStore::notCancelled);
  store_.cancel(QStringLiteral("8"));
  ASSERT_TRUE(until([&] { return !refused.isEmpty(); }));
  EXPECT_EQ(refused.front().at(0).toString(), QStringLiteral("Job 8 is over already"));
}

}  // namespace
}  // namespace gan
