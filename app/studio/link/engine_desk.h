#pragma once

#include <QJsonObject>
#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>

#include "link/engine_call.h"

namespace gan {

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

  explicit EngineDesk(const QString& name);
  /// Returns at once, and nothing is answered any more: what is under way ends aside (see ending.h).
  ~EngineDesk();
  EngineDesk(const EngineDesk&) = delete;
  EngineDesk& operator=(const EngineDesk&) = delete;

  void setLimits(const EngineCall::Limits& limits);
  /// look() is called on the desk's thread, what it returns on the GUI thread.
  void look(std::function<Answer()> look);
  /// Asks what prepare() returns, which is called on the desk's thread.
  void ask(std::function<EngineQuestion()> prepare);
  void cancel();

 private:
  struct Side;

  QObject receiver_;
  std::unique_ptr<Side> side_;
  int newest_ = 0;
};

}  // namespace gan
