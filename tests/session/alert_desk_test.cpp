#include "session/alert_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session_run.h"
#include "training/rules.h"

namespace gan {
namespace {

using testing::ElementsAre;

/// A line of checkpoints of steps 10, 20, ..., of which the newest alone stays by itself.
class AlertDeskTest : public testing::Test {
 protected:
  AlertDeskTest() {
    recorder_.startSegment({});
    line_.add(recorder_.segment(), 0);
    for (std::int64_t step = 10; step <= 60; step += 10) write(step);
  }

  void write(std::int64_t step) {
    CheckpointState state;
    state.step = step;
    state.segment = recorder_.segment();
    store_.write(state, [](const std::filesystem::path&) {});
  }
  void tell(std::string_view rule, std::int64_t since_step) {
    Alert alert{Severity::kWarning, std::string(rule), {"trouble", "There is a trouble.", {}}, {"rollback"}};
    alert.since_step = since_step;
    desk_.tell(60, std::move(alert));
  }
  void tellOver(std::string_view rule) { desk_.tell(60, overOf(rule, {"over", "It is over.", {}})); }
  std::vector<std::int64_t> stay() {
    recorder_.drain();
    store_.prune({.newest = 1, .best = 0}, line_);
    std::vector<std::int64_t> steps;
    for (const auto& entry : store_.list()) steps.push_back(entry.state.step);
    return steps;
  }

  TemporaryFolder temporary_;
  const RunFolder folder_ = smallRun(temporary_ / "run");
  RunLock lock_{folder_.path()};
  Recorder recorder_{folder_, lock_, RecorderOptions()};
  CheckpointStore store_{folder_.checkpoints()};
  CurrentLine line_;
  AlertDesk desk_{line_, store_, &recorder_};
};

TEST_F(AlertDeskTest, KeepsAWayBackForEachAlert) {
  tell(kLossesRule, 15);
  tell(kPicturesRule, 35);
  EXPECT_THAT(stay(), ElementsAre(10, 30, 60));
  std::vector<std::int64_t> healthy;
  for (const Event& event : readJournal(folder_.journal())) {
    if (const auto* alert = std::get_if<Alert>(&event.what)) healthy.push_back(alert->healthy_step);
  }
  EXPECT_THAT(healthy, ElementsAre(10, 30));
}

TEST_F(AlertDeskTest, LetsGoWhatARuleSaysIsOver) {
  tell(kLossesRule, 15);
  tell(kPicturesRule, 35);
  tellOver(kLossesRule);
  EXPECT_THAT(stay(), ElementsAre(30, 60));
  desk_.over(kPicturesRule);
  EXPECT_THAT(stay(), ElementsAre(60));
}

TEST_F(AlertDeskTest, OfOneRuleKeepsTheNewestAlertsAlone) {
  tell(kLossesRule, 15);
  tell(kLossesRule, 45);
  EXPECT_THAT(stay(), ElementsAre(40, 60));
}

TEST_F(AlertDeskTest, ARollBackSettlesWhatBeganAfterIt) {
  tell(kLossesRule, 15);
  tell(kPicturesRule, 35);
  desk_.keepNewest("risk");
  desk_.wentBackTo(30);
  write(70);
  EXPECT_THAT(stay(), ElementsAre(10, 70));
}

TEST_F(AlertDeskTest, AnotherProcessKeepsWhatIsNotSettled) {
  tell(kLossesRule, 15);
  recorder_.drain();
  AlertDesk(line_, store_, &recorder_).tell(60, overOf(kPicturesRule, {"over", "It is over.", {}}));
  EXPECT_THAT(stay(), ElementsAre(10, 60));
}

}  // namespace
}  // namespace gan
