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
  while (!ended_) {
    const int signal = sigtimedwait(&set, nullptr, &tick);
    if (signal < 0) continue;
    if (asked_ && (signal == SIGINT || signal == SIGTERM)) std::_Exit(128 + signal);
    const std::lock_guard guard(mutex_);
    if (!asked_.exchange(true)) {
      log::info("stopping");
      if (stop_) stop_();
    }
  }
}

}  // namespace gan::app
