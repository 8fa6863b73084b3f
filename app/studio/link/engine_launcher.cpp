#include "link/engine_launcher.h"

#include <QThread>
#include <mutex>

#include "link/ending.h"
#include "link/engine_devices.h"
#include "link/engine_start.h"

namespace gan {

struct EngineLauncher::Impl {
  explicit Impl(EngineLauncher& owner) : launcher(&owner) { thread.setObjectName(QStringLiteral("engine launcher")); }
  /// Waits for the thread.
  ~Impl() {
    asking.quit();
    asking.wait();
    if (!thread.isRunning()) return;
    // Behind the engines that are still to be started, which QThread::quit() would forget.
    auto* last = new QObject;
    last->moveToThread(&thread);
    connect(&thread, &QThread::finished, last, &QObject::deleteLater);
    QMetaObject::invokeMethod(last, [this] { thread.quit(); });
    thread.wait();
  }
  void tell(const QString& run, const std::optional<Message>& failure);
  void tellDevices();

  QThread thread;
  QThread asking;  ///< An engine that takes long to say what it found keeps no other from being started.
  std::optional<QVector<EngineDevice>> devices;  ///< The GUI thread's own.
  std::chrono::milliseconds patience{std::chrono::seconds(120)};
  std::mutex mutex;
  EngineLauncher* launcher;  ///< Null once it is gone.
};

void EngineLauncher::Impl::tell(const QString& run, const std::optional<Message>& failure) {
  const std::lock_guard lock(mutex);
  if (launcher == nullptr) return;
  const auto signal = [to = launcher, run, failure] {
    if (failure) {
      emit to->failed(run, *failure);
    } else {
      emit to->started(run);
    }
  };
  QMetaObject::invokeMethod(launcher, signal, Qt::QueuedConnection);
}

void EngineLauncher::Impl::tellDevices() {
  const QVector<EngineDevice> found = askForDevices();
  const std::lock_guard lock(mutex);
  if (launcher == nullptr) return;
  const auto signal = [this, found] {
    devices = found;
    emit launcher->devicesFound(found);
  };
  QMetaObject::invokeMethod(launcher, signal, Qt::QueuedConnection);
}

EngineLauncher::EngineLauncher(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>(*this)) {}

EngineLauncher::~EngineLauncher() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->launcher = nullptr;
  }
  endAside([impl = std::shared_ptr<Impl>(std::move(impl_))]() mutable { impl.reset(); });
}

void EngineLauncher::setPatience(std::chrono::milliseconds patience) { impl_->patience = patience; }

void EngineLauncher::start(const QStringList& arguments, const QString& run) {
  begin([arguments] { return arguments; }, run);
}

void EngineLauncher::resume(const QString& run) {
  begin([run] { return resumeArguments(run); }, run);
}

void EngineLauncher::begin(const std::function<QStringList()>& arguments, const QString& run) {
  if (!impl_->thread.isRunning()) impl_->thread.start();
  const auto done = [impl = impl_.get(), run](const std::optional<Message>& failure) { impl->tell(run, failure); };
  auto* engine = new EngineStart(arguments, run, impl_->patience, done);
  engine->moveToThread(&impl_->thread);
  connect(&impl_->thread, &QThread::finished, engine, &QObject::deleteLater);
  QMetaObject::invokeMethod(engine, &EngineStart::begin);
}

void EngineLauncher::findDevices() {
  if (impl_->devices) {
    const auto signal = [this] { emit devicesFound(*impl_->devices); };
    QMetaObject::invokeMethod(this, signal, Qt::QueuedConnection);
    return;
  }
  if (impl_->asking.isRunning()) return;  // the answer is on its way
  auto* worker = new QObject;
  worker->moveToThread(&impl_->asking);
  connect(&impl_->asking, &QThread::finished, worker, &QObject::deleteLater);
  impl_->asking.start();
  QMetaObject::invokeMethod(worker, [impl = impl_.get()] { impl->tellDevices(); });
}

}  // namespace gan
