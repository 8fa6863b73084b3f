#include "service/watcher.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <utility>

#include "protocol/studio.grpc.pb.h"
#include "run/run_reader.h"
#include "service/fake_run.h"
#include "support/process.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// Says that there is nothing new, but while it is held nothing at all: as over a disk that hangs.
class HeldSource : public UpdateSource {
 public:
  using UpdateSource::UpdateSource;
  std::shared_ptr<const Encoded> after(const RunReader::Cursor&, Scalars) override {
    std::unique_lock lock(mutex_);
    ++reads_;
    changed_.wait(lock, [this] { return !held_; });
    return nullptr;
  }
  void hold(bool on) {
    const std::lock_guard lock(mutex_);
    held_ = on;
    changed_.notify_all();
  }
  int reads() {
    const std::lock_guard lock(mutex_);
    return reads_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = true;
  int reads_ = 0;
};

/// A client that begins to watch a run whose disk hangs.
class WatcherTest : public testing::Test, private v1::RunService::WithRawCallbackMethod_Watch<v1::RunService::Service> {
 protected:
  WatcherTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(static_cast<v1::RunService::WithRawCallbackMethod_Watch<v1::RunService::Service>*>(this));
    server_ = builder.BuildAndStart();
    stub_ = v1::RunService::NewStub(server_->InProcessChannel({}));
    updates_ = stub_->Watch(&context_, v1::WatchRequest());
    watcher_ = opened_.get_future().get();
    starting_ = std::async(std::launch::async, [this] {
      watcher_->start({}, UpdateSource::Scalars::kSent,
                      {.on_sent = [this](Watcher&) { sent_.set_value(); }, .on_done = [](Watcher&) {}});
    });
    EXPECT_TRUE(test::waitUntil([this] { return source_->reads() == 1; }));
  }
  ~WatcherTest() override {
    source_->hold(false);
    starting_.wait();
    context_.TryCancel();
    server_->Shutdown(std::chrono::system_clock::now());
  }

  /// Whether it is done though the disk hangs, which goes on where it is not.
  bool isDone(const std::future<void>& work) {
    const bool done = work.wait_for(std::chrono::seconds(60)) == std::future_status::ready;
    if (!done) source_->hold(false);
    return done;
  }

  const FakeRun run_;
  RunReader reader_{RunFolder::open(run_.path())};
  const std::shared_ptr<HeldSource> source_ = std::make_shared<HeldSource>(reader_);
  std::promise<std::shared_ptr<Watcher>> opened_;
  std::promise<void> sent_;  ///< The first update.
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::RunService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchUpdate>> updates_;
  std::shared_ptr<Watcher> watcher_;
  std::future<void> starting_;

 private:
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Watch(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer*) override {
    const std::shared_ptr<Watcher> watcher = Watcher::open(*context, source_);
    opened_.set_value(watcher);
    return watcher.get();
  }
};

TEST_F(WatcherTest, IsLookedAfterAndEndedWhileADiskHangs) {
  std::future<void> others = std::async(std::launch::async, [this] {
    EXPECT_FALSE(watcher_->isPast({2, 0}));
    EXPECT_FALSE(watcher_->cancelIfStuckSince(Watcher::Clock::now())) << "it is not the client who is stuck";
    watcher_->end({grpc::StatusCode::UNAVAILABLE, "the engine ends"});
  });
  ASSERT_TRUE(isDone(others)) << "they wait for the disk";
  v1::WatchUpdate update;
  EXPECT_FALSE(updates_->Read(&update));
  EXPECT_EQ(updates_->Finish().error_message(), "the engine ends");
}

TEST_F(WatcherTest, ReadsAgainWhatCameWhileItWasReading) {
  source_->hold(false);
  v1::WatchUpdate greeting;
  ASSERT_TRUE(updates_->Read(&greeting)) << "where the run stands";
  ASSERT_TRUE(isDone(sent_.get_future()));
  source_->hold(true);
  const std::future<void> first = std::async(std::launch::async, [this] { watcher_->wake(); });
  ASSERT_TRUE(test::waitUntil([this] { return source_->reads() == 2; }));
  const std::future<void> second = std::async(std::launch::async, [this] { watcher_->wake(); });
  ASSERT_TRUE(isDone(second)) << "it waits for the disk";
  source_->hold(false);
  first.wait();
  EXPECT_EQ(source_->reads(), 3);
}

}  // namespace
}  // namespace gan
