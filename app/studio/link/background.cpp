#include "link/background.h"

#include <QCoreApplication>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>

namespace gan {

/// Through which a thread reaches an owner that may be gone.
struct BackgroundMailbox {
  std::mutex mutex;
  QObject* receiver;  ///< Null once the owner is gone.
  std::atomic<std::uint64_t> newest{0};
};

class BackgroundThread : public QThread {
 public:
  explicit BackgroundThread(const QString& name) {
    setObjectName(name);
    there->moveToThread(this);
  }
  ~BackgroundThread() override {
    if (!started) delete there;
  }

  QObject* const there = new QObject;
  bool started = false;  ///< The owner's own.
  bool ended = false;    ///< Guarded by the mutex of Endings.

 protected:
  void run() override;
};

namespace {

/// Threads whose owners are gone. A thread marks itself as ended; who comes next joins it.
class Endings {
 public:
  static Endings& all() {
    static Endings endings;
    return endings;
  }

  void add(std::unique_ptr<BackgroundThread> thread) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(joined_at_exit_, true)) qAddPostRoutine([] { all().join(); });
    joinEnded();
    BackgroundThread* ending = threads_.emplace_back(std::move(thread)).get();
    // Behind what was posted, which quit() alone would leave undone.
    QMetaObject::invokeMethod(
        ending->there, [ending] { ending->quit(); }, Qt::QueuedConnection);
  }
  void markEnded(BackgroundThread& thread) {
    const std::lock_guard lock(mutex_);
    thread.ended = true;
    changed_.notify_all();
  }
  bool wait(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    const bool all_ended = changed_.wait_for(lock, limit, [this] { return allEnded(); });
    joinEnded();
    return all_ended;
  }

 private:
  bool allEnded() const {
    return std::ranges::all_of(threads_, [](const auto& thread) { return thread->ended; });
  }
  void join() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return allEnded(); });
    joinEnded();
    joined_at_exit_ = false;
  }
  /// The mutex is held; a thread that ended has only to return, or to let go of the mutex.
  void joinEnded() {
    threads_.remove_if([](const auto& thread) { return thread->ended && thread->wait(); });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::unique_ptr<BackgroundThread>> threads_;
  bool joined_at_exit_ = false;
};

}  // namespace

void BackgroundThread::run() {
  exec();
  delete there;
  Endings::all().markEnded(*this);
}

void Background::Tell::operator()(std::function<void()> answer) const {
  const std::lock_guard lock(mailbox_->mutex);
  if (mailbox_->receiver == nullptr) return;
  // Dropped with the receiver when its owner goes first.
  QMetaObject::invokeMethod(
      mailbox_->receiver,
      [tell = *this, answer = std::move(answer)] {
        if (tell.wanted()) answer();
      },
      Qt::QueuedConnection);
}

bool Background::Tell::wanted() const { return !number_ || *number_ == mailbox_->newest; }

Background::Background(const QString& name)
    : mailbox_(std::make_shared<BackgroundMailbox>()), thread_(std::make_unique<BackgroundThread>(name)) {
  mailbox_->receiver = &receiver_;
}

Background::~Background() {
  cancel();
  {
    const std::lock_guard lock(mailbox_->mutex);
    mailbox_->receiver = nullptr;
  }
  if (thread_->started) Endings::all().add(std::move(thread_));
}

void Background::post(std::function<void()> work) {
  if (!std::exchange(thread_->started, true)) thread_->start();
  QMetaObject::invokeMethod(thread_->there, std::move(work), Qt::QueuedConnection);
}

QObject* Background::there() const { return thread_->there; }

Background::Tell Background::teller() const {
  Tell tell;
  tell.mailbox_ = mailbox_;
  return tell;
}

Background::Tell Background::newest() {
  Tell tell = teller();
  tell.number_ = ++mailbox_->newest;
  return tell;
}

bool waitForEndings(std::chrono::milliseconds limit) { return Endings::all().wait(limit); }

}  // namespace gan
