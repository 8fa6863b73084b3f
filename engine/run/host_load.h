#pragma once

#include <chrono>
#include <filesystem>

#include "run/event.h"

namespace gan {

/// Measures what this process takes of its host, from /proc. Not thread-safe.
class LoadMeter {
 public:
  /// folder: whose free disk space is reported. root: see memoryRoom().
  explicit LoadMeter(std::filesystem::path folder, std::filesystem::path root = "/");
  /// CPU share since the previous call, and memory and disk space now. What cannot be read is left at 0.
  LoadMeasured measure();

 private:
  std::filesystem::path folder_;
  std::filesystem::path root_;
  std::chrono::steady_clock::time_point previous_time_;
  double previous_cpu_seconds_ = 0;
};

}  // namespace gan
