#include "link/data_task.h"

#include <QFile>
#include <QPointer>
#include <QTemporaryDir>
#include <QThread>
#include <mutex>
#include <utility>

#include "core/error.h"
#include "link/decode_sample.h"
#include "link/ending.h"

namespace gan {
namespace {

constexpr qint64 kSheetBytes = 64 << 20;

/// Null when there is none, or one that cannot be shown: the facts are worth showing without it.
QImage readSheet(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > kSheetBytes) return {};
  try {
    return decodeSample(file.read(kSheetBytes), path.toStdString());
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

struct DataTask::Impl {
  /// What is asked of the thread, in the order it was asked.
  using Answer = std::function<void(DataTask&)>;

  explicit Impl(DataTask& owner) : task(&owner) {
    thread.setObjectName(QStringLiteral("data task"));
    worker->moveToThread(&thread);
    QObject::connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
    thread.start();
  }
  /// Waits for the thread, and with it for the engine.
  ~Impl() {
    thread.quit();
    thread.wait();
  }

  void ask(std::function<void(int number)> work);
  void answer(int number, const Answer& give);
  void call(int number, const DataRequest& request, const QStringList& arguments,
            const std::function<Answer(const QJsonObject&)>& read);
  void inspect(int number, const DataRequest& request);

  QThread thread;
  QObject* worker = new QObject;          ///< Lives on the thread, as do the next two.
  QPointer<EngineCall> engine;            ///< Under way.
  std::unique_ptr<QTemporaryDir> folder;  ///< Of the sheet.
  int newest = 0;                         ///< Of the GUI thread.
  std::mutex mutex;
  EngineCall::Limits limits;  ///< Behind the mutex, as is the next.
  DataTask* task;             ///< Null once nobody wants an answer.
};

/// Stops what is under way, then does the work on the thread.
void DataTask::Impl::ask(std::function<void(int)> work) {
  const int number = ++newest;
  QMetaObject::invokeMethod(worker, [this, number, work = std::move(work)] {
    if (engine) engine->stop();
    engine = nullptr;
    work(number);
  });
}

/// Only answers to the newest question are given.
void DataTask::Impl::answer(int number, const Answer& give) {
  const std::lock_guard lock(mutex);
  if (task == nullptr) return;
  QMetaObject::invokeMethod(task, [to = task, number, give] {
    if (number == to->impl_->newest) give(*to);
  });
}

void DataTask::Impl::call(int number, const DataRequest& request, const QStringList& arguments,
                          const std::function<Answer(const QJsonObject&)>& read) {
  const auto fail = [this, number](const Message& why) {
    answer(number, [why](DataTask& to) { emit to.failed(why); });
  };
  EngineCall::Listener listener;
  listener.progressed = [this, number](const EngineProgress& progress) {
    answer(number, [progress](DataTask& to) { emit to.progressed(progress); });
  };
  listener.answered = [this, number, read, fail](const QJsonObject& said) {
    try {
      answer(number, read(said));
    } catch (const Error& error) {
      fail(messageOf(error));
    }
  };
  listener.failed = fail;
  listener.stopped = [] {};
  const EngineCall::Limits allowed = [this] {
    const std::lock_guard lock(mutex);
    return limits;
  }();
  engine = new EngineCall(arguments, request.source, allowed, listener);
  connect(&thread, &QThread::finished, engine, &QObject::deleteLater);
  engine->begin();
}

void DataTask::Impl::inspect(int number, const DataRequest& request) {
  folder = std::make_unique<QTemporaryDir>();
  const QString sheet = folder->filePath(QStringLiteral("sheet.png"));
  call(number, request, inspectArguments(request, sheet), [sheet](const QJsonObject& said) {
    DataReport report = readDataReport(said);
    report.sheet = readSheet(sheet);
    return
        [shared = std::make_shared<const DataReport>(std::move(report))](DataTask& to) { emit to.inspected(shared); };
  });
}

DataTask::DataTask(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>(*this)) {}

DataTask::~DataTask() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->task = nullptr;
  }
  cancel();
  endAside([impl = std::shared_ptr<Impl>(std::move(impl_))]() mutable { impl.reset(); });
}

void DataTask::setLimits(const EngineCall::Limits& limits) {
  const std::lock_guard lock(impl_->mutex);
  impl_->limits = limits;
}

void DataTask::glance(const QString& path) {
  impl_->ask([impl = impl_.get(), path](int number) {
    const DataFinding finding = findData(path);
    impl->answer(number, [finding](DataTask& to) { emit to.glanced(finding); });
  });
}

void DataTask::inspect(const DataRequest& request) {
  impl_->ask([impl = impl_.get(), request](int number) { impl->inspect(number, request); });
}

void DataTask::tune(const DataRequest& request) {
  impl_->ask([impl = impl_.get(), request](int number) {
    impl->call(number, request, tuneArguments(request), [](const QJsonObject& said) {
      return [report = readTuneReport(said)](DataTask& to) { emit to.tuned(report); };
    });
  });
}

void DataTask::cancel() {
  impl_->ask([](int) {});
}

}  // namespace gan
