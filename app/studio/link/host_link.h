#pragma once

#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/message.h"
#include "link/background.h"
#include "link/engine_access.h"
#include "run/run_glance.h"
#include "run_list/run_place.h"

namespace gan {

/// A run of another computer, as its host's list says.
struct HostRun {
  RunPlace place;
  RunGlance glance;
  RunPlace parent;       ///< The run it branched from; empty: none.
  Message problem = {};  ///< Why nothing can be said of it; empty: the glance does.
};

/// Which runs of a list are taken: its host may name as many as it likes, in as many messages.
class ListedRuns {
 public:
  explicit ListedRuns(qsizetype most = 100'000) : most_(most) {}

  /// False: there are too many others.
  bool take(const RunPlace& run);
  /// False: it was not taken.
  bool forget(const RunPlace& run) { return taken_.remove(run.target); }

 private:
  const qsizetype most_;
  QSet<QString> taken_;
};

/// The runs of a folder of another computer, for the GUI thread: never blocks, answers by signals.
class HostLink : public QObject {
  Q_OBJECT

 public:
  explicit HostLink(std::shared_ptr<EngineAccess> access, QObject* parent = nullptr);
  /// Returns at once: what is under way ends in the background.
  ~HostLink() override;

  /// Logs in where nobody is yet, lists what is there and follows it; folder: "ssh://host/path" of one that holds runs,
  /// or is one. Another call takes the place of this one. A list that breaks is taken up again by itself, after a while
  /// that grows from one time to the next, unless waiting mends nothing.
  void list(const RunPlace& folder);
  void stop();

 signals:
  /// All that are there, first of all and after lost(); then those that are new or not as they were, and those that are
  /// gone.
  void listed(const QVector<gan::HostRun>& news, const QVector<gan::RunPlace>& gone);
  /// The list broke, and is taken up again; what was listed may be so no longer.
  void lost(const gan::Message& why);
  /// The list has ended, or there will be none: nothing is tried any more.
  void failed(const gan::Message& why);

 private:
  const std::shared_ptr<EngineAccess> access_;
  std::stop_source stop_;
  Background listing_{QStringLiteral("host link")};
};

}  // namespace gan
