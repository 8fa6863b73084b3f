#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <thread>

#include "protocol/run_client.h"
#include "run/kept_evaluations.h"
#include "service/fake_run.h"
#include "service/listener.h"
#include "service/run_calls.h"
#include "service/run_files.h"
#include "service/sampler_host.h"
#include "service/watch_log.h"
#include "support/evaluated.h"
#include "support/expect_error.h"
#include "support/process.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// A server whose answers to QuerySeries are held up until release().
class HeldUpServer {
 public:
  explicit HeldUpServer(const FakeRun& run)
      : socket_(run.temporary() / "held.sock"),
        reader_(RunFolder::open(run.path())),
        permit_(run.folder().access()),
        listener_(socket_, {}, [](const auto&, auto) {}),
        desk_(nullptr),
        hub_(reader_, nullptr, {[] { return std::nullopt; }, [] {}, [](const auto&) {}}),
        sampler_(run.folder(), nullptr, socket_.parent_path(), {}),
        exports_(run.path(), ""),
        calls_({.reader = reader_,
                .permit = permit_,
                .desk = desk_,
                .hub = hub_,
                .sampler = sampler_,
                .exports = exports_,
                .query_series =
                    [this](const auto& request, auto& reply) {
                      ++held_;
                      released_.wait();
                      reader_.refresh();
                      querySeries(reader_, request, reply);
                    },
                .admit = [](const auto&, auto) {},
                .dismiss = [](const auto&) {},
                .count_call = [](const auto&) {},
                .standing = [](const auto&) { return Claimant::Standing::kStranger; },
                .refused = [](const auto&, auto) {}}) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&calls_);
    server_ = builder.BuildAndStart();
    listener_.start(*server_);
  }
  ~HeldUpServer() {
    endCalls();
    release();
    listener_.close(std::chrono::milliseconds(0));
    server_->Shutdown();
  }

  Target target() const { return {"unix:" + socket_.string()}; }
  /// Queries that were begun.
  int held() const { return held_; }
  void endCalls() {
    const Error ending(ErrorCode::kUnavailable, "engine_ending", "It ends.");
    calls_.endAll(ending);
    hub_.endAll(ending);
  }
  void release() {
    if (!std::exchange(is_released_, true)) release_.set_value();
  }

 private:
  const std::filesystem::path socket_;
  std::promise<void> release_;
  std::shared_future<void> released_{release_.get_future()};
  bool is_released_ = false;
  std::atomic<int> held_{0};
  RunReader reader_;
  Permit permit_;
  Listener listener_;
  CommandDesk desk_;
  WatchHub hub_;
  SamplerHost sampler_;
  ExportDesk exports_;
  RunCalls calls_;
  std::unique_ptr<grpc::Server> server_;
};

TEST(RunCalls, GoOnForEverybodyElseWhileAQueryOfSeriesTakesItsTime) {
  FakeRun run;
  run.rows(10);
  HeldUpServer server(run);
  constexpr int kQueries = 12;  // more than gRPC has threads
  std::vector<std::unique_ptr<RunClient>> charts;
  std::vector<std::future<v1::SeriesReply>> answers;
  for (int i = 0; i < kQueries; ++i) {
    charts.push_back(std::make_unique<RunClient>(server.target(), std::chrono::seconds(60)));
    answers.push_back(std::async(std::launch::async, [&chart = *charts.back()] { return chart.series({}); }));
  }
  ASSERT_TRUE(test::waitUntil([&] { return server.held() == 1; }));
  WatchLog log;
  RunClient client(server.target());
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForSteps(10));
  run.rows(10);
  EXPECT_TRUE(log.waitForSteps(20));
  EXPECT_EQ(client.run().step(), 20);
  EXPECT_EQ(client.samples().samples_size(), 0);
  EXPECT_EQ(client.checkpoints().checkpoints_size(), 0);
  EXPECT_GT(client.schema().fields_size(), 0);
  EXPECT_EQ(server.held(), 1);
  client.stopWatching();
  server.release();
  for (auto& answer : answers) EXPECT_EQ(answer.get().series_size(), 2);
}

TEST(RunCalls, ListEvaluationsThatSomebodyAskedForAndNotTheSameOnesAgain) {
  FakeRun run;
  const FakeEngine engine(run);
  RunClient client({run.path().string()});
  EXPECT_EQ(client.evaluations({}).evaluations_json_size(), 0);
  const KeptEvaluation kept{.step = 5, .segment = 1, .unix_seconds = 10, .evaluated = evaluatedAs({{"fid", 3, 0.5}})};
  keepEvaluation(run.path(), "a", kept);
  const auto hour_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(run.path() / "evaluation", hour_ago);
  const ganstudio::v1::EvaluationList list = client.evaluations({});
  ASSERT_EQ(list.evaluations_json_size(), 1);
  EXPECT_EQ(keptEvaluationFromJson(list.evaluations_json(0), "the engine"), kept);
  EXPECT_FALSE(list.unchanged());
  const ganstudio::v1::EvaluationList again = client.evaluations(list.mark());
  EXPECT_TRUE(again.unchanged());
  EXPECT_EQ(again.evaluations_json_size(), 0);
  keepEvaluation(run.path(), "b", kept);
  EXPECT_EQ(client.evaluations(list.mark()).evaluations_json_size(), 2);
}

TEST(RunCalls, ThatWaitForAWorkerEndWithTheEngine) {
  FakeRun run;
  run.rows(1);
  HeldUpServer server(run);
  std::vector<std::unique_ptr<RunClient>> clients;
  for (int i = 0; i < 4; ++i) clients.push_back(std::make_unique<RunClient>(server.target(), std::chrono::seconds(60)));
  auto begun = std::async(std::launch::async, [&] { return clients[0]->series({}).series_size(); });
  ASSERT_TRUE(test::waitUntil([&] { return server.held() == 1; }));
  std::vector<std::future<void>> waiting;
  for (int i = 1; i < 4; ++i) {
    waiting.push_back(std::async(std::launch::async, [&client = *clients[static_cast<std::size_t>(i)]] {
      expectError(ErrorCode::kUnavailable, "engine_ending", [&] { client.series({}); });
    }));
  }
  server.endCalls();
  server.release();
  EXPECT_EQ(begun.get(), 2);
  for (auto& end : waiting) end.get();
  EXPECT_EQ(server.held(), 1);
}

}  // namespace
}  // namespace gan
