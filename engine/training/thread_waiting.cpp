#include "training/thread_waiting.h"

#include <ATen/Parallel.h>
#include <ATen/ops/zeros.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <system_error>

#include "core/log.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kInterval{500};
constexpr double kShared = 0.12;
constexpr double kQuiet = 0.05;  // to be woken thousands of times a second counts as a little waiting, too
constexpr int kFirstPatience = 4;
constexpr int kMostPatience = 240;
constexpr int kSoon = 4;

int usableCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

/// Threads that never compute. Libgomp waits briefly, about 100 turns, as long as more threads belong to teams of a
/// process than it has cores, and long otherwise; when these threads go, it waits long again. Nothing else changes that
/// in a process that runs: GOMP_SPINCOUNT is read once, while libgomp is loaded.
class Crowd {
 public:
  explicit Crowd(int threads) : thread_([this, threads] { standBy(threads); }) {}
  ~Crowd() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

 private:
  void standBy(int threads) {
    pthread_setname_np(pthread_self(), "gan-crowd");
    setOwnComputeThreads(threads);
    try {
      constexpr std::int64_t kOfOneThread = 32768;  // at::internal::GRAIN_SIZE: more makes LibTorch take another
      at::zeros({threads * kOfOneThread}).add_(1);
    } catch (const std::exception& error) {
      log::warning(std::string("threads wait for each other as before: ") + error.what());
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false;
  std::thread thread_;
};

/// What the kernel says of this process's threads, in nanoseconds each: how long they ran, and how long they waited for
/// a core.
class CoreShares {
 public:
  /// Of the time since the last call; 0 where nothing ran, or where the kernel does not say.
  double waited() {
    std::map<std::string, Times> now;
    std::error_code failed;
    double ran = 0;
    double waited = 0;
    std::filesystem::directory_iterator thread("/proc/self/task", failed);
    for (; !failed && thread != std::filesystem::directory_iterator(); thread.increment(failed)) {
      Times times;
      if (!(std::ifstream(thread->path() / "schedstat") >> times.ran >> times.waited)) continue;
      const auto [place, added] = now.emplace(thread->path().filename().string(), times);
      const auto before = before_.find(place->first);
      if (before == before_.end()) continue;
      ran += times.ran - before->second.ran;
      waited += times.waited - before->second.waited;
    }
    before_ = std::move(now);
    return ran + waited > 0 ? waited / (ran + waited) : 0;
  }

 private:
  struct Times {
    double ran = 0;
    double waited = 0;
  };
  std::map<std::string, Times> before_;
};

}  // namespace

WaitingRule::Wait WaitingRule::decide(double share) {
  if (wait_ == Wait::kLong) {
    ++since_;
    if (share < kShared) return wait_;
    const bool soon = patience_ > 0 && since_ <= kSoon;
    patience_ = soon ? std::min(2 * patience_, kMostPatience) : kFirstPatience;
    quiet_ = 0;
    return wait_ = Wait::kBriefly;
  }
  quiet_ = share < kQuiet ? quiet_ + 1 : 0;
  if (quiet_ < patience_) return wait_;
  since_ = 0;
  return wait_ = Wait::kLong;
}

ThreadWaiting::ThreadWaiting() {
  const bool chosen = ::getenv("GOMP_SPINCOUNT") != nullptr || ::getenv("OMP_WAIT_POLICY") != nullptr;
  if (!chosen && at::get_num_threads() > 1) thread_ = std::thread([this] { watch(); });
}

ThreadWaiting::~ThreadWaiting() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ThreadWaiting::watch() {
  pthread_setname_np(pthread_self(), "gan-waiting");
  WaitingRule rule;
  CoreShares shares;
  std::unique_ptr<Crowd> crowd;
  shares.waited();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kInterval, [this] { return ends_; })) {
    const bool briefly = rule.decide(shares.waited()) == WaitingRule::Wait::kBriefly;
    if (briefly == (crowd != nullptr)) continue;
    crowd = briefly ? std::make_unique<Crowd>(usableCores() + 1) : nullptr;
  }
}

}  // namespace gan
