#include "link/engine_start.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryFile>
#include <cerrno>
#include <utility>

#include "core/error.h"
#include "core/units.h"
#include "link/engine_launcher.h"
#include "link/json_message.h"
#include "protocol/endpoint.h"

namespace gan {
namespace {

constexpr int kLookEveryMs = 100;
constexpr qint64 kLastWordsBytes = 16384;
constexpr qsizetype kShownWords = 400;

/// A new file that only its owner reads; empty when none can be made.
QString makeTemporaryFile(const QString& ending) {
  QTemporaryFile file(QDir::temp().filePath(QStringLiteral("gan-engine-XXXXXX") + ending));
  file.setAutoRemove(false);
  return file.open() ? file.fileName() : QString();
}

QByteArray tail(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  if (file.size() > kLastWordsBytes) file.seek(file.size() - kLastWordsBytes);
  return file.read(kLastWordsBytes).trimmed();
}

QByteArray lastLine(const QByteArray& text) { return text.mid(text.lastIndexOf('\n') + 1); }

/// None, too, where the file is none of ours: the new engine writes its own.
std::optional<Endpoint> endpointOf(const QString& run) {
  try {
    return readEndpoint(run.toStdString());
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

EngineStart::EngineStart(QStringList arguments, QString run, std::chrono::milliseconds patience, Done done)
    : arguments_(std::move(arguments)),
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
  output_ = makeTemporaryFile(QStringLiteral(".out"));
  errors_ = makeTemporaryFile(QStringLiteral(".err"));
  process.setStandardInputFile(QProcess::nullDevice());
  process.setStandardOutputFile(output_.isEmpty() ? QProcess::nullDevice() : output_);
  process.setStandardErrorFile(errors_.isEmpty() ? QProcess::nullDevice() : errors_);
  before_ = endpointOf(run_);
  began_unix_seconds_ = unixSeconds();
  if (!process.startDetached(&pid_)) {
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
                "it says is in {file}.",
                {{"pid", std::to_string(pid_)},
                 {"time", formatDuration(patience_)},
                 {"run", run_.toStdString()},
                 {"file", errors_.toStdString()}}});
  }
}

/// The endpoint of an earlier engine may still lie in the folder, and that one may be training there.
bool EngineStart::isServed() const {
  constexpr double kClockSlackSeconds = 1;
  const auto endpoint = endpointOf(run_);
  if (!endpoint || endpoint->host != thisHost() || !mayBeAlive(*endpoint)) return false;
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

std::optional<Message> EngineStart::lastWords() const {
  const QJsonObject result = QJsonDocument::fromJson(lastLine(tail(output_))).object();
  const QJsonValue error = result[QLatin1String("error")];
  if (error.isObject()) return messageOf(error.toObject());
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
  const bool slow = failure && failure->id == "engine_slow";
  if (!slow) {  // from now on engine.log in the run's folder has what it says
    QFile::remove(output_);
    QFile::remove(errors_);
  }
  if (const Done done = std::exchange(done_, nullptr)) done(failure);
  deleteLater();
}

}  // namespace gan
