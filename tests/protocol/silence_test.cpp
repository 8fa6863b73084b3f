#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "protocol/export_client.h"
#include "protocol/run_client.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using std::chrono::milliseconds;

constexpr milliseconds kTimeout(300);

/// Begins its answers at once and ends them long after a client's time-out, as over a slow line; or never begins them.
/// Answers one call.
class SlowEngine : public v1::RunService::CallbackService {
 public:
  enum class Answers { kBeginAndLast, kNeverBegin };
  explicit SlowEngine(Answers answers) : answers_(answers) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket(), grpc::InsecureServerCredentials());
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    if (answers == Answers::kNeverBegin) return;
    rest_ = std::thread([answer = begun_.get_future()]() mutable {
      Answer* begun = answer.get();
      std::this_thread::sleep_for(3 * kTimeout);
      begun->end(grpc::Status::OK);
    });
  }
  /// With kBeginAndLast once a call was made.
  ~SlowEngine() override {
    if (rest_.joinable()) rest_.join();
    server_->Shutdown(std::chrono::system_clock::now());
  }
  std::string target() const { return "unix:" + socket(); }

 private:
  /// Its end is told by the engine's thread, which outlives it.
  class Answer : public grpc::ServerUnaryReactor {
   public:
    explicit Answer(SlowEngine& engine) : engine_(engine) {
      if (engine.answers_ == Answers::kBeginAndLast) StartSendInitialMetadata();
    }
    void end(const grpc::Status& status) {
      if (!ended_.exchange(true)) Finish(status);
    }

   private:
    void OnSendInitialMetadataDone(bool) override { engine_.begun_.set_value(this); }
    void OnCancel() override {
      if (engine_.answers_ == Answers::kNeverBegin) end(grpc::Status::CANCELLED);
    }
    void OnDone() override { delete this; }

    SlowEngine& engine_;
    std::atomic<bool> ended_{false};
  };

  grpc::ServerUnaryReactor* GetRun(grpc::CallbackServerContext*, const v1::GetRunRequest*,
                                   v1::RunInfo* reply) override {
    reply->set_protocol_version(kProtocolVersion);
    return new Answer(*this);
  }
  grpc::ServerUnaryReactor* GetSample(grpc::CallbackServerContext*, const v1::GetSampleRequest* request,
                                      v1::SampleData* reply) override {
    reply->mutable_info()->set_name(request->name());
    return new Answer(*this);
  }
  grpc::ServerUnaryReactor* GetSchema(grpc::CallbackServerContext*, const v1::GetSchemaRequest*,
                                      v1::SchemaReply*) override {
    return new Answer(*this);
  }
  grpc::ServerUnaryReactor* ListSamples(grpc::CallbackServerContext*, const v1::ListSamplesRequest*,
                                        v1::SampleList*) override {
    return new Answer(*this);
  }
  grpc::ServerUnaryReactor* ListCheckpoints(grpc::CallbackServerContext*, const v1::ListCheckpointsRequest*,
                                            v1::CheckpointList*) override {
    return new Answer(*this);
  }
  grpc::ServerUnaryReactor* ListExports(grpc::CallbackServerContext*, const v1::ListExportsRequest*,
                                        v1::ExportList* reply) override {
    reply->add_exports()->set_id("a");
    return new Answer(*this);
  }

  std::string socket() const { return (folder_ / "engine.sock").string(); }

  const Answers answers_;
  std::promise<Answer*> begun_;
  std::thread rest_;
  const TemporaryFolder folder_;
  std::unique_ptr<grpc::Server> server_;
};

TEST(Silence, IsNoneWhileAnAnswerThatHasBegunComes) {
  SlowEngine engine(SlowEngine::Answers::kBeginAndLast);
  RunClient client({engine.target()}, kTimeout);
  EXPECT_EQ(client.sample("step-00000001.s1").info().name(), "step-00000001.s1");
}

TEST(Silence, IsNoneWhileALongListComes) {
  const auto call = [](const auto& method) {
    SlowEngine engine(SlowEngine::Answers::kBeginAndLast);
    RunClient client({engine.target()}, kTimeout);
    EXPECT_NO_THROW((client.*method)());
  };
  call(&RunClient::run);
  call(&RunClient::schema);
  call(&RunClient::samples);
  call(&RunClient::checkpoints);
}

/// The error that a list of exports ended with; empty: it came.
std::string endOfExports(const SlowEngine& engine) {
  std::promise<std::string> ended;
  ExportClient client({engine.target()}, kTimeout);
  client.list({}, {.on_reply = [&ended](const v1::ExportList&) { ended.set_value(""); },
                   .on_failure = [&ended](const Error& error) { ended.set_value(error.id()); }});
  return ended.get_future().get();
}

/// The same of the list from which an export is fetched, which has no files yet.
std::string endOfFetching(const SlowEngine& engine) {
  const TemporaryFolder folder;
  std::promise<std::string> ended;
  ExportClient client({engine.target()}, kTimeout);
  client.fetch("a", folder.path(),
               {.on_progress = {},
                .on_end = [&ended](const ExportClient::Fetched&) { ended.set_value(""); },
                .on_failure = [&ended](const Error& error) { ended.set_value(error.id()); }});
  return ended.get_future().get();
}

TEST(Silence, IsNoneWhileAListOfExportsComes) {
  for (const auto end : {endOfExports, endOfFetching}) {
    const SlowEngine engine(SlowEngine::Answers::kBeginAndLast);
    EXPECT_EQ(end(engine), "");
  }
}

TEST(Silence, EndsAListOfExportsThatDoesNotBegin) {
  for (const auto end : {endOfExports, endOfFetching}) {
    const SlowEngine engine(SlowEngine::Answers::kNeverBegin);
    EXPECT_EQ(end(engine), "engine_timeout");
  }
}

TEST(Silence, EndsACallWhoseAnswerDoesNotBegin) {
  SlowEngine engine(SlowEngine::Answers::kNeverBegin);
  RunClient client({engine.target()}, kTimeout);
  expectError(ErrorCode::kUnavailable, "engine_timeout", [&] { client.sample("step-00000001.s1"); });
  expectError(ErrorCode::kUnavailable, "engine_timeout", [&] { client.run(); });
}

TEST(Silence, KeepsNobodyFromClosingTheClient) {
  SlowEngine engine(SlowEngine::Answers::kNeverBegin);
  RunClient client({engine.target()}, std::chrono::minutes(10));
  std::thread closing([&client] {
    std::this_thread::sleep_for(kTimeout);
    client.close();
  });
  expectError(ErrorCode::kCancelled, "client_closed", [&] { client.sample("step-00000001.s1"); });
  closing.join();
}

}  // namespace
}  // namespace gan
