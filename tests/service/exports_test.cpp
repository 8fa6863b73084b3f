#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <future>
#include <thread>

#include "config/yaml.h"
#include "core/atomic_file.h"
#include "protocol/export_client.h"
#include "protocol/studio.pb.h"
#include "protocol/token.h"
#include "service/export_desk.h"
#include "service/fake_run.h"
#include "service/file_stream.h"
#include "support/expect_error.h"
#include "support/process.h"
#include "support/small_disk.h"
#include "support/thread_sanitizer.h"
#include "support/tiny_png.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

/// The calls of a client, waited for.
class Client {
 public:
  explicit Client(const Target& target) : client_(target) {}

  v1::ExportInfo start(const v1::StartExportRequest& request) {
    return answer<v1::ExportInfo>([&](auto callbacks) { client_.start(request, callbacks); });
  }
  v1::ExportInfo info(const std::string& id) {
    v1::ListExportsRequest request;
    request.set_id(id);
    return list(request).exports(0);
  }
  v1::ExportList list(const v1::ListExportsRequest& request = {}) {
    return answer<v1::ExportList>([&](auto callbacks) { client_.list(request, callbacks); });
  }
  v1::ExportInfo cancel(const std::string& id) {
    v1::CancelExportRequest request;
    request.set_id(id);
    return answer<v1::ExportInfo>([&](auto callbacks) { client_.cancel(request, callbacks); });
  }
  std::string read(const std::string& id, const std::string& file, std::uint64_t offset = 0, std::uint64_t length = 0) {
    v1::GetFileRequest request;
    request.set_id(id);
    request.set_file(file);
    request.set_offset(offset);
    request.set_length(length);
    const auto promise = std::make_shared<std::promise<std::string>>();
    std::string content;
    client_.read(request, {.on_piece =
                               [&](const v1::FilePiece& piece) {
                                 EXPECT_EQ(piece.offset(), offset + content.size());
                                 EXPECT_LE(piece.content().size(), FileStream::kPieceBytes);
                                 content += piece.content();
                                 return true;
                               },
                           .on_end = [&content, promise] { promise->set_value(content); },
                           .on_failure = failureTo(promise)});
    return promise->get_future().get();
  }
  v1::ExportInfo remove(const std::string& id) {
    v1::RemoveExportRequest request;
    request.set_id(id);
    return answer<v1::ExportInfo>([&](auto callbacks) { client_.remove(request, callbacks); });
  }
  ExportClient::Fetched fetch(const std::string& id, const fs::path& folder) {
    const auto promise = std::make_shared<std::promise<ExportClient::Fetched>>();
    client_.fetch(id, folder,
                  {.on_progress = {},
                   .on_end = [promise](const ExportClient::Fetched& fetched) { promise->set_value(fetched); },
                   .on_failure = failureTo(promise)});
    return promise->get_future().get();
  }
  ExportClient& client() { return client_; }

 private:
  template <class Reply>
  static std::function<void(const Error&)> failureTo(const std::shared_ptr<std::promise<Reply>>& promise) {
    return [promise](const Error& error) { promise->set_exception(std::make_exception_ptr(error)); };
  }
  template <class Reply, class Call>
  static Reply answer(const Call& call) {
    const auto promise = std::make_shared<std::promise<Reply>>();
    call(ExportClient::Callbacks<Reply>{.on_reply = [promise](const Reply& reply) { promise->set_value(reply); },
                                        .on_failure = failureTo(promise)});
    return promise->get_future().get();
  }

  ExportClient client_;
};

/// An engine whose exports are of text, see service_test_tool.
class ExportCalls : public testing::Test {
 protected:
  /// Nobody works in a folder that goes.
  ~ExportCalls() override {
    engine_.reset();
    letGo();
    const ExportStore store(run_.path());
    EXPECT_TRUE(test::waitUntil([&] {
      const std::vector<std::string> ids = store.ids();
      return !store.isWorkedOn() && std::ranges::none_of(ids, [&](const std::string& id) {
        return store.info(id).phase() == "waiting" || store.info(id).phase() == "running";
      });
    }));
  }
  void serve(std::chrono::milliseconds exports_interval = ServiceOptions().exports_interval) {
    engine_.emplace(
        run_, nullptr,
        ServiceOptions{
            .listen = "127.0.0.1:0", .export_program = GAN_SERVICE_TEST_TOOL, .exports_interval = exports_interval});
  }
  Target local() const { return {.text = run_.path().string()}; }
  Target overNetwork(Role role) {
    return {"tcp:" + engine_->server().tcpAddress(), readToken(run_.folder().access(), role)->secret,
            readFile(run_.folder().access() / "certificate.pem", 65536)};
  }
  static v1::StartExportRequest samples(std::uint64_t count, std::uint64_t seed = 0, const std::string& id = {}) {
    v1::StartExportRequest request;
    request.set_id(id);
    request.mutable_request()->mutable_samples()->set_count(count);
    request.mutable_request()->mutable_samples()->mutable_alike()->set_seed(seed);
    return request;
  }
  /// One that stops within its fourth picture until there is a file `go`.
  static v1::StartExportRequest held(const std::string& id) { return samples(6, 408, id); }
  static void expectPhase(Client& client, const std::string& id, const std::string& phase) {
    EXPECT_TRUE(test::waitUntil([&] { return client.info(id).phase() == phase; }))
        << client.info(id).ShortDebugString();
  }
  void letGo() { std::ofstream(run_.path() / "go").flush(); }

  FakeRun run_;
  std::optional<FakeEngine> engine_;
};

TEST_F(ExportCalls, StartMakeListAndFetch) {
  serve();
  Client client(local());
  const v1::ExportInfo started = client.start(samples(5, 0, "my-export"));
  EXPECT_EQ(started.id(), "my-export");
  EXPECT_EQ(started.total(), 5U);
  EXPECT_GT(started.expected_bytes(), 5000U);
  EXPECT_DOUBLE_EQ(started.expected_seconds(), 0.625) << "half a second for four of them";
  EXPECT_EQ(started.request().step(), 7);
  expectPhase(client, "my-export", "done");
  EXPECT_EQ(client.list().exports_size(), 1);
  EXPECT_EQ(client.info("my-export").files_size(), 5);
  const fs::path folder = run_.temporary() / "fetched";
  const ExportClient::Fetched fetched = client.fetch("my-export", folder);
  EXPECT_EQ(fetched.files, 5U);
  EXPECT_EQ(fetched.bytes, fetched.total_bytes);
  EXPECT_EQ(readFile(folder / "4.txt", 1 << 20),
            readFile(run_.path() / "exports" / "my-export" / "out" / "4.txt", 1 << 20));
}

TEST_F(ExportCalls, AreForWhoMaySteerToStartAndForWhoMayWatchToSee) {
  serve();
  Client steering(overNetwork(Role::kSteer));
  ASSERT_EQ(steering.start(samples(1, 0, "a")).id(), "a");
  expectPhase(steering, "a", "done");
  Client watching(overNetwork(Role::kWatch));
  EXPECT_EQ(watching.info("a").phase(), "done");
  EXPECT_FALSE(watching.read("a", "0.txt").empty());
  expectError(ErrorCode::kPermissionDenied, "role_watch_only", [&] { watching.start(samples(1)); });
  expectError(ErrorCode::kPermissionDenied, "role_watch_only", [&] { watching.cancel("a"); });
  expectError(ErrorCode::kPermissionDenied, "role_watch_only", [&] { watching.remove("a"); });
  Target wrong = overNetwork(Role::kSteer);
  wrong.token = std::string(64, '0');
  Client stranger(wrong);
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { stranger.read("a", "0.txt"); });
}

TEST_F(ExportCalls, RefuseABadRequestAndLeaveNothingOfIt) {
  serve();
  Client client(local());
  expectError(ErrorCode::kInvalidArgument, "class_not_known", [&] { client.start(samples(1, 404)); });
  expectError(ErrorCode::kInvalidArgument, "export_request_missing", [&] {
    v1::StartExportRequest empty;
    empty.mutable_request();
    client.start(empty);
  });
  expectError(ErrorCode::kInvalidArgument, "export_bad_id", [&] { client.start(samples(1, 0, "../up")); });
  expectError(ErrorCode::kNotFound, "export_not_found", [&] {
    v1::StartExportRequest unknown;
    unknown.set_id("unknown");
    client.start(unknown);
  });
  expectError(ErrorCode::kNotFound, "export_not_found", [&] { client.cancel("unknown"); });
  expectError(ErrorCode::kResourceExhausted, "export_no_room", [&] { client.start(samples(std::uint64_t{1} << 40U)); });
  v1::StartExportRequest estimate = samples(1000);
  estimate.set_only_estimate(true);
  const v1::ExportInfo estimated = client.start(estimate);
  EXPECT_GT(estimated.expected_bytes(), 1'000'000U);
  EXPECT_EQ(estimated.preview(), test::tinyPng());
  EXPECT_EQ(client.list().exports_size(), 0);
  for (const auto& entry : fs::directory_iterator(run_.path() / "exports")) ADD_FAILURE() << entry.path();
}

TEST_F(ExportCalls, WithMorePointsThanGoIntoAMessageAreRefusedInASentence) {
  serve();
  Client client(local());
  v1::StartExportRequest request;
  for (int i = 0; i < 20'000; ++i)
    request.mutable_request()->mutable_samples()->add_points("seed=" + std::to_string(i));
  expectError(ErrorCode::kInvalidArgument, "export_request_too_long", [&] { client.start(request); });
  ExportDesk folder(run_.path(), GAN_SERVICE_TEST_TOOL);
  expectError(ErrorCode::kInvalidArgument, "export_request_too_long",
              [&] { folder.start(request, [] { return true; }); });
  request.mutable_request()->mutable_samples()->mutable_points()->DeleteSubrange(0, 8'000);
  request.set_only_estimate(true);
  EXPECT_EQ(client.start(request).request().samples().points_size(), 12'000) << "so many go into one";
}

TEST_F(ExportCalls, ThatAreOverCanBeRemoved) {
  serve();
  Client client(local());
  client.start(held("a"));
  expectError(ErrorCode::kFailedPrecondition, "export_not_over", [&] { client.remove("a"); });
  letGo();
  expectPhase(client, "a", "done");
  EXPECT_EQ(client.remove("a").id(), "a");
  EXPECT_EQ(client.list().exports_size(), 0);
  EXPECT_FALSE(fs::exists(run_.path() / "exports" / "a"));
  expectError(ErrorCode::kNotFound, "export_not_found", [&] { client.remove("a"); });
}

TEST_F(ExportCalls, AreListedWhileARemovalLasts) {
  serve();
  Client client(local());
  client.start(samples(1, 0, "a"));
  expectPhase(client, "a", "done");
  v1::RemoveExportRequest request;
  request.set_id("a");
  std::promise<void> listed;
  std::promise<std::string> removed;
  client.client().remove(request, {.on_reply =
                                       [&](const v1::ExportInfo& info) {
                                         listed.get_future().wait_for(std::chrono::seconds(60));
                                         removed.set_value(info.id());
                                       },
                                   .on_failure = [&](const Error& error) { removed.set_value(error.id()); }});
  std::future<std::string> over = removed.get_future();
  EXPECT_TRUE(test::waitUntil([&] { return client.list().exports_size() == 0; }));
  EXPECT_NE(over.wait_for(std::chrono::seconds(0)), std::future_status::ready) << "it lasts still";
  listed.set_value();
  EXPECT_EQ(over.get(), "a");
}

TEST_F(ExportCalls, ThatKilledProcessesLeftAreRemovedWhenNobodyCanWorkOnThemAnyMore) {
  const fs::path exports = run_.path() / "exports";
  for (const char* name : {".removed-old", ".new-old", ".new-young"}) {
    fs::create_directories(exports / name);
    std::ofstream(exports / name / "0.txt") << "made";
  }
  for (const char* name : {".removed-old", ".new-old"}) {
    fs::last_write_time(exports / name, fs::file_time_type::clock::now() - std::chrono::hours(2));
  }
  ExportDesk(run_.path(), GAN_SERVICE_TEST_TOOL).goOn();
  EXPECT_TRUE(fs::exists(exports / ".removed-old")) << "which may take long";
  serve(std::chrono::milliseconds(100));
  EXPECT_TRUE(
      test::waitUntil([&] { return !fs::exists(exports / ".removed-old") && !fs::exists(exports / ".new-old"); }));
  EXPECT_TRUE(fs::exists(exports / ".new-young")) << "somebody may be trying it out";
}

TEST_F(ExportCalls, ATrialEndsWithItsTimeAndWithWhoAskedForIt) {
  serve();
  ExportDesk hasty(run_.path(), GAN_SERVICE_TEST_TOOL, std::chrono::milliseconds(1));
  expectError(ErrorCode::kUnavailable, "export_try_late", [&] { hasty.start(samples(1, 409), [] { return true; }); });
  fs::remove(run_.path() / "tried");
  auto gone = std::make_unique<Client>(local());
  gone->client().start(samples(1, 409, "silent"), {});  // tried out until there is a file `go`
  ASSERT_TRUE(test::waitUntil([&] { return fs::exists(run_.path() / "tried"); }));
  gone.reset();
  Client client(local());
  EXPECT_EQ(client.start(samples(1, 0, "next")).id(), "next") << "its turn has come";
  EXPECT_EQ(client.list().exports_size(), 1) << "nothing was started for who has gone";
}

TEST_F(ExportCalls, OfALostProcessGoOnWhileTheEngineLives) {
  serve(std::chrono::milliseconds(100));
  Client client(local());
  client.start(held("a"));
  const fs::path folder = run_.path() / "exports" / "a";
  ASSERT_TRUE(test::waitUntil([&] { return readExportState(folder).info().done() == 3; }));
  ASSERT_EQ(::kill(readExportState(folder).process().pid(), SIGKILL), 0);
  letGo();
  expectPhase(client, "a", "done");
}

TEST_F(ExportCalls, ThatWereCancelledAreCleanedUpAfterTheirProcessWasLost) {
  ExportDesk desk(run_.path(), GAN_SERVICE_TEST_TOOL);
  for (const char* phase : {"failed", "running"}) {
    const fs::path folder = desk.store().folderOf(phase);
    fs::create_directories(folder / "out");
    std::ofstream(folder / "out" / "0.txt") << "made";
    std::ofstream(folder / "cancel").flush();
    writeExportRequest(folder, samples(1).request());
    v1::ExportState state;
    state.mutable_info()->set_phase(phase);
    writeExportState(folder, state);
  }
  desk.goOn();
  for (const char* id : {"failed", "running"}) {
    EXPECT_TRUE(
        test::waitUntil([&] { return readExportState(desk.store().folderOf(id)).info().phase() == "cancelled"; }));
    EXPECT_FALSE(fs::exists(desk.store().folderOf(id) / "out")) << id;
  }
}

TEST_F(ExportCalls, ThatWaitForNobodyAreInterrupted) {
  ExportDesk desk(run_.path(), GAN_SERVICE_TEST_TOOL);
  const fs::path folder = desk.store().folderOf("a");
  fs::create_directories(folder);
  writeExportRequest(folder, samples(1).request());
  v1::ExportState state;
  state.mutable_info()->set_phase("waiting");
  writeExportState(folder, state);
  EXPECT_EQ(desk.store().info("a").phase(), "waiting") << "its process may be on its way";
  fs::last_write_time(folder / "state.json", fs::file_time_type::clock::now() - std::chrono::minutes(1));
  EXPECT_EQ(desk.store().info("a").phase(), "interrupted");
  v1::StartExportRequest again;
  again.set_id("a");
  desk.start(again, [] { return true; });
  EXPECT_TRUE(test::waitUntil([&] { return desk.store().info("a").phase() == "done"; }));
}

TEST_F(ExportCalls, OnAFullDiskCanBeCancelledAndFreeIt) {
  const SmallDisk disk(1024);
  if (!disk.mounted()) GTEST_SKIP() << "only root may make a small disk";
  ExportDesk desk(disk.path(), GAN_SERVICE_TEST_TOOL);
  const fs::path folder = desk.store().folderOf("a");
  fs::create_directories(folder / "out");
  fs::create_directories(desk.store().workerFolder());
  writeExportRequest(folder, samples(1).request());
  v1::ExportState state;
  state.mutable_info()->set_phase("failed");
  writeExportState(folder, state);
  std::ofstream(folder / "out" / "0.txt") << std::string(500'000, 'x');
  disk.fill();
  EXPECT_EQ(desk.cancel("a").phase(), "cancelled");
  EXPECT_FALSE(fs::exists(folder / "out"));
  EXPECT_TRUE(test::waitUntil([&] { return readExportState(folder).info().phase() == "cancelled"; }));
  EXPECT_TRUE(test::waitUntil([&] { return !desk.store().isWorkedOn(); }));
}

/// A program that makes no exports, but writes down that it was started.
class IdleProgram {
 public:
  explicit IdleProgram(const fs::path& folder) : starts_(folder / "starts"), path_(folder / "program") {
    std::ofstream(path_) << "#!/bin/sh\necho started >> '" << starts_.string() << "'\n";
    fs::permissions(path_, fs::perms::owner_all);
  }
  std::string path() const { return path_.string(); }
  int starts() const {
    std::ifstream file(starts_);
    int count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }

 private:
  fs::path starts_;
  fs::path path_;
};

/// As a process leaves it that was killed.
void putLeft(const ExportDesk& desk, const v1::StartExportRequest& request) {
  const fs::path folder = desk.store().folderOf(request.id());
  fs::create_directories(folder);
  writeExportRequest(folder, request.request());
  v1::ExportState state;
  state.mutable_info()->set_phase("running");
  writeExportState(folder, state);
}

TEST_F(ExportCalls, OfWhichAProcessChangesNothingDoNotGetOneAfterTheOther) {
  const IdleProgram program(run_.temporary());
  ExportDesk desk(run_.path(), program.path());
  putLeft(desk, samples(1, 0, "a"));
  for (int i = 0; i < 5; ++i) desk.goOn();
  EXPECT_TRUE(test::waitUntil([&] { return program.starts() > 0; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the others' time, if there were any
  EXPECT_EQ(program.starts(), 1);
  putLeft(desk, samples(1, 0, "a"));  // somebody has worked on it
  desk.goOn();
  EXPECT_TRUE(test::waitUntil([&] { return program.starts() == 2; }));
}

TEST_F(ExportCalls, OnAFullDiskSaySoAndAreLeftUntilThereIsRoom) {
  const SmallDisk disk(1024);
  if (!disk.mounted()) GTEST_SKIP() << "only root may make a small disk";
  const IdleProgram program(run_.temporary());
  ExportDesk desk(disk.path(), program.path());
  putLeft(desk, samples(1, 0, "a"));
  disk.fill();
  expectError(ErrorCode::kResourceExhausted, "disk_full", [&] { desk.goOn(); });
  EXPECT_EQ(desk.store().info("a").phase(), "interrupted");
  EXPECT_EQ(desk.store().info("a").error().id(), "disk_full");
  fs::remove(disk.path() / "ballast");
  desk.goOn();
  EXPECT_TRUE(test::waitUntil([&] { return program.starts() == 1; })) << "none before";
  EXPECT_FALSE(desk.store().info("a").has_error());
}

TEST_F(ExportCalls, OfTwoProcessesForOneIdAreOne) {
  ExportDesk one(run_.path(), GAN_SERVICE_TEST_TOOL);
  ExportDesk other(run_.path(), GAN_SERVICE_TEST_TOOL);
  v1::StartExportRequest request = samples(6, 409, "a");
  std::future<v1::ExportInfo> first =
      std::async(std::launch::async, [&] { return one.start(request, [] { return true; }); });
  std::future<v1::ExportInfo> second =
      std::async(std::launch::async, [&] { return other.start(request, [] { return true; }); });
  const auto isTried = [](const fs::directory_entry& entry) {
    return entry.path().filename().string().starts_with(".new-");
  };
  ASSERT_TRUE(test::waitUntil([&] {
    std::error_code none;
    const fs::directory_iterator folders(one.store().folder(), none);
    return std::count_if(begin(folders), end(folders), isTried) == 2;
  }));
  letGo();
  EXPECT_EQ(first.get().id(), "a");
  EXPECT_EQ(second.get().id(), "a");
  EXPECT_EQ(one.store().ids().size(), 1U);
}

TEST_F(ExportCalls, RepeatedWithTheSameIdStartNothingTwice) {
  serve();
  Client client(local());
  client.start(held("a"));
  EXPECT_EQ(client.start(held("a")).id(), "a");
  EXPECT_EQ(client.list().exports_size(), 1);
}

TEST_F(ExportCalls, WaitForTheirTurnAndAreLimited) {
  serve();
  Client client(local());
  client.start(held("export-0"));
  for (int i = 1; i <= ExportDesk::kWaiting; ++i) client.start(samples(1, 0, "export-" + std::to_string(i)));
  expectError(ErrorCode::kResourceExhausted, "exports_too_many", [&] { client.start(samples(1)); });
  expectPhase(client, "export-0", "running");
  EXPECT_EQ(client.info("export-1").phase(), "waiting");
  EXPECT_EQ(client.cancel("export-1").phase(), "cancelled");
  EXPECT_EQ(client.start(samples(1, 0, "one-more")).phase(), "waiting");
  letGo();
  expectPhase(client, "one-more", "done");
  EXPECT_FALSE(fs::exists(run_.path() / "exports" / "export-1" / "out"));
}

TEST_F(ExportCalls, CancelledWhileTheyAreMadeLeaveNothing) {
  serve();
  Client client(local());
  client.start(held("a"));
  const fs::path out = run_.path() / "exports" / "a" / "out";
  ASSERT_TRUE(test::waitUntil([&] { return fs::exists(out / "2.txt"); }));
  client.cancel("a");
  expectPhase(client, "a", "cancelled");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(ExportCalls, OfAKilledProcessGoOnWithTheNextEngine) {
  serve();
  Client client(local());
  client.start(held("a"));
  const fs::path folder = run_.path() / "exports" / "a";
  ASSERT_TRUE(test::waitUntil([&] { return readExportState(folder).info().done() == 3; }));
  const pid_t first = readExportState(folder).process().pid();
  ASSERT_EQ(::kill(first, SIGKILL), 0);
  expectPhase(client, "a", "interrupted");
  letGo();
  engine_.reset();
  serve();
  Client again(local());
  expectPhase(again, "a", "done");
  const auto madeBy = [&](const char* file) { return std::stoi(readFile(folder / "out" / file, 1 << 20)); };
  EXPECT_EQ(madeBy("2.txt"), first);
  EXPECT_NE(madeBy("3.txt"), first);
  EXPECT_EQ(again.info("a").files_size(), 6) << "nothing half is left";
}

TEST_F(ExportCalls, GoOnWhenTheirEngineEnds) {
  serve();
  std::optional<Client> client(local());
  client->start(held("a"));
  client.reset();
  engine_.reset();
  letGo();
  EXPECT_TRUE(test::waitUntil([&] { return ExportStore(run_.path()).info("a").phase() == "done"; }));
}

TEST_F(ExportCalls, SendRangesOfFilesInPieces) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  serve();
  Client client(local());
  client.start(samples(1, 0, "a"));
  expectPhase(client, "a", "done");
  std::string large;
  for (int i = 0; i < 60'000; ++i) large += std::to_string(i);
  writeFileAtomically(run_.path() / "exports" / "a" / "out" / "large", large);
  ASSERT_GT(large.size(), FileStream::kPieceBytes);
  EXPECT_EQ(client.read("a", "large"), large);
  EXPECT_EQ(client.read("a", "large", 200'000, 17), large.substr(200'000, 17));
  EXPECT_EQ(client.read("a", "large", large.size()), "");
  expectError(ErrorCode::kInvalidArgument, "export_file_bad_range",
              [&] { client.read("a", "large", 7, large.size()); });
  expectError(ErrorCode::kInvalidArgument, "export_file_bad_name", [&] { client.read("a", "../state.json"); });
}

TEST_F(ExportCalls, NoLongerSendAFileWhoseReadersTokenIsReplaced) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  serve();
  Client steering(local());
  steering.start(samples(1, 0, "a"));
  expectPhase(steering, "a", "done");
  const fs::path large = run_.path() / "exports" / "a" / "out" / "large";
  std::ofstream(large).flush();
  constexpr std::uint64_t kPieces = 1000;
  fs::resize_file(large, kPieces * FileStream::kPieceBytes);
  Client watching(overNetwork(Role::kWatch));
  v1::GetFileRequest request;
  request.set_id("a");
  request.set_file("large");
  std::promise<std::string> ended;
  std::uint64_t pieces = 0;
  watching.client().read(
      request, {.on_piece =
                    [&](const v1::FilePiece&) {
                      if (++pieces == 1)
                        writeToken(run_.folder().access(), makeToken(Role::kWatch, std::chrono::hours(1)));
                      std::this_thread::sleep_for(std::chrono::milliseconds(100));  // a client that takes its time
                      return true;
                    },
                .on_end = [&] { ended.set_value("whole"); },
                .on_failure = [&](const Error& error) { ended.set_value(error.id()); }});
  EXPECT_EQ(ended.get_future().get(), "token_wrong");
  EXPECT_LT(pieces, kPieces);
}

TEST_F(ExportCalls, FetchOnlyWhatIsNotThereYet) {
  serve();
  Client client(local());
  client.start(samples(3, 0, "a"));
  expectPhase(client, "a", "done");
  const fs::path folder = run_.temporary() / "fetched";
  client.fetch("a", folder);
  const std::string mine(fs::file_size(folder / "1.txt"), 'm');
  writeFileAtomically(folder / "1.txt", mine);
  writeFileAtomically(folder / "2.txt", "short");
  EXPECT_EQ(client.fetch("a", folder).files, 3U);
  EXPECT_EQ(readFile(folder / "1.txt", 1 << 20), mine);
  EXPECT_NE(readFile(folder / "2.txt", 1 << 20), "short");
}

TEST_F(ExportCalls, AreRefusedWhereNobodyMakesThem) {
  engine_.emplace(run_);
  Client client(local());
  expectError(ErrorCode::kUnsupported, "export_unsupported", [&] { client.start(samples(1)); });
  RunConfig config;
  config.set("sampler.enabled", false);
  engine_.reset();
  writeFileAtomically(run_.path() / "run.yaml", toYaml(config));
  serve();
  Client off(local());
  expectError(ErrorCode::kFailedPrecondition, "sampler_off", [&] { off.start(samples(1)); });
}

TEST_F(ExportCalls, OfAClosedClientAreToldSo) {
  serve();
  Client client(local());
  std::promise<std::string> waiting;
  client.client().start(held("a"), {.on_reply = [&](const auto&) { waiting.set_value("answered"); },
                                    .on_failure = [&](const Error& error) { waiting.set_value(error.id()); }});
  client.client().close();
  EXPECT_EQ(waiting.get_future().get(), "client_closed");
  expectError(ErrorCode::kCancelled, "client_closed", [&] { client.list(); });
}

}  // namespace
}  // namespace gan
