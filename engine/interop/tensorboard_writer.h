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

  /// Creates a new events.out.tfevents.* file in folder. first_step > 0 writes a SessionLog.START event at that step,
  /// so that readers drop what earlier files say from there on (TensorBoard's "purge").
  TensorBoardWriter(const std::filesystem::path& folder, std::int64_t first_step, double unix_seconds);
  ~TensorBoardWriter();

  void writeScalars(std::int64_t step, double unix_seconds, std::span<const Scalar> scalars);
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
