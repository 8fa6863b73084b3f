#pragma once

#include <chrono>
#include <string>

#include "core/log.h"
#include "session/session.h"

namespace gan::app {

/// One line on standard error with bar, step, epoch, it/s, images/s, losses and ETA. On a terminal it is drawn over
/// itself ten times a second; in a file it is a plain line every ten seconds. Log lines go above it.
class ProgressBar : public log::ConsoleGuard {
 public:
  ProgressBar();
  ~ProgressBar() override;

  void show(const SessionProgress& progress);

  void beforeLine() override;
  void afterLine() override;

 private:
  void draw();

  bool terminal_;
  std::string line_;
  std::chrono::steady_clock::time_point next_;
  bool showed_last_ = false;
};

/// The line's text, at most `width` columns wide.
std::string formatProgress(const SessionProgress& progress, int width);

}  // namespace gan::app
