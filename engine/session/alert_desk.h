#pragma once

#include <cstdint>
#include <string_view>

#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/recorder.h"

namespace gan {

/// Where rules of a training say what they found: names the newest checkpoint of the line from before a trouble began,
/// and writes the alert into log and journal. That checkpoint stays, one for each rule, until the rule names another
/// one or says that its trouble is over, or somebody has gone back that far; a process that ends settles nothing. Does
/// nothing on ranks other than 0. The training's thread.
class AlertDesk {
 public:
  /// All must outlive it; recorder is null on ranks other than 0.
  AlertDesk(const CurrentLine& line, CheckpointStore& store, Recorder* recorder)
      : line_(line), store_(store), recorder_(recorder) {}

  /// The alert comes into the journal when what was handed to the recorder before it is done: training does not wait.
  void tell(std::int64_t step, Alert alert);
  /// The same before anything else that is recorded from now on: waits for the recorder.
  void tellNow(std::int64_t step, Alert alert);
  /// The trouble of a rule that does not say so itself is over.
  void over(std::string_view rule);
  /// The newest checkpoint that was handed to the recorder stays, as if a rule of this name had told a trouble.
  void keepNewest(std::string_view rule);
  /// Training goes on from this step, where no trouble of after it has begun.
  void wentBackTo(std::int64_t step);

 private:
  const CurrentLine& line_;
  CheckpointStore& store_;
  Recorder* recorder_;
};

}  // namespace gan
