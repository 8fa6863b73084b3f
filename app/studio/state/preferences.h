#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include "link/slurm_task.h"
#include "style/theme.h"

namespace gan {

/// What the studio remembers about the person; what a run is stays in its folder. Typed, so that a damaged settings
/// file yields defaults. GUI thread.
class Preferences {
 public:
  /// The person's own file; GAN_STUDIO_SETTINGS names another one, for tests.
  Preferences();

  QStringList runFolders() const;
  void setRunFolders(const QStringList& folders);
  QString lastRun() const;
  /// Puts it at the head of the recent ones, too.
  void setLastRun(const QString& run);
  /// Those that were open last, the newest first; kMostRecentRuns at most.
  QStringList recentRuns() const;
  static constexpr int kMostRecentRuns = 12;
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
  QByteArray layout(const QString& part) const;
  void setLayout(const QString& part, const QByteArray& state);
  QString lastFolder(const QString& purpose) const;
  void setLastFolder(const QString& purpose, const QString& folder);
  SlurmSite slurmSite() const;
  void setSlurmSite(const SlurmSite& site);

 private:
  QSettings settings_;
};

}  // namespace gan
