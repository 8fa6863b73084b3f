#include <gmock/gmock.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>

#include "core/random_hex.h"
#include "protocol/run_client.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"
#include "run/checkpoint_store.h"
#include "run/lock.h"
#include "run/unattended_command.h"
#include "service/command_desk.h"
#include "service/fake_run.h"
#include "service/messages.h"
#include "support/expect_error.h"
#include "support/process.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using std::chrono::milliseconds;

constexpr const char* kLiveField = "optimizer.generator.learning_rate";

v1::CommandRequest request(const std::string& kind) {
  v1::CommandRequest message;
  message.set_id(randomHex(8));
  message.set_kind(kind);
  message.set_client("test");
  return message;
}

v1::CommandRequest setRequest(const std::string& field, double value) {
  v1::CommandRequest message = request("set");
  (*message.mutable_values())[field].set_real(value);
  return message;
}

TEST(Command, IsAnsweredWhenTheSessionHasAppliedIt) {
  FakeRun run;
  FakeSink sink(milliseconds(300));
  FakeEngine engine(run, &sink);
  RunClient client({run.path().string()});
  const auto start = std::chrono::steady_clock::now();
  const v1::CommandReply reply = client.command(setRequest(kLiveField, 1e-4));
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(300));
  EXPECT_EQ(reply.result(), "applied");
  EXPECT_EQ(reply.step(), 1);
  ASSERT_EQ(sink.commands().size(), 1U);
  EXPECT_EQ(sink.commands()[0].kind, CommandKind::kSet);
  EXPECT_EQ(sink.commands()[0].client, "test");
  ASSERT_EQ(sink.commands()[0].values.size(), 1U);
  EXPECT_EQ(sink.commands()[0].values[0], (Assignment{kLiveField, 1e-4}));
}

/// What becomes of commands that are given without waiting.
class Answers {
 public:
  RunClient::CommandCallbacks callbacks() {
    return {.on_reply = [this](const v1::CommandReply& reply) { add(reply.result()); },
            .on_failure = [this](const Error& error) { add(error.id()); }};
  }
  std::vector<std::string> all() const {
    const std::lock_guard lock(mutex_);
    return all_;
  }
  bool wait(std::size_t count) const {
    return test::waitUntil([&] { return all().size() >= count; });
  }

 private:
  void add(const std::string& what) {
    const std::lock_guard lock(mutex_);
    all_.push_back(what);
  }
  mutable std::mutex mutex_;
  std::vector<std::string> all_;
};

TEST(Command, IsTakenInTheOrderGivenLongBeforeAnyIsAnswered) {
  FakeRun run;
  HeldSink sink;
  FakeEngine engine(run, &sink);
  Answers answers;
  std::vector<std::string> given;
  {
    RunClient client({run.path().string()});
    for (int i = 0; i < 50; ++i) {
      const v1::CommandRequest message = request("sample");
      given.push_back(message.id());
      client.command(message, {}, answers.callbacks());
    }
    EXPECT_TRUE(test::waitUntil([&] { return sink.taken().size() == 50; }));
    EXPECT_EQ(sink.taken(), given);
    EXPECT_TRUE(answers.all().empty());
    sink.answerAll();
    EXPECT_TRUE(answers.wait(50));
  }
  EXPECT_EQ(answers.all(), std::vector<std::string>(50, "applied"));
}

TEST(Command, MayBeGivenFromTheCallbackOfAnother) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink);
  Answers answers;
  RunClient client({run.path().string()});
  client.command(
      request("pause"), {},
      {.on_reply = [&](const v1::CommandReply&) { client.command(request("continue"), {}, answers.callbacks()); },
       .on_failure = {}});
  EXPECT_TRUE(answers.wait(1));
  EXPECT_EQ(sink.commands().size(), 2U);
}

TEST(Command, ThatAnEngineMayHaveIsUnknownWhenItsClientCloses) {
  FakeRun run;
  HeldSink sink;
  FakeEngine engine(run, &sink);
  Answers answers;
  RunClient client({run.path().string()});
  client.command(request("pause"), {}, answers.callbacks());
  ASSERT_TRUE(test::waitUntil([&] { return sink.taken().size() == 1; }));
  client.close();
  EXPECT_EQ(answers.all(), (std::vector<std::string>{"unknown"}));
  client.command(request("pause"), {}, answers.callbacks());
  EXPECT_EQ(answers.all(), (std::vector<std::string>{"unknown", "client_closed"}));
  expectError(ErrorCode::kCancelled, "client_closed", [&] { client.run(); });
}

TEST(Command, WhoseEngineComesBackIsAnsweredByTheNextOne) {
  FakeRun run;
  HeldSink first;
  FakeSink second;
  auto engine = std::make_unique<FakeEngine>(run, &first);
  Answers answers;
  RunClient client({run.path().string()});
  const v1::CommandRequest message = request("pause");
  client.command(message, {}, answers.callbacks());
  ASSERT_TRUE(test::waitUntil([&] { return first.taken().size() == 1; }));
  engine.reset();
  engine = std::make_unique<FakeEngine>(run, &second);
  EXPECT_TRUE(answers.wait(1));
  EXPECT_EQ(answers.all(), (std::vector<std::string>{"applied"}));
  ASSERT_EQ(second.commands().size(), 1U);
  EXPECT_EQ(second.commands()[0].id, message.id());
}

TEST(Command, ThatAnEngineAppliedBeforeItWentIsNotAppliedAgainByTheNextOne) {
  FakeRun run;
  HeldSink first;
  FakeSink second;
  auto engine = std::make_unique<FakeEngine>(run, &first);
  RunClient client({run.path().string()});
  const v1::CommandRequest message = setRequest(kLiveField, 1e-4);
  std::optional<v1::CommandReply> reply;
  std::atomic<bool> answered{false};
  const auto take = [&](const v1::CommandReply& given) {
    reply = given;
    answered = true;
  };
  client.command(message, {}, {.on_reply = take, .on_failure = {}});
  ASSERT_TRUE(test::waitUntil([&] { return first.taken().size() == 1; }));
  run.journal(CommandHandled{commandFromMessage(message, Schema::builtin()), {CommandResult::kApplied, 7, {}}, {}});
  engine.reset();
  engine = std::make_unique<FakeEngine>(run, &second);
  ASSERT_TRUE(test::waitUntil([&] { return answered.load(); }));
  EXPECT_EQ(reply->result(), "applied");
  EXPECT_EQ(reply->step(), 7);
  EXPECT_TRUE(second.commands().empty());
}

TEST(Command, IsNotInTheWayOfOthersOnceItsCallsHaveEnded) {
  FakeRun run;
  HeldSink sink;
  FakeEngine engine(run, &sink);
  RunClient client({run.path().string()});
  const v1::CommandRequest message = request("checkpoint");
  for (int i = 0; i < 100; ++i) {
    Answers answers;
    client.command(message, {.answer_timeout = milliseconds(20)}, answers.callbacks());
    ASSERT_TRUE(answers.wait(1));
    ASSERT_EQ(answers.all().size(), 1U) << i;
    // Where the machine is slow, it may not even have been sent.
    ASSERT_THAT(answers.all()[0], testing::AnyOf("unknown", "engine_timeout")) << i;
  }
  Answers answers;
  client.command(message, {}, answers.callbacks());
  ASSERT_TRUE(test::waitUntil([&] { return sink.taken().size() == 1; }));
  sink.answerAll();
  ASSERT_TRUE(answers.wait(1));
  EXPECT_EQ(answers.all(), (std::vector<std::string>{"applied"}));
}

TEST(Command, ThatIsStillOpenDoesNotKeepTheEngineFromEndingAndIsUnknownWhereItIsGoneForGood) {
  FakeRun run;
  HeldSink sink;
  auto engine = std::make_unique<FakeEngine>(run, &sink);
  Answers answers;
  RunClient client({run.path().string()});
  client.command(request("pause"), {.restart_timeout = milliseconds(100)}, answers.callbacks());
  ASSERT_TRUE(test::waitUntil([&] { return sink.taken().size() == 1; }));
  engine.reset();
  EXPECT_TRUE(answers.wait(1));
  client.command(request("pause"), {}, answers.callbacks());
  EXPECT_TRUE(answers.wait(2));
  EXPECT_EQ(answers.all(), (std::vector<std::string>{"unknown", "run_not_served"}));
}

TEST(Command, WithARepeatedIdChangesNothingTwiceAndGetsTheFirstAnswer) {
  FakeRun run;
  FakeSink sink(milliseconds(200));
  FakeEngine engine(run, &sink);
  RunClient client({run.path().string()});
  const v1::CommandRequest once = request("pause");
  v1::CommandReply early;
  std::thread beside([&] { early = client.command(once); });
  const v1::CommandReply first = client.command(once);
  beside.join();
  const v1::CommandReply later = client.command(once);
  EXPECT_EQ(sink.commands().size(), 1U);
  EXPECT_EQ(first.step(), 1);
  EXPECT_EQ(early.step(), 1);
  EXPECT_EQ(later.step(), 1);
  EXPECT_EQ(client.command(request("continue")).step(), 2);
}

TEST(Command, ForARunThatNobodyTrainsIsRefused) {
  FakeRun run;
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  const v1::CommandReply reply = client.command(request("pause"));
  EXPECT_EQ(reply.result(), "refused");
  EXPECT_EQ(reply.reason().id(), "run_not_live");
  EXPECT_NE(reply.reason().text().find("gan-engine resume"), std::string::npos);
}

TEST(Command, KeepsACheckpointOfARunThatNobodyTrains) {
  FakeRun run;
  CheckpointStore store(run.folder().checkpoints());
  CheckpointState state;
  state.step = 12;
  state.segment = 1;
  store.write(state, [](const std::filesystem::path& folder) { std::ofstream(folder / "a.safetensors") << "x"; });
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::CommandRequest keep = request("keep");
  keep.set_step(13);
  EXPECT_EQ(client.command(keep).reason().id(), "checkpoint_not_found");
  EXPECT_FALSE(store.list().at(0).state.pinned);
  keep.set_id(randomHex(8));
  keep.set_step(12);
  const v1::CommandReply reply = client.command(keep);
  EXPECT_EQ(reply.result(), "applied") << reply.reason().text();
  EXPECT_EQ(reply.step(), 12);
  EXPECT_TRUE(store.list().at(0).state.pinned);
  EXPECT_FALSE(RunLock::holder(run.path())) << "as if somebody trained it";
}

TEST(Command, KeepsNothingWhereAnEngineHasTheRunAndDoesNotAnswerYet) {
  FakeRun run;
  const RunLock lock(run.path());
  Command keep;
  keep.kind = CommandKind::kKeep;
  keep.step = 12;
  EXPECT_EQ(carryOutUnattended(run.path(), keep).reason.id, "run_begins");
}

TEST(Command, ThatIsMalformedIsNamedAndDoesNotReachTheSession) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink);
  RunClient client({run.path().string()});
  const auto refused = [&](ErrorCode code, const char* id, const v1::CommandRequest& message) {
    return expectError(code, id, [&] { client.command(message); });
  };
  const auto misspelt =
      refused(ErrorCode::kNotFound, "config_unknown_key", setRequest("optimizer.generator.learning_rat", 1e-4));
  EXPECT_NE(misspelt->message().find(kLiveField), std::string::npos) << misspelt->message();
  refused(ErrorCode::kInvalidArgument, "config_out_of_range", setRequest(kLiveField, -1));
  refused(ErrorCode::kInvalidArgument, "command_unknown", request("explode"));
  refused(ErrorCode::kInvalidArgument, "command_malformed", request("set"));
  refused(ErrorCode::kInvalidArgument, "command_malformed", request("branch"));
  refused(ErrorCode::kInvalidArgument, "command_malformed", request("keep"));
  v1::CommandRequest long_id = request("pause");
  long_id.set_id(std::string(129, 'x'));
  refused(ErrorCode::kInvalidArgument, "command_malformed", long_id);
  v1::CommandRequest values = request("pause");
  (*values.mutable_values())[kLiveField].set_real(1);
  refused(ErrorCode::kInvalidArgument, "command_malformed", values);
  v1::CommandRequest unknown;
  ASSERT_TRUE(unknown.ParseFromString(request("pause").SerializeAsString() + std::string("\x98\x06\x01", 3)));
  refused(ErrorCode::kUnsupported, "unsupported_field", unknown);
  EXPECT_TRUE(sink.commands().empty());
}

TEST(Command, TakesAnIntegerForARealAndOrdersItsValues) {
  v1::CommandRequest message = request("set");
  (*message.mutable_values())["optimizer.generator.learning_rate"].set_integer(1);
  (*message.mutable_values())["optimizer.discriminator.learning_rate"].set_real(0.5);
  const Command command = commandFromMessage(message, Schema::builtin());
  ASSERT_EQ(command.values.size(), 2U);
  EXPECT_EQ(command.values[0], (Assignment{"optimizer.discriminator.learning_rate", 0.5}));
  EXPECT_EQ(command.values[1], (Assignment{"optimizer.generator.learning_rate", 1.0}));
}

TEST(Command, OutlivesTheClientThatSentIt) {
  FakeRun run;
  FakeSink sink(milliseconds(2000));
  FakeEngine engine(run, &sink);
  Answers answers;
  {
    RunClient hasty({run.path().string()});
    hasty.command(request("pause"), {}, answers.callbacks());
    EXPECT_TRUE(test::waitUntil([&] { return sink.commands().size() == 1; }));
  }
  EXPECT_EQ(answers.all(), std::vector<std::string>{"unknown"});
  RunClient client({run.path().string()});
  EXPECT_EQ(client.command(request("continue")).step(), 2);
}

Command commandWithId(const std::string& id) {
  Command command;
  command.id = id;
  command.kind = CommandKind::kPause;
  return command;
}

TEST(CommandDesk, TellsItsWaitersThatThereIsNoAnswerWhenItClosesAndIgnoresLateOnes) {
  HeldSink sink;
  int told = 0;
  {
    CommandDesk desk(&sink);
    desk.submit(commandWithId("a"), "ann", [&](const auto& answer) { told += answer ? 100 : 1; });
    desk.close();
    EXPECT_EQ(told, 1);
    desk.submit(commandWithId("b"), "ann", [&](const auto& answer) { told += answer ? 100 : 1; });
    EXPECT_EQ(told, 2);
  }
  ASSERT_EQ(sink.answers.size(), 1U);
  sink.answers[0]({});
  EXPECT_EQ(told, 2);
}

TEST(CommandDesk, AnswersAllWhoAskedWithTheSameIdOnce) {
  HeldSink sink;
  CommandDesk desk(&sink);
  std::vector<std::int64_t> steps;
  const auto waiter = [&](const std::optional<CommandAnswer>& answer) { steps.push_back(answer->step); };
  desk.submit(commandWithId("a"), "ann", waiter);
  desk.submit(commandWithId("a"), "ann", waiter);
  ASSERT_EQ(sink.answers.size(), 1U);
  sink.answers[0]({CommandResult::kApplied, 7, {}});
  sink.answers[0]({CommandResult::kApplied, 8, {}});
  desk.submit(commandWithId("a"), "ann", waiter);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{7, 7, 7}));
}

TEST(CommandDesk, RefusesMoreThanSomeThousandOpenCommands) {
  HeldSink sink;
  CommandDesk desk(&sink);
  expectError(ErrorCode::kResourceExhausted, "too_many_commands", [&] {
    for (int i = 0; i < 5000; ++i) {
      desk.submit(commandWithId(std::to_string(i)), "client " + std::to_string(i), [](const auto&) {});
    }
  });
  EXPECT_GE(sink.answers.size(), 1000U);
  EXPECT_LE(sink.answers.size(), 2000U);
}

TEST(CommandDesk, LeavesRoomForOthersWhenAClientHasUsedItsShareUp) {
  HeldSink sink;
  CommandDesk desk(&sink);
  std::size_t taken = 0;
  const auto flood = [&] {
    while (taken < 5000) {
      const auto ticket = desk.submit(commandWithId(std::to_string(taken)), "ann", [](const auto&) {});
      desk.leave(ticket);  // that nobody waits does not take the command back
      ++taken;
    }
  };
  expectError(ErrorCode::kResourceExhausted, "too_many_commands", flood);
  int told = 0;
  desk.submit(commandWithId("pause"), "ben", [&](const auto&) { ++told; });
  ASSERT_EQ(sink.answers.size(), taken + 1);
  for (const auto& answer : sink.answers) answer({CommandResult::kApplied, 1, {}});
  EXPECT_EQ(told, 1);
  desk.submit(commandWithId("again"), "ann", [](const auto&) {});  // answered ones are no longer in its share
}

TEST(CommandDesk, ForgetsWaitersWhoseCallsEnded) {
  HeldSink sink;
  CommandDesk desk(&sink);
  int told = 0;
  for (int i = 0; i < 5000; ++i) {
    desk.leave(desk.submit(commandWithId("a"), "ann", [&](const auto&) { told += 100; }));
  }
  desk.submit(commandWithId("a"), "ann", [&](const auto&) { ++told; });
  ASSERT_EQ(sink.answers.size(), 1U);
  sink.answers[0]({CommandResult::kApplied, 1, {}});
  EXPECT_EQ(told, 1);
}

TEST(CommandDesk, GivesWhatAnEarlierEngineAnswered) {
  HeldSink sink;
  CommandDesk live(&sink);
  CommandDesk finished(nullptr);
  for (CommandDesk* desk : {&live, &finished}) {
    desk->remember("a", {CommandResult::kApplied, 7, {}});
    std::optional<CommandAnswer> given;
    desk->submit(commandWithId("a"), "ann", [&](const auto& answer) { given = answer; });
    ASSERT_TRUE(given);
    EXPECT_EQ(*given, (CommandAnswer{CommandResult::kApplied, 7, {}}));
  }
  EXPECT_TRUE(sink.answers.empty());
}

TEST(CommandDesk, AnswersEveryWaiterOnceThoughThreadsAskAnswerAndCloseAtTheSameTime) {
  constexpr int kThreads = 4;
  constexpr int kCommands = 60;
  std::atomic<int> told{0};
  std::size_t carried_out = 0;
  {
    FakeSink sink;  // its threads may tell after the desk has gone
    {
      CommandDesk desk(&sink);
      std::vector<std::thread> threads;
      for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, client = std::to_string(thread)] {
          for (int i = 0; i < kCommands; ++i) {
            desk.submit(commandWithId(std::to_string(i)), client, [&](const auto&) { ++told; });
          }
        });
      }
      threads.emplace_back([&] {
        while (told < kCommands) std::this_thread::yield();
        desk.close();
      });
      for (std::thread& thread : threads) thread.join();
    }
    carried_out = sink.commands().size();
  }
  EXPECT_EQ(told, kThreads * kCommands);
  EXPECT_LE(carried_out, static_cast<std::size_t>(kCommands));
}

}  // namespace
}  // namespace gan
