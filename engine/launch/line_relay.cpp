#include "launch/line_relay.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <utility>

namespace gan {
namespace {

constexpr std::size_t kLongestLine = 8192;

}  // namespace

LineRelay::LineRelay(FileDescriptor input, std::string prefix) : input_(std::move(input)), prefix_(std::move(prefix)) {}

LineRelay::LineRelay(FileDescriptor input, std::size_t max_bytes) : input_(std::move(input)), max_bytes_(max_bytes) {}

void LineRelay::pump() {
  std::array<char, 4096> buffer{};
  while (input_) {
    const ssize_t count = ::read(input_.get(), buffer.data(), buffer.size());
    if (count > 0) {
      take(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      input_.close();
      if (max_bytes_ == 0) passOn(true);
    } else {
      return;
    }
  }
}

void LineRelay::take(const char* bytes, std::size_t count) {
  kept_.append(bytes, count);
  if (max_bytes_ == 0) {
    passOn(false);
  } else if (kept_.size() > max_bytes_) {
    kept_.erase(0, kept_.size() - max_bytes_);
  }
}

void LineRelay::passOn(bool all) {
  for (;;) {
    std::size_t end = kept_.find('\n');
    const bool whole = end != std::string::npos;
    if (!whole && !(all && !kept_.empty()) && kept_.size() < kLongestLine) return;
    if (!whole) end = kept_.size();
    if (end > 0) {
      last_line_ = kept_.substr(0, end);
      std::cerr << prefix_ + last_line_ + "\n" << std::flush;
    }
    kept_.erase(0, whole ? end + 1 : end);
  }
}

}  // namespace gan
