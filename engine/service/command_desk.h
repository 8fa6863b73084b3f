#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "run/command_sink.h"

namespace gan {

/// Passes commands on to the session and their answers back. A command whose id was seen before is not passed on: it
/// gets the first one's answer, now or when it comes. Thread-safe. Answers may come from any thread, even after the
/// desk is gone.
class CommandDesk {
 public:
  /// Called once with the answer, or with nothing when the desk closed before there was one.
  using Waiter = std::function<void(const std::optional<CommandAnswer>&)>;
  /// Names a waiter.
  struct Ticket {
    std::string id;  ///< The command's.
    std::uint64_t number = 0;
  };

  /// sink must outlive the desk; null: nobody trains the run, and carryOutUnattended() answers. run: its folder.
  explicit CommandDesk(CommandSink* sink, std::filesystem::path run = {});
  ~CommandDesk();
  CommandDesk(const CommandDesk&) = delete;
  CommandDesk& operator=(const CommandDesk&) = delete;

  /// An earlier engine's answer: who asks again after a restart gets it. The newest 10,000 answers are kept.
  void remember(const std::string& id, const CommandAnswer& answer);

  /// client tells those apart who each have a share of what may be open: 64 commands without an answer and 64 waiters.
  /// Throws Error(kResourceExhausted, "too_many_commands") when the share, or what all may have, is used up.
  Ticket submit(const Command& command, const std::string& client, Waiter waiter);
  /// The waiter's call has ended: it is not called any more, unless it is being called. The command stays.
  void leave(const Ticket& ticket);

  /// Tells every waiter, and every later one, that there will be no answer.
  void close();

 private:
  struct State;
  CommandSink* sink_;
  const std::filesystem::path run_;
  std::shared_ptr<State> state_;
};

}  // namespace gan
