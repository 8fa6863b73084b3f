#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "command.h"
#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "number_range.h"
#include "protocol/endpoint.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "remote.h"
#include "run/event.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/run_folder.h"
#include "run/step_after.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

constexpr double kLongestWatch = 366.0 * 24 * 3600;

struct WatchOptions {
  std::string run;
  bool scalars = false;
  double seconds = 0;
};

/// Prints updates as they come; the client's thread calls it.
class Printer {
 public:
  Printer(const WatchOptions& options, bool json) : options_(options), json_(json) {}

  /// What the folder of a run that nobody serves says beyond what was told.
  void history(const RunFolder& folder) {
    if (!std::filesystem::exists(folder.journal())) return;
    JournalReader journal(folder.journal());
    for (std::vector<Event> events = journal.next(); !events.empty(); events = journal.next()) {
      for (const Event& event : events) {
        if (event.sequence < next_sequence_) continue;
        this->event(toJson(event));
        step_ = stepAfter(step_, event);
      }
    }
  }

  void update(const ganstudio::v1::WatchUpdate& update) {
    next_sequence_ = std::max(next_sequence_, update.next_sequence());
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
  std::uint64_t next_sequence_ = 1;
  std::int64_t events_ = 0;
  std::int64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  std::atomic<std::int64_t> step_{0};
};

/// Whether an engine said where it answers for the run, and may still do so.
bool isServed(const RunFolder& run) {
  const auto endpoint = readEndpoint(run.path());
  return endpoint && mayBeAlive(*endpoint);
}

/// Whether an engine works on the run, and so will answer for it if it does not yet.
bool isTrained(const RunFolder& run) {
  const auto holder = RunLock::holder(run.path());
  return holder && !RunLock::isStale(*holder);
}

/// Whether a connection that was lost can come back. Looks into the run's folder once a second.
class Reachability {
 public:
  /// run: null for one on another machine, of which nothing is known.
  explicit Reachability(const RunFolder* run) : run_(run) {}

  /// Thread-safe.
  void tell(ConnectionState state, const Message& why) {
    if (state == ConnectionState::kLost) lost_ = true;
    if (state == ConnectionState::kConnected) lost_ = false;
    if (why.id == "run_not_served") unserved_ = true;
  }
  /// Whether, since this was asked last, it was said that no engine answers for the run.
  bool wasUnserved() { return unserved_.exchange(false); }
  bool isGone() {
    const auto now = std::chrono::steady_clock::now();
    if (run_ == nullptr || !lost_ || now < next_look_) return false;
    next_look_ = now + std::chrono::seconds(1);
    return !isTrained(*run_);
  }

 private:
  const RunFolder* run_;
  std::atomic<bool> lost_{false};
  std::atomic<bool> unserved_{false};
  std::chrono::steady_clock::time_point next_look_;
};

Result watch(const WatchOptions& options, bool json) {
  const StopSignal signal;
  Printer printer(options, json);
  Result result;
  std::optional<RunFolder> folder;
  if (!isRemote(options.run)) {
    folder = RunFolder::open(options.run);
    if (!isServed(*folder) && !isTrained(*folder)) {
      printer.history(*folder);
      result.facts = printer.facts();
      return result;
    }
  }
  const Target target = folder ? Target{options.run} : answeringTarget(options.run);
  RunClient client{target};
  if (!folder) client.run();  // what never answered is told, not waited for
  Reachability engine(folder ? &*folder : nullptr);
  client.watch(1, 0,
               {.on_update = [&](const auto& update) { printer.update(update); },
                .on_state =
                    [&engine](ConnectionState state, const Message& why) {
                      engine.tell(state, why);
                      if (state == ConnectionState::kLost)
                        std::cerr << "connection lost: " << printable(why.english()) << "; trying again\n";
                    }});
  const auto begin = std::chrono::steady_clock::now();
  bool gone = false;
  while (!signal.asked() && !printer.ended() && !gone) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (options.seconds > 0 && elapsed.count() >= options.seconds) break;
    gone = engine.isGone();
    if (!folder && engine.wasUnserved()) haveAnswered(target);  // its last events are still to come
  }
  client.stopWatching();
  if (gone) {
    printer.history(*folder);
    result.text = "No engine works on " + folder->path().string() + " any more; this is what its folder says.";
  }
  result.facts = printer.facts();
  return result;
}

}  // namespace

void addWatch(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<WatchOptions>();
  CLI::App* command = addCommand(app, invocation, "watch", "Shows what happens in a run until it ends",
                                 [options, &invocation] { return watch(*options, invocation.json); });
  command->add_option("RUN", options->run, kRunOrRemote)->required();
  command->add_flag("--scalars", options->scalars, "Print the values of every iteration");
  command->add_option("--seconds", options->seconds, "Stop watching after so long; 0 watches on")
      ->capture_default_str()
      ->check(numberRange(0, kLongestWatch));
}

}  // namespace gan::app
