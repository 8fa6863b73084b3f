#include <memory>

#include "command.h"
#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "protocol/host_client.h"
#include "protocol/run_info.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"
#include "remote.h"
#include "run/run_glance.h"
#include "run/run_reader.h"

namespace gan::app {
namespace {

/// What rules found that nobody has answered yet: below the table a line each.
void addAlerts(const std::string& name, const std::vector<Alert>& alerts, std::string& below, nlohmann::json& facts) {
  facts["alerts"] = nlohmann::json::array();
  for (const Alert& alert : alerts) {
    const std::string sentence = alert.message.english();
    below += "\n" + name + ": " + printable(sentence);
    facts["alerts"].push_back(sentence);
  }
}

/// Of a run on another machine.
struct RemoteRow {
  std::vector<std::string> cells;
  nlohmann::json facts;
};

RemoteRow remoteRow(const ganstudio::v1::RunGlance& run) {
  const std::string name = printable(std::filesystem::path(run.path()).filename().string());
  if (run.has_error()) {
    const Error error = errorFrom(run.error());
    return {{name, "unreadable: " + printable(error.message()), "", "", "", "", ""},
            {{"path", run.path()}, {"error", error.id()}}};
  }
  const bool active =
      run.status() == runStatusName(RunStatus::kRunning) || run.status() == runStatusName(RunStatus::kPaused);
  const std::string total = run.total_steps() > 0 ? formatCount(run.total_steps()) : "";
  const std::string speed = run.iterations_per_second() > 0 ? fixed(run.iterations_per_second(), 1) : "";
  return {{name, printable(run.status()) + (active && !run.live() ? " (engine gone)" : ""), formatCount(run.step()),
           total, "", speed, printable(run.preset())},
          {{"path", run.path()},
           {"status", run.status()},
           {"step", run.step()},
           {"total_steps", run.total_steps()},
           {"iterations_per_second", run.iterations_per_second()},
           {"live", run.live()}}};
}

Result listRemoteRuns(const std::string& text) {
  HostClient client(Target{text});
  const auto ssh = std::get<SshTarget>(parseTarget(Target{text}));
  std::vector<std::vector<std::string>> rows = {{"RUN", "STATUS", "STEP", "OF", "EPOCH", "IT/S", "PRESET"}};
  Result result;
  std::string below;
  result.facts["runs"] = nlohmann::json::array();
  client.listRuns(ssh.path, HostClient::Listing::kOnce, [&](const ganstudio::v1::RunList& list) {
    for (const auto& run : list.runs()) {
      RemoteRow row = remoteRow(run);
      if (!run.has_error()) addAlerts(row.cells.front(), glanceOf(run).alerts, below, row.facts);
      rows.push_back(std::move(row.cells));
      result.facts["runs"].push_back(std::move(row.facts));
    }
    return true;
  });
  result.text = rows.size() > 1 ? formatTable(rows) + below : "No runs in " + printable(text) + ".";
  return result;
}

Result listRuns(const std::string& folder) {
  if (isRemote(folder)) return listRemoteRuns(folder);
  if (!std::filesystem::is_directory(folder)) {
    throw Error(ErrorCode::kNotFound, "runs_folder_not_found",
                "{folder} is not a folder; name one that holds runs, such as runs.", {{"folder", folder}});
  }
  std::vector<std::vector<std::string>> rows = {{"RUN", "STATUS", "STEP", "OF", "EPOCH", "IT/S", "PRESET"}};
  Result result;
  std::string below;
  result.facts["runs"] = nlohmann::json::array();
  for (const auto& path : findRuns(folder)) {
    try {
      RunReader reader(RunFolder::open(path));
      reader.refresh();
      const auto summary = reader.summary();
      const std::vector<Alert> alerts = RunGlancer().look(path).alerts;
      const std::string state(runStatusName(summary.status));
      const bool active = summary.status == RunStatus::kRunning || summary.status == RunStatus::kPaused;
      const std::string shown = active && !summary.writer_alive ? state + " (engine gone)" : state;
      const std::string total = summary.total_steps > 0 ? formatCount(summary.total_steps) : "";
      const std::string speed = summary.iterations_per_second > 0 ? fixed(summary.iterations_per_second, 1) : "";
      rows.push_back({printable(path.filename().string()), shown, formatCount(summary.step), total,
                      fixed(summary.epoch, 2), speed, printable(reader.folder().manifest().preset)});
      result.facts["runs"].push_back({{"path", path.string()},
                                      {"status", state},
                                      {"step", summary.step},
                                      {"total_steps", summary.total_steps},
                                      {"epoch", summary.epoch},
                                      {"iterations_per_second", summary.iterations_per_second},
                                      {"images_per_second", summary.images_per_second},
                                      {"live", summary.writer_alive}});
      addAlerts(rows.back().front(), alerts, below, result.facts["runs"].back());
    } catch (const Error& error) {
      rows.push_back(
          {printable(path.filename().string()), "unreadable: " + printable(error.message()), "", "", "", "", ""});
      result.facts["runs"].push_back({{"path", path.string()}, {"error", error.id()}});
    }
  }
  result.text = rows.size() > 1 ? formatTable(rows) + below : "No runs in " + printable(folder) + ".";
  return result;
}

}  // namespace

void addRuns(CLI::App& app, Invocation& invocation) {
  const auto folder = std::make_shared<std::string>("runs");
  CLI::App* command =
      addCommand(app, invocation, "runs", "Lists the runs of a folder", [folder] { return listRuns(*folder); });
  command
      ->add_option("DIR", *folder,
                   "Folder that holds run folders, or ssh://[USER@]HOST[:PORT]/PATH of one on another machine")
      ->capture_default_str();
}

}  // namespace gan::app
