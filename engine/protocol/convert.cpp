#include "protocol/convert.h"

#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/error.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::array kFieldTypes{FieldType::kBool,   FieldType::kInteger, FieldType::kReal,
                                 FieldType::kChoice, FieldType::kText,    FieldType::kPath};
constexpr int kMaxFields = 4096;

[[noreturn]] void throwBadField(const v1::SchemaField& message, std::string reason) {
  throw Error(ErrorCode::kInvalidArgument, "schema_bad_field",
              "The engine described its setting {field} in a way that this program cannot use: {reason}. Update this "
              "program or the engine.",
              {{"field", message.path()}, {"reason", std::move(reason)}});
}

std::optional<FieldType> fieldTypeFromName(std::string_view name) {
  for (const FieldType type : kFieldTypes) {
    if (fieldTypeName(type) == name) return type;
  }
  return std::nullopt;
}

v1::SchemaField fieldMessage(const Field& field) {
  v1::SchemaField message;
  message.set_path(field.path);
  message.set_type(std::string(fieldTypeName(field.type)));
  toMessage(field.default_value, *message.mutable_default_value());
  if (field.range) {
    message.set_lowest(field.range->lowest);
    message.set_highest(field.range->highest);
  }
  for (const std::string& choice : field.choices) message.add_choices(choice);
  message.set_unit(field.unit);
  message.set_title(field.title);
  message.set_help(field.help);
  message.set_live(field.change == Change::kLive);
  message.set_logarithmic(field.scale == Scale::kLogarithmic);
  message.set_common(field.audience == Audience::kCommon);
  for (const Need& need : field.needs) {
    v1::SchemaNeed& added = *message.add_needs();
    added.set_path(need.path);
    for (const std::string& value : need.values) added.add_values(value);
    added.set_none_of(need.kind == Need::Kind::kNoneOf);
  }
  return message;
}

Field fieldFromMessage(const v1::SchemaField& message) {
  Field field;
  field.path = message.path();
  if (field.path.empty() || field.path.size() > 256) throwBadField(message, "its name is empty or too long");
  const std::optional<FieldType> type = fieldTypeFromName(message.type());
  if (!type) throwBadField(message, "type '" + message.type() + "' is unknown");
  field.type = *type;
  if (message.has_lowest() != message.has_highest()) throwBadField(message, "its range has one bound only");
  if (message.has_lowest()) {
    if (!(message.lowest() <= message.highest())) throwBadField(message, "its range is empty");
    field.range = Range{message.lowest(), message.highest()};
  }
  field.choices.assign(message.choices().begin(), message.choices().end());
  field.unit = message.unit();
  field.title = message.title();
  field.help = message.help();
  field.change = message.live() ? Change::kLive : Change::kRestart;
  field.scale = message.logarithmic() ? Scale::kLogarithmic : Scale::kLinear;
  field.audience = message.common() ? Audience::kCommon : Audience::kAdvanced;
  for (const v1::SchemaNeed& need : message.needs()) {
    field.needs.push_back({need.path(),
                           {need.values().begin(), need.values().end()},
                           need.none_of() ? Need::Kind::kNoneOf : Need::Kind::kOneOf});
  }
  try {
    field.default_value = checkValue(field, fromMessage(message.default_value()));
  } catch (const Error& error) {
    throwBadField(message, error.message());
  }
  return field;
}

void collectUnknown(const google::protobuf::Message& message, std::string& names) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const google::protobuf::UnknownFieldSet& unknown = reflection.GetUnknownFields(message);
  for (int i = 0; i < unknown.field_count() && names.size() < 200; ++i) {
    if (!names.empty()) names += ", ";
    names += message.GetDescriptor()->name() + "." + std::to_string(unknown.field(i).number());
  }
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      collectUnknown(reflection.GetMessage(message, field), names);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      collectUnknown(reflection.GetRepeatedMessage(message, field, i), names);
    }
  }
}

void putSentence(const std::string& text, const std::vector<ErrorArgument>& arguments, v1::ErrorInfo& message) {
  message.set_text(toUtf8(text));
  for (const ErrorArgument& argument : arguments) {
    const std::string name = toUtf8(argument.name);
    (*message.mutable_arguments())[name] = toUtf8(argument.value);
    if (!argument.text.empty()) putSentence(argument.text, argument.arguments, (*message.mutable_sentences())[name]);
  }
}

std::vector<ErrorArgument> argumentsOf(const v1::ErrorInfo& message, int depth) {
  std::vector<ErrorArgument> arguments;
  for (const auto& [name, value] : message.arguments()) {
    ErrorArgument& argument = arguments.emplace_back(ErrorArgument{name, value});
    const auto sentence = message.sentences().find(name);
    if (depth == 0 || sentence == message.sentences().end()) continue;
    argument.text = sentence->second.text();
    argument.arguments = argumentsOf(sentence->second, depth - 1);
  }
  std::ranges::sort(arguments, {}, &ErrorArgument::name);
  return arguments;
}

}  // namespace

void toMessage(const Value& value, v1::Value& message) {
  struct Visitor {
    v1::Value& out;
    void operator()(bool flag) const { out.set_flag(flag); }
    void operator()(std::int64_t integer) const { out.set_integer(integer); }
    void operator()(double real) const { out.set_real(real); }
    void operator()(const std::string& text) const { out.set_text(toUtf8(text)); }
  };
  std::visit(Visitor{message}, value);
}

Value fromMessage(const v1::Value& message) {
  switch (message.kind_case()) {
    case v1::Value::kFlag:
      return message.flag();
    case v1::Value::kInteger:
      return static_cast<std::int64_t>(message.integer());
    case v1::Value::kReal:
      return message.real();
    case v1::Value::kText:
      return message.text();
    case v1::Value::KIND_NOT_SET:
      break;
  }
  throw Error(ErrorCode::kInvalidArgument, "value_missing",
              "A value in the message is neither a flag nor a number nor a text. Send one of these.");
}

v1::SchemaReply toMessage(const Schema& schema) {
  v1::SchemaReply reply;
  for (const Field& field : schema.fields()) *reply.add_fields() = fieldMessage(field);
  return reply;
}

Schema fromMessage(const v1::SchemaReply& message) {
  if (message.fields_size() > kMaxFields) {
    throw Error(ErrorCode::kInvalidArgument, "schema_too_large",
                "The engine described {count} settings, and at most {limit} can be right. Update this program or the "
                "engine.",
                {{"count", std::to_string(message.fields_size())}, {"limit", std::to_string(kMaxFields)}});
  }
  std::vector<Field> fields;
  std::set<std::string_view> paths;
  for (const v1::SchemaField& field : message.fields()) {
    if (!paths.insert(field.path()).second) throwBadField(field, "it is there twice");
    fields.push_back(fieldFromMessage(field));
  }
  return Schema(std::move(fields));
}

void toMessage(const Message& sentence, v1::ErrorInfo& message) {
  message.set_id(toUtf8(sentence.id));
  putSentence(sentence.text, sentence.arguments, message);
}

Message fromMessage(const v1::ErrorInfo& message) {
  return {message.id(), message.text(), argumentsOf(message, kMaxInnerSentences)};
}

LatentWalk walkOf(const v1::InterpolateRequest& request) {
  LatentWalk walk{.ends = request.loop() ? PathEnds::kLoop : PathEnds::kOpen,
                  .seconds = request.seconds(),
                  .frames_per_second = request.frames_per_second()};
  for (const std::string& keyframe : request.keyframes()) walk.keyframes.push_back(samplePointFromText(keyframe));
  if (!request.path().empty()) walk.kind = pathKind(request.path());
  checkWalk(walk);
  return walk;
}

void toMessage(const EvaluationOrder& order, v1::EvaluationExport& message) {
  message.set_weights(order.weights);
  message.set_features(order.features);
  for (const std::string& metric : order.metrics) message.add_metrics(metric);
  message.set_count(static_cast<std::uint64_t>(order.count));
  message.set_draws(static_cast<std::uint64_t>(order.draws));
  for (const double truncation : order.truncations) message.add_truncations(truncation);
  message.set_truncation_kind(order.truncation_kind);
  message.set_statistics(order.statistics);
  message.set_classes(order.classes);
  message.set_seed(order.seed);
  message.set_resize(order.resize);
  if (order.size) message.set_size(static_cast<std::uint32_t>(*order.size));
}

EvaluationOrder fromMessage(const v1::EvaluationExport& message) {
  return {.weights = message.weights(),
          .features = message.features(),
          .resize = message.resize(),
          .size = message.has_size() ? std::optional<std::int64_t>(message.size()) : std::nullopt,
          .metrics = {message.metrics().begin(), message.metrics().end()},
          .count = static_cast<std::int64_t>(message.count()),
          .draws = static_cast<std::int64_t>(message.draws()),
          .truncations = {message.truncations().begin(), message.truncations().end()},
          .truncation_kind = message.truncation_kind(),
          .statistics = message.statistics(),
          .classes = message.classes(),
          .seed = message.seed()};
}

v1::CommandReply toMessage(const CommandAnswer& answer) {
  v1::CommandReply message;
  message.set_result(std::string(commandResultName(answer.result)));
  message.set_step(answer.step);
  if (!answer.reason.empty()) toMessage(answer.reason, *message.mutable_reason());
  return message;
}

CommandAnswer fromMessage(const v1::CommandReply& message) {
  CommandAnswer answer{CommandResult::kUnknown, message.step(), fromMessage(message.reason())};
  for (const CommandResult known : {CommandResult::kApplied, CommandResult::kNeedsRestart, CommandResult::kRefused}) {
    if (message.result() == commandResultName(known)) answer.result = known;
  }
  return answer;
}

void refuseUnknownFields(const google::protobuf::Message& message) {
  std::string names;
  collectUnknown(message, names);
  if (names.empty()) return;
  throw Error(ErrorCode::kUnsupported, "unsupported_field",
              "This engine does not know these fields of the message (by number): {fields}. It is older than the "
              "client; update it, or do without them.",
              {{"fields", names}});
}

}  // namespace gan
