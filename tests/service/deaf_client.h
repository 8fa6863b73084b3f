#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"

namespace gan {

/// A Watch call whose messages nobody takes.
class DeafClient {
 public:
  explicit DeafClient(const std::string& socket)
      : channel_(grpc::CreateCustomChannel("unix:" + socket, grpc::InsecureChannelCredentials(), smallWindow())),
        stub_(ganstudio::v1::RunService::NewStub(channel_)) {
    context_.AddMetadata(kVersionMetadata, kProtocolVersion);
    stream_ = stub_->Watch(&context_, ganstudio::v1::WatchRequest());
    stream_->WaitForInitialMetadata();
  }
  ~DeafClient() { context_.TryCancel(); }
  /// False at the end of the call.
  bool read(ganstudio::v1::WatchUpdate& update) { return stream_->Read(&update); }

 private:
  /// Lets the transport take no more than 64 KiB ahead.
  static grpc::ChannelArguments smallWindow() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
    arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 65536);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
    return arguments;
  }

  grpc::ClientContext context_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<ganstudio::v1::RunService::Stub> stub_;
  std::unique_ptr<grpc::ClientReader<ganstudio::v1::WatchUpdate>> stream_;
};

}  // namespace gan
