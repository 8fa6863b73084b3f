#pragma once

#include <QObject>
#include <QStringList>
#include <memory>

#include "core/message.h"
#include "link/engine_access.h"
#include "run_list/run_place.h"

namespace gan {

/// Starts trainings on other computers over ssh, as EngineLauncher does on this one: they outlive the studio and the
/// login. For the GUI thread: never blocks, answers by signals; each start waits for none of the others.
class HostLauncher : public QObject {
  Q_OBJECT

 public:
  explicit HostLauncher(std::shared_ptr<EngineAccess> access, QObject* parent = nullptr);
  /// Returns at once. Who has not logged in yet does not; a training that is starting goes on.
  ~HostLauncher() override;

  /// By which it logs in.
  const std::shared_ptr<EngineAccess>& access() const { return access_; }

  /// Emits exactly one of started() and failed() for each call. run: "ssh://host/path" of the run's folder; arguments:
  /// train or resume with their options, for that folder, or branch, which makes it. In both, a path that begins with
  /// /~/ is of the home folder there.
  void start(const RunPlace& run, const QStringList& arguments);

 signals:
  /// It is served there, or has ended already, as a branch is at once. run: what was asked for, by the path that its
  /// host's list has.
  void started(const gan::RunPlace& asked, const gan::RunPlace& run);
  void failed(const gan::RunPlace& asked, const gan::Message& why);

 private:
  const std::shared_ptr<EngineAccess> access_;
};

}  // namespace gan
