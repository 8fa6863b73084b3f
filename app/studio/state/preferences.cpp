#include "state/preferences.h"

#include <QDir>
#include <QStandardPaths>

namespace gan {
namespace {

QString settingsFile() {
  const QString named = qEnvironmentVariable("GAN_STUDIO_SETTINGS");
  if (!named.isEmpty()) return named;
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
         QStringLiteral("/gan-studio/gan-studio.ini");
}

QString runsFolder() {
  const QString named = qEnvironmentVariable("GAN_STUDIO_SETTINGS");
  if (!named.isEmpty()) return named + QStringLiteral(".runs");
  return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/gan-studio/runs");
}

QString themeName(Theme theme) {
  switch (theme) {
    case Theme::kSystem:
      break;
    case Theme::kLight:
      return QStringLiteral("light");
    case Theme::kDark:
      return QStringLiteral("dark");
  }
  return QStringLiteral("system");
}

QString desktopKey(Preferences::Desktop what) {
  switch (what) {
    case Preferences::Desktop::kNotifications:
      break;
    case Preferences::Desktop::kTray:
      return QStringLiteral("desktop/tray");
    case Preferences::Desktop::kKeepsAwake:
      return QStringLiteral("desktop/keep_awake");
  }
  return QStringLiteral("desktop/notifications");
}

const QString kRunFolders = QStringLiteral("runs/folders");
const QString kLastRun = QStringLiteral("runs/last");
const QString kRecentRuns = QStringLiteral("runs/recent");
const QString kRunColumns = QStringLiteral("runs/columns");
const QString kArchivedRuns = QStringLiteral("runs/archived");
const QString kTheme = QStringLiteral("window/theme");
const QString kLanguage = QStringLiteral("window/language");
const QString kSlurmPartition = QStringLiteral("slurm/partition");
const QString kSlurmAccount = QStringLiteral("slurm/account");
const QString kSlurmModules = QStringLiteral("slurm/modules");
const QString kSlurmContainer = QStringLiteral("slurm/container");
const QString kSlurmContainerRunner = QStringLiteral("slurm/container_runner");
const QString kSlurmShared = QStringLiteral("slurm/shared");

/// Names from callers become keys; a slash would make groups of them.
QString keyOf(const char* group, const QString& name) {
  QString key = name;
  return QLatin1String(group) + key.replace(QLatin1Char('/'), QLatin1Char('_'));
}

}  // namespace

Preferences::Preferences() : settings_(settingsFile(), QSettings::IniFormat), run_states_(runsFolder()) {
  takeOverRunStates();
}

/// Earlier versions kept those of all runs among the settings, which are written as a whole at each change.
void Preferences::takeOverRunStates() {
  for (const QString& part : {QStringLiteral("shelf"), QStringLiteral("timeline")}) {
    const QString start = QStringLiteral("layout/") + part + QStringLiteral(" of ");
    for (const QString& key : settings_.allKeys()) {
      if (!key.startsWith(start)) continue;
      if (run_states_.takeOver(key.mid(start.size()), part, settings_.value(key).toByteArray())) settings_.remove(key);
    }
  }
}

QStringList Preferences::runFolders() const {
  QStringList folders;
  for (const QString& folder : settings_.value(kRunFolders).toStringList()) {
    if (QDir::isAbsolutePath(folder) && !folders.contains(folder)) folders << folder;
  }
  return folders;
}

void Preferences::setRunFolders(const QStringList& folders) { settings_.setValue(kRunFolders, folders); }

QString Preferences::lastRun() const { return settings_.value(kLastRun).toString(); }

void Preferences::setLastRun(const QString& run) {
  settings_.setValue(kLastRun, run);
  QStringList recent = recentRuns();
  recent.removeAll(run);
  recent.prepend(run);
  settings_.setValue(kRecentRuns, recent.mid(0, kMostRecentRuns));
}

QStringList Preferences::recentRuns() const {
  QStringList runs;
  // Written before there was a list: the last one alone.
  for (const QString& run : settings_.value(kRecentRuns, QStringList{lastRun()}).toStringList()) {
    if (QDir::isAbsolutePath(run) && !runs.contains(run) && runs.size() < kMostRecentRuns) runs << run;
  }
  return runs;
}

void Preferences::forgetRun(const QString& run) {
  QStringList recent = recentRuns();
  recent.removeAll(run);
  settings_.setValue(kRecentRuns, recent);
  if (lastRun() == run) settings_.remove(kLastRun);
}

std::optional<QStringList> Preferences::runColumns() const {
  if (!settings_.contains(kRunColumns)) return std::nullopt;
  return settings_.value(kRunColumns).toString().split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

void Preferences::setRunColumns(const QStringList& columns) {
  settings_.setValue(kRunColumns, columns.join(QLatin1Char(' ')));
}

bool Preferences::showsArchivedRuns() const { return settings_.value(kArchivedRuns).toBool(); }

void Preferences::setShowsArchivedRuns(bool shows) { settings_.setValue(kArchivedRuns, shows); }

Theme Preferences::theme() const {
  const QString name = settings_.value(kTheme).toString();
  for (const Theme theme : {Theme::kLight, Theme::kDark}) {
    if (name == themeName(theme)) return theme;
  }
  return Theme::kSystem;
}

void Preferences::setTheme(Theme theme) { settings_.setValue(kTheme, themeName(theme)); }

QString Preferences::language() const {
  const QString language = settings_.value(kLanguage).toString();
  const bool known = language == QLatin1String("en") || language == QLatin1String("zh_CN");
  return known ? language : QString();
}

void Preferences::setLanguage(const QString& language) { settings_.setValue(kLanguage, language); }

bool Preferences::asksDesktop(Desktop what) const { return settings_.value(desktopKey(what), true).toBool(); }

void Preferences::setAsksDesktop(Desktop what, bool asks) { settings_.setValue(desktopKey(what), asks); }

QByteArray Preferences::layout(const QString& part) const {
  return settings_.value(keyOf("layout/", part)).toByteArray();
}

void Preferences::setLayout(const QString& part, const QByteArray& state) {
  settings_.setValue(keyOf("layout/", part), state);
}

QString Preferences::lastFolder(const QString& purpose) const {
  const QString folder = settings_.value(keyOf("folders/", purpose)).toString();
  return !folder.isEmpty() && QDir(folder).exists() ? folder : QDir::homePath();
}

void Preferences::setLastFolder(const QString& purpose, const QString& folder) {
  settings_.setValue(keyOf("folders/", purpose), folder);
}

SlurmSite Preferences::slurmSite() const {
  constexpr qsizetype kLongest = 4096;
  const auto text = [this](const QString& key) { return settings_.value(key).toString().left(kLongest); };
  return {.partition = text(kSlurmPartition),
          .account = text(kSlurmAccount),
          .modules = text(kSlurmModules).split(QLatin1Char(' '), Qt::SkipEmptyParts),
          .container = text(kSlurmContainer),
          .container_runner = text(kSlurmContainerRunner),
          .shared = settings_.value(kSlurmShared).toBool()};
}

void Preferences::setSlurmSite(const SlurmSite& site) {
  settings_.setValue(kSlurmPartition, site.partition);
  settings_.setValue(kSlurmAccount, site.account);
  settings_.setValue(kSlurmModules, site.modules.join(QLatin1Char(' ')));
  settings_.setValue(kSlurmContainer, site.container);
  settings_.setValue(kSlurmContainerRunner, site.container_runner);
  settings_.setValue(kSlurmShared, site.shared);
}

}  // namespace gan
