#pragma once

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/recorded_protocol.h"
#include "protocol/status.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// An engine of another version: it knows what its protocol says, refuses as an engine does what that does not, and
/// answers with recorded messages. A call that streams stays open behind the last one.
class RecordedEngine {
 public:
  using Replies = std::map<std::string, std::vector<std::string>>;  ///< By the name of the call.

  RecordedEngine(const google::protobuf::FileDescriptorProto& file, Replies replies)
      : protocol_(file), replies_(std::move(replies)), service_(*this) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket(), grpc::InsecureServerCredentials());
    builder.RegisterCallbackGenericService(&service_);
    server_ = builder.BuildAndStart();
  }
  ~RecordedEngine() { server_->Shutdown(std::chrono::system_clock::now()); }

  std::string target() const { return "unix:" + socket(); }
  /// Names of the calls that came in.
  std::vector<std::string> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  class Call : public grpc::ServerGenericBidiReactor {
   public:
    Call(RecordedEngine& engine, const std::string& path) : engine_(engine), name_(path.substr(path.rfind('/') + 1)) {
      StartRead(&request_);
    }

   private:
    void OnReadDone(bool ok) override {
      const grpc::Status status = ok ? engine_.take(name_, request_) : grpc::Status::CANCELLED;
      if (!status.ok()) return Finish(status);
      streams_ = engine_.protocol_.method(name_)->server_streaming();
      writeNext();
    }
    void OnWriteDone(bool ok) override {
      if (!ok) return Finish(grpc::Status::CANCELLED);
      writeNext();
    }
    void OnCancel() override {
      const std::lock_guard lock(mutex_);
      cancelled_ = true;
      if (waiting_) Finish(grpc::Status::CANCELLED);
    }
    void OnDone() override { delete this; }

    void writeNext() {
      const std::vector<std::string>& replies = engine_.replies_.at(name_);
      if (next_ < replies.size()) {
        const grpc::Slice slice(replies[next_++]);
        reply_ = grpc::ByteBuffer(&slice, 1);
        return StartWrite(&reply_);
      }
      if (!streams_) return Finish(grpc::Status::OK);
      const std::lock_guard lock(mutex_);
      waiting_ = true;
      if (cancelled_) Finish(grpc::Status::CANCELLED);
    }

    RecordedEngine& engine_;
    const std::string name_;
    grpc::ByteBuffer request_;
    grpc::ByteBuffer reply_;
    std::size_t next_ = 0;
    bool streams_ = false;
    std::mutex mutex_;
    bool cancelled_ = false;
    bool waiting_ = false;
  };

  class Service : public grpc::CallbackGenericService {
   public:
    explicit Service(RecordedEngine& engine) : engine_(engine) {}

   private:
    grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
      return new Call(engine_, context->method());
    }
    RecordedEngine& engine_;
  };

  std::string socket() const { return (folder_ / "engine.sock").string(); }

  /// As an engine of that version would.
  grpc::Status take(const std::string& name, const grpc::ByteBuffer& request) {
    const std::lock_guard lock(mutex_);
    asked_.push_back(name);
    const auto* method = protocol_.method(name);
    if (method == nullptr) return {grpc::StatusCode::UNIMPLEMENTED, ""};
    grpc::Slice bytes;
    if (!request.DumpToSingleSlice(&bytes).ok()) return {grpc::StatusCode::INTERNAL, "no message"};
    const auto message =
        protocol_.parse(method->input_type(), std::string(reinterpret_cast<const char*>(bytes.begin()), bytes.size()));
    if (message == nullptr) return {grpc::StatusCode::INTERNAL, "no message"};
    try {
      refuseUnknownFields(*message);
    } catch (const Error& error) {
      return toStatus(error);
    }
    return grpc::Status::OK;
  }

  const TemporaryFolder folder_;
  std::mutex mutex_;
  RecordedProtocol protocol_;
  const Replies replies_;
  std::vector<std::string> asked_;
  Service service_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace gan::test
