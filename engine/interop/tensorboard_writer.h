#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// Writes a TensorBoard event file (TFRecord frames of tensorflow.Event). Written along for other readers; the program
/// itself never reads it. Not thread-safe.
class TensorBoardWriter {
 public:
  struct Scalar {
    std::string_view tag;
    float value = 0;
  };

  /// Creates a new events.out.tfevents.* file in folder, named to be read after those already there. It starts with a
  /// SessionLog.START event at first_step, the first step that will be written: readers drop what earlier files say
  /// from there on (TensorBoard's "purge"). Throws Error(kNotFound | kPermissionDenied | kResourceExhausted).
  TensorBoardWriter(const std::filesystem::path& folder, std::int64_t first_step, double unix_seconds);
  ~TensorBoardWriter();

  /// Kept in memory until flush() or until there are some 64 KiB. On a full disk what was kept is dropped and
  /// Error(kResourceExhausted) is thrown; the file stays readable and later events are written again.
  void writeScalars(std::int64_t step, double unix_seconds, std::span<const Scalar> scalars);
  /// Hands what is kept to the operating system, where readers see it.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
