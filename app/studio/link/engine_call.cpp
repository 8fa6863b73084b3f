#include "link/engine_call.h"

#include <signal.h>
#include <sys/prctl.h>

#include <QJsonDocument>
#include <QRegularExpression>
#include <utility>

#include "core/error.h"
#include "core/units.h"
#include "link/engine_launcher.h"

namespace gan {
namespace {

std::vector<ErrorArgument> argumentsOf(const QJsonObject& said, int depth) {
  std::vector<ErrorArgument> read;
  const QJsonObject arguments = said[QLatin1String("arguments")].toObject();
  const QJsonObject sentences = said[QLatin1String("sentences")].toObject();
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    ErrorArgument& added =
        read.emplace_back(ErrorArgument{argument.key().toStdString(), argument.value().toString().toStdString()});
    if (depth == 0 || !sentences.contains(argument.key())) continue;
    const QJsonObject sentence = sentences[argument.key()].toObject();
    added.text = sentence[QLatin1String("text")].toString().toStdString();
    added.arguments = argumentsOf(sentence, depth - 1);
  }
  return read;
}

constexpr qsizetype kLineBytes = 4096;
constexpr qsizetype kWordsBytes = 16384;

Message noProgram() {
  return {"engine_program_missing",
          "There is no gan-engine beside gan-studio or in PATH. Install it there, or name it in the environment "
          "variable GAN_ENGINE.",
          {}};
}

}  // namespace

Message messageOf(const QJsonObject& said) {
  const auto text = [&said](const char* name) { return said[QLatin1String(name)].toString().toStdString(); };
  Message message{text("id"), text("text"), {}};
  if (message.text.empty()) return {message.id, "{reason}", {{"reason", text("message")}}};
  message.arguments = argumentsOf(said, kMaxInnerSentences);
  return message;
}

bool readProgress(const QString& line, EngineProgress& progress) {
  static const QRegularExpression form(QStringLiteral("\\A(\\D{1,80}) ([0-9,]{1,25})/([0-9,]{1,25}) (\\w{1,40})"));
  const QRegularExpressionMatch match = form.match(line);
  if (!match.hasMatch()) return false;
  const auto number = [&match](int group) { return match.captured(group).remove(QLatin1Char(',')).toLongLong(); };
  progress = {match.captured(1), number(2), number(3), match.captured(4)};
  return true;
}

EngineCall::EngineCall(QStringList arguments, QString about, const Limits& limits, Listener listener)
    : about_(std::move(about)),
      limits_(limits),
      listener_(std::move(listener)),
      process_(this),
      silence_(this),
      farewell_(this) {
  process_.setProgram(engineProgram());
  process_.setArguments(arguments);
  process_.setStandardInputFile(QProcess::nullDevice());
  // Nobody would read what it finds once the studio is gone, however that ended.
  process_.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
  silence_.setSingleShot(true);
  farewell_.setSingleShot(true);
  connect(&process_, &QProcess::readyReadStandardOutput, this, &EngineCall::readAnswer);
  connect(&process_, &QProcess::readyReadStandardError, this, &EngineCall::readWords);
  connect(&process_, &QProcess::finished, this, &EngineCall::onEnded);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    giveUp(Message{"engine_not_started",
                   "{program} could not be started: {reason}.",
                   {{"program", process_.program().toStdString()}, {"reason", process_.errorString().toStdString()}}});
    deleteLater();
  });
  connect(&silence_, &QTimer::timeout, this, &EngineCall::onSilence);
  connect(&farewell_, &QTimer::timeout, &process_, &QProcess::kill);
}

EngineCall::~EngineCall() {
  process_.disconnect(this);
  process_.kill();
  process_.waitForFinished();
}

void EngineCall::begin() {
  if (process_.program().isEmpty()) {
    giveUp(noProgram());
    deleteLater();
    return;
  }
  heard();
  process_.start();
}

void EngineCall::heard() {
  if (limits_.silence.count() > 0) silence_.start(limits_.silence);
}

void EngineCall::stop() {
  if (stopping_) return;
  stopping_ = true;
  conclude([](const Listener& listener) { listener.stopped(); });
  process_.terminate();
  farewell_.start(limits_.farewell);
}

void EngineCall::end() {
  stop();
  if (!process_.waitForFinished(static_cast<int>(limits_.farewell.count()))) process_.kill();
  process_.waitForFinished();
}

void EngineCall::readAnswer() {
  heard();
  const QByteArray more = process_.readAllStandardOutput();
  if (concluded_) return;
  answer_ += more;
  if (answer_.size() <= limits_.answer_bytes) return;
  giveUp(Message{
      "engine_answer_large",
      "The engine's report on {source} is longer than {limit}, and was not read. Look at a part of it, or "
      "run `gan-engine data inspect` in a shell.",
      {{"source", about_.toStdString()}, {"limit", formatBytes(static_cast<std::uint64_t>(limits_.answer_bytes))}}});
}

void EngineCall::readWords() {
  heard();
  line_ += process_.readAllStandardError();
  EngineProgress progress;
  for (qsizetype end = line_.indexOf('\n'); end >= 0; end = line_.indexOf('\n')) {
    const QByteArray line = line_.left(end + 1);
    line_.remove(0, end + 1);
    if (!readProgress(QString::fromUtf8(line), progress)) words_ = (words_ + line).right(kWordsBytes);
  }
  if (line_.size() > kLineBytes) line_.clear();  // no line that a person would read
  if (!progress.stage.isEmpty() && !concluded_) listener_.progressed(progress);
}

void EngineCall::onSilence() {
  giveUp(Message{"engine_silent",
                 "The engine has said nothing of {source} for {time} and was ended. Check that the disk or the server "
                 "answers, then try again.",
                 {{"source", about_.toStdString()}, {"time", formatDuration(limits_.silence)}}});
}

void EngineCall::giveUp(const Message& why) {
  conclude([&why](const Listener& listener) { listener.failed(why); });
  process_.kill();
}

void EngineCall::onEnded() {
  readAnswer();
  readWords();
  const QJsonDocument answer = QJsonDocument::fromJson(lastLine(answer_));
  const QJsonValue error = answer.object()[QLatin1String("error")];
  const bool done = process_.exitStatus() == QProcess::NormalExit && process_.exitCode() == 0;
  conclude([&](const Listener& listener) {
    if (error.isObject()) {
      listener.failed(messageOf(error.toObject()));
    } else if (!done) {
      listener.failed(lastWords());
    } else if (!answer.isObject()) {
      listener.failed(Message{"engine_answer_malformed",
                              "The engine's report on {source} is not the JSON that was asked for. Use a gan-engine "
                              "of the same version as gan-studio.",
                              {{"source", about_.toStdString()}}});
    } else {
      listener.answered(answer.object());
    }
  });
  deleteLater();
}

Message EngineCall::lastWords() const {
  const QString words = QString::fromUtf8(words_ + line_).right(kShownWords).trimmed();
  if (words.isEmpty()) {
    return {"engine_call_ended_silently",
            "The engine ended while it looked at {source}, without a word. It may have been killed, or lack memory.",
            {{"source", about_.toStdString()}}};
  }
  return {"engine_call_ended_early",
          "The engine ended while it looked at {source}. Its last words: {words}",
          {{"source", about_.toStdString()}, {"words", words.toStdString()}}};
}

void EngineCall::conclude(const std::function<void(const Listener&)>& tell) {
  if (std::exchange(concluded_, true)) return;
  silence_.stop();
  answer_.shrink_to_fit();
  tell(listener_);
}

namespace {

EngineCall::Listener listenerOf(const EngineQuestion& question, const Background::Tell& tell) {
  EngineCall::Listener listener;
  // Not the whole question: what read() holds must not end on the GUI thread.
  listener.progressed = [tell, say = question.progressed](const EngineProgress& progress) {
    tell([say, progress] { say(progress); });
  };
  listener.failed = [tell, say = question.failed](const Message& why) { tell([say, why] { say(why); }); };
  listener.answered = [tell, read = question.read, fail = listener.failed](const QJsonObject& said) {
    try {
      tell(read(said));
    } catch (const Error& error) {
      fail(messageOf(error));
    }
  };
  listener.stopped = [] {};
  return listener;
}

void stop(const QPointer<EngineCall>& engine) {
  if (engine) engine->stop();
}

}  // namespace

void EngineDesk::look(std::function<Answer()> look) {
  background_.post([tell = background_.newest(), engine = under_way_, look = std::move(look)] {
    stop(*engine);
    if (tell.wanted()) tell(look());
  });
}

void EngineDesk::ask(std::function<EngineQuestion()> prepare) {
  background_.post([tell = background_.newest(), engine = under_way_, limits = limits_, there = background_.there(),
                    prepare = std::move(prepare)] {
    stop(*engine);
    if (!tell.wanted()) return;
    const EngineQuestion question = prepare();
    *engine = new EngineCall(question.arguments, question.about, limits, listenerOf(question, tell));
    (*engine)->setParent(there);
    (*engine)->begin();
  });
}

void EngineDesk::cancel() {
  background_.cancel();
  background_.post([engine = under_way_] { stop(*engine); });
}

}  // namespace gan
