#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "run/command_sink.h"
#include "run/run_folder.h"

namespace gan {

/// A file with a generator's weights.
struct WeightsPlace {
  std::filesystem::path file;
  std::int64_t step = -1;  ///< -1: not known.
};

/// Where a run's generators are: checkpoints, and the newest one of a live run, which the training is asked for. One
/// thread, but for what the training answers.
class NewestWeights {
 public:
  /// live: of the run that is trained now, else null; may answer after this object is gone. place: a folder of this
  /// host that only the owner may enter, where the newest generators are put, and where those of dead engines are
  /// removed. changed: called from any thread when find() may know more.
  NewestWeights(const RunFolder& folder, CommandSink* live, std::filesystem::path place,
                const std::function<void()>& changed);
  ~NewestWeights();
  NewestWeights(const NewestWeights&) = delete;
  NewestWeights& operator=(const NewestWeights&) = delete;

  /// The checkpoint of a step, or without one the newest weights; those of a live run may be some time old, while newer
  /// ones are on their way. Nothing while there are none yet. Throws what CheckpointStore::select() does, and why a
  /// live run has not handed out its own.
  std::optional<WeightsPlace> find(std::optional<std::int64_t> step);
  /// Nobody reads what find() said before: superseded files go.
  void tidy();

 private:
  struct State;

  WeightsPlace checkpoint(std::optional<std::int64_t> step);
  void ask();

  const RunFolder folder_;
  CommandSink* const live_;
  const std::filesystem::path place_;
  std::shared_ptr<State> state_;  ///< Shared with what the training has still to answer.
  std::map<std::optional<std::int64_t>, WeightsPlace> checkpoints_;
};

}  // namespace gan
