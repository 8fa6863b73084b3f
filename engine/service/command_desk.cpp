#include "service/command_desk.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/error.h"
#include "run/unattended_command.h"

namespace gan {
namespace {

constexpr std::size_t kMaxOpen = 1024;
constexpr std::size_t kMaxShare = 64;
constexpr std::size_t kMaxAnswers = 10'000;  // kept for clients that ask again

[[noreturn]] void throwTooMany(std::size_t count) {
  throw Error(ErrorCode::kResourceExhausted, "too_many_commands",
              "{count} commands wait for their answers already. Wait until the engine has answered some.",
              {{"count", std::to_string(count)}});
}

}  // namespace

struct CommandDesk::State {
  struct Waiting {
    std::uint64_t number = 0;
    std::string client;
    Waiter waiter;
  };
  struct Entry {
    std::optional<CommandAnswer> answer;
    std::string brought_by;  ///< The client, while there is no answer.
    std::vector<Waiting> waiting;
  };
  struct Share {
    std::size_t commands = 0;
    std::size_t waiters = 0;
  };

  std::mutex mutex;
  bool closed = false;
  std::uint64_t tickets = 0;
  std::size_t open = 0;  ///< Entries without an answer.
  std::map<std::string, Entry> entries;
  std::deque<std::string> answered;     ///< Oldest first.
  std::map<std::string, Share> shares;  ///< Of clients that have something open.

  enum class Place { kNew, kWaiting, kDecided };
  /// Takes the waiter unless the command is decided: answered before (known is set), or the desk is closed.
  Place place(Ticket& ticket, const std::string& client, Waiter& waiter, std::optional<CommandAnswer>& known);
  void leave(const Ticket& ticket);
  void answer(const std::string& id, const CommandAnswer& answer);
  void remember(const std::string& id);
  std::optional<CommandAnswer> answerTo(const std::string& id);
  void giveBack(const std::string& client, const Share& returned);
};

std::optional<CommandAnswer> CommandDesk::State::answerTo(const std::string& id) {
  const std::lock_guard lock(mutex);
  const auto found = entries.find(id);
  return found == entries.end() ? std::nullopt : found->second.answer;
}

CommandDesk::State::Place CommandDesk::State::place(Ticket& ticket, const std::string& client, Waiter& waiter,
                                                    std::optional<CommandAnswer>& known) {
  const std::lock_guard lock(mutex);
  if (closed) return Place::kDecided;
  const auto found = entries.find(ticket.id);
  const bool is_new = found == entries.end();
  if (!is_new && found->second.answer) {
    known = found->second.answer;
    return Place::kDecided;
  }
  const auto share = shares.find(client);
  const Share taken = share == shares.end() ? Share{} : share->second;
  if (taken.waiters >= kMaxShare || (is_new && taken.commands >= kMaxShare)) throwTooMany(kMaxShare);
  if (is_new && open >= kMaxOpen) throwTooMany(kMaxOpen);

  ticket.number = ++tickets;
  Entry& entry = entries[ticket.id];
  entry.waiting.push_back({ticket.number, client, std::move(waiter)});
  ++shares[client].waiters;
  if (!is_new) return Place::kWaiting;
  entry.brought_by = client;
  ++shares[client].commands;
  ++open;
  return Place::kNew;
}

void CommandDesk::State::giveBack(const std::string& client, const Share& returned) {
  const auto found = shares.find(client);
  if (found == shares.end()) return;
  Share& share = found->second;
  share.commands -= returned.commands;
  share.waiters -= returned.waiters;
  if (share.commands == 0 && share.waiters == 0) shares.erase(found);
}

void CommandDesk::State::leave(const Ticket& ticket) {
  Waiter gone;  // without the lock: it may hold the last reference to its call
  const std::lock_guard lock(mutex);
  const auto entry = entries.find(ticket.id);
  if (entry == entries.end()) return;
  std::vector<Waiting>& waiting = entry->second.waiting;
  const auto left = std::ranges::find(waiting, ticket.number, &Waiting::number);
  if (left == waiting.end()) return;
  gone = std::move(left->waiter);
  giveBack(left->client, {.commands = 0, .waiters = 1});
  waiting.erase(left);
}

void CommandDesk::State::answer(const std::string& id, const CommandAnswer& answer) {
  std::vector<Waiting> waiting;
  {
    const std::lock_guard lock(mutex);
    Entry& entry = entries[id];
    if (closed || entry.answer) return;
    entry.answer = answer;
    waiting.swap(entry.waiting);
    for (const Waiting& one : waiting) giveBack(one.client, {.commands = 0, .waiters = 1});
    giveBack(std::exchange(entry.brought_by, {}), {.commands = 1, .waiters = 0});
    --open;
    remember(id);
  }
  for (const Waiting& one : waiting) one.waiter(answer);
}

void CommandDesk::State::remember(const std::string& id) {
  answered.push_back(id);
  if (answered.size() <= kMaxAnswers) return;
  entries.erase(answered.front());
  answered.pop_front();
}

CommandDesk::CommandDesk(CommandSink* sink, std::filesystem::path run)
    : sink_(sink), run_(std::move(run)), state_(std::make_shared<State>()) {}

CommandDesk::~CommandDesk() { close(); }

void CommandDesk::remember(const std::string& id, const CommandAnswer& answer) {
  const std::lock_guard lock(state_->mutex);
  const auto [entry, added] = state_->entries.try_emplace(id);
  entry->second.answer = answer;
  if (added) state_->remember(id);
}

CommandDesk::Ticket CommandDesk::submit(const Command& command, const std::string& client, Waiter waiter) {
  Ticket ticket{command.id};
  if (sink_ == nullptr) {
    const std::optional<CommandAnswer> known = state_->answerTo(command.id);
    waiter(known ? *known : carryOutUnattended(run_, command));
    return ticket;
  }
  std::optional<CommandAnswer> known;
  switch (state_->place(ticket, client, waiter, known)) {
    case State::Place::kNew:
      sink_->submit(command,
                    [state = state_, id = command.id](const CommandAnswer& answer) { state->answer(id, answer); });
      break;
    case State::Place::kWaiting:
      break;
    case State::Place::kDecided:
      waiter(known);
      break;
  }
  return ticket;
}

void CommandDesk::leave(const Ticket& ticket) { state_->leave(ticket); }

void CommandDesk::close() {
  std::vector<State::Waiting> waiting;
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
    for (auto& [id, entry] : state_->entries) {
      std::move(entry.waiting.begin(), entry.waiting.end(), std::back_inserter(waiting));
      entry.waiting.clear();
    }
    state_->shares.clear();
  }
  for (const State::Waiting& one : waiting) one.waiter(std::nullopt);
}

}  // namespace gan
