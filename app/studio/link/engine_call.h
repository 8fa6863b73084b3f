#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <functional>
#include <memory>

#include "core/message.h"
#include "link/background.h"

namespace gan {

/// What a gan-engine says: its "text" with "arguments" and "sentences" where they are there, so that it can be
/// translated, otherwise the finished "message".
Message messageOf(const QJsonObject& said);

/// Of what an engine wrote before it ended, as many characters as a message shows.
inline constexpr qsizetype kShownWords = 400;

inline QByteArray lastLine(const QByteArray& text) {
  const QByteArray trimmed = text.trimmed();
  return trimmed.mid(trimmed.lastIndexOf('\n') + 1);
}

/// How far an engine is, as it says on standard error: "inspecting 1,024/60,000 images".
struct EngineProgress {
  QString stage;
  qint64 done = 0;
  qint64 total = 0;
  QString unit;
};

/// The progress in a line of standard error; false when it is something else.
bool readProgress(const QString& line, EngineProgress& progress);

/// One command of gan-engine that ends with a JSON object as its last line: a child process, which ends with the
/// studio. Lives on a thread of its own with an event loop; its destructor may wait for the child.
class EngineCall : public QObject {
  Q_OBJECT

 public:
  struct Limits {
    qint64 answer_bytes = 64 << 20;
    std::chrono::milliseconds silence =
        std::chrono::minutes(5);  ///< Longest time without any word; 0: as long as it likes.
    std::chrono::milliseconds farewell = std::chrono::seconds(3);  ///< From the wish to stop until it is killed.
  };
  /// Called on this object's thread: progressed() any number of times, then one of the others once.
  struct Listener {
    std::function<void(const EngineProgress&)> progressed;
    std::function<void(const QJsonObject& answer)> answered;
    std::function<void(const Message& why)> failed;
    std::function<void()> stopped;
  };

  /// about names what the command looks at, for messages.
  EngineCall(QStringList arguments, QString about, const Limits& limits, Listener listener);
  ~EngineCall() override;

  void begin();
  /// Asks the engine to end, and kills it when it does not. After it nothing but stopped() is called.
  void stop();
  /// The same, and waits until it has ended.
  void end();

 private:
  void heard();
  void readAnswer();
  void readWords();
  void onEnded();
  void onSilence();
  void giveUp(const Message& why);
  Message lastWords() const;
  void conclude(const std::function<void(const Listener&)>& tell);

  QString about_;
  Limits limits_;
  Listener listener_;
  bool concluded_ = false;
  bool stopping_ = false;
  QProcess process_;
  QTimer silence_;
  QTimer farewell_;
  QByteArray answer_;
  QByteArray line_;   ///< Of standard error, not finished yet.
  QByteArray words_;  ///< The end of standard error, without progress.
};

/// What is asked of a gan-engine.
struct EngineQuestion {
  /// Called on the GUI thread.
  using Answer = std::function<void()>;

  QStringList arguments;
  QString about;                                        ///< What the command looks at, for messages.
  std::function<Answer(const QJsonObject& said)> read;  ///< Called on the desk's thread; may throw Error.
  std::function<void(const Message&)> failed;           ///< As are the last two, instead of an answer or before it.
  std::function<void(const EngineProgress&)> progressed = [](const EngineProgress&) {};
};

/// Looks things up for the GUI thread, with a gan-engine or without, on a thread of its own. One thing at a time: the
/// newest wins, what was under way is stopped and not answered any more.
class EngineDesk {
 public:
  using Answer = EngineQuestion::Answer;

  explicit EngineDesk(const QString& name) : background_(name) {}

  void setLimits(const EngineCall::Limits& limits) { limits_ = limits; }
  /// look() is called on the desk's thread, what it returns on the GUI thread.
  void look(std::function<Answer()> look);
  /// Asks what prepare() returns, which is called on the desk's thread.
  void ask(std::function<EngineQuestion()> prepare);
  void cancel();

 private:
  EngineCall::Limits limits_;
  /// The thread's own.
  std::shared_ptr<QPointer<EngineCall>> under_way_ = std::make_shared<QPointer<EngineCall>>();
  Background background_;
};

}  // namespace gan
