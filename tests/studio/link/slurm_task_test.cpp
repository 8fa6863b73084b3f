#include "link/slurm_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFileInfo>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>
#include <fstream>

#include "config/preset.h"
#include "studio/support/asking_ssh.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::HasSubstr;

constexpr int kPatienceMs = 20000;

SlurmRequest smallJob() {
  SlurmRequest request;
  request.run = {.preset = QStringLiteral("simple-gan"),
                 .out = QStringLiteral("/shared/my run"),
                 .config = configFromPreset("simple-gan")};
  request.gpus_per_node = 0;
  return request;
}

TEST(SlurmArguments, LeaveOutWhatTheSiteChooses) {
  EXPECT_EQ(slurmArguments(QStringLiteral("submit"), smallJob()).join(QLatin1Char('|')),
            QStringLiteral("slurm|submit|--preset|simple-gan|--out|/shared/my run|--json"));
}

TEST(SlurmArguments, AreWhatAPersonWouldType) {
  SlurmRequest request = smallJob();
  request.nodes = 2;
  request.tasks_per_node = 3;
  request.cpus_per_task = 4;
  request.memory = QStringLiteral("64G");
  request.time = QStringLiteral("-1");
  request.site.partition = QStringLiteral("gpu");
  request.site.account = QStringLiteral("vision");
  request.site.modules = {QStringLiteral("cuda/13.0"), QStringLiteral("gcc")};
  request.site.container = QStringLiteral("/images/gan.sif");
  request.site.container_runner = QStringLiteral("pyxis");
  request.measured = QStringLiteral("/shared/old");
  request.signal_lead = 90;
  request.requeues = false;
  request.site.shared = true;
  EXPECT_EQ(slurmArguments(QStringLiteral("script"), request).mid(6).join(QLatin1Char('|')),
            QStringLiteral("--nodes|2|--tasks-per-node|3|--cpus-per-task|4|--memory=64G|--time=-1|--partition=gpu|"
                           "--account=vision|--module=cuda/13.0|--module=gcc|--container=/images/gan.sif|"
                           "--container-with=pyxis|--measured=/shared/old|--signal-lead|90|--no-requeue|"
                           "--assume-shared|--json"));
}

/// What gan-engine answered beside a real Slurm.
constexpr auto kJobs =
    R"({"jobs":[{"job":"8","name":"b","nodes":9,"reason":"PartitionNodeLimit","restarts":0,"run":"/tmp/sl/b",)"
    R"("state":"PENDING","time_limit_seconds":600,"time_used_seconds":0,"why":{"arguments":{},"id":"slurm_waits_size",)"
    R"("message":"asks for more","text":"asks for more"}},{"job":"7_2","name":"a","nodes":1,"restarts":3,)"
    R"("run":"/tmp/sl/a","state":"RUNNING","time_limit_seconds":null,"time_used_seconds":5}]})";

QJsonObject json(const char* text) { return QJsonDocument::fromJson(text).object(); }

TEST(SlurmJobsReport, IsReadAsTheEngineWritesIt) {
  const QVector<SlurmJobReport> jobs = readSlurmJobs(json(kJobs));
  ASSERT_EQ(jobs.size(), 2);
  EXPECT_EQ(jobs[0].job, QStringLiteral("8"));
  EXPECT_EQ(jobs[0].why.id, "slurm_waits_size");
  EXPECT_EQ(jobs[0].limit_seconds, 600);
  EXPECT_EQ(jobs[1].job, QStringLiteral("7_2"));
  EXPECT_TRUE(jobs[1].why.empty());
  EXPECT_EQ(jobs[1].limit_seconds, std::nullopt);
  EXPECT_EQ(jobs[1].restarts, 3);
}

TEST(SlurmJobsReport, OfAnotherShapeIsRefused) {
  for (const char* text :
       {R"({})", R"({"jobs":[1]})", R"({"jobs":[{"job":"1"}]})",
        R"({"jobs":[{"job":"1","name":"n","run":"/r","state":"PENDING","nodes":-1,"restarts":0}]})"}) {
    expectError(ErrorCode::kDataLoss, "engine_report_malformed", [&] { readSlurmJobs(json(text)); });
  }
}

/// Starts a shell script in the place of gan-engine.
class SlurmTaskTest : public testing::Test {
 protected:
  ~SlurmTaskTest() override {
    qunsetenv("GAN_ENGINE");
    qputenv("PATH", path_);
  }
  void use(const char* name, const std::string& body) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  void useEngine(const std::string& body) const {
    use("engine", body);
    qputenv("GAN_ENGINE", (folder_ / "engine").c_str());
  }
  static bool wait(const QSignalSpy& spy) {
    return QTest::qWaitFor([&spy] { return !spy.isEmpty(); }, kPatienceMs);
  }

  TemporaryFolder folder_;
  QByteArray path_ = qgetenv("PATH");
  SlurmTask task_;
  QSignalSpy failed_{&task_, &SlurmTask::failed};
};

TEST_F(SlurmTaskTest, HandsOnTheNumberOfTheJob) {
  useEngine("[ \"$2\" = submit ] && echo '{\"job\":\"17\",\"run\":\"/shared/my run\"}'");
  const QSignalSpy submitted(&task_, &SlurmTask::submitted);
  task_.submit(smallJob());
  ASSERT_TRUE(wait(submitted));
  EXPECT_EQ(submitted.front().at(0).toString(), QStringLiteral("17"));
  EXPECT_EQ(submitted.front().at(1).toString(), QStringLiteral("/shared/my run"));
}

TEST_F(SlurmTaskTest, HandsOnARefusalWithSlurmsOwnWords) {
  useEngine(R"(echo '{"error":{"id":"slurm_refused","message":"m","text":"Slurm did not take {script}: {reason}",)"
            R"("arguments":{"script":"s","reason":"invalid partition"}}}'; exit 1)");
  task_.submit(smallJob());
  ASSERT_TRUE(wait(failed_));
  EXPECT_THAT(failed_.front().at(0).value<Message>().english(), HasSubstr("invalid partition"));
}

TEST_F(SlurmTaskTest, AnswersTheNewestQuestionOnly) {
  useEngine(
      "[ \"$2\" = jobs ] && exec sleep 60\necho '{\"script\":\"#!\",\"processes\":1,\"signal_lead_seconds\":120}'");
  const QSignalSpy listed(&task_, &SlurmTask::listed);
  const QSignalSpy written(&task_, &SlurmTask::scriptWritten);
  task_.listJobs();
  task_.writeScript(smallJob());
  ASSERT_TRUE(wait(written));
  EXPECT_EQ(written.front().at(0).value<SlurmScript>().signal_lead_seconds, 120);
  EXPECT_TRUE(listed.isEmpty());
  EXPECT_TRUE(failed_.isEmpty());
}

/// Another computer, where a program of this test stands for gan-engine, and a person who knows its password.
class SlurmTaskThere : public SlurmTaskTest {
 protected:
  SlurmTaskThere() {
    access_->setPerson(&person_, [this](std::uint64_t number, const AccessQuestion&) {
      ++questions_;
      access_->answer(number, AccessAnswer{.text = QStringLiteral("secret")});
    });
    task_.setHost(access_, RunPlace::ofTarget(QStringLiteral("ssh://ann@node/~/runs")));
  }
  ~SlurmTaskThere() override { access_->setPerson(nullptr); }

  test::AskingSsh ssh_{folder_.path()};
  QObject person_;
  int questions_ = 0;
  std::shared_ptr<EngineAccess> access_ = std::make_shared<EngineAccess>();
};

TEST_F(SlurmTaskThere, WritesScriptsSubmitsListsAndCancelsThere) {
  useEngine("exit 1");  // of this computer
  const QSignalSpy looked(&task_, &SlurmTask::looked);
  task_.look();
  ASSERT_TRUE(wait(looked));
  EXPECT_TRUE(looked.front().at(0).toBool());
  const QSignalSpy written(&task_, &SlurmTask::scriptWritten);
  task_.writeScript(smallJob());
  ASSERT_TRUE(wait(written)) << failed_.size();
  EXPECT_EQ(written.front().at(0).value<SlurmScript>().text, QStringLiteral("#!/bin/sh of there"));
  const QSignalSpy saved(&task_, &SlurmTask::scriptSaved);
  const QString file = QString::fromStdString((folder_ / "job.sbatch").string());
  task_.saveScript(smallJob(), file);
  ASSERT_TRUE(wait(saved));
  EXPECT_TRUE(QFileInfo(file).isExecutable()) << "it is a file of this computer";
  const QSignalSpy submitted(&task_, &SlurmTask::submitted);
  task_.submit(smallJob());
  ASSERT_TRUE(wait(submitted));
  EXPECT_EQ(submitted.front().at(0).toString(), QStringLiteral("17"));
  const QSignalSpy listed(&task_, &SlurmTask::listed);
  task_.listJobs();
  ASSERT_TRUE(wait(listed));
  EXPECT_EQ(listed.front().at(0).value<QVector<SlurmJobReport>>().size(), 1);
  const QSignalSpy cancelled(&task_, &SlurmTask::jobCancelled);
  task_.cancelJob(QStringLiteral("17"));
  ASSERT_TRUE(wait(cancelled));
  EXPECT_TRUE(failed_.isEmpty());
  task_.cancelJob(QStringLiteral("404"));
  ASSERT_TRUE(wait(failed_));
  EXPECT_EQ(failed_.front().at(0).value<Message>().id, "no_luck");
  EXPECT_EQ(questions_, 1) << "one login serves them all";
}

TEST_F(SlurmTaskTest, FindsSlurmByItsProgramsInThePath) {
  const QSignalSpy looked(&task_, &SlurmTask::looked);
  qputenv("PATH", folder_.path().c_str());
  task_.look();
  ASSERT_TRUE(wait(looked));
  EXPECT_FALSE(looked.front().at(0).toBool());
  use("sbatch", "exit 0");
  use("squeue", "exit 0");
  task_.look();
  ASSERT_TRUE(QTest::qWaitFor([&] { return looked.size() == 2; }, kPatienceMs));
  EXPECT_TRUE(looked.back().at(0).toBool());
}

}  // namespace
}  // namespace gan
