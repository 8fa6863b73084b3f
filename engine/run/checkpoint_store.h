#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// state.json of a checkpoint: everything that is not a tensor.
struct CheckpointState {
  std::int64_t step = 0;      ///< Iterations completed.
  std::int32_t segment = 0;
  std::int64_t data_position = 0;  ///< Global index of the next real image: epoch * images per epoch + offset.
  std::int64_t optimizer_steps_generator = 0;
  std::int64_t optimizer_steps_discriminator = 0;
  std::vector<std::pair<std::string, std::string>> live_values;  ///< Field path and formatted value.
  double unix_seconds = 0;
  bool pinned = false;
  std::optional<double> score;  ///< Lower is better; set once an evaluation ranked it.
};

std::string toJson(const CheckpointState& state);
/// Throws Error(kDataLoss, "checkpoint_bad_state").
CheckpointState checkpointStateFromJson(std::string_view json, std::string_view source);

/// Which checkpoints stay.
struct Retention {
  int newest = 3;  ///< Of the current line; at least 1.
  int best = 1;    ///< By score.
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
  };

  /// Readable checkpoints, oldest first: by step, then segment. Leftovers of interrupted writes are not listed.
  std::vector<Entry> list() const;

  /// Calls write_tensors with a temporary folder, adds state.json and SHA256SUMS, verifies, flushes, renames.
  /// On an exception the temporary folder is removed and nothing has changed.
  Entry write(const CheckpointState& state, const std::function<void(const std::filesystem::path&)>& write_tensors);

  /// Throws Error(kDataLoss, "checkpoint_damaged") naming the first file that does not match SHA256SUMS.
  static void verify(const Entry& entry);

  /// The newest checkpoint on the current line (segments' first steps given, see CurrentLine) that verifies;
  /// damaged ones are passed to on_damaged and skipped. step >= 0 asks for exactly that step.
  /// Throws Error(kNotFound, "checkpoint_not_found").
  Entry select(std::optional<std::int64_t> step, const std::function<void(const Entry&, const std::string& why)>& on_damaged) const;

  /// Removes what retention does not keep and what interrupted writes left. protected_names stay in any case.
  void prune(const Retention& retention, const std::vector<std::string>& protected_names = {});

  void pin(const Entry& entry);

 private:
  std::filesystem::path folder_;
};

/// Test seam: called at named points inside CheckpointStore::write ("tensors_written", "before_rename"). The
/// environment variable GAN_TEST_PAUSE_IN_CHECKPOINT=MS makes the engine pause there, so that a kill can hit it.
inline constexpr const char* kPauseInCheckpointVariable = "GAN_TEST_PAUSE_IN_CHECKPOINT";

}  // namespace gan
