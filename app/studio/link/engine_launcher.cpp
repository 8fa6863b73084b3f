#include "link/engine_launcher.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryFile>
#include <QTimer>
#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/host_name.h"
#include "core/units.h"
#include "link/engine_call.h"
#include "protocol/endpoint.h"

namespace gan {
namespace {

/// One engine from its start until it serves, ends or is too slow. Lives on a thread that may wait for the disk.
class EngineStart : public QObject {
 public:
  /// Called once, on this object's thread; no message: the run is served or finished.
  using Done = std::function<void(const std::optional<Message>& failure)>;
  /// arguments is called on this object's thread, too; what it throws is a failure.
  EngineStart(std::function<QStringList()> arguments, QString run, std::chrono::milliseconds patience, Done done);

  void begin();

 private:
  bool launch();
  void look();
  bool isServed() const;
  bool hasEnded() const;
  void finish(const std::optional<Message>& failure);
  /// What an engine that ended says of it; nothing when it had done its work.
  std::optional<Message> lastWords();

  std::function<QStringList()> find_arguments_;
  QStringList arguments_;
  QString run_;
  std::chrono::milliseconds patience_;
  Done done_;
  QTimer timer_;
  QElapsedTimer since_;
  QTemporaryFile output_;  ///< Without a name once the engine has them: nothing is left however both end.
  QTemporaryFile errors_;
  std::optional<Endpoint> before_;  ///< What lay in the run's folder.
  double began_unix_seconds_ = 0;
  qint64 pid_ = 0;
  FileDescriptor process_;
};

/// Loading CUDA's libraries takes seconds, of a network disk many.
constexpr int kPatienceMs = 60'000;
constexpr qsizetype kMostDevices = 64;
constexpr qsizetype kLongestName = 100;

/// The GPUs that this machine's engine found. Runs `gan-engine doctor` and waits for it; empty when there is no engine
/// or it gives no answer.
QVector<EngineDevice> askForDevices() {
  QProcess doctor;
  doctor.setProgram(engineProgram());
  if (doctor.program().isEmpty()) return {};
  doctor.setArguments({QStringLiteral("doctor"), QStringLiteral("--json"), QStringLiteral("--runs"), QDir::tempPath()});
  doctor.setStandardInputFile(QProcess::nullDevice());
  doctor.setStandardErrorFile(QProcess::nullDevice());
  doctor.start();
  if (!doctor.waitForFinished(kPatienceMs)) {
    doctor.kill();
    doctor.waitForFinished(-1);
    return {};
  }
  const QByteArray output = doctor.readAllStandardOutput().trimmed();
  const QJsonObject facts = QJsonDocument::fromJson(output.mid(output.lastIndexOf('\n') + 1)).object();
  QVector<EngineDevice> devices;
  for (const QJsonValue& found : facts[QLatin1String("cuda")][QLatin1String("devices")].toArray()) {
    const int index = found[QLatin1String("index")].toInt(-1);
    if (index < 0 || devices.size() == kMostDevices || found.toObject().contains(QLatin1String("error"))) continue;
    devices.push_back(
        {QStringLiteral("cuda:%1").arg(index), found[QLatin1String("name")].toString().left(kLongestName)});
  }
  return devices;
}

constexpr int kLookEveryMs = 100;
constexpr qint64 kLastWordsBytes = 16384;

/// Opens a new file that only its owner reads; the name of nowhere when none can be made.
QString openTemporary(QTemporaryFile& file) {
  file.setFileTemplate(QDir::temp().filePath(QStringLiteral("gan-engine-XXXXXX")));
  return file.open() ? file.fileName() : QProcess::nullDevice();
}

QByteArray tail(QFile& file) {
  if (!file.isOpen()) return {};
  file.seek(std::max<qint64>(0, file.size() - kLastWordsBytes));
  return file.read(kLastWordsBytes).trimmed();
}

/// None, too, where the file is none of ours: the new engine writes its own.
std::optional<Endpoint> endpointOf(const QString& run) {
  try {
    return readEndpoint(run.toStdString());
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

EngineStart::EngineStart(std::function<QStringList()> arguments, QString run, std::chrono::milliseconds patience,
                         Done done)
    : find_arguments_(std::move(arguments)),
      run_(std::move(run)),
      patience_(patience),
      done_(std::move(done)),
      timer_(this) {
  timer_.setInterval(kLookEveryMs);
  connect(&timer_, &QTimer::timeout, this, &EngineStart::look);
}

void EngineStart::begin() {
  if (!launch()) return;
  since_.start();
  timer_.start();
}

bool EngineStart::launch() {
  try {
    arguments_ = find_arguments_();
  } catch (const std::exception& error) {
    finish(messageOf(error));
    return false;
  }
  QProcess process;
  process.setProgram(engineProgram());
  if (process.program().isEmpty()) {
    finish(
        Message{"engine_program_missing",
                "There is no gan-engine beside gan-studio or in PATH. Install it there, or name it in the environment "
                "variable GAN_ENGINE.",
                {}});
    return false;
  }
  process.setArguments(arguments_);
  process.setStandardInputFile(QProcess::nullDevice());
  process.setStandardOutputFile(openTemporary(output_));
  process.setStandardErrorFile(openTemporary(errors_));
  before_ = endpointOf(run_);
  began_unix_seconds_ = unixSeconds();
  const bool started = process.startDetached(&pid_);
  // The engine has them open; through these handles they can still be read.
  QFile::remove(output_.fileName());
  QFile::remove(errors_.fileName());
  if (!started) {
    finish(Message{"engine_not_started",
                   "{program} could not be started: {reason}.",
                   {{"program", process.program().toStdString()}, {"reason", process.errorString().toStdString()}}});
    return false;
  }
  process_ = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid_), 0U)));
  return true;
}

void EngineStart::look() {
  // In this order: one that serves and ends between two looks has left its last words.
  const bool ended = hasEnded();
  if (!ended && isServed()) {
    finish(std::nullopt);
  } else if (ended) {
    finish(lastWords());
  } else if (since_.elapsed() > patience_.count()) {
    finish(
        Message{"engine_slow",
                "The engine (process {pid}) has not answered for {time}. It goes on starting: open {run} later. What "
                "it says is in engine.log there.",
                {{"pid", std::to_string(pid_)}, {"time", formatDuration(patience_)}, {"run", run_.toStdString()}}});
  }
}

/// The endpoint of an earlier engine may still lie in the folder, and that one may be training there.
bool EngineStart::isServed() const {
  constexpr double kClockSlackSeconds = 1;
  const auto endpoint = endpointOf(run_);
  if (!endpoint || endpoint->host != hostName() || !mayBeAlive(*endpoint)) return false;
  if (endpoint->pid == pid_) return true;
  // GAN_ENGINE may name a script, of which the engine is a child.
  const bool is_new = !before_ || !sameEngine(*before_, *endpoint);
  return is_new && endpoint->started_unix_seconds >= began_unix_seconds_ - kClockSlackSeconds;
}

/// It is no child of ours, so that there is nothing to wait for, and it may stay a zombie that still has its number.
bool EngineStart::hasEnded() const {
  if (!process_) return ::kill(static_cast<pid_t>(pid_), 0) != 0 && errno == ESRCH;
  pollfd end{process_.get(), POLLIN, 0};
  return ::poll(&end, 1, 0) > 0;
}

std::optional<Message> EngineStart::lastWords() {
  const QJsonObject result = QJsonDocument::fromJson(lastLine(tail(output_))).object();
  const QJsonValue error = result[QLatin1String("error")];
  if (error.isObject()) return messageOf(error.toObject());
  if (const QJsonValue message = result[QLatin1String("message")]; message.isObject()) {
    return messageOf(message.toObject());  // nothing is left to be trained
  }
  if (result.contains(QLatin1String("outcome"))) return std::nullopt;
  const QString words = QString::fromUtf8(tail(errors_)).right(kShownWords).trimmed();
  if (words.isEmpty()) {
    return Message{"engine_ended_silently",
                   "The engine ended before it served {run}, without a word. It may have been killed, or lack memory.",
                   {{"run", run_.toStdString()}}};
  }
  return Message{"engine_ended_early",
                 "The engine ended before it served {run}. Its last words: {words}",
                 {{"run", run_.toStdString()}, {"words", words.toStdString()}}};
}

void EngineStart::finish(const std::optional<Message>& failure) {
  timer_.stop();
  if (const Done done = std::exchange(done_, nullptr)) done(failure);
  deleteLater();
}

EngineLauncher::EngineLauncher(QObject* parent) : QObject(parent) {}

void EngineLauncher::start(const QStringList& arguments, const QString& run) {
  begin([arguments] { return arguments; }, run);
}

void EngineLauncher::resume(const QString& run, const ResumeWish& wish) {
  begin([run, wish] { return resumeArguments(run, wish); }, run);
}

void EngineLauncher::begin(const std::function<QStringList()>& arguments, const QString& run) {
  const auto done = [this, run, tell = starts_.teller()](const std::optional<Message>& failure) {
    tell([this, run, failure] {
      if (failure) {
        emit failed(run, *failure);
      } else {
        emit started(run);
      }
    });
  };
  starts_.post([arguments, run, patience = patience_, done, there = starts_.there()] {
    auto* engine = new EngineStart(arguments, run, patience, done);
    engine->setParent(there);
    engine->begin();
  });
}

void EngineLauncher::findDevices() {
  if (asking_devices_) return;  // the answer is on its way
  asking_devices_ = true;
  devices_task_.run([known = devices_] { return known ? *known : askForDevices(); },
                    [this](const QVector<EngineDevice>& found) {
                      asking_devices_ = false;
                      devices_ = found;
                      emit devicesFound(found);
                    });
}

}  // namespace gan
