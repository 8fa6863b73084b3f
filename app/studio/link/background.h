#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace gan {

struct BackgroundMailbox;
class BackgroundThread;

/// Work that may wait for a disk or an engine, for an object of the GUI thread: it is done on a thread with an event
/// loop, and answered on the GUI thread while the object is there. GUI thread, where nothing else is said.
class Background {
 public:
  /// Hands answers to the GUI thread. A copy may be kept and used by any thread at any time, also when nobody listens
  /// any more: then nothing happens.
  class Tell {
   public:
    void operator()(std::function<void()> answer) const;
    /// False once something newer was begun or the object is gone.
    bool wanted() const;

   private:
    friend class Background;
    std::shared_ptr<BackgroundMailbox> mailbox_;
    std::optional<std::uint64_t> number_;  ///< None: whatever is begun later.
  };

  explicit Background(const QString& name);
  /// Returns at once, and nothing is answered any more. What was posted is still done, then the thread ends, and with
  /// it what lives there: see waitForEndings().
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Does the work on the thread, behind everything that was posted before.
  void post(std::function<void()> work);
  /// The parent of objects that are made on the thread: they go with it.
  QObject* there() const;
  /// Answers whatever is begun later.
  Tell teller() const;
  /// Answers until it is called again or cancel() is.
  Tell newest();
  void cancel() { newest(); }

  /// Newest wins: then(what work() returned) is called here, unless something newer was begun or cancelled it. Work
  /// that was not begun by then is not done.
  template <typename Work, typename Then>
  void run(Work work, Then then) {
    post([tell = newest(), work = std::move(work), then = std::move(then)]() mutable {
      if (tell.wanted()) tell([then, result = work()]() mutable { then(std::move(result)); });
    });
  }

 private:
  QObject receiver_;
  std::shared_ptr<BackgroundMailbox> mailbox_;
  std::unique_ptr<BackgroundThread> thread_;
};

/// Waits until the threads of all that went have ended; false when the time is up before that. The end of the
/// QCoreApplication waits for them without a limit: no thread is left behind.
bool waitForEndings(std::chrono::milliseconds limit);

}  // namespace gan
