#include "link/data_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <fstream>
#include <memory>

#include "link/background.h"
#include "studio/support/asking_ssh.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr int kPatienceMs = 20000;
constexpr auto kReport =
    R"({"images":3,"grey":0,"mean":[1,2,3],"deviation":[1,1,1],"classes":[],"sizes":[],"duplicates":{"groups":[]},"damaged":[],"passed_over":[],"warnings":[]})";

TEST(EngineProgress, IsReadFromALineForPeople) {
  EngineProgress progress;
  ASSERT_TRUE(readProgress(QStringLiteral("inspecting 1,024/60,000 images  500/s  ETA 2 min\n"), progress));
  EXPECT_EQ(progress.stage, QStringLiteral("inspecting"));
  EXPECT_EQ(progress.done, 1024);
  EXPECT_EQ(progress.total, 60000);
  EXPECT_EQ(progress.unit, QStringLiteral("images"));
  EXPECT_FALSE(readProgress(QStringLiteral("gan-engine: /a/b is not there"), progress));
  EXPECT_FALSE(readProgress(QString(), progress));
}

TEST(DataArguments, AreWhatAPersonWouldType) {
  RunConfig config;
  config.setText("data.source", "folder");
  config.setText("data.path", "/data/my dogs");
  config.setText("data.resolution", "32");
  config.setText("data.crop", "long_edge");
  config.setText("training.steps", "9");
  EXPECT_EQ(inspectArguments(requestOf(config), QStringLiteral("/t/s.png")).join(QLatin1Char('|')),
            QStringLiteral("data|inspect|/data/my dogs|--json|--sheet|/t/s.png|--resolution|32|--channels|3|--set|"
                           "data.crop=long_edge"));
  EXPECT_EQ(tuneArguments(requestOf(RunConfig())).join(QLatin1Char('|')),
            QStringLiteral("data|tune|shapes|--json|--resolution|64|--channels|3"));
}

/// Starts shell scripts in the place of gan-engine: $HERE is the test's folder, $SHEET where a picture is to go.
class DataTaskTest : public testing::Test {
 protected:
  DataTaskTest() { qputenv("HERE", folder_.path().c_str()); }
  ~DataTaskTest() override {
    task_.reset();
    qunsetenv("GAN_ENGINE");
  }
  void useScript(const std::string& body) {
    const auto file = folder_ / "engine";
    std::ofstream(file) << "#!/bin/sh\necho $$ > \"$HERE/pid\"\n"
                        << "while [ $# -gt 0 ]; do [ \"$1\" = --sheet ] && SHEET=$2; shift; done\n"
                        << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    qputenv("GAN_ENGINE", file.c_str());
  }
  static std::string says(const std::string& json) { return "echo '" + json + "'\n"; }
  void inspect() { task_->inspect({QStringLiteral("/data"), RunConfig()}); }
  bool wait(const QSignalSpy& spy) {
    return QTest::qWaitFor([&spy] { return !spy.isEmpty(); }, kPatienceMs);
  }
  Message failure() {
    EXPECT_TRUE(wait(failed_));
    EXPECT_EQ(failed_.size(), 1);
    EXPECT_TRUE(inspected_.isEmpty());
    return failed_.isEmpty() ? Message() : failed_.front().at(0).value<Message>();
  }
  pid_t pid() {
    pid_t pid = 0;
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
          std::ifstream(folder_ / "pid") >> pid;
          return pid > 0;
        },
        kPatienceMs));
    return pid;
  }
  static bool ends(pid_t pid) {
    return QTest::qWaitFor([pid] { return ::kill(pid, 0) != 0; }, kPatienceMs);
  }

  TemporaryFolder folder_;
  std::unique_ptr<DataTask> task_ = std::make_unique<DataTask>(std::make_shared<EngineAccess>());
  QSignalSpy inspected_{task_.get(), &DataTask::inspected};
  QSignalSpy tuned_{task_.get(), &DataTask::tuned};
  QSignalSpy failed_{task_.get(), &DataTask::failed};
  QSignalSpy progressed_{task_.get(), &DataTask::progressed};
};

TEST_F(DataTaskTest, HandsOnWhatTheEngineFoundAndItsSheet) {
  QImage sheet(6, 4, QImage::Format_RGB32);
  sheet.fill(Qt::green);
  ASSERT_TRUE(sheet.save(QString::fromStdString((folder_ / "green.png").string())));
  useScript("cp \"$HERE/green.png\" \"$SHEET\"\n" + says(kReport));
  inspect();
  ASSERT_TRUE(wait(inspected_));
  const auto report = inspected_.front().at(0).value<std::shared_ptr<const DataReport>>();
  EXPECT_EQ(report->found.images, 3);
  EXPECT_EQ(report->sheet.size(), QSize(6, 4));
  EXPECT_EQ(report->sheet.pixelColor(0, 0), QColor(Qt::green));
}

TEST_F(DataTaskTest, HandsOnFactsWhoseSheetCannotBeShown) {
  useScript("echo none > \"$SHEET\"\n" + says(kReport));
  inspect();
  ASSERT_TRUE(wait(inspected_));
  EXPECT_TRUE(inspected_.front().at(0).value<std::shared_ptr<const DataReport>>()->sheet.isNull());
}

TEST_F(DataTaskTest, TellsHowFarTheEngineIs) {
  useScript("echo 'inspecting 1,024/2,048 images  9/s  ETA 1 s' >&2; sleep 0.3\n" + says(kReport));
  inspect();
  ASSERT_TRUE(wait(inspected_));
  ASSERT_FALSE(progressed_.isEmpty());
  EXPECT_EQ(progressed_.front().at(0).value<EngineProgress>().done, 1024);
}

TEST_F(DataTaskTest, HandsOnSpeedsOfLoading) {
  useScript(says(R"({"speeds":[{"workers":0,"images_per_second":5},{"workers":1,"images_per_second":5}],"best":0})"));
  task_->tune({QStringLiteral("/data"), RunConfig()});
  ASSERT_TRUE(wait(tuned_));
  EXPECT_EQ(tuned_.front().at(0).value<TuneReport>().speeds.size(), 2);
}

TEST_F(DataTaskTest, SaysThatThereIsNoEngine) {
  qputenv("GAN_ENGINE", "/no/such/gan-engine");
  inspect();
  EXPECT_EQ(failure().id, "engine_not_started");
  EXPECT_THAT(failure().english(), HasSubstr("/no/such/gan-engine"));
}

TEST_F(DataTaskTest, HandsOnWhyTheEngineRefused) {
  useScript(says(R"({"error":{"id":"data_missing","message":"/data is not there","text":"{path} is not there",)"
                 R"("arguments":{"path":"/data"}}})") +
            "exit 2");
  inspect();
  EXPECT_EQ(failure(), (Message{"data_missing", "{path} is not there", {{"path", "/data"}}}));
}

TEST_F(DataTaskTest, TellsTheLastWordsOfAnEngineThatCrashed) {
  useScript("echo 'inspecting 1/2 images' >&2; echo 'libhdf5.so: no such file' >&2; kill -SEGV $$");
  inspect();
  EXPECT_EQ(failure().id, "engine_call_ended_early");
  EXPECT_THAT(failure().english(), HasSubstr("libhdf5.so"));
}

TEST_F(DataTaskTest, SaysThatAKilledEngineLeftNoWord) {
  useScript("kill -9 $$");
  inspect();
  EXPECT_EQ(failure().id, "engine_call_ended_silently");
  EXPECT_THAT(failure().english(), HasSubstr("/data"));
}

TEST_F(DataTaskTest, SaysThatAnAnswerIsNoJson) {
  for (const char* answer : {"hello", "[1,2]", "{\"images\":", ""}) {
    failed_.clear();
    useScript(says(answer));
    inspect();
    EXPECT_EQ(failure().id, "engine_answer_malformed") << answer;
  }
}

TEST_F(DataTaskTest, SaysWhichValueOfAnAnswerIsWrong) {
  useScript(says(R"({"images":-1})"));
  inspect();
  EXPECT_EQ(failure().id, "engine_report_malformed");
}

TEST_F(DataTaskTest, EndsAnEngineThatSaysMoreThanFits) {
  task_->setLimits({.answer_bytes = 100'000});
  useScript("exec yes");
  inspect();
  EXPECT_EQ(failure().id, "engine_answer_large");
  EXPECT_TRUE(ends(pid()));
}

TEST_F(DataTaskTest, EndsAnEngineThatHangs) {
  task_->setLimits({.silence = milliseconds(300)});
  useScript("trap '' TERM; exec sleep 60");
  inspect();
  EXPECT_EQ(failure().id, "engine_silent");
  EXPECT_TRUE(ends(pid()));
}

TEST_F(DataTaskTest, AnEngineThatTellsItsProgressDoesNotHang) {
  task_->setLimits({.silence = milliseconds(1500)});
  useScript("for i in 1 2 3 4 5 6; do echo \"inspecting $i/6 images\" >&2; sleep 0.5; done\n" + says(kReport));
  inspect();
  EXPECT_TRUE(wait(inspected_));
  EXPECT_TRUE(failed_.isEmpty());
}

TEST_F(DataTaskTest, CancellingAsksTheEngineToEndAndNobodyIsAnswered) {
  useScript(
      "trap 'echo asked > \"$HERE/asked\"; exit 3' TERM; echo 'inspecting 1/9 images' >&2\n"
      "while true; do sleep 0.05; done");
  inspect();
  ASSERT_TRUE(wait(progressed_));
  task_->cancel();
  EXPECT_TRUE(ends(pid()));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "asked"));
  EXPECT_TRUE(failed_.isEmpty() && inspected_.isEmpty());
}

TEST_F(DataTaskTest, CancellingKillsAnEngineThatDoesNotEnd) {
  task_->setLimits({.farewell = milliseconds(200)});
  useScript("trap '' TERM; echo 'inspecting 1/9 images' >&2; while true; do sleep 0.05; done");
  inspect();
  ASSERT_TRUE(wait(progressed_));
  task_->cancel();
  EXPECT_TRUE(ends(pid()));
}

TEST_F(DataTaskTest, OnlyTheNewestQuestionIsAnswered) {
  useScript("sleep 0.5\n" + says(kReport));
  for (int i = 0; i < 5; ++i) inspect();
  ASSERT_TRUE(wait(inspected_));
  QTest::qWait(300);
  EXPECT_EQ(inspected_.size(), 1);
  EXPECT_TRUE(failed_.isEmpty());
}

/// That nobody waits for it is a matter of Background's own tests.
TEST_F(DataTaskTest, TakesTheEngineWithItWhenItGoes) {
  useScript("trap '' TERM; exec sleep 60");
  inspect();
  const pid_t engine = pid();
  task_.reset();
  EXPECT_TRUE(ends(engine));
  EXPECT_TRUE(waitForEndings(std::chrono::seconds(20)));
}

/// Images of a computer behind ssh, where a program of this test stands for gan-engine.
class DataThere : public DataTaskTest {
 protected:
  DataThere() {
    access_->setPerson(&person_, [this](std::uint64_t number, const AccessQuestion&) {
      access_->answer(number, AccessAnswer{.text = QStringLiteral("secret")});
    });
    task_->disconnect();
    task_ = std::make_unique<DataTask>(access_);
    inspected_there_ = std::make_unique<QSignalSpy>(task_.get(), &DataTask::inspected);
    failed_there_ = std::make_unique<QSignalSpy>(task_.get(), &DataTask::failed);
    progressed_there_ = std::make_unique<QSignalSpy>(task_.get(), &DataTask::progressed);
  }
  ~DataThere() override { access_->setPerson(nullptr); }

  DataRequest request(const char* below = "") const {
    return {QString::fromStdString((folder_ / below).string()), RunConfig(),
            RunPlace::ofTarget(QStringLiteral("ssh://ann@node/runs/first"))};
  }

  test::AskingSsh ssh_{folder_.path()};
  QObject person_;
  std::shared_ptr<EngineAccess> access_ = std::make_shared<EngineAccess>();
  std::unique_ptr<QSignalSpy> inspected_there_;
  std::unique_ptr<QSignalSpy> failed_there_;
  std::unique_ptr<QSignalSpy> progressed_there_;
};

TEST_F(DataThere, AreLookedAtByTheEngineThere) {
  task_->inspect(request());
  ASSERT_TRUE(QTest::qWaitFor([this] { return inspected_there_->size() + failed_there_->size() > 0; }, kPatienceMs));
  ASSERT_EQ(inspected_there_->size(), 1) << failed_there_->front().at(0).value<Message>().english();
  const auto report = inspected_there_->front().at(0).value<std::shared_ptr<const DataReport>>();
  EXPECT_EQ(report->found.images, 3);
  EXPECT_FALSE(report->sheet.isNull());
  ASSERT_FALSE(progressed_there_->isEmpty());
  EXPECT_EQ(progressed_there_->front().at(0).value<EngineProgress>().done, 1024);
}

TEST_F(DataThere, ThatCannotBeLookedAtSayWhy) {
  task_->inspect(request("nothing"));
  ASSERT_TRUE(wait(*failed_there_));
  EXPECT_EQ(failed_there_->front().at(0).value<Message>().id, "no_luck");
}

TEST_F(DataThere, AreLeftAloneWhenTheWorkIsCancelled) {
  std::ofstream(folder_ / "forever") << "\n";
  task_->inspect(request());
  const pid_t looks = pid();
  task_->cancel();
  EXPECT_TRUE(ends(looks));
  EXPECT_TRUE(inspected_there_->isEmpty());
  EXPECT_TRUE(failed_there_->isEmpty());
}

}  // namespace
}  // namespace gan
