#include "link/engine_launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <fstream>
#include <memory>

#include "config/preset.h"
#include "core/host_name.h"
#include "core/units.h"
#include "link/run_source.h"
#include "protocol/endpoint.h"
#include "run/run_folder.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kPatienceMs = 20000;

NewRun newRun(const char* preset) {
  return {.preset = QLatin1String(preset), .out = QStringLiteral("/r"), .config = configFromPreset(preset)};
}

std::vector<std::string> trainWords(const NewRun& run) {
  std::vector<std::string> words;
  for (const QString& word : trainArguments(run)) words.push_back(word.toStdString());
  return words;
}

TEST(EngineArguments, NameNoSettingThatMeansNothingInTheRun) {
  NewRun run = newRun("shapes-cgan");
  ASSERT_NE(run.config.real("ema.decay"), RunConfig().real("ema.decay"));
  run.config.set("ema.enabled", Value(false));
  run.config.set("ema.decay", RunConfig().value("ema.decay"));  // as the dialog leaves what is hidden
  EXPECT_THAT(trainWords(run), testing::AllOf(testing::Contains("ema.enabled=false"),
                                              testing::Not(testing::Contains(HasSubstr("ema.decay")))));
}

TEST(EngineArguments, OfAPresetAsItIsNameOnlyThePresetAndWhereTheRunGoes) {
  EXPECT_THAT(trainWords(newRun("shapes-dcgan")),
              ElementsAre("train", "--preset", "shapes-dcgan", "--out", "/r", "--devices", "cpu", "--json"));
}

TEST(EngineArguments, SayWhatDiffersFromThePresetAsAPersonWouldType) {
  NewRun run = newRun("shapes-dcgan");
  run.config.setText("optimizer.generator.learning_rate", "1e-4");
  run.config.setText("training.steps", "20");
  EXPECT_THAT(trainWords(run),
              ElementsAre("train", "--preset", "shapes-dcgan", "--steps", "20", "--set",
                          "optimizer.generator.learning_rate=1e-4", "--out", "/r", "--devices", "cpu", "--json"));
}

TEST(EngineArguments, NameFilesOfImagesByTheDataOption) {
  NewRun run = newRun("shapes-dcgan");
  run.config.setText("data.source", "idx");
  run.config.setText("data.path", "/data/fashion mnist");
  EXPECT_THAT(trainWords(run), ElementsAre("train", "--preset", "shapes-dcgan", "--data", "/data/fashion mnist",
                                           "--out", "/r", "--devices", "cpu", "--json"));
}

TEST(EngineArguments, GiveBothLimitsWhereBothAreSet) {
  NewRun run = newRun("fashion-dcgan");  // ends after 25 epochs
  run.config.setText("training.steps", "500");
  EXPECT_THAT(trainWords(run), ElementsAre("train", "--preset", "fashion-dcgan", "--steps", "500", "--epochs", "25",
                                           "--out", "/r", "--devices", "cpu", "--json"));
}

TEST(EngineArguments, TakeAPresetsLimitAway) {
  NewRun run = newRun("fashion-dcgan");
  run.config.setText("training.epochs", "0");
  EXPECT_THAT(trainWords(run), ElementsAre("train", "--preset", "fashion-dcgan", "--steps", "0", "--out", "/r",
                                           "--devices", "cpu", "--json"));
}

/// Starts shell scripts in the place of gan-engine: $RUN is the run's folder, $HERE that of the test.
class EngineLauncherTest : public testing::Test {
 protected:
  EngineLauncherTest() {
    qputenv("TMPDIR", temporary_files_.path().c_str());
    qputenv("RUN", run().toLocal8Bit());
    qputenv("HERE", folder_.path().c_str());
  }
  ~EngineLauncherTest() override {
    launcher_.reset();
    qunsetenv("GAN_ENGINE");
    qunsetenv("TMPDIR");
    if (const pid_t pid = enginePid(); pid > 1) ::kill(pid, SIGKILL);
  }

  void useScript(const std::string& body) {
    const auto file = folder_ / "engine";
    std::ofstream(file) << "#!/bin/sh\necho $$ > \"$HERE/pid\"\nmkdir -p \"$RUN\"\n" << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    qputenv("GAN_ENGINE", file.c_str());
  }
  static std::string servesAs(const std::string& pid, const std::string& started) {
    return "printf '{\"unix\":\"/s\",\"tcp\":\"\",\"host\":\"" + hostName() +
           "\",\"pid\":%s,\"protocol\":\"1.0\",\"started\":%s}' " + pid + " " + started +
           " > \"$RUN/e\"; mv \"$RUN/e\" \"$RUN/endpoint.json\"\n";
  }

  /// Waits until the launcher has said how it went.
  void start(const QStringList& arguments = {}) {
    launcher_->start(arguments, run());
    ASSERT_TRUE(QTest::qWaitFor([this] { return started_.size() + failed_.size() > 0; }, kPatienceMs));
  }
  Message failure() const { return failed_.isEmpty() ? Message{} : failed_.front().at(1).value<Message>(); }
  QString run() const { return QString::fromStdString((folder_ / "run").string()); }
  pid_t enginePid() const {
    pid_t pid = 0;
    std::ifstream(folder_ / "pid") >> pid;
    return pid;
  }
  std::ptrdiff_t filesLeft() const {
    return std::distance(std::filesystem::directory_iterator(temporary_files_.path()), {});
  }

  TemporaryFolder folder_;
  TemporaryFolder temporary_files_;
  std::unique_ptr<EngineLauncher> launcher_ = std::make_unique<EngineLauncher>();
  QSignalSpy started_{launcher_.get(), &EngineLauncher::started};
  QSignalSpy failed_{launcher_.get(), &EngineLauncher::failed};
};

TEST_F(EngineLauncherTest, HasStartedAnEngineOnceItServes) {
  useScript("sleep 0.4\n" + servesAs("$$", "$(date +%s)") + "exec sleep 60");
  start();
  ASSERT_EQ(started_.size(), 1);
  EXPECT_EQ(started_.front().at(0).toString(), run());
  EXPECT_TRUE(QFile::exists(run() + QStringLiteral("/endpoint.json")));
  EXPECT_EQ(filesLeft(), 0);
}

TEST_F(EngineLauncherTest, LeavesTheEngineInASessionOfItsOwnThatOutlivesIt) {
  useScript(servesAs("$$", "$(date +%s)") + "exec sleep 60");
  start();
  launcher_.reset();
  ASSERT_EQ(::kill(enginePid(), 0), 0);
  EXPECT_NE(::getsid(enginePid()), ::getsid(0));
  EXPECT_NE(::getpgid(enginePid()), ::getpgid(0));
}

TEST_F(EngineLauncherTest, PassesItsArgumentsOn) {
  useScript("printf '%s\\n' \"$@\" > \"$HERE/arguments\"\n" + servesAs("$$", "$(date +%s)") + "exec sleep 60");
  start({QStringLiteral("train"), QStringLiteral("--out"), QStringLiteral("/a folder/Läufe")});
  QFile file(QString::fromStdString((folder_ / "arguments").string()));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll(), QByteArray("train\n--out\n/a folder/Läufe\n"));
}

TEST_F(EngineLauncherTest, HandsOnWhyAnEngineRefused) {
  useScript(R"(echo progress; echo '{"error":{"id":"run_exists","message":"/r is there","text":"{path} is there",)"
            R"("arguments":{"path":"/r"}}}'; exit 2)");
  start();
  EXPECT_EQ(failure(), (Message{"run_exists", "{path} is there", {{"path", "/r"}}}));
  EXPECT_EQ(filesLeft(), 0);
}

TEST_F(EngineLauncherTest, TellsTheLastWordsOfAnEngineThatCrashed) {
  useScript("echo 'error while loading shared libraries: libtorch_cpu.so' >&2; exit 127");
  start();
  EXPECT_EQ(failure().id, "engine_ended_early");
  EXPECT_THAT(failure().english(), HasSubstr("libtorch_cpu.so"));
}

TEST_F(EngineLauncherTest, SaysThatAKilledEngineLeftNoWord) {
  useScript("kill -9 $$");
  start();
  EXPECT_EQ(failure().id, "engine_ended_silently");
}

TEST_F(EngineLauncherTest, IgnoresAnEndpointThatAnEarlierEngineLeft) {
  useScript(servesAs(std::to_string(::getpid()), "1000") +
            R"(sleep 0.5; echo '{"error":{"id":"run_locked","message":"locked"}}'; exit 1)");
  start();
  EXPECT_EQ(started_.size(), 0);
  EXPECT_EQ(failure().id, "run_locked");
  EXPECT_EQ(failure().english(), "locked");
}

TEST_F(EngineLauncherTest, DoesNotTakeAnotherEngineForItsOwn) {
  std::filesystem::create_directories(run().toStdString());
  writeEndpoint(run().toStdString(), {.unix_socket = "/s",
                                      .tcp = "",
                                      .host = hostName(),
                                      .pid = ::getpid(),
                                      .protocol = "1.0",
                                      .started_unix_seconds = unixSeconds()});
  useScript(R"(sleep 0.5; echo '{"error":{"id":"run_locked","message":"locked"}}'; exit 1)");
  start();
  EXPECT_EQ(started_.size(), 0);
  EXPECT_EQ(failure().id, "run_locked");
}

TEST_F(EngineLauncherTest, CountsARunThatIsFinishedAlreadyAsStarted) {
  useScript(R"(echo '{"run":"/r","step":1,"outcome":"finished"}')");
  start();
  EXPECT_EQ(started_.size(), 1);
}

TEST_F(EngineLauncherTest, TellsWhyARunThatWasToGoOnIsNotTrained) {
  useScript(
      R"(echo '{"run":"/r","step":5,"outcome":"finished","message":{"id":"run_finished_already","message":"finished"}}')");
  start();
  EXPECT_EQ(started_.size(), 0);
  EXPECT_EQ(failure().id, "run_finished_already");
}

TEST_F(EngineLauncherTest, LeavesASlowEngineAloneAndSaysSo) {
  useScript("exec sleep 60");
  launcher_->setPatience(std::chrono::milliseconds(300));
  start();
  EXPECT_EQ(failure().id, "engine_slow");
  EXPECT_EQ(::kill(enginePid(), 0), 0);
  EXPECT_EQ(filesLeft(), 0);
}

TEST_F(EngineLauncherTest, AsksTheEngineOnceForTheGpusItFound) {
  useScript(R"(echo "$1" >> "$HERE/asked"
echo 'a line before the last'
echo '{"cuda":{"devices":[{"index":0,"name":"NVIDIA H200"},{"index":1,"error":"busy"},{"index":2,"name":"B"}]}}')");
  QVector<EngineDevice> found;
  int answers = 0;
  QObject::connect(launcher_.get(), &EngineLauncher::devicesFound, [&](const QVector<EngineDevice>& devices) {
    found = devices;
    ++answers;
  });
  launcher_->findDevices();
  launcher_->findDevices();
  ASSERT_TRUE(QTest::qWaitFor([&] { return answers == 1; }, kPatienceMs));
  launcher_->findDevices();
  ASSERT_TRUE(QTest::qWaitFor([&] { return answers == 2; }, kPatienceMs));
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0].device, QStringLiteral("cuda:0"));
  EXPECT_EQ(found[0].description, QStringLiteral("NVIDIA H200"));
  EXPECT_EQ(found[1].device, QStringLiteral("cuda:2"));
  std::ifstream asked(folder_ / "asked");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(asked), {}), "doctor\n");
}

TEST_F(EngineLauncherTest, AnEngineThatFoundNothingOffersNoDevice) {
  for (const char* script : {"exit 1", "echo nonsense", "echo '{\"cuda\":[]}'"}) {
    useScript(script);
    EngineLauncher launcher;
    QVector<EngineDevice> found{{QStringLiteral("none"), {}}};
    QObject::connect(&launcher, &EngineLauncher::devicesFound,
                     [&](const QVector<EngineDevice>& devices) { found = devices; });
    launcher.findDevices();
    EXPECT_TRUE(QTest::qWaitFor([&] { return found.isEmpty(); }, kPatienceMs)) << script;
  }
}

TEST_F(EngineLauncherTest, SaysThatAProgramCannotBeStarted) {
  qputenv("GAN_ENGINE", "/no/such/gan-engine");
  start();
  EXPECT_EQ(failure().id, "engine_not_started");
  EXPECT_THAT(failure().english(), HasSubstr("/no/such/gan-engine"));
  EXPECT_EQ(filesLeft(), 0);
}

TEST_F(EngineLauncherTest, AnswersOnceForEachOfSeveralStarts) {
  qputenv("GAN_ENGINE", "/no/such/gan-engine");
  for (int i = 0; i < 3; ++i) launcher_->start({}, run() + QString::number(i));
  ASSERT_TRUE(QTest::qWaitFor([this] { return failed_.size() >= 3; }, kPatienceMs));
  QTest::qWait(100);
  EXPECT_EQ(failed_.size(), 3);
}

TEST(EngineLauncher, StartsTheRealEngineWithTheSettingsItWasGiven) {
  const QString engine = QStringLiteral(GAN_BIN_DIR) + QStringLiteral("/gan-engine");
  if (!QFile::exists(engine)) GTEST_SKIP() << "this build has no gan-engine";
  const TemporaryFolder folder;
  NewRun run = newRun("simple-gan");
  run.out = QString::fromStdString((folder / "run").string());
  for (const auto& [path, value] : {std::pair{"training.steps", "2"},
                                    {"data.batch_size", "4"},
                                    {"data.shapes_count", "8"},
                                    {"objective.real_label", "0.9"}}) {
    run.config.setText(path, value);
  }
  qputenv("GAN_ENGINE", engine.toLocal8Bit());
  EngineLauncher launcher;
  QSignalSpy started(&launcher, &EngineLauncher::started);
  QSignalSpy failed(&launcher, &EngineLauncher::failed);
  launcher.start(trainArguments(run), run.out);
  ASSERT_TRUE(QTest::qWaitFor([&] { return started.size() + failed.size() > 0; }, 60000));
  ASSERT_EQ(failed.size(), 0) << failed.front().at(1).value<Message>().english();
  EXPECT_EQ(RunFolder::open(run.out.toStdString()).config(), run.config);

  launcher.start(trainArguments(run), run.out);  // a second time, into the same folder
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.size() > 0; }, 60000));
  EXPECT_EQ(failed.front().at(1).value<Message>().id, "run_exists");
  qunsetenv("GAN_ENGINE");
}

/// A run that was begun by so many processes, here or elsewhere.
QString runBegunOn(const TemporaryFolder& folder, const char* name, const std::vector<std::string>& devices) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  manifest.world_size = static_cast<int>(devices.size());
  manifest.devices = devices;
  return QString::fromStdString(RunFolder::create(folder / name, RunConfig(), manifest).path().string());
}

TEST(ResumeArguments, LetProcessesGoOnWhereTheyBegan) {
  const TemporaryFolder folder;
  const std::string here = " of " + hostName();
  const auto between = [](const QString& run) { return resumeArguments(run).mid(2).join(QLatin1Char(' ')); };
  EXPECT_EQ(between(runBegunOn(folder, "one", {"cpu" + here})), QStringLiteral("--json"));
  EXPECT_EQ(between(runBegunOn(folder, "cpus", {"cpu" + here, "cpu" + here})),
            QStringLiteral("--devices cpu --processes 2 --json"));
  EXPECT_EQ(
      between(runBegunOn(folder, "gpus", {"cuda:1 (NVIDIA H200, GPU-1)" + here, "cuda:3 (NVIDIA H200, GPU-3)" + here})),
      QStringLiteral("--devices cuda:1,cuda:3 --json"));
}

TEST(ResumeArguments, SayFromWhereHowFarAndWithWhichChanges) {
  const TemporaryFolder folder;
  const QString run = runBegunOn(folder, "run", {"cpu of " + hostName()});
  const ResumeWish wish{.from_step = 0,
                        .until_step = 12'000,
                        .changes = {QStringLiteral("sampling.interval_steps=7"), QStringLiteral("guard.on_nan=stop")}};
  EXPECT_EQ(resumeArguments(run, wish).mid(2).join(QLatin1Char(' ')),
            QStringLiteral("--from 0 --steps 12000 --set sampling.interval_steps=7 --set guard.on_nan=stop --json"));
}

TEST(ResumeArguments, OfARunOfAnotherComputerGoByWhatIsKnownOfIt) {
  RunFacts facts;
  const auto words = [&facts](const ResumeWish& wish) {
    return resumeArgumentsThere(QStringLiteral("/~/run"), facts, wish).join(QLatin1Char(' '));
  };
  EXPECT_EQ(words({}), QStringLiteral("resume /~/run"));
  facts.world_size = 2;
  facts.devices = {"cpu of node", "cpu of node"};
  EXPECT_EQ(words({}), QStringLiteral("resume /~/run --devices cpu --processes 2"));
  facts.devices = {"cuda:1 (NVIDIA H200, GPU-1) of node", "cuda:3 (NVIDIA H200, GPU-3) of node"};
  EXPECT_EQ(words({.from_step = 7}), QStringLiteral("resume /~/run --devices cuda:1,cuda:3 --from 7"));
  facts.devices = {"cpu of node", "cpu of another"};
  const auto refused = expectError(ErrorCode::kFailedPrecondition, "run_of_other_machines", [&] { words({}); });
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->message().find("not all of them on node."), std::string::npos) << refused->message();
}

/// Where a host has no name, engines call it localhost.
TEST(ResumeArguments, TakeTheHostsNameFromWhereEnginesTakeIt) {
  const TemporaryFolder folder;
  const QString run = runBegunOn(folder, "run", {"cpu of localhost", "cpu of localhost"});
  const pid_t child = ::fork();
  if (child == 0) {
    if (::unshare(CLONE_NEWUTS) != 0 || ::sethostname("", 0) != 0) ::_exit(2);
    try {
      ::_exit(resumeArguments(run).contains(QStringLiteral("--processes")) ? 0 : 1);
    } catch (const Error&) {
      ::_exit(1);
    }
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "a host's name can be set by root alone";
  EXPECT_EQ(WEXITSTATUS(status), 0) << "they are all of this machine";
}

TEST(ResumeArguments, RefuseARunOfOtherMachinesInsteadOfGoingOnWithFewerProcesses) {
  const TemporaryFolder folder;
  const std::string here = "cpu of " + hostName();
  const QString run = runBegunOn(folder, "run", {here, "cpu of another-node"});
  expectError(ErrorCode::kFailedPrecondition, "run_of_other_machines", [&] { resumeArguments(run); });

  EngineLauncher launcher;
  QSignalSpy failed(&launcher, &EngineLauncher::failed);
  launcher.resume(run);
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.size() > 0; }, 60000));
  EXPECT_EQ(failed.front().at(1).value<Message>().id, "run_of_other_machines");
}

}  // namespace
}  // namespace gan
