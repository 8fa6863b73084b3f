#include <memory>

#include "command.h"
#include "console.h"
#include "core/log.h"
#include "core/units.h"
#include "run/checkpoint_store.h"
#include "run/lock.h"
#include "run/run_reader.h"

namespace gan::app {
namespace {

nlohmann::json valueJson(const Value& value) {
  return std::visit([](const auto& v) { return nlohmann::json(v); }, value);
}

std::string describeHolder(const RunFolder& folder) {
  const auto holder = RunLock::holder(folder.path());
  if (!holder) return "nobody";
  const std::string name = "process " + std::to_string(holder->pid) + " on " + printable(holder->host);
  return RunLock::isStale(*holder) ? "nobody (" + name + " is gone)" : name;
}

Result status(const std::string& run) {
  const RunFolder folder = RunFolder::open(run);
  RunReader reader(folder);
  reader.refresh();
  const auto summary = reader.summary();
  const auto checkpoints = CheckpointStore(folder.checkpoints()).list();

  std::vector<std::vector<std::string>> rows = {
      {"run", printable(folder.path().string())},
      {"status", std::string(runStatusName(summary.status)) +
                     (summary.status_reason.empty() ? "" : ": " + printable(summary.status_reason.english()))},
      {"step", formatCount(summary.step) +
                   (summary.total_steps > 0 ? " of " + formatCount(summary.total_steps) : std::string())},
      {"epoch", fixed(summary.epoch, 2)},
      {"speed",
       fixed(summary.iterations_per_second, 1) + " it/s, " + fixed(summary.images_per_second, 0) + " images/s"},
      {"trained by", describeHolder(folder)},
      {"preset", folder.manifest().preset.empty() ? "-" : printable(folder.manifest().preset)}};
  for (const auto& [path, value] : summary.live_values) rows.push_back({path, formatValue(value)});
  nlohmann::json list = nlohmann::json::array();
  for (const auto& entry : checkpoints) {
    rows.push_back({"checkpoint", "step " + formatCount(entry.state.step) + ", " + formatBytes(entry.bytes) +
                                      (entry.state.pinned ? ", pinned" : "")});
    list.push_back(
        {{"name", entry.name}, {"step", entry.state.step}, {"bytes", entry.bytes}, {"pinned", entry.state.pinned}});
  }

  Result result;
  result.text = formatTable(rows);
  result.facts = {{"run", folder.path().string()},
                  {"status", runStatusName(summary.status)},
                  {"status_reason", summary.status_reason.english()},
                  {"step", summary.step},
                  {"total_steps", summary.total_steps},
                  {"epoch", summary.epoch},
                  {"iterations_per_second", summary.iterations_per_second},
                  {"images_per_second", summary.images_per_second},
                  {"segment", summary.segment},
                  {"live", summary.writer_alive},
                  {"checkpoints", list}};
  if (const auto& load = summary.load) {
    result.facts["load"] = {{"cpu_percent", load->cpu_percent},
                            {"memory_bytes", load->memory_bytes},
                            {"host_memory_bytes", load->host_memory_bytes},
                            {"host_memory_used_bytes", load->host_memory_used_bytes},
                            {"disk_free_bytes", load->disk_free_bytes}};
  }
  for (const auto& [path, value] : summary.live_values) result.facts["live_values"][path] = valueJson(value);
  for (const std::string& name : reader.seriesNames()) {
    const auto newest = reader.values(name, {summary.step, summary.step}, 1);
    if (!newest.values.empty()) result.facts["latest"][name] = newest.values.front();
  }
  return result;
}

}  // namespace

void addStatus(CLI::App& app, Invocation& invocation) {
  const auto run = std::make_shared<std::string>();
  CLI::App* command = addCommand(app, invocation, "status", "Says how a run stands", [run] { return status(*run); });
  command->add_option("RUN", *run, "Run folder")->required();
}

}  // namespace gan::app
