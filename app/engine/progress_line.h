#pragma once

#include <chrono>
#include <string>

#include "core/progress_monitor.h"

namespace gan::app {

/// How far a long task is, on standard error, with speed and ETA: on a terminal one line drawn over itself, in a file a
/// line every two seconds.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);

 private:
  bool terminal_;
  bool drawn_ = false;
  std::string stage_;
  bool ended_ = false;           // the last of this stage was shown
  std::int64_t first_done_ = 0;  // when this stage was first heard of
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace gan::app
