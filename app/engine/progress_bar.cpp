#include "progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "console.h"
#include "core/units.h"

namespace gan::app {
namespace {

std::string facts(const SessionProgress& p) {
  std::string text = "step " + formatCount(p.step);
  if (p.total_steps > 0) text += "/" + formatCount(p.total_steps);
  text += "  epoch " + fixed(p.epoch, 2);
  if (p.paused) return text + "  paused";
  text += "  " + fixed(p.iterations_per_second, p.iterations_per_second < 10 ? 2 : 0) + " it/s  " +
          fixed(p.images_per_second, 0) + " images/s";
  if (p.discriminator_loss) text += "  D " + fixed(*p.discriminator_loss, 3);
  if (p.classifier_loss) text += "  loss " + fixed(*p.classifier_loss, 3);
  if (p.classifier_top1) text += "  top-1 " + fixed(100 * *p.classifier_top1, 1) + " %";
  if (p.generator_loss) text += "  G " + fixed(*p.generator_loss, 3);
  if (p.total_steps > 0 && p.iterations_per_second > 0) {
    const double seconds = static_cast<double>(p.total_steps - p.step) / p.iterations_per_second;
    text += "  ETA " + formatDuration(std::chrono::duration<double>(seconds));
  }
  return text;
}

}  // namespace

std::string formatProgress(const SessionProgress& progress, int width) {
  const std::string text = facts(progress);
  const int room = std::min(30, width - static_cast<int>(text.size()) - 4);
  if (progress.total_steps <= 0 || room < 5) return text.substr(0, static_cast<std::size_t>(std::max(0, width - 1)));
  const double share =
      std::clamp(static_cast<double>(progress.step) / static_cast<double>(progress.total_steps), 0.0, 1.0);
  const int full = static_cast<int>(share * room);
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(room - full), '.') + "] " + text;
}

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) { log::setConsoleGuard(this); }

ProgressBar::~ProgressBar() {
  log::setConsoleGuard(nullptr);
  if (terminal_ && !line_.empty()) std::fputc('\n', stderr);
}

void ProgressBar::show(const SessionProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  const bool last = progress.total_steps > 0 && progress.step >= progress.total_steps;
  if (now < next_ && (!last || showed_last_)) return;
  showed_last_ = last;
  next_ = now + (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10));
  line_ = formatProgress(progress, terminal_ ? terminalWidth() : 160);
  draw();
}

void ProgressBar::draw() {
  if (line_.empty()) return;
  std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", line_.c_str());
  std::fflush(stderr);
}

void ProgressBar::beforeLine() {
  if (terminal_ && !line_.empty()) std::fputs("\r\033[K", stderr);
}

void ProgressBar::afterLine() {
  if (terminal_) draw();
}

}  // namespace gan::app
