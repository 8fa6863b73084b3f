#pragma once

#include <QObject>
#include <QThread>
#include <memory>
#include <mutex>
#include <utility>

#include "link/ending.h"

namespace gan {

/// Looks something up on a thread of its own, so that a slow disk keeps no window waiting, not even one that goes. Only
/// the answer to the newest question is handed on.
class LatestTask {
 public:
  LatestTask() = default;
  ~LatestTask() {
    {
      const std::lock_guard lock(side_->mutex);
      side_->receiver = nullptr;
    }
    endAside([side = std::shared_ptr<Side>(std::move(side_))]() mutable { side.reset(); });
  }
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;

  /// work() runs on the other thread, perhaps longer than this object lives; then(what it returned) on this one.
  template <typename Work, typename Then>
  void run(Work work, Then then) {
    if (!side_->thread.isRunning()) side_->thread.start();
    const int number = ++newest_;
    Side* side = side_.get();
    QMetaObject::invokeMethod(&side->worker, [this, side, number, work = std::move(work), then = std::move(then)] {
      auto result = work();
      const std::lock_guard lock(side->mutex);
      if (side->receiver == nullptr) return;
      // Dropped with the receiver when this object goes first.
      QMetaObject::invokeMethod(side->receiver, [this, number, then, result = std::move(result)] {
        if (number == newest_) then(result);
      });
    });
  }

 private:
  /// What outlives this object while something is being looked up.
  struct Side {
    explicit Side(QObject& answered) : receiver(&answered) { worker.moveToThread(&thread); }
    /// Waits for the thread.
    ~Side() {
      thread.quit();
      thread.wait();
    }
    std::mutex mutex;
    QObject* receiver;  ///< Null once nobody wants an answer.
    QThread thread;
    QObject worker;
  };

  QObject receiver_;
  std::unique_ptr<Side> side_ = std::make_unique<Side>(receiver_);
  int newest_ = 0;
};

}  // namespace gan
