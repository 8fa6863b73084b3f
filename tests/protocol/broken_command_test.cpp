#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "protocol/run_client.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using grpc::StatusCode;

/// Ends each command with the same status, before or once it has told that it has taken it.
class BreakingEngine : public v1::RunService::CallbackService {
 public:
  enum class When { kBeforeItIsTaken, kOnceItIsTaken };
  BreakingEngine(When when, grpc::Status end) : when_(when), end_(std::move(end)) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket(), grpc::InsecureServerCredentials());
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~BreakingEngine() override { server_->Shutdown(std::chrono::system_clock::now()); }

  v1::CommandReply command() const {
    RunClient client({"unix:" + socket()}, std::chrono::minutes(1));
    v1::CommandRequest pause;
    pause.set_kind("pause");
    return client.command(pause);
  }

 private:
  class Taken : public grpc::ServerUnaryReactor {
   public:
    explicit Taken(grpc::Status end) : end_(std::move(end)) { StartSendInitialMetadata(); }

   private:
    void OnSendInitialMetadataDone(bool) override { Finish(end_); }
    void OnDone() override { delete this; }

    const grpc::Status end_;
  };

  grpc::ServerUnaryReactor* GetSchema(grpc::CallbackServerContext* context, const v1::GetSchemaRequest*,
                                      v1::SchemaReply*) override {
    grpc::ServerUnaryReactor* const call = context->DefaultReactor();
    call->Finish(grpc::Status::OK);
    return call;
  }
  grpc::ServerUnaryReactor* Command(grpc::CallbackServerContext* context, const v1::CommandRequest*,
                                    v1::CommandReply*) override {
    if (when_ == When::kOnceItIsTaken) return new Taken(end_);
    grpc::ServerUnaryReactor* const call = context->DefaultReactor();
    call->Finish(end_);
    return call;
  }

  std::string socket() const { return (folder_ / "engine.sock").string(); }

  const When when_;
  const grpc::Status end_;
  const TemporaryFolder folder_;
  std::unique_ptr<grpc::Server> server_;
};

TEST(BrokenCommand, ThatAnEngineHasTakenIsUnknownHoweverItsCallEnds) {
  for (const StatusCode code :
       {StatusCode::INTERNAL, StatusCode::UNKNOWN, StatusCode::DATA_LOSS, StatusCode::RESOURCE_EXHAUSTED}) {
    const BreakingEngine engine(BreakingEngine::When::kOnceItIsTaken, {code, "RST_STREAM"});
    const v1::CommandReply reply = engine.command();
    EXPECT_EQ(reply.result(), "unknown") << code;
    EXPECT_EQ(reply.reason().id(), "command_unanswered") << code;
  }
}

TEST(BrokenCommand, WhoseCallBrokeBeforeAnyWordOfTheEngineIsUnknown) {
  for (const StatusCode code : {StatusCode::INTERNAL, StatusCode::UNKNOWN}) {
    const BreakingEngine engine(BreakingEngine::When::kBeforeItIsTaken, {code, "RST_STREAM"});
    EXPECT_EQ(engine.command().result(), "unknown") << code;
  }
}

TEST(BrokenCommand, ThatAnEngineDoesNotTakeWasNotCarriedOut) {
  const Error failed(ErrorCode::kInternal, "service_failed", "The engine failed to answer: {reason}", {{"reason", ""}});
  const BreakingEngine failing(BreakingEngine::When::kBeforeItIsTaken, toStatus(failed));
  expectError(ErrorCode::kInternal, "service_failed", [&] { failing.command(); });
  const BreakingEngine older(BreakingEngine::When::kBeforeItIsTaken, {StatusCode::UNIMPLEMENTED, ""});
  expectError(ErrorCode::kUnsupported, "unsupported_call", [&] { older.command(); });
}

}  // namespace
}  // namespace gan
