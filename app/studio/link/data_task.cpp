#include "link/data_task.h"

#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtEndian>
#include <array>
#include <exception>
#include <functional>
#include <stop_token>
#include <utility>

#include "core/error.h"
#include "link/decode_sample.h"
#include "link/engine_call.h"
#include "link/engine_report.h"
#include "protocol/host_client.h"
#include "run/data_glance.h"

namespace gan {
namespace {

constexpr auto kTrainImages = QLatin1String("train-images-idx3-ubyte");
constexpr unsigned char kUnsignedBytes = 0x08;
constexpr int kMostDimensions = 4;

DataFinding refusal(const char* id, const char* text, const QString& path) {
  DataFinding result;
  result.problem = Message{id, text, {{"path", path.toStdString()}}};
  return result;
}

DataFinding noFile(const QString& path) {
  return refusal("data_file_unknown",
                 "{path} is not an IDX file of images. Images are read from IDX files as MNIST has them, "
                 "with or without gzip; the built-in shapes need none.",
                 path);
}

/// Plain or gzip, which zlib tells apart itself.
DataFinding readHeader(const QString& path) {
  using Header = std::array<unsigned char, 4 + 4 * kMostDimensions>;
  Header header{};
  gzFile file = ::gzopen(QFile::encodeName(path).constData(), "rb");
  if (file == nullptr) {
    return refusal("data_unreadable", "{path} cannot be opened. Check that you may read it.", path);
  }
  const int length = ::gzread(file, header.data(), static_cast<unsigned>(header.size()));
  ::gzclose(file);
  const int dimensions = header[3];
  const bool known = header[0] == 0 && header[1] == 0 && header[2] == kUnsignedBytes &&
                     (dimensions == 3 || dimensions == 4) && length >= 4 + 4 * dimensions;
  if (!known) return noFile(path);
  const auto size = [&header](int index) -> qint64 { return qFromBigEndian<quint32>(header.data() + 4 + 4 * index); };
  DataFinding found;
  found.count = size(0);
  found.height = size(1);
  found.width = size(2);
  found.channels = dimensions == 4 ? size(3) : 1;
  const bool images = found.count > 0 && found.height > 0 && found.width > 0;
  return images && (found.channels == 1 || found.channels == 3) ? found : noFile(path);
}

DataFinding readIdx(const QString& path) {
  if (!QFileInfo(path).isDir()) return readHeader(path);
  const QString plain = QDir(path).filePath(kTrainImages);
  return readHeader(QFileInfo(plain).isFile() ? plain : plain + QLatin1String(".gz"));
}

}  // namespace

bool isBucket(const QString& path) { return path.startsWith(QLatin1String("s3://")); }

DataFinding findData(const QString& path) {
  DataFinding found;
  if (isBucket(path)) {  // the engine has the credentials, and tells what it finds
    found.source = QStringLiteral("s3");
    return found;
  }
  try {
    const DataGlance glance = glanceAtData(QFile::encodeName(path).toStdString());
    if (glance.source == "idx") {
      found = readIdx(path);
    } else {
      const QImageReader first(QFile::decodeName(glance.first_picture.c_str()));
      const QSize size = glance.first_picture.empty() ? QSize() : first.size();
      found.count = glance.count;
      found.height = size.isValid() ? size.height() : glance.height;
      found.width = size.isValid() ? size.width() : glance.width;
      found.channels = glance.channels;
      found.classes = glance.classes;
    }
    found.source = QString::fromStdString(glance.source);
  } catch (const std::exception& error) {
    found.problem = messageOf(error);
  }
  return found;
}

namespace {

const QString kShapes = QStringLiteral("shapes");

QStringList settings(const RunConfig& config) {
  QStringList arguments{QStringLiteral("--resolution"), QString::number(config.integer("data.resolution")),
                        QStringLiteral("--channels"), QString::number(config.integer("data.channels"))};
  for (const auto& [path, value] : config.changed()) {
    const bool given = path == "data.resolution" || path == "data.channels";
    const bool of_data = path.starts_with("data.") && path != "data.path" && path != "data.source";
    const bool copies = path == "data.stage_to";  // who looks at images does not wish them elsewhere
    if (given || copies || !(of_data || path == "run.seed")) continue;
    arguments << QStringLiteral("--set") << QString::fromStdString(path + "=" + formatValue(value));
  }
  return arguments;
}

}  // namespace

DataRequest requestOf(const RunConfig& config) {
  const bool shapes = config.text("data.source") == "shapes";
  return {shapes ? kShapes : QString::fromStdString(config.text("data.path")), config};
}

QStringList inspectArguments(const DataRequest& request, const QString& sheet) {
  QStringList arguments{QStringLiteral("data"), QStringLiteral("inspect"), request.source, QStringLiteral("--json")};
  if (!sheet.isEmpty()) arguments << QStringLiteral("--sheet") << sheet;
  return arguments + settings(request.config);
}

QStringList tuneArguments(const DataRequest& request) {
  return QStringList{QStringLiteral("data"), QStringLiteral("tune"), request.source, QStringLiteral("--json")} +
         settings(request.config);
}

namespace {

using namespace report;

constexpr int kMostWorkers = 4096;

std::array<double, 3> colours(const QJsonObject& object, const char* name) {
  if (object[QLatin1String(name)].isNull()) return {};
  const QJsonArray values = list(object, name);
  if (values.size() != 3) refuse(name, "three numbers");
  return {real(values[0], name), real(values[1], name), real(values[2], name)};
}

}  // namespace

DataReport readDataReport(const QJsonObject& said) {
  DataReport report;
  DataFacts& found = report.found;
  found.images = count(said, "images");
  found.grey = count(said, "grey");
  found.mean = colours(said, "mean");
  found.deviation = colours(said, "deviation");
  for (const QJsonValue& value : list(said, "classes")) {
    const QJsonObject entry = value.toObject();
    found.classes << ClassCount{text(entry, "name"), count(entry, "images")};
  }
  for (const QJsonValue& value : list(said, "sizes")) {
    const QJsonObject entry = value.toObject();
    found.sizes << SizeCount{count(entry, "width"), count(entry, "height"), count(entry, "images")};
  }
  if (said.contains(QLatin1String("sizes_in_all")) && count(said, "sizes_in_all") > found.sizes.size()) {
    const auto size = [&said](const char* name) {
      const QJsonObject entry = object(said, name);
      return SizeCount{count(entry, "width"), count(entry, "height"), 0};
    };
    found.sizes_in_all = {count(said, "sizes_in_all"), size("smallest"), size("largest"), count(said, "short_side")};
  }
  const QJsonObject duplicates = object(said, "duplicates");
  for (const QJsonValue& group : list(duplicates, "groups")) {
    report.duplicates << texts(group.toObject(), "names");
  }
  if (duplicates.contains(QLatin1String("groups_in_all"))) {
    found.duplicates_in_all = count(duplicates, "groups_in_all");
  }
  for (const QJsonValue& value : list(said, "damaged")) {
    const QJsonObject entry = value.toObject();
    report.damaged.push_back({text(entry, "name"), messageOf(object(entry, "reason"))});
  }
  for (const QJsonValue& value : list(said, "passed_over")) {
    const QJsonObject entry = value.toObject();
    found.passed_over << OtherFiles{text(entry, "kind"), count(entry, "files"), texts(entry, "names")};
  }
  for (const QJsonValue& value : list(said, "warnings")) report.warnings.push_back(messageOf(value.toObject()));
  return report;
}

TuneReport readTuneReport(const QJsonObject& said) {
  const auto workers = [](const QJsonObject& object, const char* name) {
    const qint64 number = count(object, name);
    if (number > kMostWorkers) refuse(name, "a number of threads");
    return static_cast<int>(number);
  };
  TuneReport report;
  for (const QJsonValue& value : list(said, "speeds")) {
    const QJsonObject entry = value.toObject();
    const QJsonValue speed = entry[QLatin1String("images_per_second")];
    report.speeds << WorkerSpeed{workers(entry, "workers"), real(speed, "images_per_second")};
  }
  report.best = workers(said, "best");
  return report;
}

namespace {

constexpr qint64 kSheetBytes = 64 << 20;

/// Null when there is none, or one that cannot be shown: the facts are worth showing without it.
QImage sheetIn(const QByteArray& png, const QString& name) {
  if (png.isEmpty()) return {};
  try {
    return decodeSample(png, name.toStdString());
  } catch (const Error&) {
    return {};
  }
}

QImage readSheet(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > kSheetBytes) return {};
  return sheetIn(file.read(kSheetBytes), path);
}

/// Waits for a login, and for what the other computer finds.
HostClient::Found lookThere(EngineAccess& access, const RunPlace& host, QStringList arguments,
                            const std::stop_token& stop, const std::function<void(const EngineProgress&)>& progressed) {
  access.allow(host);
  HostClient client(access.targetOf(host), kLongestLogin);
  const std::stop_callback closing(stop, [&client] { client.close(); });
  arguments.removeAll(QStringLiteral("--json"));  // which the other side adds
  std::vector<std::string> words;
  for (const QString& word : qAsConst(arguments)) words.push_back(word.toStdString());
  return client.lookAtData(words, [&progressed](const std::string& line) {
    EngineProgress progress;
    if (readProgress(QString::fromStdString(line), progress)) progressed(progress);
  });
}

QJsonObject answerIn(const HostClient::Found& found, const QString& about) {
  const QJsonDocument answer = QJsonDocument::fromJson(QByteArray::fromStdString(found.json));
  if (answer.isObject()) return answer.object();
  throw Error(
      ErrorCode::kDataLoss, "engine_answer_malformed",
      "The engine's report on {source} is not the JSON that was asked for. Use a gan-engine of the same version "
      "as gan-studio.",
      {{"source", about.toStdString()}});
}

}  // namespace

struct DataTask::Impl {
  using Answer = std::function<void()>;

  Impl(DataTask& owner, std::shared_ptr<EngineAccess> to_others) : task(owner), access(std::move(to_others)) {}
  ~Impl() { stop.request_stop(); }

  /// Whatever is under way is not wanted any more.
  void leave() {
    stop.request_stop();
    there.cancel();
    desk.cancel();
  }
  /// read is called on a thread of its own, what it returns on the GUI thread.
  void askThere(const DataRequest& request, const QStringList& arguments,
                std::function<Answer(const HostClient::Found&)> read) {
    leave();
    stop = std::stop_source();
    there.post([this, request, arguments, read = std::move(read), access = access, tell = there.newest(),
                token = stop.get_token()] {
      try {
        if (token.stop_requested()) return;
        tell(read(lookThere(*access, request.host, arguments, token, [&](const EngineProgress& progress) {
          tell([this, progress] { emit task.progressed(progress); });
        })));
      } catch (const std::exception& error) {
        tell([this, why = messageOf(error)] { emit task.failed(why); });
      }
    });
  }

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
  const std::shared_ptr<EngineAccess> access;
  std::stop_source stop;  ///< Of what is under way on another computer.
  Background there{QStringLiteral("data there")};
  EngineDesk desk{QStringLiteral("data task")};
};

DataTask::DataTask(std::shared_ptr<EngineAccess> access, QObject* parent)
    : QObject(parent), impl_(std::make_unique<Impl>(*this, std::move(access))) {}

DataTask::~DataTask() = default;

void DataTask::setLimits(const EngineCall::Limits& limits) { impl_->desk.setLimits(limits); }

void DataTask::glance(const QString& path) {
  impl_->leave();
  impl_->desk.look([this, path] {
    const DataFinding finding = findData(path);
    return [this, finding] { emit glanced(finding); };
  });
}

void DataTask::inspect(const DataRequest& request) {
  if (!request.host.isEmpty()) {
    return impl_->askThere(request, inspectArguments(request, {}), [this, request](const HostClient::Found& found) {
      auto report = std::make_shared<DataReport>(readDataReport(answerIn(found, request.source)));
      report->sheet = sheetIn(QByteArray::fromStdString(found.sheet), request.source);
      return [this, report] { emit inspected(report); };
    });
  }
  impl_->leave();
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
  if (!request.host.isEmpty()) {
    return impl_->askThere(request, tuneArguments(request), [this, request](const HostClient::Found& found) {
      return [this, report = readTuneReport(answerIn(found, request.source))] { emit tuned(report); };
    });
  }
  impl_->leave();
  EngineQuestion question = impl_->question(request, tuneArguments(request));
  question.read = [this](const QJsonObject& said) {
    return [this, report = readTuneReport(said)] { emit tuned(report); };
  };
  impl_->desk.ask([question] { return question; });
}

void DataTask::cancel() { impl_->leave(); }

}  // namespace gan
