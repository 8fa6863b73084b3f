#include "protocol/convert.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "protocol/studio.pb.h"
#include "support/expect_error.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

Value thereAndBack(const Value& value) {
  v1::Value message;
  toMessage(value, message);
  v1::Value received;
  EXPECT_TRUE(received.ParseFromString(message.SerializeAsString()));
  return fromMessage(received);
}

TEST(ValueMessage, KeepsTypeAndValue) {
  const std::vector<Value> values{true, false, std::int64_t{0}, std::numeric_limits<std::int64_t>::min(),
                                  2e-4, -0.0,  std::string(),   std::string("Übergröße")};
  for (const Value& value : values) EXPECT_EQ(thereAndBack(value), value);
}

TEST(ValueMessage, WithoutAValueIsRefused) {
  expectError(ErrorCode::kInvalidArgument, "value_missing", [] { fromMessage(v1::Value()); });
}

TEST(ValueMessage, CarriesBrokenUtf8AsReplacementCharacters) {
  EXPECT_EQ(thereAndBack(Value(std::string("a\xff"
                                           "b"))),
            Value(std::string("a\xef\xbf\xbd"
                              "b")));
}

TEST(SchemaMessage, BringsEveryFieldOfThisBuildBackUnchanged) {
  v1::SchemaReply received;
  ASSERT_TRUE(received.ParseFromString(toMessage(Schema::builtin()).SerializeAsString()));
  const Schema schema = fromMessage(received);
  ASSERT_EQ(schema.fields().size(), Schema::builtin().fields().size());
  for (std::size_t i = 0; i < schema.fields().size(); ++i) {
    const Field& expected = Schema::builtin().fields()[i];
    const Field& field = schema.fields()[i];
    EXPECT_EQ(field.path, expected.path);
    EXPECT_EQ(field.type, expected.type) << field.path;
    EXPECT_EQ(field.default_value, expected.default_value) << field.path;
    EXPECT_EQ(field.range.has_value(), expected.range.has_value()) << field.path;
    if (field.range && expected.range) {
      EXPECT_EQ(field.range->lowest, expected.range->lowest) << field.path;
      EXPECT_EQ(field.range->highest, expected.range->highest) << field.path;
    }
    EXPECT_EQ(field.choices, expected.choices) << field.path;
    EXPECT_EQ(field.unit, expected.unit) << field.path;
    EXPECT_EQ(field.title, expected.title) << field.path;
    EXPECT_EQ(field.help, expected.help) << field.path;
    EXPECT_EQ(field.change, expected.change) << field.path;
    EXPECT_EQ(field.scale, expected.scale) << field.path;
    EXPECT_EQ(field.audience, expected.audience) << field.path;
    EXPECT_EQ(field.needs, expected.needs) << field.path;
  }
}

v1::SchemaReply oneField() {
  v1::SchemaReply reply;
  v1::SchemaField& field = *reply.add_fields();
  field.set_path("a.b");
  field.set_type("integer");
  field.set_lowest(1);
  field.set_highest(3);
  field.mutable_default_value()->set_integer(2);
  return reply;
}

TEST(SchemaMessage, WithADefaultOutsideItsRangeIsRefusedNamingTheField) {
  v1::SchemaReply reply = oneField();
  reply.mutable_fields(0)->mutable_default_value()->set_integer(4);
  const auto error = expectError(ErrorCode::kInvalidArgument, "schema_bad_field", [&] { fromMessage(reply); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("a.b"), std::string::npos) << error->message();
}

TEST(SchemaMessage, WithAnUnknownTypeOrARepeatedFieldIsRefused) {
  v1::SchemaReply unknown = oneField();
  unknown.mutable_fields(0)->set_type("matrix");
  expectError(ErrorCode::kInvalidArgument, "schema_bad_field", [&] { fromMessage(unknown); });
  v1::SchemaReply twice = oneField();
  *twice.add_fields() = twice.fields(0);
  expectError(ErrorCode::kInvalidArgument, "schema_bad_field", [&] { fromMessage(twice); });
}

TEST(ErrorInfoMessage, CarriesASentenceWithWhatATranslatorNeeds) {
  const Message sent{"paused_by", "asked by {client} at {time}", {{"client", "ann"}, {"time", "noon"}}};
  v1::ErrorInfo message;
  toMessage(sent, message);
  v1::ErrorInfo received;
  ASSERT_TRUE(received.ParseFromString(message.SerializeAsString()));
  EXPECT_EQ(fromMessage(received), sent);
  EXPECT_TRUE(fromMessage(v1::ErrorInfo()).empty());
}

TEST(ErrorInfoMessage, CarriesSentencesInsideASentenceBesideTheirEnglish) {
  const Message inner{"file_not_found", "{path} is not there.", {{"path", "a"}}};
  const Message sent{"x", "It failed: {reason}", {because(Message{"y", "No run: {reason}", {because(inner)}})}};
  v1::ErrorInfo message;
  toMessage(sent, message);
  EXPECT_EQ(message.arguments().at("reason"), "No run: a is not there.");
  v1::ErrorInfo received;
  ASSERT_TRUE(received.ParseFromString(message.SerializeAsString()));
  EXPECT_EQ(fromMessage(received), sent);
}

TEST(ErrorInfoMessage, IsReadAsDeepAsSentencesMayStandInsideOneAnother) {
  v1::ErrorInfo message;
  v1::ErrorInfo* deepest = &message;
  for (int depth = 0; depth < 40; ++depth) {
    (*deepest->mutable_arguments())["a"] = "in English";
    deepest = &(*deepest->mutable_sentences())["a"];
    deepest->set_text("{a}");
  }
  int depth = 0;
  const Message sentence = fromMessage(message);
  const std::vector<ErrorArgument>* arguments = &sentence.arguments;
  for (; !arguments->empty() && !arguments->front().text.empty(); ++depth) arguments = &arguments->front().arguments;
  EXPECT_EQ(depth, kMaxInnerSentences);
}

TEST(UnknownFields, OfAMessageAndOfOneInsideItAreNamed) {
  // Field 99 as a varint (tag 0x98 0x06), appended to the message and to the value inside its map.
  v1::CommandRequest message;
  message.set_kind("pause");
  v1::CommandRequest outer;
  ASSERT_TRUE(outer.ParseFromString(message.SerializeAsString() + std::string("\x98\x06\x01", 3)));
  const auto outside = expectError(ErrorCode::kUnsupported, "unsupported_field", [&] { refuseUnknownFields(outer); });
  EXPECT_NE(outside->message().find("CommandRequest.99"), std::string::npos) << outside->message();

  v1::Value value;
  ASSERT_TRUE(value.ParseFromString(std::string("\x98\x06\x01", 3)));
  (*message.mutable_values())["optimizer.generator.learning_rate"] = value;
  v1::CommandRequest inner;
  ASSERT_TRUE(inner.ParseFromString(message.SerializeAsString()));
  const auto inside = expectError(ErrorCode::kUnsupported, "unsupported_field", [&] { refuseUnknownFields(inner); });
  EXPECT_NE(inside->message().find("Value.99"), std::string::npos) << inside->message();
}

TEST(UnknownFields, AreAbsentFromWhatThisBuildWrites) {
  v1::CommandRequest message;
  (*message.mutable_values())["a"].set_real(1);
  v1::CommandRequest received;
  ASSERT_TRUE(received.ParseFromString(message.SerializeAsString()));
  EXPECT_NO_THROW(refuseUnknownFields(received));
}

TEST(EvaluationMessage, BringsAnOrderBackUnchangedAndWhatItLeavesOpenStaysSo) {
  EvaluationOrder order{.weights = "average",
                        .features = "/x/network.pt",
                        .resize = "clean-fid",
                        .size = 224,
                        .metrics = {"fid", "kid"},
                        .count = 512,
                        .draws = 3,
                        .truncations = {0, 0.5},
                        .truncation_kind = "scale",
                        .statistics = "standing",
                        .classes = "0,7-9",
                        .seed = 5};
  const auto again = [](const EvaluationOrder& sent) {
    v1::EvaluationExport message;
    toMessage(sent, message);
    return fromMessage(message);
  };
  EXPECT_EQ(again(order), order);
  order.size = 0;
  EXPECT_EQ(again(order), order) << "the network's own, whatever the run has";
  EXPECT_EQ(again(EvaluationOrder()), EvaluationOrder());
}

TEST(CommandReplyMessage, BringsEveryAnswerBackUnchanged) {
  const Message reason{"branch_exists", "{path} is there already.", {{"path", "runs/other"}}};
  for (const CommandAnswer& answer :
       {CommandAnswer{CommandResult::kApplied, 1200, {}}, CommandAnswer{CommandResult::kNeedsRestart, 7, reason},
        CommandAnswer{CommandResult::kRefused, 0, reason}, CommandAnswer{CommandResult::kUnknown, 0, reason}}) {
    EXPECT_EQ(fromMessage(toMessage(answer)), answer) << commandResultName(answer.result);
  }
}

TEST(CommandReplyMessage, OfAResultThatALaterVersionInventedIsUnknownNotRefused) {
  v1::CommandReply reply;
  reply.set_result("deferred");
  reply.set_step(40);
  EXPECT_EQ(fromMessage(reply), (CommandAnswer{CommandResult::kUnknown, 40, {}}));
}

}  // namespace
}  // namespace gan
