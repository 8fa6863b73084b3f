#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "command.h"
#include "console.h"
#include "core/units.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "run/run_reader.h"

namespace gan::app {
namespace {

struct LogOptions {
  std::string run;
  bool follow = false;
  bool load = false;
};

void print(const Event& event, const LogOptions& options, bool json) {
  if (std::holds_alternative<LoadMeasured>(event.what) && !options.load) return;
  if (json) {
    std::cout << toJson(event) << "\n";
  } else {
    std::cout << event.sequence << "\t" << formatUtc(event.unix_seconds) << "\t" << printable(describe(event)) << "\n";
  }
}

Result printLog(const LogOptions& options, bool json) {
  const RunFolder folder = RunFolder::open(options.run);
  JournalReader journal(folder.journal());
  std::int64_t count = 0;
  do {
    for (const Event& event : journal.next()) {
      print(event, options, json);
      ++count;
    }
    std::cout.flush();
    if (options.follow) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  } while (options.follow && std::cout.good());
  Result result;
  result.facts = {{"events", count}};
  return result;
}

}  // namespace

void addLog(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<LogOptions>();
  CLI::App* command =
      addCommand(app, invocation, "log", "Prints what happened in a run: commands, alerts, checkpoints, pictures",
                 [options, &invocation] { return printLog(*options, invocation.json); });
  command->add_option("RUN", options->run, "Run folder")->required();
  command->add_flag("--follow", options->follow, "Go on printing what is added");
  command->add_flag("--load", options->load, "Print measurements of the host's load too");
}

}  // namespace gan::app
