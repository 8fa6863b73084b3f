#include "stop_signal.h"

#include <pthread.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <utility>

#include "core/log.h"

namespace gan::app {
namespace {

sigset_t stopSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) {
    struct sigaction present {};
    const bool ignored = sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_IGN;
    if (!ignored) sigaddset(&set, signal);
  }
  return set;
}

}  // namespace

StopRequests::Asked StopRequests::add(int signal, Clock::time_point now) {
  const bool counts = signal == SIGINT || signal == SIGTERM;
  if (counts) {
    const auto [first, is_first] = first_.emplace(signal, now);
    if (!is_first && now - first->second >= kOneRequest) return Asked::kEndAtOnce;
  }
  return std::exchange(asked_, true) ? Asked::kNothingNew : Asked::kStop;
}

StopSignal::StopSignal() {
  const sigset_t set = stopSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { listen(); });
}

StopSignal::~StopSignal() {
  ended_ = true;
  thread_.join();
}

void StopSignal::tell(std::function<void()> stop) {
  const std::lock_guard guard(mutex_);
  stop_ = std::move(stop);
  if (asked_ && stop_) stop_();
}

void StopSignal::listen() {
  pthread_setname_np(pthread_self(), "gan-signals");
  const sigset_t set = stopSignals();
  const timespec tick{0, 100'000'000};
  StopRequests requests;
  while (!ended_) {
    const int signal = sigtimedwait(&set, nullptr, &tick);
    if (signal < 0) continue;
    switch (requests.add(signal, StopRequests::Clock::now())) {
      case StopRequests::Asked::kStop:
        stop();
        break;
      case StopRequests::Asked::kNothingNew:
        break;
      case StopRequests::Asked::kEndAtOnce:
        std::_Exit(128 + signal);
    }
  }
}

void StopSignal::stop() {
  const std::lock_guard guard(mutex_);
  asked_ = true;
  log::info("stopping (Ctrl-C or SIGTERM a second time, two seconds after the first or later, ends at once)");
  if (stop_) stop_();
}

}  // namespace gan::app
