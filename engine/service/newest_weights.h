#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "run/command_sink.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "service/checkpoint_verifier.h"

namespace gan {

/// Files with a generator's weights, and with those of the discriminator it was trained with.
struct WeightsPlace {
  std::filesystem::path file;
  std::filesystem::path discriminator;  ///< Empty: there is none.
  std::int64_t step = -1;               ///< -1: not known.
  bool kept = false;                    ///< Of a checkpoint: there again under its step.
  /// Of a checkpoint: by these names its files can be opened though the run has removed them. Empty where they cannot
  /// be held so.
  std::filesystem::path held = {};
  std::filesystem::path held_discriminator = {};
};
/// While somebody holds it, files that were written for clients stay, and those of a checkpoint can be opened.
using HeldWeights = std::shared_ptr<const WeightsPlace>;

/// What a live run is asked for.
enum class WantedWeights : std::uint8_t { kGenerator, kBoth };

/// Where a run's generators are: checkpoints, and the newest one of a live run, which the training is asked for. One
/// thread, but for what the training answers.
class NewestWeights {
 public:
  /// live: of the run that is trained now, else null; may answer after this object is gone. place: a folder of this
  /// host that only the owner may enter, where the newest generators are put, and names of files that are held, and
  /// where those of dead engines are removed. changed: called from any thread when find() may know more.
  NewestWeights(const RunFolder& folder, CommandSink* live, std::filesystem::path place,
                const std::function<void()>& changed);
  ~NewestWeights();
  NewestWeights(const NewestWeights&) = delete;
  NewestWeights& operator=(const NewestWeights&) = delete;

  /// The checkpoint of a step, or without one the newest weights; those of a live run may be some time old, while newer
  /// ones are on their way. Null while there are none yet, or while those of a checkpoint are verified. Throws what
  /// CheckpointStore::select() does, and why a live run has not handed out its first ones. Checkpoints have a
  /// discriminator for whoever wants both, weights alone never.
  HeldWeights find(std::optional<std::int64_t> step, WantedWeights wanted);

 private:
  struct State;

  HeldWeights checkpoint(std::optional<std::int64_t> step, WantedWeights wanted);
  /// Of verified files; nothing while they are being read.
  std::optional<WeightsPlace> findCheckpoint(std::optional<std::int64_t> step, WantedWeights wanted);
  HeldWeights hold(const WeightsPlace& found);
  /// Forgets what was found before the run went on.
  void followRun();
  void ask(WantedWeights wanted);

  const RunFolder folder_;
  CommandSink* const live_;
  const std::filesystem::path place_;
  std::shared_ptr<State> state_;  ///< Shared with what the training has still to answer.
  std::optional<JournalReader> journal_;
  CurrentLine line_;
  std::int32_t segment_ = 0;  ///< The newest one.
  std::filesystem::file_time_type checkpoints_changed_;
  std::map<std::pair<std::optional<std::int64_t>, WantedWeights>, WeightsPlace> checkpoints_;  ///< Verified ones.
  int held_ = 0;                                                                               ///< Names given so far.
  CheckpointVerifier verifier_;
};

}  // namespace gan
