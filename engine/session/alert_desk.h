#pragma once

#include <cstdint>

#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/recorder.h"

namespace gan {

/// Where rules of a training say what they found: names the newest checkpoint of the line from before a trouble began,
/// keeps it, and writes the alert into log and journal. Does nothing on ranks other than 0. The training's thread.
class AlertDesk {
 public:
  /// All must outlive it; recorder is null on ranks other than 0.
  AlertDesk(const CurrentLine& line, CheckpointStore& store, Recorder* recorder)
      : line_(line), store_(store), recorder_(recorder) {}

  /// The alert comes into the journal when what was handed to the recorder before it is done: training does not wait.
  void tell(std::int64_t step, Alert alert);
  /// The same before anything else that is recorded from now on: waits for the recorder.
  void tellNow(std::int64_t step, Alert alert);
  /// The newest checkpoint that was handed to the recorder stays, until a trouble names another one.
  void keepNewest();

 private:
  const CurrentLine& line_;
  CheckpointStore& store_;
  Recorder* recorder_;
};

}  // namespace gan
