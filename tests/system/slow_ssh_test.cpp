#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "protocol/picture_client.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "service/fake_run.h"
#include "support/event_sequences.h"
#include "support/process.h"
#include "support/ssh_server.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using testing::HasSubstr;

constexpr double kBitsPerSecond = 1'000'000;
constexpr int kOneWayMs = 100;
constexpr double kRoundTrip = 2 * kOneWayMs / 1000.0;

/// Runs on this machine, to which a real sshd leads, at the end of a line of 1 Mbit/s and 200 ms there and back.
class SlowSsh : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    server_ = SshServer::start(why);
    if (!server_) GTEST_SKIP() << why;
    std::ostringstream command;
    command << "'" << program("slow_line") << "' %h %p " << kBitsPerSecond << " " << kOneWayMs << " '"
            << folder_.path().string() << "'";
    server_->leadThrough(command.str());
    for (const auto& [name, value] : server_->environment()) ::setenv(name.c_str(), value.c_str(), 1);
  }

  static std::string place(const fs::path& run) { return "ssh://node" + run.string(); }
  /// Bytes of the line, there and back, those of ssh itself included.
  std::uint64_t carried() const {
    std::uint64_t there = 0;
    std::uint64_t back = 0;
    std::ifstream(folder_ / "carried") >> there >> back;
    return there + back;
  }
  void pullThePlug() const { std::ofstream(folder_ / "cut").flush(); }
  void plugIn() const { fs::remove(folder_ / "cut"); }

  std::unique_ptr<Process> train(const fs::path& run) const {
    auto engine = std::make_unique<Process>(
        std::vector<std::string>{program("gan-engine"), "train", "--preset", "simple-gan", "--out", run.string(),
                                 "--set", "training.threads=1", "--set", "sampling.interval_steps=50"});
    EXPECT_TRUE(waitUntil([&] { return fs::exists(run / "endpoint.json"); })) << engine->errors();
    return engine;
  }

  TemporaryFolder folder_;
  std::unique_ptr<SshServer> server_;
};

/// What it takes, in seconds.
template <typename Call>
double timed(const Call& call) {
  const auto begin = Clock::now();
  call();
  return Seconds(Clock::now() - begin).count();
}

TEST_F(SlowSsh, CurvesOfAMillionStepsAreThereWithinTwoSecondsOfTheLogin) {
  FakeRun run({"loss/d/real", "loss/d/fake", "loss/d", "loss/g", "score/d/real", "score/d/fake", "gradient_norm/d",
               "gradient_norm/g"});
  run.rows(1'000'000);
  run.journal(StatusChanged{RunStatus::kFinished, {}});
  v1::SeriesRequest request;  // as the window asks
  request.set_columns(400);
  request.set_smoothing(0.9);
  request.set_raw_beside(true);
  request.set_only_steps(true);

  FakeEngine here(run);
  RunClient near({run.path().string()});
  near.run();
  const double on_this_machine = timed([&] { near.series(request); });

  RunClient client({place(run.path())}, std::chrono::seconds(60));
  client.run();
  const std::uint64_t before = carried();
  v1::SeriesReply reply;
  const double seconds = timed([&] { reply = client.series(request); });
  ASSERT_TRUE(waitUntil([&] { return carried() > before; }));
  const std::uint64_t bytes = carried() - before;
  std::cout << "curves of 1,000,000 steps x 8 series: " << bytes << " bytes in " << seconds
            << " s, of which the engine "
            << "took " << on_this_machine << " s\n";
  ASSERT_EQ(reply.series_size(), 8);
  EXPECT_EQ(reply.step(), 1'000'000);
  EXPECT_GE(reply.series(0).raw_max_size(), 300);
  EXPECT_LE(bytes, 150'000U);
  EXPECT_LE(seconds - on_this_machine, 2.0);
}

TEST_F(SlowSsh, ALiveRunIsSeenSteeredAndExplored) {
  const fs::path run = folder_ / "run";
  const auto engine = train(run);
  ASSERT_TRUE(waitUntil([&] { return !fs::is_empty(run / "samples"); })) << engine->errors();

  const auto login = std::make_unique<RunClient>(Target{place(run)}, std::chrono::seconds(60));
  login->run();
  const double first_picture = timed([&] {
    const v1::SampleList list = login->samples();
    ASSERT_GT(list.samples_size(), 0);
    EXPECT_THAT(login->thumbnail(list.samples(0).name(), 256).thumbnail(), testing::StartsWith("\xff\xd8\xff"));
  });
  v1::CommandRequest command;
  command.set_kind("pause");
  v1::CommandReply answer;
  const double steered = timed([&] { answer = login->command(command); });
  EXPECT_EQ(answer.result(), "applied") << answer.ShortDebugString();
  std::cout << "first small picture after " << first_picture << " s, a command answered after " << steered << " s\n";
  EXPECT_LE(first_picture, 5.0);
  EXPECT_LE(steered, 1.0 + 2 * kRoundTrip);

  PictureClient pictures({place(run)}, std::chrono::seconds(60));
  std::atomic<std::uint64_t> newest{0};
  std::atomic<int> made{0};
  pictures.explore({.on_reply =
                        [&](const v1::ExploreReply& reply) {
                          if (reply.has_picture()) ++made;
                          newest = reply.stamp();
                        },
                    .on_state = [](ConnectionState, const Message&) {}});
  v1::PictureWish wish;
  wish.set_size(256);
  wish.set_format(v1::PICTURE_FORMAT_JPEG);
  const auto seed = [](int number) { return "seed=" + std::to_string(number); };
  const std::uint64_t first = pictures.wish(seed(0), wish);
  ASSERT_TRUE(waitUntil([&] { return newest >= first; })) << engine->errors();
  ASSERT_GE(made, 1) << "no picture came";
  // A hand that moves over the plane: twenty wishes a second, of which the newest counts.
  const int before = made;
  std::uint64_t last = 0;
  const auto begin = Clock::now();
  for (int number = 1; Clock::now() < begin + std::chrono::seconds(5); ++number) {
    last = pictures.wish(seed(number), wish);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const double rate = (made - before) / Seconds(Clock::now() - begin).count();
  const double rest = timed([&] { EXPECT_TRUE(waitUntil([&] { return newest >= last; })); });
  std::cout << rate << " pictures/s while the point moves, the last one " << rest << " s after it rests\n";
  EXPECT_GE(rate, 3.0);
  EXPECT_LE(rest, 1.0 + 2 * kRoundTrip) << "pictures that nobody wants any more are in its way";
  pictures.close();
}

TEST_F(SlowSsh, WhatHappensWhileTheLineIsSilentIsToldAfterwardsOnce) {
  const fs::path run_folder = folder_ / "run";
  const auto engine = train(run_folder);
  Process watcher({program("gan-engine"), "watch", place(run_folder), "--json"});
  ASSERT_TRUE(waitUntil([&] { return !eventSequences(watcher.output()).empty(); }))
      << watcher.errors() << server_->log();
  // The last one is longer than ssh waits for a sign of the other side.
  for (const int seconds : {1, 30, 65}) {
    pullThePlug();
    ASSERT_EQ(run({program("gan-engine"), "steer", run_folder.string(), "checkpoint"}).code, 0);
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    const std::size_t told = eventSequences(watcher.output()).size();
    plugIn();
    EXPECT_TRUE(waitUntil([&] { return eventSequences(watcher.output()).size() > told; }, std::chrono::seconds(90)))
        << "after " << seconds << " s: " << watcher.errors();
  }
  EXPECT_THAT(watcher.errors(), HasSubstr("connection lost"));
  ASSERT_EQ(run({program("gan-engine"), "steer", run_folder.string(), "stop"}).code, 0);
  EXPECT_EQ(engine->wait(), 3) << engine->errors();
  EXPECT_EQ(watcher.wait(), 0) << watcher.errors();
  EXPECT_EQ(eventSequences(watcher.output()),
            eventSequences(run({program("gan-engine"), "log", run_folder.string(), "--json"}).output));
}

}  // namespace
}  // namespace gan::test
