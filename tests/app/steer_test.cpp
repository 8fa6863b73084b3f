#include <gtest/gtest.h>

#include <thread>

#include "command.h"
#include "protocol/endpoint.h"
#include "service/fake_run.h"
#include "support/expect_error.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::app {
namespace {

/// Carries out `gan-engine WORDS`.
Result run(const std::string& words) {
  CLI::App app;
  Invocation invocation;
  addSteer(app, invocation);
  app.parse(words);
  return invocation.run();
}

TEST(Steer, NamesAPathThatHoldsNoRunBeforeAnyEngineIsMissed) {
  const TemporaryFolder folder;
  for (const std::filesystem::path& path : {folder.path(), folder / "nowhere"}) {
    for (const char* words : {" pause", " set objective.real_label=0.9"}) {
      const auto error =
          expectError(ErrorCode::kNotFound, "run_not_found", [&] { run("steer " + path.string() + words); });
      ASSERT_TRUE(error);
      EXPECT_NE(error->message().find(path.string()), std::string::npos) << error->message();
    }
  }
}

TEST(Steer, SaysThatItDoesNotKnowWhetherACommandWithoutAnAnswerWasCarriedOut) {
  FakeRun folder;
  HeldSink sink;
  FakeEngine engine(folder, &sink);
  const Result result = run("steer " + folder.path().string() + " --timeout 0.5 pause");
  EXPECT_EQ(result.code, ExitCode::kUnknown);
  EXPECT_EQ(result.facts.at("result"), "unknown");
  EXPECT_EQ(result.facts.at("error_id"), "command_unanswered");
  EXPECT_EQ(sink.taken().size(), 1U);
}

/// The run as its folder, and as an engine elsewhere answers for it.
class SteerWithoutAnAnswer : public testing::TestWithParam<bool> {};

TEST_P(SteerWithoutAnAnswer, TakesItFromTheJournal) {
  FakeRun folder;
  HeldSink sink;
  FakeEngine engine(folder, &sink);
  const std::string target = GetParam() ? "unix:" + readEndpoint(folder.path())->unix_socket : folder.path().string();
  std::thread applying([&] {
    if (!test::waitUntil([&] { return sink.taken().size() == 1; })) return;
    Command pause;
    pause.kind = CommandKind::kPause;
    pause.id = sink.taken().front();
    folder.journal(CommandHandled{pause, {CommandResult::kApplied, 7, {}}, {}});
  });
  const Result result = run("steer " + target + " --timeout 1 pause");
  applying.join();
  EXPECT_EQ(result.code, ExitCode::kDone);
  EXPECT_EQ(result.facts.at("result"), "applied");
  EXPECT_EQ(result.facts.at("step"), 7);
}

INSTANTIATE_TEST_SUITE_P(HereAndThere, SteerWithoutAnAnswer, testing::Bool());

TEST(Steer, RefusesByNameATimeThatIsNone) {
  for (const std::string text : {"nan", "-1", "0", "1e300", "soon"}) {
    try {
      run("steer somewhere --timeout " + text + " pause");
      ADD_FAILURE() << text;
    } catch (const CLI::ParseError& error) {
      EXPECT_NE(std::string(error.what()).find("--timeout"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace gan::app
