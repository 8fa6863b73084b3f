#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "service/fake_run.h"
#include "service/refusal_log.h"
#include "service/shares.h"
#include "service/update_source.h"
#include "service/worker.h"
#include "support/expect_error.h"

namespace gan {
namespace {

TEST(RefusalLog, TellsTheFirstAtOnceAndOfManyALittleWithAllOfThemCounted) {
  RefusalLog log;
  const RefusalLog::Clock::time_point start = RefusalLog::Clock::now();
  EXPECT_FALSE(log.due(start));
  std::uint64_t told = 0;
  int messages = 0;
  const int kDay = 24 * 60 * 60;
  for (int second = 0; second < kDay; ++second) {
    log.add("10.0.0.5", "token_wrong");
    const std::optional<Message> message = log.due(start + std::chrono::seconds(second));
    EXPECT_TRUE(message || second > 0);
    if (!message) continue;
    ++messages;
    std::string count = message->arguments.at(0).value;
    std::erase(count, ',');
    told += std::stoull(count);
  }
  EXPECT_LE(messages, 40);
  EXPECT_GE(told, static_cast<std::uint64_t>(kDay) - 3600);

  // After an hour of peace the next one is told at once again, and the one after it a minute later.
  const auto quiet = start + std::chrono::seconds(kDay) + std::chrono::hours(2);
  EXPECT_TRUE(log.due(quiet));
  const auto later = quiet + std::chrono::hours(3);
  log.add("10.0.0.5", "token_wrong");
  log.add("10.0.0.6", "token_missing");
  const std::optional<Message> message = log.due(later);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->english(),
            "2 calls or connections from 2 addresses were refused, the last one from 10.0.0.6 as token_missing");
  log.add("10.0.0.6", "token_missing");
  EXPECT_FALSE(log.due(later + std::chrono::seconds(59)));
  EXPECT_TRUE(log.due(later + std::chrono::seconds(60)));
}

TEST(RefusalLog, TellsTheRestThatIsNotDueYetAndOnce) {
  RefusalLog log;
  EXPECT_FALSE(log.rest());
  log.add("10.0.0.5", "token_wrong");
  EXPECT_TRUE(log.due(RefusalLog::Clock::now()));
  EXPECT_FALSE(log.rest());
  for (int i = 0; i < 1200; ++i) log.add("10.0.0.5", "token_wrong");
  const std::optional<Message> rest = log.rest();
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->english(), "1,200 calls or connections from 10.0.0.5 were refused, the last one as token_wrong");
  EXPECT_FALSE(log.rest());
}

TEST(UpdateSource, KeepsALimitedAmountHoweverManyPlacesAreNamed) {
  std::vector<std::string> columns;
  for (int i = 0; i < 40; ++i) columns.push_back("series/" + std::to_string(i));
  FakeRun run(columns);
  run.rows(3000);
  RunReader reader(RunFolder::open(run.path()));
  reader.refresh();
  UpdateSource source(reader);
  std::size_t encoded = 0;
  for (std::uint64_t row = 0; row < 300; ++row) {
    encoded += source.after({1, row}, UpdateSource::Scalars::kSent)->bytes.Length();
    ASSERT_LE(source.keptBytes(), UpdateSource::kMaxKeptBytes);
  }
  ASSERT_GT(encoded, 2 * UpdateSource::kMaxKeptBytes);
  EXPECT_EQ(source.after({1, 299}, UpdateSource::Scalars::kSent), source.after({1, 299}, UpdateSource::Scalars::kSent));

  source.forgetEncoded();
  const std::uint64_t end = reader.end().next_sequence;
  for (std::uint64_t row = 0; row < 1000; ++row) {
    EXPECT_EQ(source.after(reader.end(), UpdateSource::Scalars::kSent), nullptr);
  }
  for (std::uint64_t sequence = end + 1; sequence < end + 20'000; ++sequence) {
    source.after({sequence, 3000}, UpdateSource::Scalars::kSent);
  }
  EXPECT_LE(source.keptBytes(), UpdateSource::kMaxKeptBytes);
}

const Claimant kOwner{"fd:3", Claimant::Standing::kSteers};

Claimant watcher(const std::string& client) { return {client, Claimant::Standing::kWatches}; }

Claimant stranger(const std::string& client) { return {client, Claimant::Standing::kStranger}; }

TEST(Shares, LimitWhatEachClientAndAllTogetherHold) {
  Shares shares({.all = 100, .of_one_client = 60});
  std::optional<Shares::Share> first = shares.take(watcher("a"), 40);
  EXPECT_TRUE(first);
  EXPECT_FALSE(shares.take(watcher("a"), 30));
  const auto second = shares.take(watcher("b"), 60);
  EXPECT_TRUE(second);
  EXPECT_FALSE(shares.take(watcher("c"), 1));
  first.reset();
  EXPECT_TRUE(shares.take(watcher("c"), 40));
}

TEST(Shares, OfNothingMayOutliveAllOthersOfItsClient) {
  Shares shares({.all = 100, .of_one_client = 60});
  std::optional<Shares::Share> empty = shares.take(watcher("a"), 0);
  std::optional<Shares::Share> full = shares.take(watcher("a"), 60);
  full.reset();
  empty.reset();
  EXPECT_TRUE(shares.take(watcher("a"), 60));
}

TEST(Shares, OfThoseWhoSteerAreLeftThemHoweverManyWatch) {
  Shares shares({.all = 10, .kept = 2, .of_one_client = 3});
  std::vector<Shares::Share> taken;
  for (const char* address : {"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"}) {
    for (int i = 0; i < 10; ++i) {
      if (auto share = shares.take(watcher(address))) taken.push_back(std::move(*share));
    }
  }
  EXPECT_EQ(taken.size(), 8U);
  EXPECT_TRUE(shares.take(kOwner));
  EXPECT_TRUE(shares.take({"10.0.0.1", Claimant::Standing::kSteers})) << "from an address whose watchers have theirs";
}

TEST(Shares, OfStrangersAreSmallAndNobodyElses) {
  Shares shares({.all = 10, .kept = 2, .of_strangers = 2, .of_one_client = 8});
  std::vector<Shares::Share> taken;
  for (int i = 0; i < 20; ++i) {
    if (auto share = shares.take(stranger("10.0.0." + std::to_string(i)))) taken.push_back(std::move(*share));
  }
  EXPECT_EQ(taken.size(), 2U);
  EXPECT_TRUE(shares.take(kOwner));
  EXPECT_TRUE(shares.take(watcher("a"), 6));
  taken.clear();
  const auto watched = shares.take(watcher("a"), 6);
  EXPECT_FALSE(shares.take(watcher("b")));
  EXPECT_TRUE(shares.take(stranger("10.0.0.1"))) << "those who watch leave newcomers their places";
}

TEST(Worker, RefusesWhatIsTooMuchAndDoesTheRestInOrder) {
  std::promise<void> go;
  std::vector<std::string> done;
  {
    Worker worker({.all = 3, .of_one_client = 2});
    std::promise<void> begun;
    worker.post(watcher("a"), [&] {
      begun.set_value();
      go.get_future().wait();
    });
    begun.get_future().wait();
    worker.post(watcher("a"), [&] { done.emplace_back("a1"); });
    worker.post(watcher("a"), [&] { done.emplace_back("a2"); });
    expectError(ErrorCode::kResourceExhausted, "engine_busy", [&] { worker.post(watcher("a"), [] {}); });
    worker.post(watcher("b"), [&] { done.emplace_back("b"); });
    expectError(ErrorCode::kResourceExhausted, "engine_busy", [&] { worker.post(watcher("c"), [] {}); });
    go.set_value();
  }
  EXPECT_EQ(done, (std::vector<std::string>{"a1", "a2", "b"}));
}

}  // namespace
}  // namespace gan
