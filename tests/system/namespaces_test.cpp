// A training on this machine, and who attaches to it in a network of its own, which one link leads out of.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "core/file_descriptor.h"
#include "support/event_sequences.h"
#include "support/network_command.h"
#include "support/process.h"
#include "support/slurm_test_fixture.h"
#include "support/ssh_server.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using testing::HasSubstr;

/// A network namespace, whose only way out is an interface gan0 to this machine's. One at a time: others wait. Goes
/// away with the object.
class HomeNetwork {
 public:
  HomeNetwork() {
    if (::flock(turn_.get(), LOCK_EX) != 0) why = "the turn to make networks cannot be taken";
    ask({"ip", "netns", "attach", here_, std::to_string(::getpid())});
    ask({"ip", "netns", "add", home_});
    if (!why.empty()) return;
    relay_ = std::make_unique<Process>(std::vector<std::string>{program("link_relay"), here_, home_, "5", "0", "7"});
    const auto up = [](const std::vector<std::string>& words) { return run(words).code == 0; };
    const auto both = [&] {
      return up({"ip", "link", "show", "gan0"}) && up({"ip", "-n", home_, "link", "show", "gan0"});
    };
    if (!waitUntil([&] { return both() || !relay_->running(); }, seconds(20)) || !both()) {
      why = "the link between the networks cannot be made: " + relay_->errors();
      return;
    }
    ask({"ip", "address", "add", address() + "/24", "dev", "gan0"});
    ask({"ip", "link", "set", "gan0", "up"});
    ask({"ip", "-n", home_, "address", "add", "10.213.9.2/24", "dev", "gan0"});
    ask({"ip", "-n", home_, "link", "set", "gan0", "up"});
    ask({"ip", "-n", home_, "link", "set", "lo", "up"});
  }
  ~HomeNetwork() {
    relay_.reset();
    try {
      for (const std::string& space : {here_, home_}) run({"ip", "netns", "del", space});
    } catch (const std::exception&) {  // there is no ip, and there are no networks
    }
  }
  HomeNetwork(const HomeNetwork&) = delete;
  HomeNetwork& operator=(const HomeNetwork&) = delete;

  /// Of this machine, seen from there.
  static std::string address() { return "10.213.9.1"; }
  /// A program of ours there.
  std::vector<std::string> there(const std::string& name, const std::vector<std::string>& words) const {
    std::vector<std::string> all{"ip", "netns", "exec", home_, program(name)};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }
  std::vector<std::string> engine(const std::vector<std::string>& words) const { return there("gan-engine", words); }
  void cut() { relay_->stop(); }
  void join() const { relay_->signal(SIGCONT); }

  std::string why;  ///< There is no link; empty when there is one.

 private:
  void ask(const std::vector<std::string>& words) {
    if (why.empty()) why = refusalOfNetwork(words);
  }

  const FileDescriptor turn_{
      ::open((fs::temp_directory_path() / "gan-home-network.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  const std::string here_ = "gan-here-" + std::to_string(::getpid());
  const std::string home_ = "gan-home-" + std::to_string(::getpid());
  std::unique_ptr<Process> relay_;
};

/// Who sits at home.
struct FromHome {
  Finished command(const std::vector<std::string>& words) const { return run(network.engine(words), environment); }
  std::string steer(const std::string& place, const std::string& verb) const {
    const Finished finished = command({"steer", place, verb, "--json"});
    return finished.code == 0 ? nlohmann::json::parse(finished.lastLine())["result"].get<std::string>()
                              : finished.output + finished.errors;
  }
  std::unique_ptr<Process> watcher(const std::string& place) const {
    return std::make_unique<Process>(network.engine({"watch", place, "--json"}), environment);
  }

  HomeNetwork network;
  Process::Environment environment;
};

/// Skipped, with a sentence, without root, ip or sshd.
class AcrossNetworks : public testing::Test {
 protected:
  void SetUp() override {
    if (!home_.network.why.empty()) GTEST_SKIP() << home_.network.why;
  }
  void logInBySsh() {
    std::string why;
    server_ = SshServer::start(why, {.address = HomeNetwork::address()});
    if (!server_) GTEST_SKIP() << why;
    home_.environment = server_->environment();
  }
  std::unique_ptr<Process> start(const std::vector<std::string>& words) const {
    std::vector<std::string> all{program("gan-engine")};
    all.insert(all.end(), words.begin(), words.end());
    return std::make_unique<Process>(all);
  }
  std::unique_ptr<Process> train(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{
        "train", "--preset",          "simple-gan", "--out", run_.string(), "--set", "data.batch_size=16",
        "--set", "training.threads=1"};
    words.insert(words.end(), more.begin(), more.end());
    auto engine = start(words);
    EXPECT_TRUE(waitUntil([&] { return fs::exists(run_ / "endpoint.json"); })) << engine->errors();
    return engine;
  }
  /// What happens while nobody can be reached from home comes afterwards.
  void cutFor(seconds time, const Process& watcher) {
    home_.network.cut();
    EXPECT_EQ(run({program("gan-engine"), "steer", run_.string(), "checkpoint"}).code, 0);
    std::this_thread::sleep_for(time);
    const std::size_t told = eventSequences(watcher.output()).size();
    home_.network.join();
    EXPECT_TRUE(waitUntil([&] { return eventSequences(watcher.output()).size() > told; }, seconds(120)))
        << "after " << time.count() << " s: " << watcher.errors();
  }
  void expectAllToldOnce(const Process& watcher) const { EXPECT_EQ(eventSequences(watcher.output()), journalled()); }
  std::vector<std::int64_t> journalled() const {
    return eventSequences(run({program("gan-engine"), "log", run_.string(), "--json"}).output);
  }

  TemporaryFolder folder_;
  const fs::path run_ = folder_ / "run";
  FromHome home_;
  std::unique_ptr<SshServer> server_;
};

TEST_F(AcrossNetworks, ThroughAJumpHostNothingIsLostByCutsOrANewEngine) {
  logInBySsh();
  if (IsSkipped()) return;
  auto engine = train();
  const std::string place = "ssh://behind" + run_.string();
  const auto watcher = home_.watcher(place);
  ASSERT_TRUE(waitUntil([&] { return !eventSequences(watcher->output()).empty(); }))
      << watcher->errors() << server_->log();
  cutFor(seconds(1), *watcher);
  cutFor(seconds(30), *watcher);
  EXPECT_EQ(home_.steer(place, "pause"), "applied") << server_->log();
  EXPECT_EQ(nlohmann::json::parse(home_.command({"status", place, "--json"}).lastLine())["status"], "paused");
  EXPECT_EQ(home_.steer(place, "continue"), "applied");

  engine->signal(SIGKILL);
  engine->wait();
  const std::size_t told = eventSequences(watcher->output()).size();
  engine = start({"resume", run_.string()});
  EXPECT_TRUE(waitUntil([&] { return eventSequences(watcher->output()).size() > told; }, seconds(120)))
      << watcher->errors() << engine->errors();
  EXPECT_EQ(home_.steer(place, "stop"), "applied");
  EXPECT_EQ(engine->wait(), 3) << engine->errors();
  EXPECT_EQ(watcher->wait(), 0) << watcher->errors();
  expectAllToldOnce(*watcher);
}

TEST_F(AcrossNetworks, OverTlsWhoHasATokenWatchesAndSteersAndNobodyElse) {
  auto engine = train({"--listen", HomeNetwork::address() + ":0"});
  const auto made =
      nlohmann::json::parse(run({program("gan-engine"), "token", run_.string(), "--steer", "--json"}).lastLine());
  const std::string place = made.at("target").get<std::string>();
  EXPECT_THAT(place, HasSubstr(HomeNetwork::address()));
  home_.environment = {{"GAN_TOKEN", std::string(64, '0')}, {"XDG_CONFIG_HOME", (folder_ / "config").string()}};
  EXPECT_THAT(home_.steer(place, "pause"), HasSubstr("does not know this token"));
  home_.environment["GAN_TOKEN"] = made.at("token").get<std::string>();
  const auto watcher = home_.watcher(place);
  ASSERT_TRUE(waitUntil([&] { return !eventSequences(watcher->output()).empty(); })) << watcher->errors();
  cutFor(seconds(1), *watcher);
  cutFor(seconds(30), *watcher);

  // The next engine of the run, at the same place, has the same certificate and tokens.
  const std::size_t scheme = std::string("tls://").size();
  const std::string address = place.substr(scheme, place.find('#') - scheme);
  engine->signal(SIGKILL);
  engine->wait();
  const std::size_t told = eventSequences(watcher->output()).size();
  engine = start({"resume", run_.string(), "--listen", address});
  EXPECT_TRUE(waitUntil([&] { return eventSequences(watcher->output()).size() > told; }, seconds(120)))
      << watcher->errors() << engine->errors();
  EXPECT_EQ(home_.steer(place, "stop"), "applied");
  EXPECT_EQ(engine->wait(), 3) << engine->errors();
  EXPECT_EQ(watcher->wait(), 0) << watcher->errors();
  expectAllToldOnce(*watcher);
}

TEST_F(AcrossNetworks, TheWindowAtHomeAttachesThroughAJumpHostAndExplores) {
  if (!fs::exists(program("gan-studio"))) GTEST_SKIP() << "The studio is not built.";
  logInBySsh();
  if (IsSkipped()) return;
  const auto engine = train();
  const std::string place = "ssh://behind" + run_.string();
  home_.environment["GAN_STUDIO_SETTINGS"] = (folder_ / "settings.ini").string();
  const fs::path picture = folder_ / "window.png";
  const Finished studio = run(home_.network.there("gan-studio", {place, "--action", "show_explorer", "--screenshot",
                                                                 picture.string(), "--after", "45000"}),
                              home_.environment);
  EXPECT_EQ(studio.code, 0) << studio.errors << server_->log();
  EXPECT_TRUE(fs::exists(picture));
  const std::string told = run({program("gan-engine"), "log", run_.string(), "--json"}).output;
  EXPECT_THAT(told, HasSubstr("sampler_started")) << "no picture was made: " << studio.errors << server_->log();
  EXPECT_EQ(home_.steer(place, "stop"), "applied");
  EXPECT_EQ(engine->wait(), 3) << engine->errors();
}

/// This machine is the login node.
class AcrossNetworksToACluster : public SlurmTrainingTest {
 protected:
  void SetUp() override {
    SlurmTrainingTest::SetUp();
    if (IsSkipped()) return;
    if (!home_.network.why.empty()) GTEST_SKIP() << home_.network.why;
    std::string why;
    server_ = SshServer::start(why, {.address = HomeNetwork::address(), .environment = cluster()->environment()});
    if (!server_) GTEST_SKIP() << why;
    home_.environment = server_->environment();
  }

  FromHome home_;
  std::unique_ptr<SshServer> server_;
};

TEST_F(AcrossNetworksToACluster, TheEngineIsFoundOnItsNodeAndOnTheNextOne) {
  submit({"--preset", "simple-gan", "--out", run_.string(), "--set", "data.batch_size=16", "--set",
          "checkpoint.interval_steps=50", "--assume-shared", "--time", "10"});
  if (HasFatalFailure()) return;
  const std::string place = "ssh://behind" + run_.string();
  const auto watcher = home_.watcher(place);
  ASSERT_TRUE(waitUntil([&] { return !eventSequences(watcher->output()).empty(); }))
      << watcher->errors() << server_->log() << log();
  EXPECT_EQ(home_.steer(place, "pause"), "applied");
  EXPECT_EQ(home_.steer(place, "continue"), "applied");
  const std::string node = cluster()->ask(job_, "%N");
  cluster()->killNode(node);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1 && cluster()->ask(job_, "%T") == "RUNNING"; }, seconds(90)))
      << cluster()->ask(job_, "%T %r");
  EXPECT_NE(cluster()->ask(job_, "%N"), node);
  const auto stopped = [&] { return home_.steer(place, "stop") == "applied"; };
  ASSERT_TRUE(waitUntil(stopped, seconds(120), std::chrono::milliseconds(500))) << log();
  EXPECT_EQ(watcher->wait(), 0) << watcher->errors();
  EXPECT_EQ(eventSequences(watcher->output()),
            eventSequences(run({program("gan-engine"), "log", run_.string(), "--json"}).output));
}

}  // namespace
}  // namespace gan::test
