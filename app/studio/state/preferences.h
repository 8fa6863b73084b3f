#pragma once

#include <QByteArray>
#include <QKeySequence>
#include <QMap>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "link/slurm_task.h"
#include "run_list/run_place.h"
#include "state/run_states.h"
#include "style/theme.h"

namespace gan {

/// A folder of runs on another computer that a person looked through.
struct SavedHost {
  RunPlace folder;               ///< "ssh://[user@]host[:port]/path", and what it is called.
  QString engine = {};           ///< The gan-engine there; empty: the one that a login finds.
  qint64 used_unix_seconds = 0;  ///< When it was listed last; 0: never.
};

/// What the studio remembers about the person; what a run is stays in its folder. Typed, so that a damaged settings
/// file yields defaults. GUI thread.
class Preferences {
 public:
  /// The person's own file; GAN_STUDIO_SETTINGS names another one, for tests, and with ".runs" behind it the folder of
  /// what is remembered of runs.
  Preferences();

  QStringList runFolders() const;
  void setRunFolders(const QStringList& folders);
  /// Remote places that are in the list, in the order in which they were first opened.
  QVector<RunPlace> connections() const;
  static constexpr int kMostConnections = 1000;
  void setConnections(const QVector<RunPlace>& connections);
  /// The one that was used last first; each folder once.
  QVector<SavedHost> hosts() const;
  static constexpr int kMostHosts = 200;
  void setHosts(const QVector<SavedHost>& hosts);
  /// The gan-engine of the computer of a place that ssh reaches, as the newest connection to that computer has it;
  /// empty: the one that a login finds.
  QString engineAt(const RunPlace& place) const;
  /// Of all connections to that computer; where there is none, the folder that the place lies in becomes one.
  void setEngineAt(const RunPlace& place, const QString& engine);
  RunPlace lastRun() const;
  /// Puts it at the head of the recent ones, too.
  void setLastRun(const RunPlace& run);
  /// Those that were open last, the newest first; kMostRecentRuns at most.
  QVector<RunPlace> recentRuns() const;
  static constexpr int kMostRecentRuns = 12;
  /// It is neither the last one nor a recent one any more.
  void forgetRun(const RunPlace& run);
  /// Of all.
  void forgetRuns();
  Theme theme() const;
  void setTheme(Theme theme);
  /// "en", "zh_CN"; empty: the system's.
  QString language() const;
  void setLanguage(const QString& language);
  /// What the desktop is asked to do about the open run.
  enum class Desktop {
    kNotifications,  ///< When it has ended or a rule found a trouble.
    kTray,           ///< A sign of it beside the clock.
    kKeepsAwake,     ///< No sleep while it is trained on this computer.
  };
  bool asksDesktop(Desktop what) const;  ///< Each, unless it was declined.
  void setAsksDesktop(Desktop what, bool asks);
  /// What is shown of runs in their list; null: nobody chose that.
  std::optional<QStringList> runColumns() const;
  void setRunColumns(const QStringList& columns);
  bool showsArchivedRuns() const;
  void setShowsArchivedRuns(bool shows);
  QByteArray layout(const QString& part) const;
  void setLayout(const QString& part, const QByteArray& state);
  /// Everything in the window is where it is at first, and as large; so are the columns of the list of runs.
  void forgetLayout();
  /// What a person chose in place of an action's own keys, by the action's name; no keys: none are wished. Those that
  /// cannot be read are left out; whether an action can have them is the window's to say.
  QMap<QString, QKeySequence> chosenKeys() const;
  /// Nothing: the action's own again.
  void chooseKeys(const QString& action, const std::optional<QKeySequence>& keys);
  void forgetKeys();
  /// What is remembered of a run, a part of the window each; see RunStates. Empty: as it is at first.
  QByteArray runState(const QString& run, const QString& part) { return run_states_.state(run, part); }
  void setRunState(const QString& run, const QString& part, const QByteArray& state) {
    run_states_.setState(run, part, state);
  }
  QString lastFolder(const QString& purpose) const;
  void setLastFolder(const QString& purpose, const QString& folder);
  SlurmSite slurmSite() const;
  void setSlurmSite(const SlurmSite& site);
  static constexpr double kHighestPrice = 1e6;
  /// What a device costs an hour, for forecasts, up to kHighestPrice; 0: nobody said.
  double devicePrice() const;
  void setDevicePrice(double price);

 private:
  void takeOverRunStates();

  QSettings settings_;
  RunStates run_states_;
};

}  // namespace gan
