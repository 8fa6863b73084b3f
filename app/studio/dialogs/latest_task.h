#pragma once

#include <QObject>
#include <QThread>
#include <memory>
#include <utility>

namespace gan {

/// Looks something up on a thread of its own, so that a slow disk keeps no window waiting. Only the answer to the
/// newest question is handed on.
class LatestTask {
 public:
  LatestTask() { worker_->moveToThread(&thread_); }
  ~LatestTask() {
    thread_.quit();
    thread_.wait();
  }
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;

  /// work() runs on the other thread, then(what it returned) on this one.
  template <typename Work, typename Then>
  void run(Work work, Then then) {
    if (!thread_.isRunning()) thread_.start();
    const int number = ++newest_;
    QMetaObject::invokeMethod(worker_.get(), [this, number, work = std::move(work), then = std::move(then)] {
      // Dropped with the receiver when this object goes first.
      QMetaObject::invokeMethod(&receiver_, [this, number, then, result = work()] {
        if (number == newest_) then(result);
      });
    });
  }

 private:
  QObject receiver_;
  QThread thread_;
  std::unique_ptr<QObject> worker_ = std::make_unique<QObject>();
  int newest_ = 0;
};

}  // namespace gan
