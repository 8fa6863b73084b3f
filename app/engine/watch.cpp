#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "command.h"
#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "remote.h"
#include "run/event.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "run/step_after.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

struct WatchOptions {
  std::string run;
  bool scalars = false;
  double seconds = 0;
};

/// Prints updates as they come; the client's thread calls it.
class Printer {
 public:
  Printer(const WatchOptions& options, bool json) : options_(options), json_(json) {}

  /// What the folder of a run says that nobody serves.
  void history(const RunFolder& folder) {
    JournalReader journal(folder.journal());
    for (std::vector<Event> events = journal.next(); !events.empty(); events = journal.next()) {
      for (const Event& event : events) {
        this->event(toJson(event));
        step_ = stepAfter(step_, event);
      }
    }
  }

  void update(const ganstudio::v1::WatchUpdate& update) {
    for (const std::string& text : update.events_json()) event(text);
    for (const auto& block : update.scalars()) {
      rows_ += block.steps_size();
      if (options_.scalars) scalars(block);
    }
    skipped_ += update.skipped_rows();
    step_ = update.step();
    std::cout.flush();
  }

  bool ended() const { return ended_; }
  nlohmann::json facts() const {
    return {{"events", events_}, {"rows", rows_}, {"skipped_rows", skipped_}, {"step", step_.load()}};
  }

 private:
  void event(const std::string& text) {
    ++events_;
    const std::optional<Event> parsed = parse(text);
    if (!parsed) return;
    const Event& event = *parsed;
    if (const auto* status = std::get_if<StatusChanged>(&event.what)) {
      ended_ = status->status != RunStatus::kRunning && status->status != RunStatus::kPaused &&
               status->status != RunStatus::kStarting;
    }
    if (isMeasurement(event)) return;
    if (json_) {
      std::cout << text << "\n";
    } else {
      std::cout << printable(describe(event)) << "\n";
    }
  }

  /// An engine of a later version may send events of which this program cannot read what it knows by name.
  static std::optional<Event> parse(const std::string& text) {
    try {
      return eventFromJson(text);
    } catch (const Error& error) {
      std::cerr << printable(error.message()) << "\n";
      return std::nullopt;
    }
  }

  static void scalars(const ganstudio::v1::ScalarBlock& block) {
    for (int row = 0; row < block.steps_size(); ++row) {
      std::cout << "step " << formatCount(block.steps(row));
      for (int column = 0; column < block.columns_size(); ++column) {
        std::cout << "  " << printable(block.columns(column)) << " " << block.values(column * block.steps_size() + row);
      }
      std::cout << "\n";
    }
  }

  const WatchOptions& options_;
  const bool json_;
  std::atomic<bool> ended_{false};
  std::int64_t events_ = 0;
  std::int64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  std::atomic<std::int64_t> step_{0};
};

/// False for a run folder that no engine answers for: a finished run, or one whose engine was killed.
bool isServed(const RunFolder& run) {
  const auto endpoint = readEndpoint(run.path());
  return endpoint && mayBeAlive(*endpoint);
}

Result watch(const WatchOptions& options, bool json) {
  const StopSignal signal;
  Printer printer(options, json);
  Result result;
  const bool remote = isRemote(options.run);
  if (!remote) {
    const RunFolder folder = RunFolder::open(options.run);
    if (!isServed(folder)) {
      printer.history(folder);
      result.facts = printer.facts();
      return result;
    }
  }
  RunClient client{Target{options.run}};
  if (remote) client.run();  // what never answered is told, not waited for
  client.watch(1, 0,
               {.on_update = [&](const auto& update) { printer.update(update); },
                .on_state =
                    [](ConnectionState state, const std::string& why) {
                      if (state == ConnectionState::kLost)
                        std::cerr << "connection lost: " << printable(why) << "; trying again\n";
                    }});
  const auto begin = std::chrono::steady_clock::now();
  while (!signal.asked() && !printer.ended()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (options.seconds > 0 && elapsed.count() >= options.seconds) break;
  }
  client.stopWatching();
  result.facts = printer.facts();
  return result;
}

}  // namespace

void addWatch(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<WatchOptions>();
  CLI::App* command = addCommand(app, invocation, "watch", "Shows what happens in a run until it ends",
                                 [options, &invocation] { return watch(*options, invocation.json); });
  command->add_option("RUN", options->run, "Run folder, or ssh://HOST/PATH")->required();
  command->add_flag("--scalars", options->scalars, "Print the values of every iteration");
  command->add_option("--seconds", options->seconds, "Stop watching after so long; 0 watches on")
      ->capture_default_str();
}

}  // namespace gan::app
