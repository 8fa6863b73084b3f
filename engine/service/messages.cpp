#include "service/messages.h"

#include <algorithm>
#include <utility>

#include "config/text.h"
#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::size_t kMaxNameBytes = 128;
constexpr std::size_t kMaxPathBytes = 4096;
constexpr int kMaxValues = 256;

[[noreturn]] void throwMalformed(const v1::CommandRequest& message, std::string reason) {
  throw Error(ErrorCode::kInvalidArgument, "command_malformed",
              "The command {kind} cannot be carried out: {reason}. Nothing was changed.",
              {{"kind", excerpt(message.kind())}, {"reason", std::move(reason)}});
}

void checkShape(const v1::CommandRequest& message, CommandKind kind) {
  const auto plain = [](const std::string& text, std::size_t size) { return text.size() <= size && isPlainText(text); };
  if (message.id().empty() || !plain(message.id(), kMaxNameBytes)) {
    throwMalformed(message, "its id must be a text of 1 to 128 bytes, chosen by the client");
  }
  if (!plain(message.client(), kMaxNameBytes))
    throwMalformed(message, "the client's name is too long or not plain text");
  if (message.path().size() > kMaxPathBytes || message.path().find('\0') != std::string::npos) {
    throwMalformed(message, "its path is longer than 4096 bytes or holds a zero byte");
  }
  if (message.has_step() && message.step() < -1) throwMalformed(message, "its step is negative");
  if (message.values_size() > kMaxValues) throwMalformed(message, "it sets more than 256 values");
  if (kind == CommandKind::kSet && message.values().empty()) throwMalformed(message, "it names no values to set");
  if (kind != CommandKind::kSet && !message.values().empty()) throwMalformed(message, "only 'set' takes values");
  if (kind == CommandKind::kBranch && message.path().empty()) {
    throwMalformed(message, "it does not say in which folder the new run begins");
  }
  if (kind == CommandKind::kKeep && (!message.has_step() || message.step() < 0)) {
    throwMalformed(message, "it does not say of which step the checkpoint is");
  }
}

void toMessage(const DeviceLoad& load, v1::DeviceLoad& message) {
  if (load.busy_percent) message.set_busy_percent(*load.busy_percent);
  message.set_memory_used_bytes(load.memory_used_bytes);
  message.set_memory_total_bytes(load.memory_total_bytes);
}

/// Appends values to a repeated field.
template <class Field, class Values>
void append(Field* field, const Values& values) {
  field->Add(values.begin(), values.end());
}

}  // namespace

Command commandFromMessage(const v1::CommandRequest& message, const Schema& schema) {
  Command command;
  command.kind = commandKindFromName(message.kind());
  checkShape(message, command.kind);
  command.id = message.id();
  command.client = message.client();
  command.path = message.path();
  if (message.has_step()) command.step = message.step();
  for (const auto& [path, value] : message.values()) command.values.push_back({path, fromMessage(value)});
  checkCommand(command);
  for (Assignment& assignment : command.values) {
    assignment.value = checkValue(schema.at(assignment.path), assignment.value);
  }
  // The message's map has no order, and a journal should be the same for the same command.
  std::ranges::sort(command.values, {}, &Assignment::path);
  return command;
}

void toMessage(const LoadMeasured& load, v1::HostLoad& message) {
  message.set_cpu_percent(load.cpu_percent);
  message.set_memory_bytes(load.memory_bytes);
  message.set_host_memory_bytes(load.host_memory_bytes);
  message.set_host_memory_used_bytes(load.host_memory_used_bytes);
  message.set_disk_free_bytes(load.disk_free_bytes);
  if (load.device) toMessage(*load.device, *message.mutable_device());
}

void toMessage(const RanksMeasured& measured, v1::RanksMeasured& message) {
  message.set_steps(measured.steps);
  for (const RankTimes& rank : measured.ranks) {
    v1::RankTimes& times = *message.add_ranks();
    times.set_host(toUtf8(rank.host));
    times.set_data_ms(timeIn(rank.times, Phase::kData));
    times.set_forward_ms(timeIn(rank.times, Phase::kForward));
    times.set_backward_ms(timeIn(rank.times, Phase::kBackward));
    times.set_communication_ms(timeIn(rank.times, Phase::kCommunication));
    times.set_optimizer_ms(timeIn(rank.times, Phase::kOptimizer));
    times.set_other_ms(timeIn(rank.times, Phase::kOther));
    if (rank.device) toMessage(*rank.device, *times.mutable_device());
    times.set_computes_on(toUtf8(rank.computes_on));
  }
}

void toMessage(const MetricsBlock& block, v1::ScalarBlock& message) {
  message.set_segment(block.segment);
  append(message.mutable_steps(), block.steps);
  append(message.mutable_unix_seconds(), block.unix_seconds);
  append(message.mutable_epochs(), block.epochs);
  for (const std::string& column : block.columns) message.add_columns(toUtf8(column));
  for (const std::vector<float>& column : block.values) append(message.mutable_values(), column);
}

void toMessage(const std::vector<Column>& columns, v1::SeriesColumns& message) {
  for (const Column& column : columns) {
    message.add_first_step(column.first_step);
    message.add_last_step(column.last_step);
    message.add_min(column.min);
    message.add_max(column.max);
    message.add_first(column.first);
    message.add_last(column.last);
    message.add_count(column.count);
    message.add_not_finite(column.not_finite);
  }
}

void toMessage(const Series::Values& values, v1::SeriesColumns& message) {
  append(message.mutable_first_step(), values.steps);
  append(message.mutable_first(), values.values);
}

}  // namespace gan
