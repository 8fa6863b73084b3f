#pragma once

#include <QObject>
#include <QStringList>
#include <memory>

#include "core/message.h"
#include "link/background.h"

namespace gan {

/// Sees to it that somebody answers for a run: the engine that trains or serves it, else a gan-engine of the studio's
/// own, which ends with this object, and with the studio however that ends. GUI thread.
class LocalServer : public QObject {
  Q_OBJECT

 public:
  /// Of a run's folder; empty: an engine of another computer answers for the run, as far as one does, and none is
  /// started. The engine's arguments are serveArguments() where they are not said. Starts nothing.
  explicit LocalServer(const QString& run, const QStringList& arguments = {}, QObject* parent = nullptr);
  /// Returns at once; the engine ends aside.
  ~LocalServer() override;

  /// ready() or failed() comes for it, unless it is asked again before. Where an engine has the run and does not answer
  /// yet, it waits for that one.
  void want();
  /// Ends the studio's own engine, if there is one: another one answers for the run.
  void release();

 signals:
  void ready();
  void failed(const gan::Message& why);

 private:
  class Work;

  const std::shared_ptr<Work> work_;
  Background serving_{QStringLiteral("serve")};
};

/// Of the engine that answers for a run that nobody trains.
QStringList serveArguments(const QString& run);

}  // namespace gan
