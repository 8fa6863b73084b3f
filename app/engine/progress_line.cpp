#include "progress_line.h"

#include <unistd.h>

#include <cstdio>

#include "core/units.h"

namespace gan::app {

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (terminal_ && drawn_) std::fputc('\n', stderr);
}

void ProgressLine::show(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (progress.stage != stage_) {
    stage_ = progress.stage;
    first_done_ = progress.done;
    begin_ = now;
    next_ = {};
    ended_ = false;
  }
  const bool ends = progress.total > 0 && progress.done == progress.total && !ended_;
  if (now < next_ && !ends) return;
  ended_ = ended_ || ends;
  next_ = now + (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(2));
  std::string text =
      progress.stage + " " + formatCount(progress.done) + "/" + formatCount(progress.total) + " " + progress.unit;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const auto done = static_cast<double>(progress.done - first_done_);
  if (seconds > 0 && done > 0) {
    const double speed = done / seconds;
    text += "  " + formatCount(static_cast<std::int64_t>(speed)) + "/s  ETA " +
            formatDuration(std::chrono::duration<double>(static_cast<double>(progress.total - progress.done) / speed));
  }
  std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", text.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace gan::app
