#include "run/command_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <thread>
#include <vector>

namespace gan {
namespace {

using std::chrono::milliseconds;

Command setLabel(double value) {
  Command command;
  command.values.push_back({"objective.real_label", value});
  return command;
}

TEST(CommandQueue, HandsCommandsOutUpToANumberInOrder) {
  CommandQueue queue;
  EXPECT_EQ(queue.newest(), 0);
  for (const double value : {0.1, 0.2, 0.3}) queue.push(setLabel(value), {});
  EXPECT_EQ(queue.newest(), 3);
  const auto first = queue.take(2);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(std::get<double>(first[0].command.values[0].value), 0.1);
  EXPECT_EQ(std::get<double>(first[1].command.values[0].value), 0.2);
  EXPECT_TRUE(queue.take(2).empty());
  EXPECT_EQ(queue.take(queue.newest()).size(), 1U);
}

TEST(CommandQueue, AnswersWhatWaitsAndWhatComesLaterOnceItIsClosed) {
  CommandQueue queue;
  std::vector<std::string> answers;
  const auto remember = [&](const CommandAnswer& answer) { answers.push_back(answer.reason.id); };
  queue.push(setLabel(0.5), remember);
  queue.close({CommandResult::kRefused, 7, {"run_ended", "the run has ended", {}}});
  queue.push(setLabel(0.6), remember);
  EXPECT_EQ(answers, (std::vector<std::string>{"run_ended", "run_ended"}));
  EXPECT_TRUE(queue.take(queue.newest()).empty());
}

TEST(CommandQueue, PassesOnTheFirstAnswerOnly) {
  CommandQueue queue;
  std::vector<std::int64_t> steps;
  queue.push(setLabel(0.5), [&](const CommandAnswer& answer) { steps.push_back(answer.step); });
  {
    const auto items = queue.take(queue.newest());
    const CommandSink::Answer kept = items.at(0).answer;
    for (const std::int64_t step : {7, 8}) items.at(0).answer({CommandResult::kApplied, step, {}});
    kept({CommandResult::kApplied, 9, {}});
  }
  EXPECT_EQ(steps, (std::vector<std::int64_t>{7}));
}

TEST(CommandQueue, TellsAClientWhoseCommandIsDroppedThatThereIsNoAnswer) {
  CommandQueue queue;
  std::vector<CommandAnswer> answers;
  queue.push(setLabel(0.5), [&](const CommandAnswer& answer) { answers.push_back(answer); });
  std::function<void()> task = [answer = queue.take(queue.newest()).at(0).answer] { answer({}); };
  EXPECT_TRUE(answers.empty());
  task = {};
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].result, CommandResult::kUnknown);
  EXPECT_EQ(answers[0].reason.id, "answer_lost");
}

// A trainer learns of a command some steps after it was pushed: the number travels with a step's metrics.
TEST(CommandQueue, EveryCommandOfManyClientsIsAnsweredOnceByATrainerThatReadsLate) {
  constexpr int kClients = 4;
  constexpr int kCommands = 200;
  constexpr std::size_t kLag = 2;
  CommandQueue queue;
  std::atomic<int> answered{0};
  std::atomic<bool> done{false};

  std::thread trainer([&] {
    std::deque<std::int64_t> in_flight;
    std::int64_t step = 0;
    while (!done) {
      in_flight.push_back(queue.newest());
      ++step;
      if (in_flight.size() <= kLag) continue;
      for (auto& item : queue.take(in_flight.front())) item.answer({CommandResult::kApplied, step, {}});
      in_flight.pop_front();
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> clients;
  for (int client = 0; client < kClients; ++client) {
    clients.emplace_back([&] {
      for (int i = 0; i < kCommands; ++i) queue.push(setLabel(0.5), [&](const CommandAnswer&) { ++answered; });
    });
  }
  for (std::thread& client : clients) client.join();
  for (int i = 0; i < 5000 && answered < kClients * kCommands; ++i) std::this_thread::sleep_for(milliseconds(1));
  done = true;
  trainer.join();
  EXPECT_EQ(answered, kClients * kCommands);
}

TEST(CommandQueue, WaitEndsWithACommandBeforeItsTime) {
  CommandQueue queue;
  std::thread client([&] { queue.push(setLabel(0.5), {}); });
  queue.wait(std::chrono::hours(1));
  client.join();
}

}  // namespace
}  // namespace gan
