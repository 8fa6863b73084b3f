#include "stop_signal.h"

#include <csignal>
#include <ctime>
#include <initializer_list>
#include <utility>

#include "core/log.h"

namespace gan::app {
namespace {

sigset_t stopSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) sigaddset(&set, signal);
  return set;
}

}  // namespace

StopSignal::StopSignal(std::function<void()> stop) : stop_(std::move(stop)) {
  const sigset_t set = stopSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { wait(); });
}

StopSignal::~StopSignal() {
  ended_ = true;
  thread_.join();
}

void StopSignal::wait() {
  pthread_setname_np(pthread_self(), "gan-signals");
  const sigset_t set = stopSignals();
  const timespec tick{0, 100'000'000};
  bool asked = false;
  while (!ended_) {
    const int signal = sigtimedwait(&set, nullptr, &tick);
    if (signal < 0) continue;
    if (asked && (signal == SIGINT || signal == SIGTERM)) std::_Exit(128 + signal);
    if (!asked) log::info("stopping after this iteration; a checkpoint is written");
    asked = true;
    stop_();
  }
}

}  // namespace gan::app
