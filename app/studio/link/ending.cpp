#include "link/ending.h"

#include <QCoreApplication>
#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace gan {
namespace {

/// Threads that end things. A thread marks itself as done; who comes next joins it.
class Endings {
 public:
  static Endings& all() {
    static Endings endings;
    return endings;
  }

  void add(std::function<void()> end) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(joined_at_exit_, true)) qAddPostRoutine([] { all().join(); });
    joinDone();
    Ending& ending = endings_.emplace_back();
    ending.thread = std::thread([this, &ending, end = std::move(end)]() mutable {
      end();
      end = nullptr;  // what it holds goes here, too
      const std::lock_guard done(mutex_);
      ending.done = true;
      changed_.notify_all();
    });
  }

  bool wait(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    const bool all_done = changed_.wait_for(lock, limit, [this] { return allDone(); });
    joinDone();
    return all_done;
  }

 private:
  struct Ending {
    std::thread thread;
    bool done = false;
  };

  bool allDone() const { return std::ranges::all_of(endings_, &Ending::done); }
  void join() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return allDone(); });
    joinDone();
    joined_at_exit_ = false;
  }
  /// The mutex is held; a thread that is done has only to return, or to let go of the mutex.
  void joinDone() {
    std::list<Ending> done;
    for (auto ending = endings_.begin(); ending != endings_.end();) {
      const auto next = std::next(ending);
      if (ending->done) done.splice(done.end(), endings_, ending);
      ending = next;
    }
    for (Ending& ending : done) ending.thread.join();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Ending> endings_;
  bool joined_at_exit_ = false;
};

}  // namespace

void endAside(std::function<void()> end) { Endings::all().add(std::move(end)); }

bool waitForEndings(std::chrono::milliseconds limit) { return Endings::all().wait(limit); }

}  // namespace gan
