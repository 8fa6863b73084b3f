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
#include <algorithm>
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

std::optional<Message> EngineStart::lastWords() {
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
  if (const Done done = std::exchange(done_, nullptr)) done(failure);
  deleteLater();
}

}  // namespace gan
