#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "command.h"
#include "console.h"
#include "core/units.h"
#include "phases_table.h"
#include "protocol/run_client.h"
#include "protocol/run_info.h"
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
  std::optional<EvaluatedScore> score;  ///< Without a name: what the training judges its own weights by.
  std::string compares_as;              ///< See comparableAs(); empty: nobody says it.
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

std::string comparesAs(const std::optional<Evaluated>& evaluated) {
  return evaluated && !evaluated->features.network.empty() ? comparableAs(*evaluated) : std::string();
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
    standing.checkpoints.push_back({entry.name, entry.state.step, entry.bytes, entry.state.pinned,
                                    shownScore(entry, bestBy(standing.facts)), comparesAs(entry.evaluated)});
  }
  for (const std::string& name : reader.seriesNames()) {
    const auto newest = reader.values(name, {standing.facts.step, standing.facts.step}, 1);
    if (!newest.values.empty()) standing.latest[name] = newest.values.front();
  }
  return standing;
}

Standing remoteStanding(const std::string& run) {
  RunClient client{answeringTarget(run)};
  const ganstudio::v1::RunInfo info = client.run();
  Standing standing;
  standing.path = info.path();
  standing.status = info.status();
  standing.facts = summaryOf(info);
  standing.trained_by = info.live() ? "the engine that answers" : "nobody";
  standing.preset = manifestFromJson(info.manifest_json(), "The manifest that the engine sent").preset;
  const ganstudio::v1::CheckpointList checkpoints = client.checkpoints();
  for (const auto& entry : checkpoints.checkpoints()) {
    standing.checkpoints.push_back(
        {entry.name(), entry.step(), entry.bytes(), entry.pinned(),
         entry.has_score() ? std::optional(EvaluatedScore{entry.score_name(), entry.score(), {}}) : std::nullopt,
         comparesAs(evaluationOf(entry))});
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

/// "every 500 steps, about 12.5 s each"; empty where none is wanted.
std::string evaluationsText(const RunSummary& facts) {
  const auto interval = facts.live_values.find("evaluation.every_steps");
  if (interval == facts.live_values.end()) return {};
  const auto* const steps = std::get_if<std::int64_t>(&interval->second);
  if (steps == nullptr || *steps == 0) return {};
  std::string text = "every " + formatCount(*steps) + " steps";
  if (!facts.evaluation) {
    return text +
           "; what one takes is known after the first, or before by `gan-engine export start evaluation RUN "
           "--estimate`";
  }
  const auto* const newest = std::get_if<Evaluated>(&facts.evaluation->what);
  if (newest == nullptr) return text;
  return text + ", about " + formatDuration(std::chrono::duration<double>(newest->seconds)) + " each";
}

/// Settings of evaluations say nothing where none is made.
bool isShown(const std::string& path, const std::string& evaluations) {
  return !evaluations.empty() || !path.starts_with("evaluation.");
}

/// ", fid 12.35 by in-domain-0123abcd-2048"; empty where it has none.
std::string scoreText(const Checkpoint& checkpoint) {
  if (!checkpoint.score) return {};
  if (checkpoint.score->name.empty()) return ", score " + formatValue(checkpoint.score->value);
  const std::string text = ", " + printable(checkpoint.score->name) + " " + formatScore(checkpoint.score->value);
  return checkpoint.compares_as.empty() ? text : text + " by " + printable(checkpoint.compares_as);
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
  const std::string evaluations = evaluationsText(facts);
  if (!evaluations.empty()) rows.push_back({"evaluations", evaluations});
  if (facts.evaluation) rows.push_back({"newest", printable(describe(*facts.evaluation))});
  for (const auto& [path, value] : facts.live_values) {
    if (isShown(path, evaluations)) rows.push_back({printable(path), printable(formatValue(value))});
  }
  for (const Checkpoint& checkpoint : standing.checkpoints) {
    rows.push_back({"checkpoint", "step " + formatCount(checkpoint.step) + ", " + formatBytes(checkpoint.bytes) +
                                      (checkpoint.pinned ? ", pinned" : "") + scoreText(checkpoint)});
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
    if (checkpoint.score) entry["score"] = checkpoint.score->value;
    if (checkpoint.score && !checkpoint.score->name.empty()) entry["score_name"] = checkpoint.score->name;
    if (checkpoint.score && !checkpoint.compares_as.empty()) entry["score_compares_as"] = checkpoint.compares_as;
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
  if (facts.evaluation) json["evaluation"] = nlohmann::json::parse(toJson(*facts.evaluation));
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
  command->add_option("RUN", *run, kRunOrRemote)->required();
}

}  // namespace gan::app
