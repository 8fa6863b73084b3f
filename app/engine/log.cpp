#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "command.h"
#include "console.h"
#include "core/units.h"
#include "protocol/run_client.h"
#include "remote.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

struct LogOptions {
  std::string run;
  bool follow = false;
  bool load = false;
};

/// Prints and counts events.
class Printer {
 public:
  Printer(const LogOptions& options, bool json) : options_(options), json_(json) {}

  void print(const Event& event) {
    ++count_;
    if (isMeasurement(event) && !options_.load) return;
    if (json_) {
      std::cout << toJson(event) << "\n";
    } else {
      std::cout << event.sequence << "\t" << formatUtc(event.unix_seconds) << "\t" << printable(describe(event))
                << "\n";
    }
  }
  Result result() const {
    std::cout.flush();
    Result result;
    result.facts = {{"events", count_}};
    return result;
  }

 private:
  const LogOptions& options_;
  const bool json_;
  std::int64_t count_ = 0;
};

Result printLocal(const LogOptions& options, Printer& printer, const StopSignal& signal) {
  const RunFolder folder = RunFolder::open(options.run);
  JournalReader journal(folder.journal());
  while (!signal.asked() && std::cout.good()) {
    const std::vector<Event> events = journal.next();
    for (const Event& event : events) printer.print(event);
    if (!events.empty()) continue;
    if (!options.follow) break;
    std::cout.flush();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return printer.result();
}

Result printRemote(const LogOptions& options, Printer& printer, const StopSignal& signal) {
  RunClient client{answeringTarget(options.run)};
  const auto print = [&](const Event& event) {
    printer.print(event);
    if (options.follow) std::cout.flush();
  };
  readEvents(client, options.run, print, [&](bool all_has_come) {
    return !signal.asked() && std::cout.good() && (options.follow || !all_has_come);
  });
  return printer.result();
}

Result printLog(const LogOptions& options, bool json) {
  const StopSignal signal;
  Printer printer(options, json);
  return isRemote(options.run) ? printRemote(options, printer, signal) : printLocal(options, printer, signal);
}

}  // namespace

void addLog(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<LogOptions>();
  CLI::App* command =
      addCommand(app, invocation, "log", "Prints what happened in a run: commands, alerts, checkpoints, pictures",
                 [options, &invocation] { return printLog(*options, invocation.json); });
  command->add_option("RUN", options->run, kRunOrRemote)->required();
  command->add_flag("--follow", options->follow, "Go on printing what is added, until it is interrupted");
  command->add_flag("--load", options->load, "Print measurements of the host's load and of the processes' phases too");
}

}  // namespace gan::app
