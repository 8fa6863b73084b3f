#include "session/later_commands.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

using Steps = std::vector<std::pair<std::int64_t, double>>;

Command setRate(double rate) {
  Command command;
  command.client = "ann";
  command.values = {{"optimizer.generator.learning_rate", rate}};
  return command;
}

/// Builds a journal as a run would write it.
class Journal {
 public:
  Journal& segment(std::int64_t first_step, double rate, const std::vector<ScheduledCommand>& later = {},
                   SegmentStarted::Cause cause = SegmentStarted::Cause::kResume) {
    SegmentStarted started;
    started.cause = cause;
    started.first_step = first_step;
    started.live_values = setRate(rate).values;
    started.later = later;
    ++segment_;
    return add(first_step, std::move(started));
  }
  Journal& set(std::int64_t step, double rate, CommandResult result = CommandResult::kApplied) {
    return add(step, CommandHandled{setRate(rate), {result, step, {}}, {}});
  }
  Journal& asked(CommandKind kind, std::int64_t step) {
    Command command;
    command.client = "ann";
    command.kind = kind;
    return add(step, CommandHandled{command, {CommandResult::kApplied, step, {}}, {}});
  }
  Journal& add(std::int64_t step, decltype(Event::what) what) {
    events_.push_back({events_.size() + 1, segment_, step, 0, std::move(what)});
    return *this;
  }

  /// What counts after the state of `step` iterations that was made in `segment`.
  LaterCommands after(std::int64_t step, std::int32_t segment) const { return laterCommands(events_, step, segment); }

 private:
  std::vector<Event> events_;
  std::int32_t segment_ = 0;
};

Steps rates(const LaterCommands& later) {
  Steps found;
  for (const ScheduledCommand& scheduled : later.commands) {
    if (scheduled.command.kind != CommandKind::kSet) continue;
    found.emplace_back(scheduled.step, std::get<double>(scheduled.command.values.at(0).value));
  }
  return found;
}

std::optional<std::int64_t> pause(const LaterCommands& later) {
  for (const ScheduledCommand& scheduled : later.commands) {
    if (scheduled.command.kind == CommandKind::kPause) return scheduled.step;
  }
  return std::nullopt;
}

TEST(LaterCommands, AreThoseAppliedAfterTheStateAtTheirSteps) {
  Journal journal;
  journal.segment(0, 2e-4).set(10, 1e-4).set(30, 3e-4).set(40, 9e-4, CommandResult::kRefused).set(50, 5e-5);
  const LaterCommands later = journal.after(20, 1);
  EXPECT_EQ(rates(later), (Steps{{30, 3e-4}, {50, 5e-5}}));
  EXPECT_TRUE(later.values.empty());
  EXPECT_EQ(later.commands.front().command.client, "ann");
}

TEST(LaterCommands, OfTheStatesOwnStepBelongToTheState) {
  Journal journal;
  journal.segment(0, 2e-4).set(20, 1e-4).set(21, 3e-4);
  const LaterCommands later = journal.after(20, 1);
  EXPECT_EQ(later.values, setRate(1e-4).values);
  EXPECT_EQ(rates(later), (Steps{{21, 3e-4}}));
}

TEST(LaterCommands, CountFromTheBeginningWhereThereIsNoCheckpoint) {
  Journal journal;
  journal.segment(0, 2e-4).set(0, 1e-4).set(48, 3e-4);
  const LaterCommands later = journal.after(0, 0);
  ASSERT_EQ(later.values.size(), 2U);
  EXPECT_EQ(later.values.back(), setRate(1e-4).values.front());
  EXPECT_EQ(rates(later), (Steps{{48, 3e-4}}));
}

TEST(LaterCommands, SurviveAStartThatDiedBeforeItCameToThem) {
  Journal journal;
  journal.segment(0, 2e-4).set(60, 1e-4).set(70, 5e-5);
  const std::vector<ScheduledCommand> again = journal.after(50, 1).commands;
  ASSERT_EQ(again.size(), 2U);
  journal.segment(50, 2e-4, again).set(60, 1e-4);  // died between the two
  EXPECT_EQ(rates(journal.after(50, 1)), (Steps{{60, 1e-4}, {70, 5e-5}}));
  EXPECT_EQ(rates(journal.after(55, 2)), (Steps{{60, 1e-4}, {70, 5e-5}}));
  EXPECT_EQ(rates(journal.after(65, 2)), (Steps{{70, 5e-5}}));
}

TEST(LaterCommands, DoNotCountOnceAPersonHasGoneBackBehindThem) {
  Journal journal;
  journal.segment(0, 2e-4).set(60, 1e-4).set(80, 9e-4);
  journal.segment(70, 1e-4, {}, SegmentStarted::Cause::kRollback).set(75, 5e-5);
  EXPECT_EQ(rates(journal.after(50, 1)), (Steps{{60, 1e-4}, {70, 1e-4}, {75, 5e-5}}));
  Journal chosen;
  chosen.segment(0, 2e-4).set(60, 1e-4).segment(50, 2e-4);  // from step 50, as somebody asked
  EXPECT_EQ(rates(chosen.after(50, 1)), Steps());
  Journal earlier;
  earlier.segment(0, 2e-4).set(60, 1e-4).segment(40, 2e-4).set(55, 9e-4);
  EXPECT_EQ(rates(earlier.after(50, 1)), (Steps{{60, 1e-4}}));
}

TEST(LaterCommands, GiveWayToWhatAPersonDecidesBeforeTheirTurn) {
  Journal journal;
  journal.segment(0, 2e-4).set(60, 1e-4).set(70, 5e-5).asked(CommandKind::kPause, 80);
  std::vector<ScheduledCommand> again = journal.after(50, 1).commands;
  ASSERT_EQ(again.size(), 3U);
  journal.segment(50, 2e-4, again).set(60, 1e-4).set(65, 9e-5).asked(CommandKind::kContinue, 66);
  EXPECT_EQ(rates(journal.after(50, 1)), (Steps{{60, 1e-4}, {65, 9e-5}}));
  EXPECT_EQ(pause(journal.after(50, 1)), std::nullopt);

  supersede(again, setRate(9e-5), 65);
  ASSERT_EQ(again.size(), 2U);  // the change of step 60, and the pause
  EXPECT_EQ(again.front().step, 60);
}

TEST(LaterCommands, DoNotLeadIntoLossesAgainThatAreNotFinite) {
  Journal journal;
  journal.segment(0, 2e-4).set(60, 1.0).asked(CommandKind::kPause, 61);
  journal.add(62, Alert{Severity::kError, "nan", {}, {}}).add(62, StatusChanged{RunStatus::kDiverged, {}});
  EXPECT_TRUE(journal.after(50, 1).commands.empty());
}

TEST(LaterCommands, KeepAPausedRunPausedWhereItStood) {
  Journal journal;
  journal.segment(0, 2e-4).asked(CommandKind::kPause, 60);
  EXPECT_EQ(pause(journal.after(50, 1)), 60);
  journal.asked(CommandKind::kStep, 61);
  EXPECT_EQ(pause(journal.after(50, 1)), 61);
  Journal died = journal;
  died.segment(50, 2e-4, journal.after(50, 1).commands);  // before it came there
  EXPECT_EQ(pause(died.after(50, 1)), 61);
  journal.asked(CommandKind::kContinue, 61);
  EXPECT_EQ(pause(journal.after(50, 1)), std::nullopt);
}

TEST(LaterCommands, OfAPausedRunThatWasRolledBackAPauseIsLeft) {
  Journal journal;
  journal.segment(0, 2e-4).set(55, 1e-4).asked(CommandKind::kPause, 60);
  journal.segment(50, 2e-4, {}, SegmentStarted::Cause::kRollback);
  EXPECT_EQ(pause(journal.after(50, 1)), 50);
  EXPECT_EQ(rates(journal.after(50, 1)), Steps());
}

TEST(LaterCommands, ThatChangeNothingByThenAreLeftOut) {
  const RunConfig values;
  const double rate = values.real("optimizer.generator.learning_rate");
  Command unknown;
  unknown.values = {{"of.another.build", 1.0}};
  Command pause;
  pause.kind = CommandKind::kPause;
  std::vector<ScheduledCommand> later = {
      {10, setRate(rate)}, {12, setRate(2 * rate)}, {14, setRate(2 * rate)}, {16, setRate(rate)},
      {18, unknown},       {20, setRate(rate)},     {22, setRate(3 * rate)}, {24, pause}};
  later[4].command.values.push_back({"optimizer.generator.learning_rate", rate});
  leaveOutUnchanged(later, values);
  std::vector<std::int64_t> kept;
  for (const ScheduledCommand& scheduled : later) kept.push_back(scheduled.step);
  EXPECT_EQ(kept, (std::vector<std::int64_t>{12, 16, 18, 22, 24}));
  EXPECT_EQ(later[2].command.values.size(), 2U) << "this build does not know what it means";
}

}  // namespace
}  // namespace gan
