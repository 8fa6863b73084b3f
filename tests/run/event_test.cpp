#include "run/event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/message.h"
#include "run/current_line.h"
#include "support/evaluated.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Event eventOf(decltype(Event::what) what, std::int64_t step = 1200) {
  return {.sequence = 7, .segment = 2, .step = step, .unix_seconds = 1795183439.25, .what = std::move(what)};
}

CommandHandled halveRate() {
  CommandHandled handled;
  handled.command = {.id = "c-1",
                     .client = "ann",
                     .kind = CommandKind::kSet,
                     .values = {{"optimizer.generator.learning_rate", 0.0001}},
                     .step = -1,
                     .path = ""};
  handled.answer.step = 1200;
  handled.previous = {{"optimizer.generator.learning_rate", 0.0002}};
  return handled;
}

std::vector<Event> oneOfEach() {
  SegmentStarted started{SegmentStarted::Cause::kResume, 1100, "0.1.0 on host, process 5", {}, 5000};
  started.live_values = {
      {"a.flag", true}, {"b.count", std::int64_t{-5}}, {"c.rate", 2e-4}, {"d.name", std::string("nan")}};
  CommandHandled refused;
  refused.command.kind = CommandKind::kRollback;
  refused.command.step = 900;
  refused.answer = {CommandResult::kRefused,
                    1200,
                    {"checkpoint_not_found",
                     "There is no checkpoint of step {step} in {folder}.",
                     {{"folder", "f"}, {"step", "900"}}}};
  SegmentStarted restarted = started;
  restarted.later = {{1150, halveRate().command}, {1180, halveRate().command}};
  restarted.later.back().command.kind = CommandKind::kPause;
  return {
      eventOf(started),
      eventOf(restarted),
      eventOf(StatusChanged{RunStatus::kPaused, {"paused_by", "{client} asked", {{"client", "ann"}}}}),
      eventOf(halveRate()),
      eventOf(refused),
      eventOf(Alert{Severity::kError, "nan", {"x", "The losses are not finite.", {}}, {"rollback", "stop"}}),
      eventOf(Alert{Severity::kWarning,
                    "contest",
                    {"x", "D wins.", {}},
                    {"halve", "rollback", "stop", "ignore"},
                    950,
                    900,
                    {{"optimizer.discriminator.learning_rate", 1e-4}}}),
      eventOf(CheckpointWritten{"step-00001200.s2", 12'345'678, 0.8, true}),
      eventOf(SampleWritten{"step-00001200.s2", 0.7}),
      eventOf(evaluatedAs({{"fid", 12.5, {}}, {"kid", -0.001, 0.002}, {"precision", kInfinity, {}}})),
      eventOf(LoadMeasured{130.5, 1U << 30U, 16ULL << 30U, 5ULL << 30U, 30ULL << 30U}),
      eventOf(LoadMeasured{.device = DeviceLoad{97.5, 3ULL << 30U, 8ULL << 30U}}),
      eventOf(LoadMeasured{.device = DeviceLoad{std::nullopt, 3ULL << 30U, 8ULL << 30U}}),
      eventOf(RankReported{3, "node7", Severity::kWarning, {"x", "{n} images", {{"n", "5"}}}, 1 << 20U, 1795183438}),
      eventOf(RankReported{3, "node7", Severity::kError, {"y", "no memory", {}}, 1 << 20U, 1795183300}),
      eventOf(
          RanksMeasured{120, {{"node-1", {0.5, 1, 2.25, 0.125, 3, 0}}, {"node-2", {12.25, 1, 0.75, 0, 0.75, 0.375}}}}),
      eventOf(RanksMeasured{}),
      eventOf(RanksMeasured{3,
                            {{"node-1", {1, 2, 3, 4, 5, 6}, DeviceLoad{87, 30ULL << 30U, (1ULL << 53U) + 1}},
                             {"node-1", {1, 2, 3, 4, 5, 6}, DeviceLoad{std::nullopt, 0, 8ULL << 30U}, "0+1"},
                             {"node-2", {1, 2, 3, 4, 5, 6}}}})};
}

TEST(EventJson, EveryKindReadsBackAsItself) {
  for (const Event& event : oneOfEach()) EXPECT_EQ(eventFromJson(toJson(event)), event) << toJson(event);
}

TEST(EventJson, IsOneLineWithNamedMembers) {
  const std::string json =
      toJson(eventOf(StatusChanged{RunStatus::kPaused, {"by", "a {who}\nasked", {{"who", "\"client\""}}}}));
  EXPECT_EQ(
      json,
      R"({"reason":{"arguments":{"who":"\"client\""},"id":"by","text":"a {who}\nasked"},"segment":2,"sequence":7,)"
      R"("status":"paused","step":1200,"type":"status","unix_seconds":1795183439.25})");
}

TEST(EventJson, KeepsNumbersThatJsonHasNoWordFor) {
  for (const double value : {kNan, kInfinity, -kInfinity}) {
    SegmentStarted started;
    started.live_values = {{"rate", value}};
    const Event read = eventFromJson(toJson(eventOf(started)));
    const auto& values = std::get<SegmentStarted>(read.what).live_values;
    ASSERT_EQ(values.size(), 1U);
    const double back = std::get<double>(values[0].value);
    EXPECT_TRUE(std::isnan(value) ? std::isnan(back) : back == value);

    const Event sample = eventFromJson(toJson(eventOf(SampleWritten{"s", value})));
    const double truncation = std::get<SampleWritten>(sample.what).truncation;
    EXPECT_TRUE(std::isnan(value) ? std::isnan(truncation) : truncation == value);
  }
}

TEST(EventJson, KeepsEveryBitOfARealAndTellsItFromAnInteger) {
  for (const double value : {0.1, 1.0, -0.0, 5e-324, 1.7976931348623157e308, 1e22, 2.0 / 3}) {
    SegmentStarted started;
    started.live_values = {{"rate", value}};
    const Event read = eventFromJson(toJson(eventOf(started)));
    const Value back = std::get<SegmentStarted>(read.what).live_values.at(0).value;
    ASSERT_TRUE(std::holds_alternative<double>(back)) << value;
    EXPECT_EQ(std::signbit(std::get<double>(back)), std::signbit(value));
    EXPECT_EQ(std::get<double>(back), value);
  }
}

TEST(EventJson, PhasesOfALaterVersionCountAsOther) {
  const Event event = eventFromJson(
      R"({"sequence":1,"segment":1,"step":1,"unix_seconds":1,"type":"phases","steps":3,"ranks":[{"host":"a",)"
      R"("ms":[1,2,3,4,5,6,7,8]}]})");
  EXPECT_EQ(std::get<RanksMeasured>(event.what).ranks.at(0).times, (PhaseTimes{1, 2, 3, 4, 5, 21}));
}

constexpr std::string_view kWeather =
    R"({"segment":2,"sequence":7,"sky":{"clouds":["cirrus",0.25]},"step":1200,"type":"weather","unix_seconds":1e9})";

TEST(EventJson, OfATypeThatIsNotKnownKeepsItsPlaceAndIsPassedOnWhole) {
  const Event event = eventFromJson(kWeather);
  EXPECT_EQ(event.sequence, 7U);
  EXPECT_EQ(event.segment, 2);
  EXPECT_EQ(event.step, 1200);
  EXPECT_EQ(event.unix_seconds, 1e9);
  EXPECT_EQ(event.what, decltype(Event::what)(OtherEvent{"weather", R"({"sky":{"clouds":["cirrus",0.25]}})"}));
  EXPECT_FALSE(isMeasurement(event));
  EXPECT_EQ(nlohmann::json::parse(toJson(event)), nlohmann::json::parse(kWeather));
}

TEST(EventJson, OfATypeThatIsNotKnownCannotTakeAnotherPlaceThanItsOwn) {
  Event event = eventOf(OtherEvent{"weather", R"({"sequence":99,"type":"status"})"});
  EXPECT_EQ(eventFromJson(toJson(event)).sequence, 7U);
  event.what = OtherEvent{"weather", ""};
  EXPECT_EQ(eventFromJson(toJson(event)), event);
}

/// What a later version may say of a type that this one knows: a name that is new to it, and where it stands.
struct Invention {
  Event event;
  std::string known;
  std::string invented;
};

std::vector<Invention> inventions() {
  return {{eventOf(StatusChanged{RunStatus::kPaused, {"asked", "by ann", {}}}), R"("status":"paused")",
           R"("status":"hibernating")"},
          {eventOf(halveRate()), R"("result":"applied")", R"("result":"deferred")"},
          {eventOf(halveRate()), R"("kind":"set")", R"("kind":"distil")"},
          {eventOf(Alert{Severity::kError, "nan", {"x", "The losses are not finite.", {}}, {}}),
           R"("severity":"error")", R"("severity":"fatal")"},
          {eventOf(RankReported{3, "node7", Severity::kError, {"", "no memory", {}}, 0}), R"("severity":"error")",
           R"("severity":"fatal")"}};
}

TEST(EventJson, WithANameThatIsNotKnownKeepsItsPlaceAndIsPassedOnWhole) {
  for (const Invention& invention : inventions()) {
    std::string json = toJson(invention.event);
    ASSERT_NE(json.find(invention.known), std::string::npos) << json;
    json.replace(json.find(invention.known), invention.known.size(), invention.invented);
    const Event event = eventFromJson(json);
    EXPECT_TRUE(std::holds_alternative<OtherEvent>(event.what)) << json;
    EXPECT_EQ(event.sequence, invention.event.sequence);
    EXPECT_EQ(event.step, invention.event.step);
    EXPECT_EQ(toJson(event), json);
    EXPECT_THAT(describe(event), HasSubstr(invention.invented));
  }
}

TEST(EventJson, ASegmentStaysOneForWhateverReasonItBegan) {
  const std::string json =
      R"({"cause":"transfer","engine":"9.0","first_step":40,"later":[{"command":{"client":"","id":"1","kind":"pause",)"
      R"("path":"","step":-1,"values":{}},"step":41}],"live_values":{"rate":0.5},"segment":2,"sequence":7,"step":40,)"
      R"("total_steps":90,"type":"segment","unix_seconds":1.0})";
  const Event event = eventFromJson(json);
  const auto& started = std::get<SegmentStarted>(event.what);
  EXPECT_EQ(started.cause, SegmentStarted::Cause::kOther);
  EXPECT_EQ(started.first_step, 40);
  EXPECT_EQ(started.later.size(), 1U);
  EXPECT_EQ(toJson(event), json);
  EXPECT_EQ(describe(event), "step 40: training went on from here: transfer (engine 9.0)");
}

TEST(EventJson, ASegmentLeavesOutWhatThisVersionCouldNotDoAgain) {
  SegmentStarted started;
  started.later = {{41, halveRate().command}, {43, halveRate().command}};
  std::string json = toJson(eventOf(started));
  json.replace(json.find(R"("kind":"set")"), 12, R"("kind":"distil")");
  const Event event = eventFromJson(json);
  const auto& later = std::get<SegmentStarted>(event.what).later;
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0], started.later[1]);
}

TEST(EventText, OfATypeThatIsNotKnownSaysSoInPlainWords) {
  EXPECT_EQ(describe(eventFromJson(kWeather)),
            "step 1,200: an event that this version does not know, weather: "
            R"({"sky":{"clouds":["cirrus",0.25]}})");
  EXPECT_EQ(describe(eventOf(OtherEvent{"weather\n\x1b[2J", ""})),
            "step 1,200: an event that this version does not know, weather\\x0a\\x1b[2J");
}

TEST(EventJson, OfRanksFromBeforeGpusWereMeasuredIsReadAsWithoutAny) {
  const Event event = eventFromJson(
      R"({"ranks":[{"host":"node-1","ms":[0.5,1,2.25,0.125,3,0]}],"segment":2,"sequence":7,"step":1200,"steps":120,)"
      R"("type":"phases","unix_seconds":1795183439.25})");
  EXPECT_EQ(event.what,
            decltype(Event::what)(RanksMeasured{120, {{"node-1", {0.5, 1, 2.25, 0.125, 3, 0}, std::nullopt, ""}}}));
}

TEST(EventJson, RefusesALoadOfARanksGpuThatIsNone) {
  for (const char* device :
       {"3", "{}", R"({"memory_used_bytes":1})", R"({"memory_used_bytes":-1,"memory_total_bytes":2})",
        R"({"memory_used_bytes":1,"memory_total_bytes":2,"busy_percent":[]})"}) {
    const std::string json =
        R"({"sequence":1,"segment":1,"step":1,"unix_seconds":1,"type":"phases","steps":3,"ranks":[{"host":"a",)"
        R"("ms":[1],"device":)" +
        std::string(device) + "}]}";
    expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { eventFromJson(json); });
  }
}

TEST(EventJson, RefusesTimesThatAreNone) {
  for (const char* times : {"[-1]", "[\"nan\"]", "[1e999]", "{}", "[[1]]"}) {
    const std::string json =
        R"({"sequence":1,"segment":1,"step":1,"unix_seconds":1,"type":"phases","steps":3,"ranks":[{"host":"a","ms":)" +
        std::string(times) + "}]}";
    expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { eventFromJson(json); });
  }
}

TEST(EventText, OfRanksNamesEfficiencyAndWhoKeepsTheOthersWaiting) {
  const RanksMeasured measured{120, {{"node-1", {0, 30, 40, 50, 5, 0}}, {"node-2", {50, 30, 40, 0, 5, 0}}}};
  EXPECT_EQ(
      describe(eventOf(measured)),
      "step 1,200: 2 processes over 120 iterations: 125.0 ms an iteration, efficiency 60 %, rank 1 on node-2 67 % "
      "slower (data)");
}

TEST(EventJson, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  const Event read = eventFromJson(toJson(eventOf(StatusChanged{RunStatus::kFailed, {"", "a\xff\xfe", {}}})));
  EXPECT_EQ(std::get<StatusChanged>(read.what).reason.text, "a\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(EventJson, IgnoresMembersItDoesNotKnow) {
  const Event event = eventOf(StatusChanged{RunStatus::kRunning, {}});
  std::string json = toJson(event);
  json.insert(1, R"("colour":{"of":["the","sky"]},)");
  EXPECT_EQ(eventFromJson(json), event);
}

TEST(EventJson, MessagesOfOtherVersionsAreReadAsFarAsTheyGo) {
  const auto reasonOf = [](const std::string& member) {
    const Event event = eventFromJson(
        R"({"sequence":1,"segment":1,"step":1,"unix_seconds":1,"type":"status","status":"paused")" + member + "}");
    return std::get<StatusChanged>(event.what).reason;
  };
  EXPECT_EQ(reasonOf(""), Message{});
  EXPECT_EQ(reasonOf(R"(,"reason":{})"), Message{});
  EXPECT_EQ(reasonOf(R"(,"reason":{"id":"by","colour":1})"), (Message{"by", "", {}}));
  EXPECT_EQ(reasonOf(R"(,"reason":"asked by ann")"), (Message{"", "asked by ann", {}}));
}

TEST(EventJson, ASentenceInsideASentenceStandsBesideItsEnglish) {
  const Error why(ErrorCode::kNotFound, "file_not_found", "{path} is not there.", {{"path", "a"}});
  const Event event = eventOf(StatusChanged{RunStatus::kFailed, {"run_failed", "It failed: {reason}", {because(why)}}});
  const auto json = nlohmann::json::parse(toJson(event));
  EXPECT_EQ(json["reason"]["arguments"], nlohmann::json::parse(R"({"reason":"a is not there."})"));
  EXPECT_EQ(json["reason"]["sentences"],
            nlohmann::json::parse(R"({"reason":{"text":"{path} is not there.","arguments":{"path":"a"}}})"));
  EXPECT_EQ(eventFromJson(json.dump()), event);
}

TEST(EventJson, SentencesAreReadAsDeepAsTheyMayStandInsideOneAnother) {
  std::string sentence = R"({"text":"the deepest"})";
  for (int depth = 1; depth <= kMaxInnerSentences + 1; ++depth) {
    sentence = R"({"text":"{a}","arguments":{"a":"in English"},"sentences":{"a":)" + sentence + "}}";
  }
  const Event event = eventFromJson(
      R"({"sequence":1,"segment":1,"step":1,"unix_seconds":1,"type":"status","status":"paused","reason":)" + sentence +
      "}");
  int depth = 0;
  const Message reason = std::get<StatusChanged>(event.what).reason;
  const std::vector<ErrorArgument>* arguments = &reason.arguments;
  for (; !arguments->empty() && !arguments->front().text.empty(); ++depth) arguments = &arguments->front().arguments;
  EXPECT_EQ(depth, kMaxInnerSentences);
  EXPECT_EQ(arguments->at(0), (ErrorArgument{"a", "in English"}));
}

TEST(EventJson, RefusesWhatIsNotAnEvent) {
  const std::string good = toJson(eventOf(StatusChanged{RunStatus::kRunning, {}}));
  const auto with = [&good](std::string_view from, std::string_view to) {
    std::string changed = good;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  const std::vector<std::string> bad = {"",
                                        "null",
                                        "[]",
                                        "{}",
                                        good.substr(0, good.size() - 1),
                                        good + "x",
                                        with("\"status\":\"running\"", "\"status\":5"),
                                        with("\"type\":\"status\"", "\"type\":5"),
                                        with("\"type\":\"status\"", "\"kind\":\"status\""),
                                        with("\"step\":1200", "\"step\":-1"),
                                        with("\"step\":1200", "\"step\":1200.5"),
                                        with("\"step\":1200", "\"step\":18446744073709551615"),
                                        with("\"segment\":2", "\"segment\":2147483648"),
                                        with("1795183439.25", "\"soon\""),
                                        with("1795183439.25", "1e999"),
                                        with("\"id\":\"\"", "\"id\":5"),
                                        with("\"arguments\":{}", "\"arguments\":{\"a\":5}"),
                                        with("\"arguments\":{}", R"("arguments":{"a":""},"sentences":5)"),
                                        with("\"arguments\":{}", R"("arguments":{"a":""},"sentences":{"a":{}})"),
                                        with("\"reason\":{", "\"reason\":5,\"x\":{"),
                                        "{\"a\":\"\xff\"}"};
  for (const std::string& json : bad) {
    expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { eventFromJson(json); });
  }
}

TEST(EventJson, NamesTheMemberWhatWasExpectedAndWhatWasFound) {
  std::string json = toJson(eventOf(CheckpointWritten{"step-00001200.s2", 1, 0.5, true}));
  json.replace(json.find("true"), 4, "\"yes\"");
  const auto error =
      expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { eventFromJson(json, "journal.log at byte 12"); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(),
              HasSubstr("journal.log at byte 12 is damaged: its member \"pinned\" should be true or false; "
                        "found \"yes\"."));
}

TEST(EventJson, RefusesDeepNestingAndHugeTextsBeforeParsing) {
  const std::string deep = "{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { eventFromJson(deep); });
  const std::string huge = "{\"a\":\"" + std::string(2U << 20U, 'x') + "\"}";
  expectError(ErrorCode::kDataLoss, "journal_bad_event", [&] { eventFromJson(huge); });
}

TEST(EventJson, KeepsUntilWhenAPausedRunWaits) {
  const Event event = eventOf(StatusChanged{RunStatus::kPaused, {"paused_not_finite", "roll back", {}}, 1.75e9});
  EXPECT_EQ(eventFromJson(toJson(event)), event);
}

TEST(Describe, TellsASettingsOldAndNewValueAndWhoChangedIt) {
  EXPECT_EQ(describe(eventOf(halveRate())), "step 1,200: optimizer.generator.learning_rate 2e-4 -> 1e-4 (by ann)");
}

TEST(Describe, SaysWhyACommandWasRefused) {
  CommandHandled handled = halveRate();
  handled.answer = {
      CommandResult::kRefused, 1200, {"config_out_of_range", "The {what} must be positive.", {{"what", "rate"}}}};
  EXPECT_EQ(describe(eventOf(handled)),
            "step 1,200: optimizer.generator.learning_rate = 1e-4 (by ann) was refused: The rate must be positive.");
}

TEST(Describe, GivesASentenceForEveryKind) {
  std::vector<std::string> sentences;
  for (const Event& event : oneOfEach()) sentences.push_back(describe(event));
  EXPECT_THAT(
      sentences,
      testing::ElementsAre(
          "step 1,200: training resumed from here (engine 0.1.0 on host, process 5)",
          "step 1,200: training resumed from here (engine 0.1.0 on host, process 5)", "step 1,200: paused: ann asked",
          "step 1,200: optimizer.generator.learning_rate 2e-4 -> 1e-4 (by ann)",
          "step 1,200: roll back to step 900 was refused: There is no checkpoint of step 900 in f.",
          "step 1,200: error: The losses are not finite. Possible: gan-engine steer RUN rollback | gan-engine steer "
          "RUN "
          "stop",
          "step 1,200: warning: D wins. Possible: gan-engine steer RUN set optimizer.discriminator.learning_rate=1e-4 "
          "| "
          "gan-engine steer RUN rollback --to 900 | gan-engine steer RUN stop",
          "step 1,200: checkpoint step-00001200.s2 written, 11.8 MiB in 0.8 s, pinned",
          "step 1,200: sample step-00001200.s2 written, truncation 0.7",
          "step 1,200: evaluated: fid 12.5, kid -0.001 (deviation 0.002), precision inf; 2,048 pictures, features "
          "in-domain-0123abcd-2048, in 13 s",
          "step 1,200: CPU 130 %, memory 1.0 GiB, host memory 5.0 GiB of 16.0 GiB, 30.0 GiB free on disk",
          "step 1,200: CPU 0 %, memory 0 B, host memory 0 B of 0 B, GPU 98 %, 3.0 GiB of 8.0 GiB, "
          "0 B free on disk",
          "step 1,200: CPU 0 %, memory 0 B, host memory 0 B of 0 B, GPU 3.0 GiB of 8.0 GiB, "
          "0 B free on disk",
          "step 1,200: rank 3 on node7: warning: 5 images",
          "step 1,200: rank 3 on node7: error: no memory (said at 2026-11-20T14:01:40Z)",
          "step 1,200: 2 processes over 120 iterations: 11.0 ms an iteration, efficiency 41 %, rank 1 on node-2 124 % "
          "slower (data)",
          "step 1,200: 0 processes over 0 iterations: 0.0 ms an iteration, efficiency 0 %",
          "step 1,200: 3 processes over 3 iterations: 21.0 ms an iteration, efficiency 76 %"));
}

TEST(Describe, WritesControlCharactersFromOutsideInDigits) {
  const std::string text = describe(eventOf(StatusChanged{RunStatus::kFailed,
                                                          {"x",
                                                           "\x1b[2J\n{rest}",
                                                           {{"rest",
                                                             "\xc2\x9b"
                                                             "31m\x7f\xc3\xa9"}}}}));
  EXPECT_EQ(text, "step 1,200: failed: \\x1b[2J\\x0a\\x9b31m\\x7f\xc3\xa9");
}

TEST(CommandNames, ReadBackAndAreSuggestedWhenUnknown) {
  for (int kind = 0; kind <= static_cast<int>(CommandKind::kStop); ++kind) {
    EXPECT_EQ(commandKindFromName(commandKindName(static_cast<CommandKind>(kind))), static_cast<CommandKind>(kind));
  }
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "command_unknown", [] { commandKindFromName("explode"); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(),
              HasSubstr("set, pause, continue, step, sample, checkpoint, keep, rollback, branch, evaluate, stop"));
}

TEST(CheckCommand, RefusesWhatWouldNotFitIntoTheJournal) {
  Command command = halveRate().command;
  EXPECT_NO_THROW(checkCommand(command));
  command.values.push_back(command.values[0]);
  expectError(ErrorCode::kInvalidArgument, "command_duplicate_field", [&] { checkCommand(command); });
  command.values.pop_back();
  command.client = std::string(100'000, 'x');
  expectError(ErrorCode::kInvalidArgument, "command_too_large", [&] { checkCommand(command); });
}

Event segment(std::int32_t number, std::int64_t first_step) {
  Event event = eventOf(SegmentStarted{SegmentStarted::Cause::kRollback, first_step, "", {}}, first_step);
  event.segment = number;
  return event;
}

TEST(CurrentLine, LeavesOutWhatLaterSegmentsSuperseded) {
  const CurrentLine line(std::vector{segment(1, 0), segment(2, 500), segment(3, 300)});
  EXPECT_TRUE(line.contains(300, 1));
  EXPECT_FALSE(line.contains(301, 1));
  EXPECT_FALSE(line.contains(500, 1));
  EXPECT_FALSE(line.contains(600, 2));
  EXPECT_TRUE(line.contains(900, 3));
}

TEST(CurrentLine, HoldsEverythingWhileThereAreNoSegments) { EXPECT_TRUE(CurrentLine().contains(900, 0)); }

}  // namespace
}  // namespace gan
