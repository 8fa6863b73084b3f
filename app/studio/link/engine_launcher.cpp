#include "link/engine_launcher.h"

#include <QThread>

#include "link/engine_start.h"

namespace gan {

struct EngineLauncher::Impl {
  QThread thread;
  std::chrono::milliseconds patience{std::chrono::seconds(120)};
};

EngineLauncher::EngineLauncher(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>()) {
  impl_->thread.setObjectName(QStringLiteral("engine launcher"));
}

EngineLauncher::~EngineLauncher() {
  impl_->thread.quit();
  impl_->thread.wait();
}

void EngineLauncher::setPatience(std::chrono::milliseconds patience) { impl_->patience = patience; }

void EngineLauncher::start(const QStringList& arguments, const QString& run) {
  if (!impl_->thread.isRunning()) impl_->thread.start();
  // What is still queued when this object goes is dropped with it; its destructor waits for the thread before that.
  const auto done = [this, run](const std::optional<Message>& failure) {
    QMetaObject::invokeMethod(this, [this, run, failure] {
      if (failure) {
        emit failed(run, *failure);
      } else {
        emit started(run);
      }
    });
  };
  auto* engine = new EngineStart(arguments, run, impl_->patience, done);
  engine->moveToThread(&impl_->thread);
  connect(&impl_->thread, &QThread::finished, engine, &QObject::deleteLater);
  QMetaObject::invokeMethod(engine, &EngineStart::begin);
}

}  // namespace gan
