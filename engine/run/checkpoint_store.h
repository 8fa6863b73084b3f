#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "run/current_line.h"
#include "run/event.h"

namespace gan {

/// state.json of a checkpoint: everything that is not a tensor.
struct CheckpointState {
  std::int64_t step = 0;  ///< Iterations completed.
  std::int32_t segment = 0;
  std::int64_t data_position = 0;     ///< Global index of the next real image: epoch * images per epoch + offset.
  std::int64_t images_per_epoch = 0;  ///< What data_position counts in; 0 where an older checkpoint does not say it.
  std::map<std::string, std::int64_t> counters;  ///< What a training counts, by name: "optimizer_steps_generator", ...
  std::vector<std::pair<std::string, std::string>> live_values;  ///< Field path and formatted value.
  double unix_seconds = 0;
  bool pinned = false;
  std::optional<double> score;  ///< Lower is better; none where the training itself does not judge its weights.
};

std::string toJson(const CheckpointState& state);
/// Throws Error(kDataLoss, "checkpoint_bad_state").
CheckpointState checkpointStateFromJson(std::string_view json, std::string_view source);

/// Which checkpoints stay.
struct Retention {
  int newest = 3;  ///< Of the current line, at least 1; as many again of what was superseded, to branch from.
  int best = 1;    ///< Over all of them; of evaluated ones so many of each that compare, see comparableAs().
  std::string best_by = "fid";               ///< The score that ranks those that were evaluated.
  std::optional<std::int64_t> awaited = {};  ///< That of this step stays: its evaluation has not ended.
  /// The newest of the current line from before this step stays: a trouble of the training began there.
  std::optional<std::int64_t> troubled_since = {};
};

/// The checkpoints/ folder of a run. A checkpoint is written under a temporary name, flushed, verified by SHA256SUMS
/// and renamed: a folder with a final name is whole unless the disk damaged it. Not thread-safe.
class CheckpointStore {
 public:
  explicit CheckpointStore(std::filesystem::path folder);

  struct Entry {
    std::string name;  ///< "step-00001500.s1"
    std::filesystem::path path;
    CheckpointState state;
    std::uint64_t bytes = 0;
    /// What was found of its weights; in a file beside the checkpoint, whose digests know nothing of it.
    std::optional<Evaluated> evaluated = {};
  };

  /// Checkpoints whose state can be read, oldest first: by step, then segment. Leftovers of interrupted writes are not
  /// listed.
  std::vector<Entry> list() const;
  /// True when there is any checkpoint, readable or not: a run that has one must not silently begin anew.
  bool hasAny() const;

  /// Calls write_tensors with a temporary folder, adds state.json and SHA256SUMS, flushes, verifies, renames.
  /// On an exception the temporary folder is removed and nothing has changed. A checkpoint of this step and segment
  /// that exists already is returned as it is, pinned if state says so.
  Entry write(const CheckpointState& state, const std::function<void(const std::filesystem::path&)>& write_tensors);

  /// Throws Error(kDataLoss, "checkpoint_damaged") naming the first file that does not match SHA256SUMS.
  static void verify(const Entry& entry);
  /// The same of its state and these files alone, for who reads no more of it.
  static void verify(const Entry& entry, std::vector<std::string> files);

  /// The newest checkpoint on the current line that verifies; damaged ones are passed to on_damaged (with nothing in
  /// their state but step and segment) and skipped (on_damaged may be empty). A step asks for exactly that one. An
  /// empty line takes superseded checkpoints too. Throws Error(kNotFound, "checkpoint_not_found" |
  /// "checkpoint_superseded"), and Error(kDataLoss, "checkpoint_damaged" | "checkpoint_bad_state") when all that were
  /// asked for are damaged.
  using OnDamaged = std::function<void(const Entry&, const Error& why)>;
  Entry select(std::optional<std::int64_t> step, const CurrentLine& line, const OnDamaged& on_damaged) const;
  /// verify: throws Error(kDataLoss) for a damaged one, instead of verify() above; whatever else it throws ends this.
  using Verify = std::function<void(const Entry&)>;
  Entry select(std::optional<std::int64_t> step, const CurrentLine& line, const OnDamaged& on_damaged,
               const Verify& verify) const;

  /// The checkpoint on the current line with the best score: of a training that judges its weights by that, of
  /// evaluated ones by the score `best_by`, among those that compare with the newest one that has it. Nothing while
  /// none has a score.
  std::optional<Entry> best(const CurrentLine& line, std::string_view best_by) const;

  /// Notes what was found of a checkpoint's weights: an Evaluated of its step and segment. Does nothing where there is
  /// no such checkpoint.
  void note(const Event& evaluated);

  /// The newest on the current line of which fewer iterations than `step` are completed.
  std::optional<Entry> newestBefore(std::int64_t step, const CurrentLine& line) const;
  /// From now on this one stays whatever retention says, in place of the one that was kept for this reason before. A
  /// reason is a word; what is kept for it is remembered beside the checkpoints, whoever opens them next.
  void keep(const Entry& entry, std::string_view reason);
  /// What was kept for this reason is kept for it no longer.
  void release(std::string_view reason);
  /// The same for whatever reason of those of this step and of later ones.
  void releaseFrom(std::int64_t step);

  /// Removes what retention does not keep and what interrupted writes left. Pinned and kept ones stay in any case, and
  /// so do folders that are not readable checkpoints.
  void prune(const Retention& retention, const CurrentLine& line);

  void pin(const Entry& entry);
  /// The newest one of this step, superseded or not; none of its files is verified. Throws Error(kNotFound,
  /// "checkpoint_not_found"), Error(kDataLoss, "checkpoint_bad_state").
  Entry pin(std::int64_t step);

 private:
  /// By name of a checkpoint, for what it is kept.
  struct Kept {
    std::string name;
    std::string reason;  ///< Empty: an earlier version kept it, which knew none.
  };
  std::vector<Kept> kept() const;
  void writeKept(const std::vector<Kept>& kept);

  std::filesystem::path folder_;
};

/// Of listed checkpoints the one that CheckpointStore::best() takes; null while none has a score.
const CheckpointStore::Entry* bestOf(std::span<const CheckpointStore::Entry> entries, const CurrentLine& line,
                                     std::string_view best_by);

/// The score by which a checkpoint is ranked: of an evaluated one that named `best_by`, else what the training judges
/// its own weights by, without a name. Nothing where it has neither.
std::optional<EvaluatedScore> shownScore(const CheckpointStore::Entry& entry, std::string_view best_by);

/// Test seam: this environment variable makes CheckpointStore::write pause for so many milliseconds after the tensors
/// were written and again before the folder gets its final name, so that a kill can hit it there.
inline constexpr const char* kPauseInCheckpointVariable = "GAN_TEST_PAUSE_IN_CHECKPOINT";

}  // namespace gan
