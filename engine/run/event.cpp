#include "run/event.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "run/evaluated_json.h"
#include "run/json.h"
#include "run/message_json.h"

namespace gan {
namespace {

using json::Json;
using json::Members;
using json::messageJson;
using json::readMessage;

constexpr std::array<std::string_view, 7> kStatusNames = {"starting", "running",  "paused", "finished",
                                                          "stopped",  "diverged", "failed"};
constexpr std::array<std::string_view, 5> kCauseNames = {"start", "resume", "rollback", "branch", "replay"};
constexpr std::array<std::string_view, 3> kSeverityNames = {"info", "warning", "error"};

/// A real that JSON has no number for becomes {"real": "nan"}, which no text value can be mistaken for.
Json valueJson(const Value& value) {
  if (const auto* number = std::get_if<double>(&value); number != nullptr && !std::isfinite(*number)) {
    return {{"real", json::real(*number)}};
  }
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Value readValue(const Members& members, const std::string& path) {
  const Json& found = members.json().at(path);
  if (found.is_boolean()) return found.get<bool>();
  if (found.is_string()) return found.get<std::string>();
  if (found.is_number_float()) return found.get<double>();
  if (found.is_number_integer()) return members.integer(path, std::numeric_limits<std::int64_t>::min());
  if (found.is_object()) return members.object(path).real("real");
  members.fail(path, "a value");
}

Json valuesJson(const std::vector<Assignment>& assignments) {
  Json object = Json::object();
  for (const Assignment& assignment : assignments) object[assignment.path] = valueJson(assignment.value);
  return object;
}

std::vector<Assignment> readValues(const Members& parent, std::string_view name) {
  const Members members = parent.object(name);
  std::vector<Assignment> values;
  for (const auto& item : members.json().items()) values.push_back({item.key(), readValue(members, item.key())});
  return values;
}

Json commandJson(const Command& command) {
  return {{"id", command.id},     {"client", command.client}, {"kind", commandKindName(command.kind)},
          {"step", command.step}, {"path", command.path},     {"values", valuesJson(command.values)}};
}

Command readCommand(const Members& parent) {
  const Members in = parent.object("command");
  Command command;
  command.id = in.text("id");
  command.client = in.text("client");
  command.kind = in.choice("kind", commandKindName, CommandKind::kStop);
  command.step = in.integer("step", -1);
  command.path = in.text("path");
  command.values = readValues(in, "values");
  return command;
}

std::string_view causeName(const SegmentStarted& started) {
  if (started.cause == SegmentStarted::Cause::kOther) return started.other_cause;
  return kCauseNames.at(static_cast<std::size_t>(started.cause));
}

std::string_view write(Json& out, const SegmentStarted& started) {
  out["cause"] = causeName(started);
  out["first_step"] = started.first_step;
  out["engine"] = started.engine;
  out["live_values"] = valuesJson(started.live_values);
  out["total_steps"] = started.total_steps;
  for (const ScheduledCommand& scheduled : started.later) {
    out["later"].push_back({{"step", scheduled.step}, {"command", commandJson(scheduled.command)}});
  }
  return "segment";
}

void readCause(const Members& in, SegmentStarted& started) {
  const std::string name = in.text("cause");
  const auto* const found = std::ranges::find(kCauseNames, name);
  if (found == kCauseNames.end()) {
    started.cause = SegmentStarted::Cause::kOther;
    started.other_cause = name;
  } else {
    started.cause = static_cast<SegmentStarted::Cause>(found - kCauseNames.begin());
  }
}

void read(const Members& in, SegmentStarted& started) {
  readCause(in, started);
  started.first_step = in.integer("first_step");
  started.engine = in.text("engine");
  started.live_values = readValues(in, "live_values");
  if (in.has("total_steps")) started.total_steps = in.integer("total_steps");
  if (!in.has("later")) return;
  for (const Json& scheduled : in.list("later")) {
    if (!scheduled.is_object()) in.fail("later", "a list of objects");
    const Members members(scheduled, in.origin());
    try {
      started.later.push_back({members.integer("step"), readCommand(members)});
    } catch (const json::UnknownName&) {
      // Of a later version, which alone could do it again.
    }
  }
}

std::string_view write(Json& out, const StatusChanged& changed) {
  out["status"] = runStatusName(changed.status);
  out["reason"] = messageJson(changed.reason);
  if (changed.deadline_unix_seconds != 0) out["deadline_unix_seconds"] = json::real(changed.deadline_unix_seconds);
  return "status";
}

void read(const Members& in, StatusChanged& changed) {
  changed.status = in.choice("status", runStatusName, RunStatus::kFailed);
  changed.reason = readMessage(in, "reason");
  if (in.has("deadline_unix_seconds")) changed.deadline_unix_seconds = in.real("deadline_unix_seconds");
}

std::string_view write(Json& out, const CommandHandled& handled) {
  out["command"] = commandJson(handled.command);
  const CommandAnswer& answer = handled.answer;
  out["answer"] = {
      {"result", commandResultName(answer.result)}, {"step", answer.step}, {"reason", messageJson(answer.reason)}};
  out["previous"] = valuesJson(handled.previous);
  return "command";
}

void read(const Members& in, CommandHandled& handled) {
  handled.command = readCommand(in);
  const Members answer = in.object("answer");
  handled.answer.result = answer.choice("result", commandResultName, CommandResult::kUnknown);
  handled.answer.step = answer.integer("step");
  handled.answer.reason = readMessage(answer, "reason");
  handled.previous = readValues(in, "previous");
}

std::string_view write(Json& out, const Alert& alert) {
  out["severity"] = severityName(alert.severity);
  out["rule"] = alert.rule;
  out["message"] = messageJson(alert.message);
  out["actions"] = alert.actions;
  if (alert.since_step >= 0) out["since_step"] = alert.since_step;
  if (alert.healthy_step >= 0) out["healthy_step"] = alert.healthy_step;
  if (!alert.remedy.empty()) out["remedy"] = valuesJson(alert.remedy);
  return "alert";
}

void read(const Members& in, Alert& alert) {
  alert.severity = in.choice("severity", severityName, Severity::kError);
  alert.rule = in.text("rule");
  alert.message = readMessage(in, "message");
  for (const Json& action : in.list("actions")) {
    if (!action.is_string()) in.fail("actions", "a list of texts");
    alert.actions.push_back(action.get<std::string>());
  }
  if (in.has("since_step")) alert.since_step = in.integer("since_step");
  if (in.has("healthy_step")) alert.healthy_step = in.integer("healthy_step");
  if (in.has("remedy")) alert.remedy = readValues(in, "remedy");
}

std::string_view write(Json& out, const CheckpointWritten& written) {
  out["name"] = written.name;
  out["bytes"] = written.bytes;
  out["seconds"] = json::real(written.seconds);
  out["pinned"] = written.pinned;
  return "checkpoint";
}

void read(const Members& in, CheckpointWritten& written) {
  written.name = in.text("name");
  written.bytes = in.size("bytes");
  written.seconds = in.real("seconds");
  written.pinned = in.flag("pinned");
}

std::string_view write(Json& out, const SampleWritten& written) {
  out["name"] = written.name;
  out["truncation"] = json::real(written.truncation);
  return "sample";
}

void read(const Members& in, SampleWritten& written) {
  written.name = in.text("name");
  written.truncation = in.real("truncation");
}

std::string_view write(Json& out, const Evaluated& evaluated) {
  json::writeEvaluated(out, evaluated);
  return "evaluation";
}

void read(const Members& in, Evaluated& evaluated) { json::readEvaluated(in, evaluated); }

Json deviceJson(const DeviceLoad& device) {
  Json json = {{"memory_used_bytes", device.memory_used_bytes}, {"memory_total_bytes", device.memory_total_bytes}};
  if (device.busy_percent) json["busy_percent"] = json::real(*device.busy_percent);
  return json;
}

std::optional<DeviceLoad> readDevice(const Members& parent) {
  if (!parent.has("device")) return std::nullopt;
  const Members in = parent.object("device");
  DeviceLoad device{.busy_percent = {},
                    .memory_used_bytes = in.size("memory_used_bytes"),
                    .memory_total_bytes = in.size("memory_total_bytes")};
  if (in.has("busy_percent")) device.busy_percent = in.real("busy_percent");
  return device;
}

std::string_view write(Json& out, const LoadMeasured& load) {
  out["cpu_percent"] = json::real(load.cpu_percent);
  out["memory_bytes"] = load.memory_bytes;
  out["host_memory_bytes"] = load.host_memory_bytes;
  out["host_memory_used_bytes"] = load.host_memory_used_bytes;
  out["disk_free_bytes"] = load.disk_free_bytes;
  if (load.device) out["device"] = deviceJson(*load.device);
  return "load";
}

void read(const Members& in, LoadMeasured& load) {
  load.cpu_percent = in.real("cpu_percent");
  load.memory_bytes = in.size("memory_bytes");
  load.host_memory_bytes = in.size("host_memory_bytes");
  load.host_memory_used_bytes = in.size("host_memory_used_bytes");
  load.disk_free_bytes = in.size("disk_free_bytes");
  load.device = readDevice(in);
}

std::string_view write(Json& out, const RankReported& reported) {
  out["rank"] = reported.rank;
  out["host"] = reported.host;
  out["severity"] = severityName(reported.severity);
  out["message"] = messageJson(reported.message);
  out["read_to"] = reported.read_to;
  out["said_unix_seconds"] = json::real(reported.unix_seconds);
  return "rank";
}

void read(const Members& in, RankReported& reported) {
  reported.rank = static_cast<int>(in.integer("rank", 0, std::numeric_limits<int>::max()));
  reported.host = in.text("host");
  reported.severity = in.choice("severity", severityName, Severity::kError);
  reported.message = readMessage(in, "message");
  reported.read_to = in.size("read_to");
  reported.unix_seconds = in.real("said_unix_seconds");
}

std::string_view write(Json& out, const RanksMeasured& measured) {
  out["steps"] = measured.steps;
  out["ranks"] = Json::array();
  for (const RankTimes& rank : measured.ranks) {
    Json times = Json::array();
    for (const double milliseconds : rank.times) times.push_back(json::real(milliseconds));
    Json& entry = out["ranks"].emplace_back(Json{{"host", rank.host}, {"ms", std::move(times)}});
    if (rank.device) entry["device"] = deviceJson(*rank.device);
    if (!rank.computes_on.empty()) entry["on"] = rank.computes_on;
  }
  return "phases";
}

/// Milliseconds of phases, in their order; those that a later version may have added count as other.
PhaseTimes readTimes(const Members& in) {
  PhaseTimes times{};
  const Json& list = in.list("ms");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double milliseconds = list[i].is_number() ? list[i].get<double>() : -1;
    if (!(milliseconds >= 0) || !std::isfinite(milliseconds)) in.fail("ms", "a list of numbers that are 0 or more");
    times[std::min(i, kPhaseCount - 1)] += milliseconds;
  }
  return times;
}

void read(const Members& in, RanksMeasured& measured) {
  measured.steps = in.integer("steps");
  for (const Json& rank : in.list("ranks")) {
    if (!rank.is_object()) in.fail("ranks", "a list of objects");
    const Members members(rank, in.origin());
    measured.ranks.push_back({members.text("host"), readTimes(members), readDevice(members),
                              members.has("on") ? members.text("on") : std::string()});
  }
}

/// The members that all entries have.
constexpr std::array<std::string_view, 5> kCommonMembers = {"sequence", "segment", "step", "unix_seconds", "type"};

std::string_view write(Json& out, const OtherEvent& other) {
  const Json own = Json::parse(other.text, nullptr, /*allow_exceptions=*/false);
  if (own.is_object()) out.insert(own.begin(), own.end());
  return other.type;
}

void read(const Members& in, OtherEvent& other) {
  other.type = in.text("type");
  Json own = in.json();
  for (const std::string_view name : kCommonMembers) own.erase(name);
  if (!own.empty()) other.text = json::line(own);
}

template <typename What>
What read(const Members& in) {
  What what;
  read(in, what);
  return what;
}

decltype(Event::what) readKnown(const Members& in) {
  const std::string type = in.text("type");
  if (type == "segment") return read<SegmentStarted>(in);
  if (type == "status") return read<StatusChanged>(in);
  if (type == "command") return read<CommandHandled>(in);
  if (type == "alert") return read<Alert>(in);
  if (type == "checkpoint") return read<CheckpointWritten>(in);
  if (type == "sample") return read<SampleWritten>(in);
  if (type == "evaluation") return read<Evaluated>(in);
  if (type == "load") return read<LoadMeasured>(in);
  if (type == "rank") return read<RankReported>(in);
  if (type == "phases") return read<RanksMeasured>(in);
  return read<OtherEvent>(in);
}

decltype(Event::what) readWhat(const Members& in) {
  try {
    return readKnown(in);
  } catch (const json::UnknownName&) {
    return read<OtherEvent>(in);
  }
}

}  // namespace

std::string_view runStatusName(RunStatus status) { return kStatusNames.at(static_cast<std::size_t>(status)); }

std::string_view severityName(Severity severity) { return kSeverityNames.at(static_cast<std::size_t>(severity)); }

bool isMeasurement(const Event& event) {
  return std::holds_alternative<LoadMeasured>(event.what) || std::holds_alternative<RanksMeasured>(event.what);
}

bool isOfEarlierStart(const RankReported& reported, double recorded_unix_seconds) {
  constexpr double kLongestWay = 60;  // network file systems show what others wrote within a minute
  return recorded_unix_seconds - reported.unix_seconds > kLongestWay;
}

std::string toJson(const Event& event) {
  Json out = {{"sequence", event.sequence},
              {"segment", event.segment},
              {"step", event.step},
              {"unix_seconds", json::real(event.unix_seconds)}};
  out["type"] = std::visit([&out](const auto& what) { return write(out, what); }, event.what);
  return json::line(out);
}

Event eventFromJson(std::string_view text, std::string_view source) {
  const json::Origin origin{"journal_bad_event", source,
                            "It may come from a newer version of the program: read the run with that one."};
  const Json object = json::parseObject(text, origin);
  const Members in(object, origin);
  return {.sequence = static_cast<std::uint64_t>(in.integer("sequence")),
          .segment = in.segment("segment"),
          .step = in.integer("step"),
          .unix_seconds = in.real("unix_seconds"),
          .what = readWhat(in)};
}

}  // namespace gan
