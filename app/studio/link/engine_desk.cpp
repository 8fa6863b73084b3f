#include "link/engine_desk.h"

#include <QPointer>
#include <QThread>
#include <mutex>
#include <utility>

#include "core/error.h"
#include "link/ending.h"

namespace gan {

/// What outlives the desk while something is under way.
struct EngineDesk::Side {
  using Give = std::function<void(const Answer&)>;

  Side(QObject& answered, const QString& name) : receiver(&answered) {
    thread.setObjectName(name);
    worker->moveToThread(&thread);
    QObject::connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
    thread.start();
  }
  /// Waits for the thread, and with it for the engine.
  ~Side() {
    thread.quit();
    thread.wait();
  }

  /// Stops what is under way, then does the work on the thread; give() hands on its answers while they are wanted.
  void begin(const std::function<bool()>& wanted, std::function<void(const Give&)> work) {
    const Give give = [this, wanted](const Answer& answer) {
      const std::lock_guard lock(mutex);
      if (receiver == nullptr) return;
      QMetaObject::invokeMethod(receiver, [wanted, answer] {
        if (wanted()) answer();
      });
    };
    QMetaObject::invokeMethod(worker, [this, give, work = std::move(work)] {
      if (engine) engine->stop();
      engine = nullptr;
      work(give);
    });
  }
  void call(const EngineQuestion& question, const Give& give);

  QThread thread;
  QObject* worker = new QObject;  ///< Lives on the thread, as does the next.
  QPointer<EngineCall> engine;    ///< Under way.
  std::mutex mutex;
  EngineCall::Limits limits;  ///< Behind the mutex, as is the next.
  QObject* receiver;          ///< Null once nobody wants an answer.
};

void EngineDesk::Side::call(const EngineQuestion& question, const Give& give) {
  EngineCall::Listener listener;
  // Not the whole question: what read() holds must not end on the GUI thread.
  listener.progressed = [give, tell = question.progressed](const EngineProgress& progress) {
    give([tell, progress] { tell(progress); });
  };
  listener.failed = [give, tell = question.failed](const Message& why) { give([tell, why] { tell(why); }); };
  listener.answered = [give, read = question.read, fail = listener.failed](const QJsonObject& said) {
    try {
      give(read(said));
    } catch (const Error& error) {
      fail(messageOf(error));
    }
  };
  listener.stopped = [] {};
  const EngineCall::Limits allowed = [this] {
    const std::lock_guard lock(mutex);
    return limits;
  }();
  engine = new EngineCall(question.arguments, question.about, allowed, listener);
  QObject::connect(&thread, &QThread::finished, engine, &QObject::deleteLater);
  engine->begin();
}

EngineDesk::EngineDesk(const QString& name) : side_(std::make_unique<Side>(receiver_, name)) {}

EngineDesk::~EngineDesk() {
  {
    const std::lock_guard lock(side_->mutex);
    side_->receiver = nullptr;
  }
  cancel();
  endAside([side = std::shared_ptr<Side>(std::move(side_))]() mutable { side.reset(); });
}

void EngineDesk::setLimits(const EngineCall::Limits& limits) {
  const std::lock_guard lock(side_->mutex);
  side_->limits = limits;
}

void EngineDesk::look(std::function<Answer()> look) {
  const auto wanted = [this, number = ++newest_] { return number == newest_; };
  side_->begin(wanted, [look = std::move(look)](const Side::Give& give) { give(look()); });
}

void EngineDesk::ask(std::function<EngineQuestion()> prepare) {
  const auto wanted = [this, number = ++newest_] { return number == newest_; };
  side_->begin(wanted, [side = side_.get(), prepare = std::move(prepare)](const Side::Give& give) {
    side->call(prepare(), give);
  });
}

void EngineDesk::cancel() {
  ++newest_;
  side_->begin([] { return false; }, [](const Side::Give&) {});
}

}  // namespace gan
