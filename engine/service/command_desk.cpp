#include "service/command_desk.h"

#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kMaxWaiters = 1024;
constexpr std::size_t kMaxAnswers = 1024;  // kept for clients that ask again

}  // namespace

struct CommandDesk::State {
  struct Entry {
    std::optional<CommandAnswer> answer;
    std::vector<Waiter> waiters;
  };
  std::mutex mutex;
  bool closed = false;
  std::size_t waiting = 0;
  std::map<std::string, Entry> entries;
  std::deque<std::string> answered;  // oldest first

  enum class Place { kNew, kWaiting, kDecided };
  /// Takes the waiter unless the command is decided: answered before (known is set), or the desk is closed.
  Place place(const std::string& id, Waiter& waiter, std::optional<CommandAnswer>& known);
  void answer(const std::string& id, const CommandAnswer& answer);
};

CommandDesk::State::Place CommandDesk::State::place(const std::string& id, Waiter& waiter,
                                                    std::optional<CommandAnswer>& known) {
  const std::lock_guard lock(mutex);
  if (closed) return Place::kDecided;
  const auto found = entries.find(id);
  if (found != entries.end() && found->second.answer) {
    known = found->second.answer;
    return Place::kDecided;
  }
  if (waiting >= kMaxWaiters) {
    throw Error(ErrorCode::kResourceExhausted, "too_many_commands",
                "{count} commands wait for their answers already. Wait until the engine has answered some.",
                {{"count", std::to_string(kMaxWaiters)}});
  }
  ++waiting;
  entries[id].waiters.push_back(std::move(waiter));
  return found == entries.end() ? Place::kNew : Place::kWaiting;
}

void CommandDesk::State::answer(const std::string& id, const CommandAnswer& answer) {
  std::vector<Waiter> waiters;
  {
    const std::lock_guard lock(mutex);
    Entry& entry = entries[id];
    if (closed || entry.answer) return;
    entry.answer = answer;
    waiters.swap(entry.waiters);
    waiting -= waiters.size();
    answered.push_back(id);
    if (answered.size() > kMaxAnswers) {
      entries.erase(answered.front());
      answered.pop_front();
    }
  }
  for (const Waiter& waiter : waiters) waiter(answer);
}

CommandDesk::CommandDesk(CommandSink* sink) : sink_(sink), state_(std::make_shared<State>()) {}

CommandDesk::~CommandDesk() { close(); }

void CommandDesk::submit(const Command& command, Waiter waiter) {
  if (sink_ == nullptr) {
    return waiter(CommandAnswer{
        CommandResult::kRefused,
        0,
        {"run_not_live", "No engine trains this run at present: `gan-engine resume` goes on with it.", {}}});
  }
  std::optional<CommandAnswer> known;
  switch (state_->place(command.id, waiter, known)) {
    case State::Place::kNew:
      break;
    case State::Place::kWaiting:
      return;
    case State::Place::kDecided:
      return waiter(known);
  }
  sink_->submit(command, [state = state_, id = command.id](const CommandAnswer& answer) { state->answer(id, answer); });
}

void CommandDesk::close() {
  std::vector<Waiter> waiters;
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
    for (auto& [id, entry] : state_->entries) {
      std::move(entry.waiters.begin(), entry.waiters.end(), std::back_inserter(waiters));
      entry.waiters.clear();
    }
    state_->waiting = 0;
  }
  for (const Waiter& waiter : waiters) waiter(std::nullopt);
}

}  // namespace gan
