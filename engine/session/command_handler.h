#pragma once

#include <optional>

#include "run/command_queue.h"
#include "session/training_line.h"
#include "session/training_loop.h"

namespace gan {

/// Carries out commands between two iterations: on the training, or on when it goes on. One thread.
class CommandHandler {
 public:
  /// All must outlive it.
  CommandHandler(TrainingLine& line, TrainingLoop& loop) : line_(line), loop_(loop) {}

  /// Carries the command out, journals it, and answers it when the journal's entry is on the disk: from one of the
  /// recorder's threads, and for a command that writes files when those are written. Returns whether it was applied at
  /// once. Throws where training itself failed, as an iteration does: no answer says then that nothing has changed.
  bool handle(const CommandQueue::Item& item);

 private:
  /// Nothing when the answer comes with the files.
  std::optional<CommandAnswer> apply(const CommandQueue::Item& item);
  CommandAnswer applySet(const Command& command);
  /// Of a state that is worth it.
  void keepWayBack(const Message& risk);
  CommandAnswer applyPause();
  CommandAnswer applyContinue();
  CommandAnswer applyStep();
  std::optional<CommandAnswer> applyCheckpoint(const CommandQueue::Item& item);
  TrainingLine::Done answerWhenDone(const CommandQueue::Item& item) const;
  void tellStatus(const Command& command);
  /// Draws what an applied command has changed about the pictures.
  void showChanges(const Command& command, const RunConfig& before);

  TrainingLine& line_;
  TrainingLoop& loop_;
};

}  // namespace gan
