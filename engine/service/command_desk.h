#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "run/command_sink.h"

namespace gan {

/// Passes commands on to the session and their answers back. A command whose id was seen before is not passed on: it
/// gets the first one's answer, now or when it comes. Thread-safe. Answers may come from any thread, even after the
/// desk is gone.
class CommandDesk {
 public:
  /// Called once with the answer, or with nothing when the desk closed before there was one.
  using Waiter = std::function<void(const std::optional<CommandAnswer>&)>;

  /// sink must outlive the desk; null refuses every command, because nobody trains the run.
  explicit CommandDesk(CommandSink* sink);
  ~CommandDesk();
  CommandDesk(const CommandDesk&) = delete;
  CommandDesk& operator=(const CommandDesk&) = delete;

  /// Throws Error(kResourceExhausted, "too_many_commands") while too many wait for their answers.
  void submit(const Command& command, Waiter waiter);

  /// Tells every waiter, and every later one, that there will be no answer.
  void close();

 private:
  struct State;
  CommandSink* sink_;
  std::shared_ptr<State> state_;
};

}  // namespace gan
