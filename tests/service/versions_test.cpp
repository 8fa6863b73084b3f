#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <memory>
#include <random>
#include <string>

#include "protocol/recorded_protocol.h"
#include "protocol/run_client.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"
#include "service/fake_run.h"
#include "support/tiny_png.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using test::RecordedProtocol;

/// Sends bytes as the message of a call, whatever they are.
class BytesClient {
 public:
  explicit BytesClient(const std::string& socket)
      : channel_(grpc::CreateChannel("unix:" + socket, grpc::InsecureChannelCredentials())), stub_(channel_) {}

  struct Answer {
    grpc::Status status;
    std::string bytes;
  };
  Answer ask(const std::string& call, const std::string& bytes, const std::string& version) {
    const grpc::Slice slice(bytes);
    const grpc::ByteBuffer request(&slice, 1);
    grpc::ByteBuffer reply;
    grpc::ClientContext context;
    context.AddMetadata(kVersionMetadata, version);
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
    std::promise<grpc::Status> done;
    stub_.UnaryCall(&context, "/ganstudio.v1.RunService/" + call, grpc::StubOptions(), &request, &reply,
                    [&done](const grpc::Status& status) { done.set_value(status); });
    Answer answer{done.get_future().get(), {}};
    grpc::Slice whole;
    if (answer.status.ok() && reply.DumpToSingleSlice(&whole).ok()) {
      answer.bytes.assign(reinterpret_cast<const char*>(whole.begin()), whole.size());
    }
    return answer;
  }

 private:
  std::shared_ptr<grpc::Channel> channel_;
  grpc::GenericStub stub_;
};

class OldClientTest : public testing::Test {
 protected:
  OldClientTest() {
    run_.rows(20);
    std::ofstream(run_.folder().samples() / "step-00000004.s1.png") << test::tinyPng();
    run_.journal(SampleWritten{"step-00000004.s1", 0.5});
  }
  /// What an engine of this build answers to a recorded request, as the version it was recorded of reads it.
  std::unique_ptr<google::protobuf::Message> answer(const std::string& call) {
    const BytesClient::Answer answer = client_.ask(call, RecordedProtocol::message("1.0", call + ".request"), "1.0");
    EXPECT_TRUE(answer.status.ok()) << call << ": " << answer.status.error_message();
    return protocol_.parse(protocol_.method(call)->output_type(), answer.bytes);
  }
  static std::string text(const google::protobuf::Message& message, const char* field) {
    return message.GetReflection()->GetString(message, message.GetDescriptor()->FindFieldByName(field));
  }
  static int count(const google::protobuf::Message& message, const char* field) {
    return message.GetReflection()->FieldSize(message, message.GetDescriptor()->FindFieldByName(field));
  }

  FakeRun run_;
  FakeSink sink_;
  FakeEngine engine_{run_, &sink_};
  RecordedProtocol protocol_{RecordedProtocol::read("1.0")};
  BytesClient client_{engine_.server().unixSocket()};
};

TEST_F(OldClientTest, OfVersion10GetsAnswersThatItUnderstands) {
  const auto run = answer("GetRun");
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(text(*run, "id"), run_.folder().manifest().id);
  EXPECT_EQ(text(*run, "protocol_version"), kProtocolVersion);
  EXPECT_GT(count(*answer("GetSchema"), "fields"), 50);
  EXPECT_EQ(count(*answer("QuerySeries"), "series"), 1);
  EXPECT_EQ(count(*answer("ListSamples"), "samples"), 1);
  EXPECT_EQ(text(*answer("GetSample"), "png"), test::tinyPng());
  EXPECT_EQ(count(*answer("ListCheckpoints"), "checkpoints"), 0);
  EXPECT_EQ(text(*answer("Command"), "result"), "applied");
  ASSERT_EQ(sink_.commands().size(), 1U);
  EXPECT_EQ(sink_.commands()[0].kind, CommandKind::kSet);
}

TEST_F(OldClientTest, OfVersion10IsShownWhatHappens) {
  const auto stub = v1::RunService::NewStub(
      grpc::CreateChannel("unix:" + engine_.server().unixSocket(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.AddMetadata(kVersionMetadata, "1.0");
  v1::WatchRequest request;
  ASSERT_TRUE(request.ParseFromString(RecordedProtocol::message("1.0", "Watch.request")));
  const auto stream = stub->Watch(&context, request);
  v1::WatchUpdate update;
  ASSERT_TRUE(stream->Read(&update));
  const auto* type = protocol_.method("Watch")->output_type();
  const auto read = protocol_.parse(type, update.SerializeAsString());
  ASSERT_NE(read, nullptr);
  EXPECT_GT(count(*read, "events_json"), 0);
  context.TryCancel();
}

TEST_F(OldClientTest, OfALaterMinorVersionIsToldWhichFieldIsNotKnown) {
  const std::string field_1900 = std::string("\xe2\x76\x05sunny", 8);
  for (const char* call : {"GetRun", "QuerySeries", "Command"}) {
    const std::string request = RecordedProtocol::message("1.0", std::string(call) + ".request") + field_1900;
    const Error error = toError(client_.ask(call, request, "1.9").status, call, "engine");
    EXPECT_EQ(error.id(), "unsupported_field") << call;
    EXPECT_NE(error.message().find("1900"), std::string::npos) << error.message();
  }
  EXPECT_EQ(client_.ask("GetWeather", {}, "1.9").status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_TRUE(sink_.commands().empty());
}

TEST_F(OldClientTest, ThatSendsTruncatedOrRandomMessagesGetsAnErrorAndTheEngineGoesOn) {
  std::mt19937 random(11);
  for (const char* call : {"GetRun", "QuerySeries", "ListSamples", "GetSample", "Command"}) {
    const std::string whole = RecordedProtocol::message("1.0", std::string(call) + ".request");
    for (std::size_t size = 0; size < whole.size(); ++size) client_.ask(call, whole.substr(0, size), "1.0");
    for (int i = 0; i < 100; ++i) {
      std::string bytes(std::uniform_int_distribution<std::size_t>(1, 64)(random), '\0');
      for (char& byte : bytes) byte = static_cast<char>(random());
      client_.ask(call, bytes, "1.0");
    }
  }
  for (const Command& command : sink_.commands()) {
    EXPECT_TRUE(command.kind == CommandKind::kSet) << "a truncated message became another command";
  }
  EXPECT_EQ(RunClient({run_.path().string()}).run().id(), run_.folder().manifest().id);
}

TEST_F(OldClientTest, ThatSendsACommandAgainChangesNothingTwice) {
  const std::string command = RecordedProtocol::message("1.0", "Command.request");
  const std::string first = client_.ask("Command", command, "1.0").bytes;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client_.ask("Command", command, "1.0").bytes, first);
  EXPECT_EQ(sink_.commands().size(), 1U);
}

}  // namespace
}  // namespace gan
