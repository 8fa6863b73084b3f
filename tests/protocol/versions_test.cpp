#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "protocol/convert.h"
#include "protocol/recorded_engine.h"
#include "protocol/recorded_protocol.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/version.h"
#include "support/expect_error.h"

namespace gan {
namespace {

namespace pb = google::protobuf;
namespace v1 = ganstudio::v1;
using test::RecordedEngine;
using test::RecordedProtocol;

std::string recorded(const std::string& name) { return RecordedProtocol::message("1.0", name); }

RecordedEngine::Replies repliesOf10() {
  RecordedEngine::Replies replies;
  for (const char* call :
       {"GetRun", "GetSchema", "QuerySeries", "ListSamples", "GetSample", "ListCheckpoints", "Command"}) {
    replies[call] = {recorded(std::string(call) + ".reply")};
  }
  replies["Watch"] = {recorded("Watch.reply.1"), recorded("Watch.reply.2")};
  return replies;
}

/// What an engine one minor version ahead of this build knows: a field of each of these messages that this build does
/// not, and another call.
pb::FileDescriptorProto protocolAhead() {
  pb::FileDescriptorProto file;
  v1::RunInfo::descriptor()->file()->CopyTo(&file);
  for (pb::DescriptorProto& message : *file.mutable_message_type()) {
    pb::FieldDescriptorProto& field = *message.add_field();
    field.set_name("of_later");
    field.set_json_name("ofLater");
    field.set_number(1900);
    field.set_label(pb::FieldDescriptorProto::LABEL_OPTIONAL);
    field.set_type(pb::FieldDescriptorProto::TYPE_STRING);
  }
  for (pb::ServiceDescriptorProto& service : *file.mutable_service()) {
    if (service.name() != "RunService") continue;
    pb::MethodDescriptorProto& method = *service.add_method();
    method.set_name("GetWeather");
    method.set_input_type(".ganstudio.v1.GetRunRequest");
    method.set_output_type(".ganstudio.v1.RunInfo");
  }
  return file;
}

/// A message of that version, made of one that this build knows.
std::string ahead(const pb::Message& message) {
  RecordedProtocol protocol(protocolAhead());
  const auto later = protocol.parse(protocol.file().FindMessageTypeByName(message.GetDescriptor()->name()),
                                    message.SerializeAsString());
  later->GetReflection()->SetString(later.get(), later->GetDescriptor()->FindFieldByName("of_later"), "sunny");
  return later->SerializeAsString();
}

/// Waits for updates of a watch.
struct Updates {
  RunClient::WatchCallbacks callbacks() {
    return {.on_update =
                [this](const v1::WatchUpdate& update) {
                  const std::lock_guard lock(mutex);
                  all.push_back(update);
                  changed.notify_all();
                },
            .on_state = {}};
  }
  bool wait(std::size_t count) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::seconds(30), [&] { return all.size() >= count; });
  }
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<v1::WatchUpdate> all;
};

void expectSameField(const pb::FieldDescriptor& before, const pb::FieldDescriptor* now) {
  ASSERT_NE(now, nullptr) << before.full_name() << " is gone";
  EXPECT_EQ(now->name(), before.name());
  EXPECT_EQ(now->type(), before.type()) << before.full_name();
  EXPECT_EQ(now->label(), before.label()) << before.full_name();
  EXPECT_EQ(now->has_presence(), before.has_presence()) << before.full_name();
  if (before.message_type() != nullptr) {
    EXPECT_EQ(now->message_type()->full_name(), before.message_type()->full_name());
  }
}

void expectSameFields(const pb::Descriptor& before, const pb::DescriptorPool& today) {
  const pb::Descriptor* now = today.FindMessageTypeByName(before.full_name());
  ASSERT_NE(now, nullptr) << before.full_name() << " is gone";
  for (int i = 0; i < before.field_count(); ++i) {
    expectSameField(*before.field(i), now->FindFieldByNumber(before.field(i)->number()));
  }
  for (int i = 0; i < before.nested_type_count(); ++i) expectSameFields(*before.nested_type(i), today);
}

TEST(Versions, EverythingOfVersion10IsStillThereAsItWas) {
  RecordedProtocol old(RecordedProtocol::read("1.0"));
  const pb::FileDescriptor& before = old.file();
  const pb::FileDescriptor& now = *v1::RunInfo::descriptor()->file();
  ASSERT_GT(before.message_type_count(), 50);
  for (int i = 0; i < before.message_type_count(); ++i) expectSameFields(*before.message_type(i), *now.pool());
  for (int i = 0; i < before.enum_type_count(); ++i) {
    const pb::EnumDescriptor& names = *before.enum_type(i);
    for (int value = 0; value < names.value_count(); ++value) {
      const auto* same = now.pool()->FindEnumValueByName(names.value(value)->full_name());
      ASSERT_NE(same, nullptr) << names.value(value)->full_name();
      EXPECT_EQ(same->number(), names.value(value)->number());
    }
  }
  const pb::ServiceDescriptor& calls = *before.FindServiceByName("RunService");
  for (int i = 0; i < calls.method_count(); ++i) {
    const pb::MethodDescriptor& call = *calls.method(i);
    const auto* same = now.FindServiceByName("RunService")->FindMethodByName(call.name());
    ASSERT_NE(same, nullptr) << call.full_name();
    EXPECT_EQ(same->input_type()->full_name(), call.input_type()->full_name());
    EXPECT_EQ(same->output_type()->full_name(), call.output_type()->full_name());
    EXPECT_EQ(same->client_streaming(), call.client_streaming()) << call.full_name();
    EXPECT_EQ(same->server_streaming(), call.server_streaming()) << call.full_name();
  }
}

TEST(Versions, AnEngineOneMinorVersionBackIsUnderstood) {
  RecordedEngine engine(RecordedProtocol::read("1.0"), repliesOf10());
  RunClient client({engine.target()});
  const v1::RunInfo run = client.run();
  EXPECT_EQ(run.status(), "paused");
  EXPECT_EQ(fromMessage(run.status_reason()).english(), "The losses became NaN at step 12480.");
  EXPECT_EQ(run.step(), 12480);
  EXPECT_EQ(run.role(), v1::ROLE_STEER);
  EXPECT_EQ(run.live_values().at("checkpoint.interval_steps").integer(), 500);
  EXPECT_EQ(run.ranks().ranks(0).backward_ms(), 9);
  EXPECT_FALSE(run.has_sampler());
  EXPECT_EQ(fromMessage(client.schema()).at("optimizer.generator.learning_rate").title, "Learning rate");
  v1::SeriesRequest request;
  request.add_names("loss/g");
  request.set_columns(2);
  const v1::SeriesColumns columns = client.series(request).series(0);
  EXPECT_EQ(columns.last_step(1), 12480);
  EXPECT_EQ(columns.max(0), 2.5F);
  EXPECT_EQ(columns.not_finite(1), 1U);
  EXPECT_EQ(client.samples().samples(0).name(), "step-00012000.s2");
  EXPECT_EQ(client.sample("step-00012000.s2").json(), "{\"seed\": 3}");
  EXPECT_EQ(client.checkpoints().checkpoints(0).score_name(), "fid");
  v1::CommandRequest command;
  command.set_kind("pause");
  EXPECT_EQ(fromMessage(client.command(command)).result, CommandResult::kNeedsRestart);
  Updates updates;
  client.watch(0, 0, updates.callbacks());
  ASSERT_TRUE(updates.wait(2));
  client.close();
  EXPECT_EQ(updates.all[0].scalars(0).values_size(), 4);
  EXPECT_EQ(updates.all[1].skipped_rows(), 7U);
}

TEST(Versions, WhatAnEngineOneMinorVersionBackLacksIsNamedAndNotAskedFor) {
  RecordedEngine engine(RecordedProtocol::read("1.0"), repliesOf10());
  RunClient client({engine.target()});
  const auto error = expectError(ErrorCode::kUnsupported, "engine_lacks_thumbnails",
                                 [&] { client.thumbnail("step-00012000.s2", 256); });
  EXPECT_NE(error->message().find("1.0"), std::string::npos) << error->message();
  EXPECT_NE(error->message().find("1.1"), std::string::npos) << error->message();
  v1::SeriesRequest request;
  request.set_raw_beside(true);
  expectError(ErrorCode::kUnsupported, "engine_lacks_raw_beside", [&] { client.series(request); });
  v1::SeriesRequest of_ancestors;
  of_ancestors.set_ancestors(true);
  expectError(ErrorCode::kUnsupported, "engine_lacks_ancestors", [&] { client.series(of_ancestors); });
  EXPECT_EQ(engine.asked(), std::vector<std::string>{"GetRun"});
  const auto unknown = expectError(ErrorCode::kUnsupported, "unsupported_call", [&] { client.evaluations({}); });
  EXPECT_NE(unknown->message().find("ListEvaluations"), std::string::npos) << unknown->message();
  EXPECT_EQ(client.sample("step-00012000.s2").info().step(), 12000) << "the rest goes on";
}

TEST(Versions, AnEngineOneMinorVersionAheadIsUnderstood) {
  v1::RunInfo info;
  info.set_id("5f0c2a9be1d34477");
  info.set_protocol_version("1.99");
  info.set_status("hibernating");
  v1::WatchUpdate update;
  update.add_events_json(R"({"segment":1,"sequence":7,"step":3,"time":1.5,"type":"of_later"})");
  update.set_next_sequence(8);
  v1::CommandReply reply;
  reply.set_result("postponed");
  RecordedEngine engine(protocolAhead(),
                        {{"GetRun", {ahead(info)}}, {"Watch", {ahead(update)}}, {"Command", {ahead(reply)}}});
  RunClient client({engine.target()});
  EXPECT_EQ(client.run().status(), "hibernating");
  v1::CommandRequest command;
  command.set_kind("pause");
  EXPECT_EQ(fromMessage(client.command(command)).result, CommandResult::kUnknown);
  Updates updates;
  client.watch(0, 0, updates.callbacks());
  ASSERT_TRUE(updates.wait(1));
  client.close();
  EXPECT_EQ(updates.all[0].next_sequence(), 8U);
}

TEST(Versions, AnEngineOfAnotherMajorVersionIsRefusedInOneSentence) {
  v1::RunInfo info;
  info.set_protocol_version("2.0");
  RecordedEngine engine(protocolAhead(), {{"GetRun", {ahead(info)}}});
  RunClient client({engine.target()});
  const auto error = expectError(ErrorCode::kUnsupported, "protocol_version", [&] { client.run(); });
  EXPECT_NE(error->message().find("2.0"), std::string::npos) << error->message();
}

TEST(Versions, SayWhatAnEngineHas) {
  for (const Feature feature : {Feature::kThumbnails, Feature::kCurvesForSlowLines, Feature::kAncestors}) {
    for (const char* version : {"1.0", "1", "", "1.x"}) EXPECT_FALSE(speaks(version, feature)) << version;
    for (const char* version : {"1.1", "1.2", "1.10", kProtocolVersion})
      EXPECT_TRUE(speaks(version, feature)) << version;
  }
}

}  // namespace
}  // namespace gan
