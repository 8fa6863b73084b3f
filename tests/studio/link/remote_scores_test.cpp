#include "link/remote_scores.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <stop_token>
#include <string>

#include "core/error.h"
#include "run/event.h"
#include "run/kept_evaluations.h"
#include "service/fake_run.h"
#include "support/evaluated.h"
#include "support/expect_error.h"

namespace gan {
namespace {

/// An engine of this test's process answers for the run.
class RemoteScores : public testing::Test {
 protected:
  Target target() { return {"unix:" + engine_.server().unixSocket()}; }

  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  FakeSink sink_;
  FakeEngine engine_{run_, &sink_};
};

TEST_F(RemoteScores, AreThoseThatTheFolderHolds) {
  run_.rows(10);
  run_.journal(evaluatedAs({{"fid", 20, {}}}));
  for (int i = 0; i < 2'500; ++i) run_.journal(LoadMeasured{});  // several updates
  run_.rows(10);
  run_.journal(evaluatedAs({{"fid", 10, {}}}));
  keepEvaluation(run_.path(), "a",
                 {.step = 15, .segment = 1, .unix_seconds = 5, .evaluated = evaluatedAs({{"fid", 3, {}}})});
  const RunScores told = remoteScores(target());
  const RunScores kept = readRunScores(run_.path());
  EXPECT_EQ(kept.entries.size(), 3);
  EXPECT_EQ(told.name, kept.name);
  EXPECT_EQ(told.images, kept.images);
  EXPECT_EQ(told.entries, kept.entries);
}

TEST_F(RemoteScores, AreTakenInUpToALimitWhateverElseHappenedInTheRun) {
  constexpr std::size_t kMostBytes = 100'000;
  run_.rows(10);
  run_.journal(evaluatedAs({{"fid", 20, {}}}));
  Alert alert;
  alert.message = {"other", std::string(1'000, 'x'), {}};
  for (int i = 0; i < 500; ++i) run_.journal(alert);  // more than the limit, and no scores
  EXPECT_EQ(remoteScores(target(), {}, kMostBytes).entries.size(), 1);
  for (int i = 0; i < 1'000; ++i) run_.journal(evaluatedAs({{"fid", 20, {}}}));
  expectError(ErrorCode::kResourceExhausted, "history_too_long", [&] { remoteScores(target(), {}, kMostBytes); });
}

TEST_F(RemoteScores, AreNotWaitedForOnceNobodyWantsThem) {
  std::stop_source stop;
  stop.request_stop();
  expectError(ErrorCode::kCancelled, "client_closed", [&] { remoteScores(target(), stop.get_token()); });
}

}  // namespace
}  // namespace gan
