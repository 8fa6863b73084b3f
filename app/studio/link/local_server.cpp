#include "link/local_server.h"

#include <QPointer>
#include <QTimer>
#include <optional>
#include <utility>

#include "core/error.h"
#include "link/engine_call.h"
#include "protocol/endpoint.h"
#include "run/lock.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kLookInterval{100};

bool isServed(const std::string& run) {
  try {
    const std::optional<Endpoint> endpoint = readEndpoint(run);
    return endpoint && mayBeAlive(*endpoint);
  } catch (const Error&) {
    return false;  // a damaged file: whoever serves next writes another
  }
}

bool isHeld(const std::string& run) {
  const std::optional<LockHolder> holder = RunLock::holder(run);
  return holder && !RunLock::isStale(*holder);
}

}  // namespace

/// What lives on the server's thread.
class LocalServer::Work {
 public:
  Work(LocalServer& server, QString run, QStringList arguments)
      : server_(server), run_(std::move(run)), arguments_(std::move(arguments)) {}

  void want(const Background::Tell& tell, QObject* there) {
    there_ = there;
    tell_ = tell;
    if (!timer_) {
      timer_ = new QTimer(there);
      QObject::connect(timer_, &QTimer::timeout, there, [this] { look(); });
    }
    timer_->start(kLookInterval);
    look();
  }
  void release() {
    if (engine_) engine_->end();
  }
  void close() {
    delete timer_;
    release();
  }

 private:
  void look() {
    try {
      if (run_.isEmpty() || isServed(run_.toStdString())) {
        timer_->stop();
        tell_([this] { emit server_.ready(); });
      } else if (!engine_ && !isHeld(run_.toStdString())) {
        start();
      }
    } catch (const std::exception& error) {
      fail(messageOf(error));
    }
  }
  void start() {
    EngineCall::Limits limits;
    limits.silence = {};
    const auto ended = [this] {
      fail({"serve_ended", "The engine that answered for {run} has ended.", {{"run", run_.toStdString()}}});
    };
    engine_ = new EngineCall(arguments_, run_, limits,
                             {.progressed = [](const EngineProgress&) {},
                              .answered = [ended](const QJsonObject&) { ended(); },
                              .failed = [this](const Message& why) { fail(why); },
                              .stopped = [] {}});
    engine_->setParent(there_);
    engine_->begin();
  }
  void fail(const Message& why) {
    if (!timer_ || !timer_->isActive()) return;  // it had answered: the link to it says what happened
    timer_->stop();
    tell_([this, why] { emit server_.failed(why); });
  }

  LocalServer& server_;  ///< The GUI thread's: for what it is told.
  const QString run_;
  const QStringList arguments_;
  QObject* there_ = nullptr;
  Background::Tell tell_;
  QPointer<QTimer> timer_;
  QPointer<EngineCall> engine_;
};

LocalServer::LocalServer(const QString& run, const QStringList& arguments, QObject* parent)
    : QObject(parent),
      work_(std::make_shared<Work>(*this, run, arguments.isEmpty() ? serveArguments(run) : arguments)) {}

LocalServer::~LocalServer() {
  serving_.cancel();
  serving_.post([work = work_] { work->close(); });
}

void LocalServer::want() {
  serving_.post([work = work_, tell = serving_.newest(), there = serving_.there()] { work->want(tell, there); });
}

void LocalServer::release() {
  serving_.post([work = work_] { work->release(); });
}

QStringList serveArguments(const QString& run) { return {QStringLiteral("serve"), run, QStringLiteral("--json")}; }

}  // namespace gan
