#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <memory>

#include "core/message.h"
#include "link/host_link.h"
#include "run_list/run_list_model.h"
#include "run_list/run_place.h"

namespace gan {

/// What is known of the runs of a folder of another computer: built from what its host says. GUI thread.
class HostStore : public QObject {
  Q_OBJECT

 public:
  explicit HostStore(std::shared_ptr<EngineAccess> access, QObject* parent = nullptr);

  enum class State {
    kIdle,
    kReaching,  ///< Logs in, or waits for the first of the list.
    kListed,
    kLost,    ///< No contact; it is sought again by itself. why() says the reason, and what was listed stays.
    kFailed,  ///< There is no list any more; why() says the reason, and what was listed stays.
  };
  State state() const { return state_; }
  const Message& why() const { return why_; }
  /// That is listed, or is to be; empty: none.
  const RunPlace& folder() const { return folder_; }
  RunListModel& model() { return model_; }

  /// folder: as HostLink::list() has it.
  void list(const RunPlace& folder);

 signals:
  void changed();

 private:
  void setState(State state, const Message& why = {});
  void take(const QVector<HostRun>& news, const QVector<RunPlace>& gone);

  State state_ = State::kIdle;
  Message why_;
  RunPlace folder_;
  QHash<QString, RunRow> rows_;  ///< By target.
  RunListModel model_;
  HostLink link_;
};

}  // namespace gan
