#include <gmock/gmock.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "protocol/endpoint.h"
#include "protocol/host_client.h"
#include "protocol/run_info.h"
#include "protocol/shared_connection.h"
#include "protocol/ssh_hosts.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"
#include "service/fake_run.h"
#include "service/fake_ssh.h"
#include "service/host_path.h"
#include "service/watch_log.h"
#include "support/expect_error.h"
#include "support/process.h"
#include "support/tiny_png.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using testing::HasSubstr;

Target overSsh(const fs::path& path, std::shared_ptr<SshHosts> hosts = std::make_shared<SshHosts>()) {
  return {.text = "ssh://ann@node" + path.string(), .hosts = std::move(hosts)};
}

std::map<std::string, v1::RunGlance> listed(HostClient& client, const fs::path& folder) {
  std::map<std::string, v1::RunGlance> runs;
  client.listRuns(folder.string(), HostClient::Listing::kOnce, [&](const v1::RunList& list) {
    for (const v1::RunGlance& run : list.runs()) runs[run.path()] = run;
    return true;
  });
  return runs;
}

/// Ended, and whoever started it may not have taken leave of it.
bool isGone(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  return name_end == std::string::npos || line[name_end + 2] == 'Z';
}

/// One of a call that names no run, or another protocol.
grpc::Status statusOf(SharedConnection& shared, const std::string& version, const std::string& run) {
  const auto connection = shared.get({std::chrono::steady_clock::now() + std::chrono::seconds(10)}).connection;
  grpc::ClientContext context;
  context.AddMetadata(kVersionMetadata, version);
  if (!run.empty()) context.AddMetadata(kRunMetadata, run);
  v1::RunInfo info;
  return v1::RunService::Stub(connection->channel).GetRun(&context, {}, &info);
}

TEST(Host, ListsItsRunsAndSaysWhichCannotBeRead) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  fs::create_directory(run.temporary() / "broken");
  std::ofstream(run.temporary() / "broken" / "run.yaml") << "data: {}\n";
  std::ofstream(run.temporary() / "broken" / "manifest.json") << "not JSON";
  run.journal(StatusChanged{RunStatus::kFinished, {}});
  HostClient client(overSsh(run.temporary()));
  const auto runs = listed(client, run.temporary());
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs.at(run.path().string()).status(), "finished");
  EXPECT_FALSE(runs.at(run.path().string()).live());
  EXPECT_TRUE(runs.at((run.temporary() / "broken").string()).has_error());
}

TEST(Host, SaysWhichAlertsOfARunWaitForAnAnswer) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  const Alert alert{.rule = "contest", .message = {"d_wins", "D wins.", {}}, .actions = {"ignore"}, .since_step = 3};
  run.journal(alert);
  HostClient client(overSsh(run.temporary()));
  v1::RunGlance told = listed(client, run.temporary()).at(run.path().string());
  EXPECT_EQ(glanceOf(told).alerts, std::vector{alert});
  told.add_alerts_json("of a later version");
  told.add_alerts_json(R"({"type": "other", "sequence": 1, "segment": 1, "step": 1, "unix_seconds": 1})");
  EXPECT_EQ(glanceOf(told).alerts, std::vector{alert}) << "what is not understood hides nothing";
  run.journal(StatusChanged{RunStatus::kStopped, {}});
  EXPECT_EQ(listed(client, run.temporary()).at(run.path().string()).alerts_json_size(), 0);
}

TEST(Host, TellsAFollowerWhatIsNewAndWhatIsGone) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient client(overSsh(run.temporary()));
  int lists = 0;
  client.listRuns(run.temporary().string(), HostClient::Listing::kFollow, [&](const v1::RunList& list) {
    if (++lists == 1) {
      EXPECT_EQ(list.runs_size(), 1);
      fs::remove_all(run.path());
      return true;
    }
    EXPECT_EQ(list.runs_size(), 0);
    EXPECT_EQ(list.gone_size(), 1);
    return false;
  });
  EXPECT_EQ(lists, 2);
}

TEST(Host, WithoutSuchAFolderSaysSo) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient client(overSsh(run.temporary()));
  const auto error =
      expectError(ErrorCode::kNotFound, "file_not_found", [&] { listed(client, run.temporary() / "no such folder"); });
  EXPECT_THAT(error->message(), HasSubstr("no such folder"));
}

TEST(Host, IsLoggedInToOnceByAllClientsAndThroughAllEngines) {
  FakeRun run;
  run.rows(10);
  const FakeSsh ssh(run.temporary());
  const auto hosts = std::make_shared<SshHosts>();
  WatchLog log;
  auto engine = std::make_unique<FakeEngine>(run);
  RunClient client(overSsh(run.path(), hosts));
  HostClient host(overSsh(run.temporary(), hosts));
  EXPECT_EQ(client.run().id(), run.folder().manifest().id);
  EXPECT_EQ(listed(host, run.temporary()).size(), 1U);
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForSteps(10));
  engine.reset();
  ASSERT_TRUE(log.waitForState(ConnectionState::kLost));
  run.rows(10);
  engine = std::make_unique<FakeEngine>(run);
  ASSERT_TRUE(log.waitForSteps(20));
  client.stopWatching();
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 20));
  EXPECT_EQ(client.run().step(), 20);
  EXPECT_EQ(ssh.logins(), 1);
}

TEST(Host, OfAnEngineThatWasReplacedAnswersTheNextCallAtOnce) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  auto engine = std::make_unique<FakeEngine>(run);
  RunClient client(overSsh(run.path()));
  EXPECT_EQ(client.run().id(), run.folder().manifest().id);
  engine.reset();
  engine = std::make_unique<FakeEngine>(run);
  EXPECT_EQ(client.run().id(), run.folder().manifest().id);
  EXPECT_EQ(ssh.logins(), 1);
}

TEST(Host, ThatIsCutOffIsLoggedInToAgainAndNothingIsLostOrDoubled) {
  FakeRun run;
  run.rows(10);
  const FakeSsh ssh(run.temporary());
  FakeEngine engine(run);
  WatchLog log;
  RunClient client(overSsh(run.path()));
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForSteps(10));
  ::kill(ssh.pid(), SIGKILL);
  run.rows(10);
  ASSERT_TRUE(log.waitForSteps(20));
  client.stopWatching();
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 20));
  EXPECT_EQ(ssh.logins(), 2);
}

TEST(Host, WithoutAnEngineForTheRunSaysSoAsAFolderDoes) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  RunClient client(overSsh(run.path()));
  expectError(ErrorCode::kNotFound, "run_not_served", [&] { client.run(); });
}

TEST(Host, HasAFinishedRunAnsweredForUntilTheLoginEnds) {
  FakeRun run;
  run.rows(5);
  const FakeSsh ssh(run.temporary());
  std::optional<Endpoint> endpoint;
  {
    const auto hosts = std::make_shared<SshHosts>();
    HostClient host(overSsh(run.temporary(), hosts));
    host.serveRun(run.path().string());
    host.serveRun(run.path().string());
    EXPECT_EQ(RunClient(overSsh(run.path(), hosts)).run().step(), 5);
    endpoint = readEndpoint(run.path());
    ASSERT_TRUE(endpoint);
    EXPECT_FALSE(isGone(endpoint->pid));
  }
  EXPECT_TRUE(test::waitUntil([&] { return isGone(endpoint->pid); }));
}

TEST(Host, IsAskedToAnswerForRunsOnly) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient host(overSsh(run.temporary()));
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { host.serveRun(run.temporary().string()); });
}

TEST(Host, StartsTrainingsThatOutliveTheLogin) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  {
    HostClient host(overSsh(run.temporary()));
    const auto started = host.startRun(run.path().string(), {"train", run.path().string(), "serves"});
    EXPECT_EQ(started.start, HostClient::Start::kServes);
    EXPECT_EQ(started.run, run.path().string());
  }
  const std::optional<Endpoint> endpoint = readEndpoint(run.path());
  ASSERT_TRUE(endpoint);
  ASSERT_TRUE(test::waitUntil([&] { return isGone(ssh.pid()); }));
  EXPECT_EQ(RunClient({run.path().string()}).run().id(), run.folder().manifest().id);
  ::kill(endpoint->pid, SIGKILL);
}

TEST(Host, TellsWhyATrainingDidNotBegin) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient host(overSsh(run.temporary()));
  const std::string path = run.path().string();
  const auto error = expectError(ErrorCode::kFailedPrecondition, "no_luck", [&] {
    host.startRun(path, {"train", path, "fails"});
  });
  EXPECT_EQ(error->message(), "There is no luck.");
  EXPECT_EQ(host.startRun(path, {"train", path, "ends"}).start, HostClient::Start::kEnded);
  expectError(ErrorCode::kInvalidArgument, "start_not_a_training", [&] { host.startRun(path, {"data", "inspect"}); });
}

TEST(Host, MakesABranchThatNobodyTrainsYetAndSaysWhyItCannot) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient host(overSsh(run.temporary()));
  const std::string out = (run.temporary() / "branch").string();
  const std::vector<std::string> words{"branch", run.path().string(), "--from", "5", "--out", out};
  const auto made = host.startRun(out, words);
  EXPECT_EQ(made.start, HostClient::Start::kEnded);
  EXPECT_EQ(made.run, out);
  EXPECT_TRUE(fs::is_directory(out));
  expectError(ErrorCode::kFailedPrecondition, "no_luck", [&] { host.startRun(out, words); });
}

TEST(Host, GoesOnWithARunThatIsOnlyAnsweredFor) {
  FakeRun run;
  run.journal(StatusChanged{RunStatus::kStopped, {}});
  const FakeSsh ssh(run.temporary());
  HostClient host(overSsh(run.temporary()));
  host.serveRun(run.path().string());
  const std::optional<Endpoint> before = readEndpoint(run.path());
  ASSERT_TRUE(before);
  EXPECT_EQ(host.startRun(run.path().string(), {"resume", run.path().string()}).start, HostClient::Start::kServes);
  const std::optional<Endpoint> now = readEndpoint(run.path());
  ASSERT_TRUE(now);
  EXPECT_FALSE(sameEngine(*before, *now));
  EXPECT_TRUE(RunClient({run.path().string()}).run().live());
  ::kill(now->pid, SIGKILL);
}

TEST(Host, StartsTrainingsBelowTheHomeFolderAndSaysWhereThatIs) {
  FakeRun run;
  const std::string home = ::getenv("HOME") != nullptr ? ::getenv("HOME") : "";
  ::setenv("HOME", run.temporary().c_str(), 1);  // the host's, which is a program of this test
  {
    const FakeSsh ssh(run.temporary());
    HostClient host(overSsh("/~"));
    const std::string below = "/~/" + run.path().filename().string();
    const auto started = host.startRun(below, {"train", "--preset", "shapes-dcgan", "--out", below});
    EXPECT_EQ(started.start, HostClient::Start::kServes);
    EXPECT_EQ(started.run, run.path().string());
    const std::optional<Endpoint> endpoint = readEndpoint(run.path());
    ASSERT_TRUE(endpoint);
    ::kill(endpoint->pid, SIGKILL);
  }
  ::setenv("HOME", home.c_str(), 1);
}

TEST(Host, LooksAtImagesAndTellsHowFarItIs) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient host(overSsh(run.temporary()));
  std::vector<std::string> lines;
  const auto hear = [&lines](const std::string& line) { lines.push_back(line); };
  const auto found = host.lookAtData({"data", "inspect", run.temporary().string(), "--resolution", "64"}, hear);
  EXPECT_THAT(found.json, HasSubstr("\"images\":3"));
  EXPECT_EQ(found.sheet, test::tinyPng());
  EXPECT_THAT(lines, testing::ElementsAre("inspecting 1,024/2,048 images  9/s"));
  const auto tuned = host.lookAtData({"data", "tune", run.temporary().string()}, hear);
  EXPECT_THAT(tuned.json, HasSubstr("speeds"));
  EXPECT_EQ(tuned.sheet, "");
  EXPECT_EQ(ssh.logins(), 1);
}

TEST(Host, SaysWhyImagesCannotBeLookedAtAndThatNothingElseIsDone) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  HostClient host(overSsh(run.temporary()));
  const auto ignore = [](const std::string&) {};
  expectError(ErrorCode::kFailedPrecondition, "no_luck", [&] {
    host.lookAtData({"data", "inspect", (run.temporary() / "nothing").string()}, ignore);
  });
  expectError(ErrorCode::kInvalidArgument, "look_not_at_data", [&] {
    host.lookAtData({"data", "prepare", run.temporary().string()}, ignore);
  });
  expectError(ErrorCode::kInvalidArgument, "look_not_at_data", [&] { host.lookAtData({}, ignore); });
}

TEST(Host, AsksItsSlurmAndSaysWhatThatRefuses) {
  FakeRun run;
  const std::string home = ::getenv("HOME") != nullptr ? ::getenv("HOME") : "";
  ::setenv("HOME", "/home/ann", 1);  // the host's, which is a program of this test
  {
    const FakeSsh ssh(run.temporary());
    HostClient host(overSsh("/"));
    EXPECT_THAT(host.askSlurm({"slurm", "jobs"}), HasSubstr(R"("name":"--json")"));
    EXPECT_THAT(host.askSlurm({"slurm", "submit", "--out", "/~/runs/one", "--steps=5"}),
                HasSubstr("--json --out /home/ann/runs/one --steps=5"));
    EXPECT_THAT(host.askSlurm({"slurm", "script", "--out", "/r"}), HasSubstr("#!/bin/sh of there"));
    EXPECT_THAT(host.askSlurm({"slurm", "cancel", "--", "17"}), HasSubstr(R"("job":"17")"));
    expectError(ErrorCode::kFailedPrecondition, "no_luck", [&] { host.askSlurm({"slurm", "cancel", "--", "404"}); });
    expectError(ErrorCode::kInvalidArgument, "question_not_for_slurm", [&] { host.askSlurm({"slurm", "hold"}); });
    expectError(ErrorCode::kInvalidArgument, "question_not_for_slurm", [&] { host.askSlurm({}); });
    EXPECT_EQ(ssh.logins(), 1);
  }
  ::setenv("HOME", home.c_str(), 1);
}

TEST(Host, EndsLookingAtImagesWhenNobodyWaitsForIt) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  std::ofstream(run.temporary() / "forever") << "\n";
  HostClient host(overSsh(run.temporary()));
  std::thread closing([&] {
    EXPECT_TRUE(test::waitUntil([&] { return fs::exists(run.temporary() / "pid"); }));
    host.close();
  });
  expectError(ErrorCode::kCancelled, "client_closed", [&] {
    host.lookAtData({"data", "inspect", run.temporary().string()}, [](const std::string&) {});
  });
  closing.join();
  pid_t pid = -1;
  std::ifstream(run.temporary() / "pid") >> pid;
  ASSERT_GT(pid, 0);
  EXPECT_TRUE(test::waitUntil([&] { return isGone(pid); }));
}

TEST(Host, IsNothingThatATokenOrASocketLeadsTo) {
  FakeRun run;
  FakeEngine engine(run);
  expectError(ErrorCode::kInvalidArgument, "host_needs_ssh", [&] { HostClient{Target{run.path().string()}}; });
  SharedConnection shared(Target{run.path().string()});
  const auto connection = shared.get({std::chrono::steady_clock::now() + std::chrono::seconds(10)}).connection;
  v1::HostService::Stub stub(connection->channel);
  grpc::ClientContext context;
  v1::StartRunReply reply;
  EXPECT_EQ(toError(stub.StartRun(&context, {}, &reply), "StartRun", "").id(), "host_over_ssh_only");
  grpc::ClientContext listing;
  const auto reader = stub.ListRuns(&listing, {});
  v1::RunList list;
  EXPECT_FALSE(reader->Read(&list));
  EXPECT_EQ(toError(reader->Finish(), "ListRuns", "").id(), "host_over_ssh_only");
  grpc::ClientContext asking;
  v1::SlurmAnswer answer;
  EXPECT_EQ(toError(stub.AskSlurm(&asking, {}, &answer), "AskSlurm", "").id(), "host_over_ssh_only");
  grpc::ClientContext looking;
  const auto news = stub.LookAtData(&looking, {});
  v1::DataNews none;
  EXPECT_FALSE(news->Read(&none));
  EXPECT_EQ(toError(news->Finish(), "LookAtData", "").id(), "host_over_ssh_only");
}

TEST(Host, WantsToKnowWhichRunACallIsForAndInWhichProtocol) {
  FakeRun run;
  const FakeSsh ssh(run.temporary());
  FakeEngine engine(run);
  SharedConnection shared(overSsh(run.path()));
  EXPECT_EQ(toError(statusOf(shared, kProtocolVersion, ""), "GetRun", "").id(), "run_not_named");
  EXPECT_EQ(toError(statusOf(shared, "2.0", run.path().string()), "GetRun", "").id(), "protocol_version");
  EXPECT_EQ(toError(statusOf(shared, kProtocolVersion, "run"), "GetRun", "").id(), "host_path_relative");
  EXPECT_TRUE(statusOf(shared, kProtocolVersion, run.path().string()).ok());
}

TEST(Host, FindsPathsBelowTheHomeFolder) {
  const std::string home = ::getenv("HOME") != nullptr ? ::getenv("HOME") : "";
  ::setenv("HOME", "/home/ann", 1);
  EXPECT_EQ(hostPath("/~/runs/one"), "/home/ann/runs/one");
  EXPECT_EQ(hostPath("/~"), "/home/ann/");
  EXPECT_EQ(hostPath("/data/~"), "/data/~");
  EXPECT_EQ(hostWord("/~/runs/one"), "/home/ann/runs/one");
  EXPECT_EQ(hostWord("data.path=/~/images"), "data.path=/~/images");
  EXPECT_EQ(hostWord("--out"), "--out");
  expectError(ErrorCode::kInvalidArgument, "host_path_relative", [] { hostPath("runs"); });
  ::setenv("HOME", home.c_str(), 1);
}

TEST(Watch, OfARunThatAnotherOneHasTakenThePlaceOfEnds) {
  FakeRun run;
  FakeRun other;
  run.rows(10);
  const fs::path place = run.temporary() / "place";
  fs::create_directory_symlink(run.path(), place);
  WatchLog log;
  std::optional<RunReader> reader(RunFolder::open(place));
  auto server = std::make_unique<RunServer>(*reader, nullptr, ServiceOptions{});
  RunClient client({place.string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForSteps(10));
  fs::remove(place);
  fs::create_directory_symlink(other.path(), place);
  server.reset();
  reader.emplace(RunFolder::open(place));
  server = std::make_unique<RunServer>(*reader, nullptr, ServiceOptions{});
  ASSERT_TRUE(log.waitForState(ConnectionState::kClosed));
  EXPECT_THAT(log.states_.back().second, HasSubstr("another one"));
  client.stopWatching();
  EXPECT_EQ(log.steps_.size(), 10U);
}

}  // namespace
}  // namespace gan
