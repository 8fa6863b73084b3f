#include "link/data_task.h"

#include <QFile>
#include <QTemporaryDir>
#include <utility>

#include "core/error.h"
#include "link/decode_sample.h"
#include "link/engine_desk.h"

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
  /// With the ways in which every question about images can end.
  EngineQuestion question(const DataRequest& request, const QStringList& arguments) {
    EngineQuestion asked;
    asked.arguments = arguments;
    asked.about = request.source;
    asked.failed = [this](const Message& why) { emit task.failed(why); };
    asked.progressed = [this](const EngineProgress& progress) { emit task.progressed(progress); };
    return asked;
  }

  DataTask& task;
  EngineDesk desk{QStringLiteral("data task")};
};

DataTask::DataTask(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>(*this)) {}

DataTask::~DataTask() = default;

void DataTask::setLimits(const EngineCall::Limits& limits) { impl_->desk.setLimits(limits); }

void DataTask::glance(const QString& path) {
  impl_->desk.look([this, path] {
    const DataFinding finding = findData(path);
    return [this, finding] { emit glanced(finding); };
  });
}

void DataTask::inspect(const DataRequest& request) {
  impl_->desk.ask([this, request, question = impl_->question(request, {})]() mutable {
    const auto folder = std::make_shared<QTemporaryDir>();  // goes with the question
    const QString sheet = folder->filePath(QStringLiteral("sheet.png"));
    question.arguments = inspectArguments(request, sheet);
    question.read = [this, folder, sheet](const QJsonObject& said) {
      auto report = std::make_shared<DataReport>(readDataReport(said));
      report->sheet = readSheet(sheet);
      return [this, report] { emit inspected(report); };
    };
    return question;
  });
}

void DataTask::tune(const DataRequest& request) {
  EngineQuestion question = impl_->question(request, tuneArguments(request));
  question.read = [this](const QJsonObject& said) {
    return [this, report = readTuneReport(said)] { emit tuned(report); };
  };
  impl_->desk.ask([question] { return question; });
}

void DataTask::cancel() { impl_->desk.cancel(); }

}  // namespace gan
