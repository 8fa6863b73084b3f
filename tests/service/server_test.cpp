#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <future>
#include <memory>

#include "config/images_per_iteration.h"
#include "config/yaml.h"
#include "core/atomic_file.h"
#include "protocol/endpoint.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/unix_socket.h"
#include "run/checkpoint_store.h"
#include "run/lock.h"
#include "service/deaf_client.h"
#include "service/fake_run.h"
#include "service/fake_ssh.h"
#include "service/socket_place.h"
#include "service/watch_log.h"
#include "support/expect_error.h"
#include "support/process.h"
#include "support/thread_sanitizer.h"
#include "support/tiny_png.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
namespace fs = std::filesystem;

TEST(RunServer, LeavesNeitherEndpointNorSocketBehind) {
  FakeRun run;
  fs::path socket;
  {
    FakeEngine engine(run);
    socket = engine.server().unixSocket();
    struct stat info {};
    ASSERT_EQ(::stat(socket.parent_path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0700U);
    EXPECT_TRUE(readEndpoint(run.path()));
  }
  EXPECT_FALSE(readEndpoint(run.path()));
  EXPECT_FALSE(fs::exists(socket.parent_path()));
}

TEST(RunServer, IsReachedAgainThoughItsRuntimeFolderWasTakenAway) {
  FakeRun run;
  FakeEngine engine(run);
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  const fs::path folder = fs::path(engine.server().unixSocket()).parent_path();
  fs::remove_all(folder.parent_path());
  EXPECT_NO_THROW(RunClient({run.path().string()}).run()) << "waits for the engine to notice";
  struct stat info {};
  ASSERT_EQ(::stat(folder.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0700U);
  ASSERT_EQ(::stat(engine.server().unixSocket().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  run.rows(5);
  EXPECT_TRUE(log.waitForSteps(5)) << "who was there goes on";
  client.stopWatching();
  const auto states =
      std::ranges::count(log.states_, ConnectionState::kLost, [](const auto& one) { return one.first; });
  EXPECT_EQ(states, 0);
  engine.stop();
  EXPECT_FALSE(fs::exists(folder));
}

TEST(RunServer, EndsWhileCallsAreOpenEvenOfAClientThatNeverReads) {
  FakeRun run(std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"});
  run.rows(10);
  FakeEngine engine(run);
  std::vector<WatchLog> logs(3);
  std::vector<std::unique_ptr<RunClient>> clients;
  for (WatchLog& log : logs) {
    clients.push_back(std::make_unique<RunClient>(Target{run.path().string()}));
    clients.back()->watch(0, 0, log.callbacks());
    ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  }
  const DeafClient deaf(engine.server().unixSocket());
  for (int i = 1; i <= 4; ++i) {  // more than the transport takes for it
    run.rows(5000);
    ASSERT_TRUE(logs[0].waitForSteps(10U + static_cast<std::size_t>(i) * 5000));
  }
  engine.stop();
  for (WatchLog& log : logs) EXPECT_TRUE(log.waitForState(ConnectionState::kLost));
}

/// Holds up whoever reports something until release().
class HeldUpSink : public FakeSink {
 public:
  void report(Alert alert) override {
    FakeSink::report(std::move(alert));
    released_.wait();
  }
  void release() { release_.set_value(); }

 private:
  std::promise<void> release_;
  const std::shared_future<void> released_{release_.get_future()};
};

/// Threads of this process that answer for a run.
int serviceThreads() {
  int count = 0;
  std::error_code ended;
  for (const auto& thread : fs::directory_iterator("/proc/self/task", ended)) {
    std::string name;
    std::getline(std::ifstream(thread.path() / "comm"), name);
    count += name == "gan-service" ? 1 : 0;
  }
  return count;
}

TEST(RunServer, WaitsForItsThreadThatLooksAroundBeforeItsCallsGo) {
  FakeRun run;
  HeldUpSink sink;
  auto engine = std::make_unique<FakeEngine>(
      run, &sink, ServiceOptions{.listen = "127.0.0.1:0", .exports_interval = std::chrono::milliseconds(0)});
  RunClient wrong({"tcp:" + engine->server().tcpAddress(), std::string(64, '0'),
                   readFile(run.folder().access() / "certificate.pem", 65536)});
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { wrong.run(); });
  // That thread tells of the refusal, and has the calls remove what exports left as soon as it goes on.
  EXPECT_TRUE(test::waitUntil([&] { return !sink.alerts().empty(); }));
  const int threads = serviceThreads();
  auto ended = std::async(std::launch::async, [&] { engine.reset(); });
  const auto lacksWorkers = [&] { return serviceThreads() < threads - 1; };  // the listener's thread may go
  EXPECT_FALSE(test::waitUntil(lacksWorkers, std::chrono::seconds(2))) << "the calls' workers have gone";
  sink.release();
  ended.get();
}

TEST(RunServer, ForAFinishedRunIsRefusedWhileAnotherAnswersForIt) {
  FakeRun run;
  FakeEngine engine(run);
  const auto error = expectError(ErrorCode::kFailedPrecondition, "run_already_served", [&] { FakeEngine second(run); });
  EXPECT_NE(error->message().find(std::to_string(::getpid())), std::string::npos);
  EXPECT_NO_THROW(RunClient({run.path().string()}).run());
}

TEST(RunServer, OfATrainingEngineTakesOverFromOneThatOnlyAnswers) {
  FakeRun run;
  run.rows(10);
  auto answering = std::make_unique<FakeEngine>(run);
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks(), {.steers = true});
  ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));

  FakeSink sink;
  FakeEngine training(run, &sink);
  EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));  // the client came over by itself
  answering.reset();
  EXPECT_TRUE(client.run().live());
  run.rows(10);
  ASSERT_TRUE(log.waitForSteps(20));
  client.stopWatching();
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 20));
  EXPECT_TRUE(fs::exists(training.server().unixSocket()));
}

TEST(SocketPlace, FallsBackToTmpWhereTheRuntimeFolderIsTooDeep) {
  const TemporaryFolder temporary;
  ::setenv("XDG_RUNTIME_DIR", (temporary / std::string(90, 'x')).c_str(), 1);
  const SocketPlace place("0123456789abcdef");
  EXPECT_TRUE(
      place.socket().string().starts_with("/tmp/gan-studio-" + std::to_string(::geteuid()) + "/0123456789abcdef/"));
  EXPECT_TRUE(fitsSocketAddress(place.socket()));
}

TEST(SocketPlace, TakesNoRunIdThatIsAPath) {
  for (const char* id : {"", "..", "a/b", "../../etc"}) {
    expectError(ErrorCode::kDataLoss, "run_bad_id", [&] { SocketPlace place(id); });
  }
}

TEST(SocketPlace, RemovesSocketsOfDeadEngines) {
  const TemporaryFolder temporary;
  ::setenv("XDG_RUNTIME_DIR", temporary.path().c_str(), 1);
  const fs::path dead = temporary / "gan-studio" / "0123456789abcdef" / "engine-00000000.sock";
  fs::create_directories(dead.parent_path());
  {
    const FileDescriptor descriptor(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, dead.c_str(), sizeof(address.sun_path) - 1);
    ASSERT_EQ(::bind(descriptor.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }
  ASSERT_TRUE(fs::exists(dead));
  const SocketPlace place("0123456789abcdef");
  EXPECT_FALSE(fs::exists(dead));
}

TEST(SocketPlace, IsReachedWhateverSignsItsPathHolds) {
  FakeRun run;
  const fs::path odd = run.temporary() / "100% äh #?";
  fs::create_directory(odd);
  ::setenv("XDG_RUNTIME_DIR", odd.c_str(), 1);
  FakeEngine engine(run);
  EXPECT_TRUE(engine.server().unixSocket().starts_with(odd.string()));
  EXPECT_NO_THROW(RunClient({run.path().string()}).run());
}

TEST(RunServer, TellsWhatTheRunIs) {
  FakeRun run;
  run.rows(7);
  FakeEngine engine(run);
  const v1::RunInfo info = RunClient({run.path().string()}).run();
  EXPECT_EQ(info.id(), run.folder().manifest().id);
  EXPECT_EQ(info.name(), "run");
  EXPECT_EQ(info.step(), 7);
  EXPECT_EQ(info.segment(), 1);
  EXPECT_EQ(info.role(), v1::ROLE_STEER);
  EXPECT_FALSE(info.live());
  EXPECT_EQ(info.series_size(), 2);
  EXPECT_EQ(info.next_row(), 7U);
  EXPECT_EQ(info.next_sequence(), 2U);
  EXPECT_EQ(info.config_yaml(), toYaml(run.folder().config()));
  EXPECT_FALSE(info.live_values().empty());
}

TEST(RunServer, AnswersSeriesInColumnsAndRaw) {
  FakeRun run;
  run.rows(500);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.add_names("loss/g");
  const v1::SeriesReply raw = client.series(request);
  ASSERT_EQ(raw.series_size(), 1);
  ASSERT_EQ(raw.series(0).first_size(), 500);
  for (int i = 0; i < 500; ++i) ASSERT_EQ(raw.series(0).first(i), FakeRun::valueOf(i + 1, 1));
  EXPECT_DOUBLE_EQ(raw.series(0).first_epoch(499), 5.0);
  EXPECT_EQ(raw.step(), 500);

  request.set_columns(10);
  request.set_first_step(101);
  request.set_last_step(300);
  const v1::SeriesColumns columns = client.series(request).series(0);
  ASSERT_EQ(columns.min_size(), 10);
  EXPECT_EQ(columns.first_step(0), 101);
  EXPECT_EQ(columns.last_step(9), 300);
  EXPECT_EQ(columns.max(9), FakeRun::valueOf(300, 1));

  EXPECT_EQ(client.series({}).series_size(), 2);
  request.set_names(0, "loss/none");
  expectError(ErrorCode::kNotFound, "series_not_found", [&] { client.series(request); });
  request.set_smoothing(1);
  expectError(ErrorCode::kInvalidArgument, "series_bad_request", [&] { client.series(request); });
}

TEST(RunServer, RefusesMoreColumnsThanOneAnswerHoldsBeforeItMakesThem) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  constexpr int kSeries = 300;
  std::vector<std::string> names;
  for (int i = 0; i < kSeries; ++i) names.push_back("series/" + std::to_string(i));
  FakeRun run(names);
  run.rows(2000);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.set_columns(1667);
  expectError(ErrorCode::kInvalidArgument, "series_bad_request", [&] { client.series(request); });
  request.set_columns(1666);
  EXPECT_EQ(client.series(request).series_size(), kSeries) << "as many as a chart of all series is wide";
  for (int i = 0; i < 25; ++i) request.add_names(names[static_cast<std::size_t>(i)]);
  request.set_columns(20'000);
  EXPECT_EQ(client.series(request).series_size(), 25);
  request.add_names(names.back());
  expectError(ErrorCode::kInvalidArgument, "series_bad_request", [&] { client.series(request); });
}

TEST(RunServer, SendsNoMoreOfWhatWasSupersededThanOneAnswerHolds) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back("series/" + std::to_string(i));
  FakeRun run(names);
  run.rows(2000);
  run.rollBack(10);
  run.rows(1);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.set_superseded(true);
  const v1::SeriesReply all = client.series(request);
  ASSERT_EQ(all.superseded_size(), 300);
  for (const v1::SupersededPiece& piece : all.superseded()) EXPECT_LE(piece.columns().first_step_size(), 1666);
  request.add_names(names.front());
  EXPECT_EQ(client.series(request).superseded(0).columns().first_step_size(), 1990) << "a column each";
}

TEST(RunServer, SendsRawAndSmoothedColumnsInOneAnswer) {
  FakeRun run;
  run.rows(500);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.add_names("loss/g");
  request.set_columns(50);
  const v1::SeriesColumns raw = client.series(request).series(0);
  request.set_smoothing(0.9);
  const v1::SeriesColumns smoothed = client.series(request).series(0);
  request.set_raw_beside(true);
  request.set_only_steps(true);
  const v1::SeriesColumns both = client.series(request).series(0);
  const auto same = [](const auto& a, const auto& b) { return std::ranges::equal(a, b); };
  EXPECT_TRUE(same(both.first_step(), raw.first_step()));
  EXPECT_TRUE(same(both.last_step(), raw.last_step()));
  EXPECT_TRUE(same(both.max(), smoothed.max()));
  EXPECT_TRUE(same(both.raw_min(), raw.min()));
  EXPECT_TRUE(same(both.raw_max(), raw.max()));
  EXPECT_TRUE(same(both.raw_first(), raw.first()));
  EXPECT_TRUE(same(both.raw_last(), raw.last()));
  EXPECT_FALSE(same(both.raw_max(), both.max())) << "nothing was smoothed";
  EXPECT_EQ(both.first_epoch_size(), 0);
  EXPECT_EQ(both.first_unix_seconds_size(), 0);
  EXPECT_EQ(raw.raw_max_size(), 0);
}

TEST(RunServer, SendsOnlyNewColumnsToWhoHasTheOthers) {
  FakeRun run;
  run.rows(1000);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.add_names("loss/d");
  request.set_columns(100);
  request.set_only_steps(true);
  const v1::SeriesColumns known = client.series(request).series(0);
  run.rows(100);
  request.set_first_step(known.first_step(known.first_step_size() - 1));
  request.set_columns(11);  // as wide as the ones before
  const v1::SeriesColumns fresh = client.series(request).series(0);
  ASSERT_GT(fresh.count_size(), 0);
  EXPECT_LE(fresh.count_size(), 11);
  EXPECT_EQ(fresh.last_step(fresh.last_step_size() - 1), 1100);
  std::uint32_t values = 0;
  for (int i = 0; i + 1 < known.count_size(); ++i) values += known.count(i);
  for (const std::uint32_t count : fresh.count()) values += count;
  EXPECT_EQ(values, 1100U) << "each value is in one column";
}

TEST(RunServer, KeepsTheCurvesOfALongRunSmallOnASlowLine) {
  std::vector<std::string> columns;
  for (int i = 0; i < 8; ++i) columns.push_back("series/" + std::to_string(i));
  FakeRun run(columns);
  run.rows(20'000);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.set_columns(400);
  request.set_smoothing(0.9);
  request.set_raw_beside(true);
  request.set_only_steps(true);
  const v1::SeriesReply reply = client.series(request);
  ASSERT_EQ(reply.series_size(), 8);
  EXPECT_GE(reply.series(0).raw_max_size(), 300);
  EXPECT_LE(reply.ByteSizeLong(), 150'000U);
}

TEST(RunServer, SendsSmallPicturesOfSamples) {
  FakeRun run;
  run.rows(4);
  const std::string name = stepName(4, 1);
  std::ofstream(run.folder().samples() / (name + ".png")) << test::tinyPng();
  std::ofstream(run.folder().samples() / (name + ".json")) << "{}";
  run.journal(SampleWritten{name, 0.5});
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  const v1::SampleData small = client.thumbnail(name, 1);
  EXPECT_TRUE(small.thumbnail().starts_with("\xff\xd8\xff")) << "not a JPEG";
  EXPECT_EQ(small.png(), "");
  EXPECT_EQ(small.json(), "");
  EXPECT_EQ(small.info().step(), 4);
  expectError(ErrorCode::kInvalidArgument, "sample_bad_side", [&] { client.thumbnail(name, 100'000); });
  expectError(ErrorCode::kInvalidArgument, "sample_bad_name", [&] { client.thumbnail("../run", 10); });
  std::ofstream(run.folder().samples() / (name + ".png")) << "no picture";
  expectError(ErrorCode::kDataLoss, "image_unknown_format", [&] { client.thumbnail(name, 10); });
}

TEST(RunServer, SendsSupersededPiecesToThoseWhoAskForThem) {
  FakeRun run;
  run.rows(100);
  run.rollBack(40);
  run.rows(10);
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  v1::SeriesRequest request;
  request.add_names("loss/g");
  EXPECT_EQ(client.series(request).superseded_size(), 0);
  request.set_superseded(true);
  const v1::SeriesReply reply = client.series(request);
  EXPECT_EQ(reply.series(0).first_size(), 50);
  ASSERT_EQ(reply.superseded_size(), 1);
  const v1::SupersededPiece& piece = reply.superseded(0);
  EXPECT_EQ(piece.segment(), 1);
  EXPECT_EQ(piece.first_step(), 41);
  EXPECT_EQ(piece.last_step(), 100);
  EXPECT_EQ(piece.columns().name(), "loss/g");
  ASSERT_EQ(piece.columns().max_size(), 60);
  EXPECT_EQ(piece.columns().max(59), FakeRun::valueOf(100, 1));
  EXPECT_DOUBLE_EQ(piece.columns().first_epoch(59), 1.0);
  request.set_columns(10);
  EXPECT_EQ(client.series(request).superseded(0).columns().max_size(), 6);
}

TEST(RunServer, TellsWhenTrainingEndsHowFastItIsAndWhatItsHostDoes) {
  FakeRun run;
  const RunLock lock(run.path());
  SegmentStarted started;
  started.total_steps = 5000;
  run.journal(started);
  run.journal(StatusChanged{RunStatus::kRunning, {"why", "because of {what}", {{"what", "it"}}}});
  LoadMeasured load;
  load.cpu_percent = 170;
  load.disk_free_bytes = 1U << 30U;
  load.device = DeviceLoad{.busy_percent = 88, .memory_used_bytes = 5, .memory_total_bytes = 9};
  run.journal(load);
  run.journal(RanksMeasured{40,
                            {{"node-1", {1, 2, 3, 4, 5, 6}, DeviceLoad{87, 30ULL << 30U, 80ULL << 30U}, "0+1"},
                             {"node-\xff", {0, 0, 0, 0, 0, 0.5}, DeviceLoad{std::nullopt, 5, 9}},
                             {"node-3", {}}}});
  run.rows(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  run.rows(1);
  FakeEngine engine(run);
  const v1::RunInfo info = RunClient({run.path().string()}).run();
  EXPECT_EQ(info.total_steps(), 5000);
  EXPECT_GT(info.iterations_per_second(), 0);
  EXPECT_LT(info.iterations_per_second(), 20.1);
  EXPECT_NEAR(info.images_per_second() / info.iterations_per_second(),
              static_cast<double>(imagesPerIteration(run.folder().config())), 1e-6);
  EXPECT_EQ(info.load().cpu_percent(), 170);
  EXPECT_EQ(info.load().disk_free_bytes(), 1U << 30U);
  EXPECT_EQ(info.load().device().busy_percent(), 88);
  EXPECT_EQ(info.load().device().memory_used_bytes(), 5U);
  EXPECT_EQ(info.load().device().memory_total_bytes(), 9U);
  EXPECT_EQ(info.ranks().steps(), 40);
  ASSERT_EQ(info.ranks().ranks_size(), 3);
  const v1::RankTimes& times = info.ranks().ranks(0);
  EXPECT_EQ(times.host(), "node-1");
  EXPECT_EQ((std::vector{times.data_ms(), times.forward_ms(), times.backward_ms(), times.communication_ms(),
                         times.optimizer_ms(), times.other_ms()}),
            (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(times.device().busy_percent(), 87);
  EXPECT_EQ(times.device().memory_used_bytes(), 30ULL << 30U);
  EXPECT_EQ(times.device().memory_total_bytes(), 80ULL << 30U);
  EXPECT_EQ(info.ranks().ranks(1).host(), "node-\xef\xbf\xbd");
  EXPECT_FALSE(info.ranks().ranks(1).device().has_busy_percent());
  EXPECT_EQ(info.ranks().ranks(1).device().memory_used_bytes(), 5U);
  EXPECT_FALSE(info.ranks().ranks(2).has_device());
  EXPECT_EQ(times.computes_on(), "0+1");
  EXPECT_EQ(info.ranks().ranks(2).computes_on(), "");
  EXPECT_EQ(info.status_reason().id(), "why");
  EXPECT_EQ(info.status_reason().arguments().at("what"), "it");
}

TEST(RunServer, ListsAndSendsSamplesButNoOtherFile) {
  FakeRun run;
  const std::string picture("\x89PNG\0\xff", 6);
  run.rows(4);
  const std::string name = stepName(4, 1);
  std::ofstream(run.folder().samples() / (name + ".png")) << picture;
  std::ofstream(run.folder().samples() / (name + ".json")) << "{}";
  run.journal(SampleWritten{name, 0.5});
  run.journal(SampleWritten{"step-00000099.s1", 1});  // was written once, and is gone
  run.journal(SampleWritten{"../run", 1});
  std::ofstream(run.path() / "secret.png") << "x";
  FakeEngine engine(run);
  RunClient client({run.path().string()});
  const v1::SampleList list = client.samples();
  ASSERT_EQ(list.samples_size(), 1);
  EXPECT_EQ(list.samples(0).name(), name);
  EXPECT_EQ(list.samples(0).step(), 4);
  EXPECT_EQ(list.samples(0).truncation(), 0.5);
  EXPECT_EQ(list.samples(0).bytes(), picture.size());
  const v1::SampleData sample = client.sample(name);
  EXPECT_EQ(sample.png(), picture);
  EXPECT_EQ(sample.json(), "{}");
  EXPECT_EQ(sample.info().step(), 4);
  for (const char* bad : {"../secret", "/etc/passwd", "", ".", "a/b"}) {
    expectError(ErrorCode::kInvalidArgument, "sample_bad_name", [&] { client.sample(bad); });
  }
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { client.sample("step-00000001.s1"); });
}

TEST(RunServer, ListsCheckpoints) {
  FakeRun run;
  CheckpointStore store(run.folder().checkpoints());
  CheckpointState state;
  state.step = 12;
  state.segment = 1;
  state.pinned = true;
  state.images_per_epoch = 640;
  state.data_position = 384;
  state.live_values = {{"guard.on_nan", "stop"}};
  store.write(state, [](const fs::path& folder) { std::ofstream(folder / "a.safetensors") << "x"; });
  FakeEngine engine(run);
  const v1::CheckpointList list = RunClient({run.path().string()}).checkpoints();
  ASSERT_EQ(list.checkpoints_size(), 1);
  EXPECT_EQ(list.checkpoints(0).name(), stepName(12, 1));
  EXPECT_EQ(list.checkpoints(0).step(), 12);
  EXPECT_TRUE(list.checkpoints(0).pinned());
  EXPECT_FALSE(list.checkpoints(0).has_score());
  EXPECT_EQ(list.checkpoints(0).images_per_epoch(), 640);
  EXPECT_EQ(list.checkpoints(0).data_position(), 384);
  EXPECT_EQ(list.checkpoints(0).live_values().at("guard.on_nan"), "stop");
}

TEST(SshTunnel, CarriesCallsAndWatches) {
  FakeRun run;
  run.rows(2000);
  FakeSink sink;
  FakeEngine engine(run, &sink);
  const FakeSsh ssh(run.temporary());
  // Any bytes may stand in a path.
  const fs::path odd = run.temporary() / "it's h\xc3\xa8re";
  fs::create_directory_symlink(run.path(), odd);
  {
    WatchLog log;
    RunClient client({"ssh://ann@node" + odd.string()});
    EXPECT_EQ(client.run().id(), run.folder().manifest().id);
    client.watch(0, 0, log.callbacks(), {.steers = true});
    ASSERT_TRUE(log.waitForSteps(2000));
    EXPECT_EQ(sink.clients(), 1);
    v1::CommandRequest pause;
    pause.set_kind("pause");
    EXPECT_EQ(client.command(pause).result(), "applied");
    client.stopWatching();
    EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 2000));
  }
  EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 0; }));
}

TEST(SshTunnel, ThatCannotBeMadeSaysWhy) {
  ::setenv("GAN_SSH", "/nowhere/ssh", 1);
  RunClient client({"ssh://node/run"});
  const auto error = expectError(ErrorCode::kUnavailable, "ssh_failed", [&] { client.run(); });
  EXPECT_NE(error->message().find("/nowhere/ssh"), std::string::npos);
  ::setenv("GAN_SSH", "false", 1);
  RunClient ended({"ssh://node/run"});
  expectError(ErrorCode::kUnavailable, "ssh_ended", [&] { ended.run(); });
  ::unsetenv("GAN_SSH");
}

}  // namespace
}  // namespace gan
