#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace gan {

/// When threads that compute together are to wait briefly for each other, decided twice a second.
class WaitingRule {
 public:
  enum class Wait { kLong, kBriefly };

  /// share: of the time in which this process's threads could have run, the part in which others had their cores.
  /// Others are noticed at once. That they have gone is believed after some quiet, after ever more of it where they
  /// come back at once: they may only be seen while one waits long.
  Wait decide(double share);

 private:
  Wait wait_ = Wait::kLong;
  int quiet_ = 0;     ///< Decisions in a row without others.
  int since_ = 0;     ///< Decisions since waiting became long.
  int patience_ = 0;  ///< How much quiet is asked.
};

/// Chooses, while it lives, how long threads of LibTorch's OpenMP that compute together wait awake for each other.
/// Alone on a machine the longer the better: to be woken takes a thread some tens of microseconds. Beside other
/// programs a thread that waits awake has the core that the one it waits for needs. Does nothing where somebody has
/// chosen already (GOMP_SPINCOUNT, OMP_WAIT_POLICY), or where one thread computes. Changes no result.
///
/// Thread: made and destroyed by the thread that computes, after its number of threads is set.
class ThreadWaiting {
 public:
  ThreadWaiting();
  ~ThreadWaiting();
  ThreadWaiting(const ThreadWaiting&) = delete;
  ThreadWaiting& operator=(const ThreadWaiting&) = delete;

 private:
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace gan
