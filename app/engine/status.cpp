#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "command.h"
#include "console.h"
#include "core/units.h"
#include "phases_table.h"
#include "protocol/convert.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "remote.h"
#include "run/checkpoint_store.h"
#include "run/lock.h"
#include "run/run_reader.h"

namespace gan::app {
namespace {

struct Checkpoint {
  std::string name;
  std::int64_t step = 0;
  std::uint64_t bytes = 0;
  bool pinned = false;
  std::optional<double> score;
};

/// How a run stands, from its folder or from its engine.
struct Standing {
  std::string path;
  std::string status;
  RunSummary facts;  ///< Without the status.
  std::string trained_by;
  std::string preset;
  std::vector<Checkpoint> checkpoints;
  std::map<std::string, float> latest;  ///< Values of the newest step.
};

std::string describeHolder(const RunFolder& folder) {
  const auto holder = RunLock::holder(folder.path());
  if (!holder) return "nobody";
  const std::string name = "process " + std::to_string(holder->pid) + " on " + holder->host;
  return RunLock::isStale(*holder) ? "nobody (" + name + " is gone)" : name;
}

Standing localStanding(const std::string& run) {
  const RunFolder folder = RunFolder::open(run);
  RunReader reader(folder);
  reader.refresh();
  Standing standing;
  standing.path = folder.path().string();
  standing.facts = reader.summary();
  standing.status = runStatusName(standing.facts.status);
  standing.trained_by = describeHolder(folder);
  standing.preset = folder.manifest().preset;
  for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) {
    standing.checkpoints.push_back({entry.name, entry.state.step, entry.bytes, entry.state.pinned, entry.state.score});
  }
  for (const std::string& name : reader.seriesNames()) {
    const auto newest = reader.values(name, {standing.facts.step, standing.facts.step}, 1);
    if (!newest.values.empty()) standing.latest[name] = newest.values.front();
  }
  return standing;
}

DeviceLoad deviceOf(const ganstudio::v1::DeviceLoad& message) {
  return {.busy_percent = message.has_busy_percent() ? std::optional(message.busy_percent()) : std::nullopt,
          .memory_used_bytes = message.memory_used_bytes(),
          .memory_total_bytes = message.memory_total_bytes()};
}

RanksMeasured ranksOf(const ganstudio::v1::RanksMeasured& message) {
  RanksMeasured measured{.steps = message.steps(), .ranks = {}};
  for (const auto& rank : message.ranks()) {
    measured.ranks.push_back({rank.host(),
                              {rank.data_ms(), rank.forward_ms(), rank.backward_ms(), rank.communication_ms(),
                               rank.optimizer_ms(), rank.other_ms()},
                              rank.has_device() ? std::optional(deviceOf(rank.device())) : std::nullopt});
  }
  return measured;
}

RunSummary factsOf(const ganstudio::v1::RunInfo& info) {
  RunSummary facts;
  facts.status_reason = fromMessage(info.status_reason());
  facts.step = info.step();
  facts.epoch = info.epoch();
  facts.segment = info.segment();
  facts.total_steps = info.total_steps();
  facts.iterations_per_second = info.iterations_per_second();
  facts.images_per_second = info.images_per_second();
  facts.writer_alive = info.live();
  for (const auto& [path, value] : info.live_values()) facts.live_values[path] = fromMessage(value);
  if (info.has_load()) {
    const auto& load = info.load();
    facts.load = LoadMeasured{load.cpu_percent(), load.memory_bytes(), load.host_memory_bytes(),
                              load.host_memory_used_bytes(), load.disk_free_bytes()};
    if (load.has_device()) facts.load->device = deviceOf(load.device());
  }
  if (info.has_ranks()) facts.ranks = ranksOf(info.ranks());
  return facts;
}

Standing remoteStanding(const std::string& run) {
  RunClient client{Target{run}};
  const ganstudio::v1::RunInfo info = client.run();
  Standing standing;
  standing.path = info.path();
  standing.status = info.status();
  standing.facts = factsOf(info);
  standing.trained_by = info.live() ? "the engine that answers" : "nobody";
  standing.preset = manifestFromJson(info.manifest_json(), "The manifest that the engine sent").preset;
  const ganstudio::v1::CheckpointList checkpoints = client.checkpoints();
  for (const auto& entry : checkpoints.checkpoints()) {
    standing.checkpoints.push_back({entry.name(), entry.step(), entry.bytes(), entry.pinned(),
                                    entry.has_score() ? std::optional(entry.score()) : std::nullopt});
  }
  ganstudio::v1::SeriesRequest newest;
  newest.set_first_step(info.step());
  newest.set_last_step(info.step());
  if (info.step() == 0) return standing;  // a request without a last step would be for all
  const ganstudio::v1::SeriesReply values = client.series(newest);
  for (const auto& series : values.series()) {
    if (series.first_size() > 0) standing.latest[series.name()] = series.first(0);
  }
  return standing;
}

std::string table(const Standing& standing) {
  const RunSummary& facts = standing.facts;
  const std::string reason = facts.status_reason.english();
  std::vector<std::vector<std::string>> rows = {
      {"run", printable(standing.path)},
      {"status", printable(standing.status + (reason.empty() ? "" : ": " + reason))},
      {"step",
       formatCount(facts.step) + (facts.total_steps > 0 ? " of " + formatCount(facts.total_steps) : std::string())},
      {"epoch", fixed(facts.epoch, 2)},
      {"speed", fixed(facts.iterations_per_second, 1) + " it/s, " + fixed(facts.images_per_second, 0) + " images/s"},
      {"trained by", printable(standing.trained_by)},
      {"preset", standing.preset.empty() ? "-" : printable(standing.preset)}};
  for (const auto& [path, value] : facts.live_values) rows.push_back({printable(path), printable(formatValue(value))});
  for (const Checkpoint& checkpoint : standing.checkpoints) {
    rows.push_back({"checkpoint", "step " + formatCount(checkpoint.step) + ", " + formatBytes(checkpoint.bytes) +
                                      (checkpoint.pinned ? ", pinned" : "") +
                                      (checkpoint.score ? ", score " + formatValue(*checkpoint.score) : "")});
  }
  return formatTable(rows) + (facts.ranks ? "\n\n" + phasesTable(*facts.ranks) : "");
}

nlohmann::json factsJson(const Standing& standing) {
  const RunSummary& facts = standing.facts;
  nlohmann::json json = {{"run", standing.path},
                         {"status", standing.status},
                         {"status_reason", facts.status_reason.english()},
                         {"step", facts.step},
                         {"total_steps", facts.total_steps},
                         {"epoch", facts.epoch},
                         {"iterations_per_second", facts.iterations_per_second},
                         {"images_per_second", facts.images_per_second},
                         {"segment", facts.segment},
                         {"live", facts.writer_alive},
                         {"checkpoints", nlohmann::json::array()},
                         {"latest", standing.latest}};
  for (const Checkpoint& checkpoint : standing.checkpoints) {
    nlohmann::json entry = {{"name", checkpoint.name},
                            {"step", checkpoint.step},
                            {"bytes", checkpoint.bytes},
                            {"pinned", checkpoint.pinned}};
    if (checkpoint.score) entry["score"] = *checkpoint.score;
    json["checkpoints"].push_back(std::move(entry));
  }
  if (const auto& load = facts.load) {
    json["load"] = {{"cpu_percent", load->cpu_percent},
                    {"memory_bytes", load->memory_bytes},
                    {"host_memory_bytes", load->host_memory_bytes},
                    {"host_memory_used_bytes", load->host_memory_used_bytes},
                    {"disk_free_bytes", load->disk_free_bytes}};
    if (load->device) json["load"]["device"] = deviceJson(*load->device);
  }
  if (facts.ranks) json["processes"] = phasesJson(*facts.ranks);
  for (const auto& [path, value] : facts.live_values) {
    json["live_values"][path] = std::visit([](const auto& plain) { return nlohmann::json(plain); }, value);
  }
  return json;
}

Result status(const std::string& run) {
  const Standing standing = isRemote(run) ? remoteStanding(run) : localStanding(run);
  Result result;
  result.text = table(standing);
  result.facts = factsJson(standing);
  return result;
}

}  // namespace

void addStatus(CLI::App& app, Invocation& invocation) {
  const auto run = std::make_shared<std::string>();
  CLI::App* command =
      addCommand(app, invocation, "status",
                 "Says how a run stands, what its processes spend their time on, and what their GPUs do",
                 [run] { return status(*run); });
  command->add_option("RUN", *run, "Run folder, or ssh://HOST/PATH of one that an engine answers for")->required();
}

}  // namespace gan::app
