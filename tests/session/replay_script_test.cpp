#include <gtest/gtest.h>

#include "session/replay.h"

namespace gan {
namespace {

/// Builds a journal as a run would write it.
class Journal {
 public:
  Journal& segment(std::int64_t first_step, double rate) {
    SegmentStarted started;
    started.first_step = first_step;
    started.live_values = {{"optimizer.generator.learning_rate", rate}};
    ++segment_;
    return add(first_step, std::move(started));
  }
  Journal& set(std::int64_t step, double rate, CommandResult result = CommandResult::kApplied) {
    CommandHandled handled;
    handled.command.values = {{"optimizer.generator.learning_rate", rate}};
    handled.answer = {result, step, {}};
    return add(step, std::move(handled));
  }
  Journal& add(std::int64_t step, decltype(Event::what) what) {
    events.push_back({events.size() + 1, segment_, step, 0, std::move(what)});
    return *this;
  }

  std::vector<Event> events;

 private:
  std::int32_t segment_ = 0;
};

std::vector<std::pair<std::int64_t, double>> rates(const ReplayScript& script) {
  std::vector<std::pair<std::int64_t, double>> result;
  for (const ScheduledCommand& scheduled : script.commands) {
    result.emplace_back(scheduled.step, std::get<double>(scheduled.command.values.at(0).value));
  }
  return result;
}

using Rates = std::vector<std::pair<std::int64_t, double>>;

TEST(ReplayScript, RepeatsAppliedChangesAtTheirSteps) {
  Journal journal;
  journal.segment(0, 2e-4).set(10, 1e-4).set(20, 3e-4, CommandResult::kRefused).set(30, 5e-5).add(45, StatusChanged{});
  const ReplayScript script = replayScript(journal.events);
  EXPECT_EQ(rates(script), (Rates{{10, 1e-4}, {30, 5e-5}}));
  EXPECT_EQ(script.first_step, 0);
  EXPECT_EQ(script.last_step, 45);
}

TEST(ReplayScript, LeavesOutWhatARollBackSuperseded) {
  Journal journal;
  journal.segment(0, 2e-4).set(10, 1e-4).set(30, 5e-5).segment(20, 1e-4).set(25, 9e-5).add(40, StatusChanged{});
  EXPECT_EQ(rates(replayScript(journal.events)), (Rates{{10, 1e-4}, {20, 1e-4}, {25, 9e-5}}));
}

TEST(ReplayScript, AChangeAtTheStepOfTheCheckpointCountsOnlyIfTheCheckpointHasIt) {
  Journal journal;
  journal.segment(0, 2e-4).set(20, 1e-4).segment(20, 2e-4).add(40, StatusChanged{});
  EXPECT_EQ(rates(replayScript(journal.events)), (Rates{{20, 2e-4}}));
}

TEST(ReplayScript, ARunThatWasRolledBackAndLeftThereEndsThere) {
  Journal journal;
  journal.segment(0, 2e-4).add(90, StatusChanged{}).segment(20, 2e-4).add(20, StatusChanged{});
  EXPECT_EQ(replayScript(journal.events).last_step, 20);
}

TEST(ReplayScript, OfABranchBeginsAtItsCheckpoint) {
  Journal journal;
  journal.segment(500, 2e-4).set(510, 1e-4).add(600, StatusChanged{});
  const ReplayScript script = replayScript(journal.events);
  EXPECT_EQ(script.first_step, 500);
  EXPECT_EQ(rates(script), (Rates{{510, 1e-4}}));
}

TEST(ReplayScript, CanLeaveOneCommandOut) {
  Journal journal;
  journal.segment(0, 2e-4).set(10, 1e-4).set(30, 5e-5);
  const std::uint64_t second = journal.events[1].sequence;
  EXPECT_EQ(rates(replayScript(journal.events, std::span(&second, 1))), (Rates{{30, 5e-5}}));
}

TEST(ReplayScript, ALaterSegmentDoesNotBringALeftOutValueBack) {
  Journal journal;
  journal.segment(0, 2e-4).set(10, 1e-4).segment(20, 1e-4).add(40, StatusChanged{});
  const std::uint64_t second = journal.events[1].sequence;
  const ReplayScript script = replayScript(journal.events, std::span(&second, 1));
  for (const ScheduledCommand& scheduled : script.commands) EXPECT_TRUE(scheduled.command.values.empty());
}

}  // namespace
}  // namespace gan
