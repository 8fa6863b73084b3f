#include "protocol/run_info.h"

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "core/error.h"
#include "core/log.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "run/kept_evaluations.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// Of a run as a whole, or of a glance at it.
template <class Told>
RunStatus statusOf(const Told& info) {
  constexpr std::array kAll = {RunStatus::kStarting, RunStatus::kRunning,  RunStatus::kPaused, RunStatus::kFinished,
                               RunStatus::kStopped,  RunStatus::kDiverged, RunStatus::kFailed};
  for (const RunStatus status : kAll) {
    if (info.status() == runStatusName(status)) return status;
  }
  return info.live() ? RunStatus::kRunning : RunStatus::kStopped;
}

DeviceLoad deviceOf(const v1::DeviceLoad& message) {
  return {.busy_percent = message.has_busy_percent() ? std::optional(message.busy_percent()) : std::nullopt,
          .memory_used_bytes = message.memory_used_bytes(),
          .memory_total_bytes = message.memory_total_bytes()};
}

LoadMeasured loadOf(const v1::HostLoad& message) {
  LoadMeasured load{message.cpu_percent(), message.memory_bytes(), message.host_memory_bytes(),
                    message.host_memory_used_bytes(), message.disk_free_bytes()};
  if (message.has_device()) load.device = deviceOf(message.device());
  return load;
}

RanksMeasured ranksOf(const v1::RanksMeasured& message) {
  RanksMeasured measured{.steps = message.steps(), .ranks = {}};
  for (const auto& rank : message.ranks()) {
    measured.ranks.push_back({rank.host(),
                              {rank.data_ms(), rank.forward_ms(), rank.backward_ms(), rank.communication_ms(),
                               rank.optimizer_ms(), rank.other_ms()},
                              rank.has_device() ? std::optional(deviceOf(rank.device())) : std::nullopt,
                              rank.computes_on()});
  }
  return measured;
}

/// Nothing for what only a later version understands: what else is told of its run counts all the same.
std::optional<Event> eventOf(const std::string& json) try {
  return eventFromJson(json, "An event that the engine sent");
} catch (const Error&) {
  return std::nullopt;
}

std::optional<Alert> alertOf(const std::string& json) {
  std::optional<Event> event = eventOf(json);
  auto* alert = event ? std::get_if<Alert>(&event->what) : nullptr;
  return alert == nullptr ? std::nullopt : std::optional(std::move(*alert));
}

}  // namespace

RunSummary summaryOf(const v1::RunInfo& info) {
  RunSummary summary;
  summary.status = statusOf(info);
  summary.status_reason = fromMessage(info.status_reason());
  summary.step = info.step();
  summary.epoch = info.epoch();
  summary.segment = info.segment();
  summary.total_steps = info.total_steps();
  summary.iterations_per_second = info.iterations_per_second();
  summary.images_per_second = info.images_per_second();
  summary.writer_alive = info.live();
  for (const auto& [path, value] : info.live_values()) summary.live_values[path] = fromMessage(value);
  if (info.has_load()) summary.load = loadOf(info.load());
  if (info.has_ranks()) summary.ranks = ranksOf(info.ranks());
  if (!info.evaluation_json().empty()) summary.evaluation = eventOf(info.evaluation_json());
  return summary;
}

RunGlance glanceOf(const v1::RunGlance& message) {
  RunGlance glance;
  glance.status = statusOf(message);
  glance.has_begun = message.has_begun();
  glance.writer_alive = message.live();
  glance.step = message.step();
  glance.total_steps = message.total_steps();
  glance.iterations_per_second = message.iterations_per_second();
  glance.preset = message.preset();
  glance.parent_path = message.parent_path();
  glance.parent_step = message.parent_step();
  glance.best_by = message.best_by();
  if (message.has_best_score()) glance.best_score = message.best_score();
  glance.best_compares_as = message.best_compares_as();
  for (const std::string& json : message.alerts_json()) {
    if (std::optional<Alert> alert = alertOf(json)) glance.alerts.push_back(*std::move(alert));
  }
  return glance;
}

std::optional<Evaluated> evaluationOf(const v1::CheckpointInfo& info) {
  if (!info.has_score() || info.score_name().empty()) return std::nullopt;
  if (!info.evaluation_json().empty()) {
    try {
      return keptEvaluationFromJson(info.evaluation_json(), "An evaluation that the engine sent").evaluated;
    } catch (const Error& error) {  // a later version's, perhaps
      log::warning(error.what());
    }
  }
  return Evaluated{.weights = {}, .statistics = {}, .scores = {{info.score_name(), info.score(), {}}}};
}

}  // namespace gan
