#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "protocol/connection.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"

namespace gan {

/// A Watch call whose messages nobody takes.
class DeafClient {
 public:
  explicit DeafClient(const std::string& socket)
      : DeafClient("unix:" + socket, grpc::InsecureChannelCredentials(), "") {}
  /// Over the network.
  DeafClient(const std::string& address, const std::string& certificate, const std::string& token)
      : DeafClient(address, overTls(certificate), token) {}
  ~DeafClient() { context_.TryCancel(); }
  /// False at the end of the call.
  bool read(ganstudio::v1::WatchUpdate& update) { return stream_->Read(&update); }

 private:
  DeafClient(const std::string& address, const std::shared_ptr<grpc::ChannelCredentials>& credentials,
             const std::string& token)
      : channel_(grpc::CreateCustomChannel(address, credentials, smallWindow())),
        stub_(ganstudio::v1::RunService::NewStub(channel_)) {
    context_.AddMetadata(kVersionMetadata, kProtocolVersion);
    if (!token.empty()) context_.AddMetadata(kTokenMetadata, token);
    stream_ = stub_->Watch(&context_, ganstudio::v1::WatchRequest());
    stream_->WaitForInitialMetadata();
  }
  static std::shared_ptr<grpc::ChannelCredentials> overTls(const std::string& certificate) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = certificate;
    return grpc::SslCredentials(options);
  }
  /// Lets the transport take no more than 64 KiB ahead.
  static grpc::ChannelArguments smallWindow() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
    arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 65536);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetSslTargetNameOverride(kCertificateName);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
    return arguments;
  }

  grpc::ClientContext context_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<ganstudio::v1::RunService::Stub> stub_;
  std::unique_ptr<grpc::ClientReader<ganstudio::v1::WatchUpdate>> stream_;
};

}  // namespace gan
