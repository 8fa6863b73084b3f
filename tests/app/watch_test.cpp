#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <thread>

#include "command.h"
#include "core/host_name.h"
#include "protocol/endpoint.h"
#include "run/lock.h"
#include "service/fake_run.h"
#include "support/process.h"

namespace gan::app {
namespace {

/// Carries out `gan-engine WORDS`.
Result run(const std::string& words) {
  CLI::App app;
  Invocation invocation;
  addWatch(app, invocation);
  app.parse(words);
  return invocation.run();
}

/// A watch that ends by itself or not at all.
Result watch(const FakeRun& folder) { return run("watch " + folder.path().string()); }

/// What an engine leaves that was killed, and whose process number another process has now.
void leaveEndpoint(const FakeRun& folder) {
  writeEndpoint(folder.path(), {.unix_socket = (folder.temporary() / "gone.sock").string(),
                                .tcp = "",
                                .host = hostName(),
                                .pid = ::getpid(),
                                .protocol = "1.0",
                                .started_unix_seconds = 1});
}

TEST(Watch, OfAnEngineThatWasKilledEndsWithWhatTheFolderSays) {
  FakeRun folder;
  folder.journal(StatusChanged{RunStatus::kRunning, {}});
  leaveEndpoint(folder);
  const Result result = watch(folder);
  EXPECT_EQ(result.facts.at("events"), 2);
  EXPECT_NE(result.text.find("No engine works on"), std::string::npos) << result.text;
}

TEST(Watch, TellsEachEventOnceThoughTheEngineIsKilledMeanwhile) {
  FakeRun folder;
  folder.journal(StatusChanged{RunStatus::kRunning, {}});
  auto engine = std::make_unique<FakeEngine>(folder);
  auto lock = std::make_unique<RunLock>(folder.path());
  std::thread killing([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    engine.reset();
    leaveEndpoint(folder);
    folder.journal(Alert{});
    lock.reset();
  });
  const Result result = watch(folder);
  killing.join();
  EXPECT_EQ(result.facts.at("events"), 3);
}

TEST(Watch, WaitsForTheEngineOfARunThatIsTrained) {
  FakeRun folder;
  leaveEndpoint(folder);
  const RunLock lock(folder.path());
  Result result = run("watch " + folder.path().string() + " --seconds 3");
  EXPECT_EQ(result.facts.at("events"), 0);
  EXPECT_EQ(result.text, "");
}

TEST(Watch, RefusesByNameATimeThatIsNone) {
  for (const std::string text : {"nan", "-3", "1e300"}) {
    try {
      run("watch somewhere --seconds " + text);
      ADD_FAILURE() << text;
    } catch (const CLI::ParseError& error) {
      EXPECT_NE(std::string(error.what()).find("--seconds"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace gan::app
