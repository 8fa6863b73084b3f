#include "state/preferences.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <functional>

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
const QString kConnections = QStringLiteral("runs/connections");
const QString kHosts = QStringLiteral("runs/hosts");
const QString kLastRun = QStringLiteral("runs/last");
const QString kRecentRuns = QStringLiteral("runs/recent");
const QString kRunColumns = QStringLiteral("runs/columns");
const QString kArchivedRuns = QStringLiteral("runs/archived");
const QString kLayout = QStringLiteral("layout");
const QString kKeys = QStringLiteral("keys");
const QString kTheme = QStringLiteral("window/theme");
const QString kLanguage = QStringLiteral("window/language");
const QString kSlurmPartition = QStringLiteral("slurm/partition");
const QString kSlurmAccount = QStringLiteral("slurm/account");
const QString kSlurmModules = QStringLiteral("slurm/modules");
const QString kSlurmContainer = QStringLiteral("slurm/container");
const QString kSlurmContainerRunner = QStringLiteral("slurm/container_runner");
const QString kSlurmShared = QStringLiteral("slurm/shared");
const QString kDevicePrice = QStringLiteral("forecast/device_hour_price");

/// Each once; what is no place is left out.
QVector<RunPlace> placesOf(const QStringList& texts, int most) {
  QVector<RunPlace> places;
  for (const QString& text : texts) {
    const RunPlace place = RunPlace::fromText(text);
    if (!place.isEmpty() && !places.contains(place) && places.size() < most) places << place;
  }
  return places;
}

QStringList textsOf(const QVector<RunPlace>& places) {
  QStringList texts;
  for (const RunPlace& place : places) texts << place.text();
  return texts;
}

/// Names from callers become keys; a slash would make groups of them.
QString keyOf(const char* group, const QString& name) {
  QString key = name;
  return QLatin1String(group) + key.replace(QLatin1Char('/'), QLatin1Char('_'));
}

/// Whether ssh logs in to the same computer, as the same user.
bool areOfOneComputer(const RunPlace& one, const RunPlace& other) {
  const RunPlace computer = one.at(QStringLiteral("/"));
  return !computer.isEmpty() && computer == other.at(QStringLiteral("/"));
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

QVector<RunPlace> Preferences::connections() const {
  QVector<RunPlace> remote = placesOf(settings_.value(kConnections).toStringList(), kMostConnections);
  remote.removeIf([](const RunPlace& place) { return place.isLocal(); });
  return remote;
}

void Preferences::setConnections(const QVector<RunPlace>& connections) {
  settings_.setValue(kConnections, textsOf(connections));
}

QVector<SavedHost> Preferences::hosts() const {
  constexpr qsizetype kLongest = 4096;
  QVector<SavedHost> hosts;
  for (const QString& text : settings_.value(kHosts).toStringList()) {
    // The last two lines, behind what makes the place.
    const QString place = text.section(QLatin1Char('\n'), 0, -3);
    SavedHost host{.folder = RunPlace::fromText(place),
                   .engine = text.section(QLatin1Char('\n'), -2, -2).left(kLongest),
                   .used_unix_seconds = text.section(QLatin1Char('\n'), -1).toLongLong()};
    const bool known = std::ranges::find(hosts, host.folder, &SavedHost::folder) != hosts.end();
    const bool has_folder = !host.folder.isLocal() && !host.folder.host().isEmpty() && !host.folder.path().isEmpty();
    if (has_folder && !known && hosts.size() < kMostHosts) hosts << host;
  }
  std::ranges::stable_sort(hosts, std::greater<>(), &SavedHost::used_unix_seconds);
  return hosts;
}

void Preferences::setHosts(const QVector<SavedHost>& hosts) {
  QStringList texts;
  for (const SavedHost& host : hosts.mid(0, kMostHosts)) {
    texts << QStringList{host.folder.text(), host.engine.simplified(), QString::number(host.used_unix_seconds)}.join(
        QLatin1Char('\n'));
  }
  settings_.setValue(kHosts, texts);
}

QString Preferences::engineAt(const RunPlace& place) const {
  const QVector<SavedHost> hosts = this->hosts();
  const auto known =
      std::ranges::find_if(hosts, [&](const SavedHost& host) { return areOfOneComputer(host.folder, place); });
  return known == hosts.end() ? QString() : known->engine;
}

void Preferences::setEngineAt(const RunPlace& place, const QString& engine) {
  if (place.host().isEmpty() || place.path().isEmpty() || engineAt(place) == engine.simplified()) return;
  QVector<SavedHost> hosts = this->hosts();
  bool is_known = false;
  for (SavedHost& host : hosts) {
    if (!areOfOneComputer(host.folder, place)) continue;
    host.engine = engine;
    is_known = true;
  }
  if (!is_known) {
    hosts.prepend(
        SavedHost{.folder = place.at(QFileInfo(place.path()).path()), .engine = engine, .used_unix_seconds = 0});
  }
  setHosts(hosts);
}

RunPlace Preferences::lastRun() const { return RunPlace::fromText(settings_.value(kLastRun).toString()); }

void Preferences::setLastRun(const RunPlace& run) {
  settings_.setValue(kLastRun, run.text());
  QVector<RunPlace> recent = recentRuns();
  recent.removeAll(run);
  recent.prepend(run);
  settings_.setValue(kRecentRuns, textsOf(recent.mid(0, kMostRecentRuns)));
}

QVector<RunPlace> Preferences::recentRuns() const {
  // Written before there was a list: the last one alone.
  return placesOf(settings_.value(kRecentRuns, QStringList{lastRun().text()}).toStringList(), kMostRecentRuns);
}

void Preferences::forgetRun(const RunPlace& run) {
  QVector<RunPlace> recent = recentRuns();
  recent.removeAll(run);
  settings_.setValue(kRecentRuns, textsOf(recent));
  if (lastRun() == run) settings_.remove(kLastRun);
}

void Preferences::forgetRuns() {
  settings_.setValue(kRecentRuns, QStringList());
  settings_.remove(kLastRun);
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

void Preferences::forgetLayout() {
  settings_.remove(kLayout);
  settings_.remove(kRunColumns);
}

QMap<QString, QKeySequence> Preferences::chosenKeys() const {
  constexpr qsizetype kLongest = 100;
  constexpr qsizetype kMost = 1000;
  QMap<QString, QKeySequence> chosen;
  const QString group = kKeys + QLatin1Char('/');
  for (const QString& key : settings_.allKeys()) {
    if (!key.startsWith(group) || chosen.size() >= kMost) continue;
    const QVariant value = settings_.value(key);
    const QString text = value.toString();
    if (value.typeId() != QMetaType::QString || text.size() > kLongest) continue;
    const auto keys = QKeySequence::fromString(text, QKeySequence::PortableText);
    // What has no meaning comes as no keys, or as unknown ones.
    if (keys.toString(QKeySequence::PortableText) == text) chosen.insert(key.mid(group.size()), keys);
  }
  return chosen;
}

void Preferences::chooseKeys(const QString& action, const std::optional<QKeySequence>& keys) {
  const QString key = keyOf("keys/", action);
  if (keys) {
    settings_.setValue(key, keys->toString(QKeySequence::PortableText));
  } else {
    settings_.remove(key);
  }
}

void Preferences::forgetKeys() { settings_.remove(kKeys); }

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

double Preferences::devicePrice() const {
  const double price = settings_.value(kDevicePrice).toDouble();
  return price > 0 && price <= kHighestPrice ? price : 0;
}

void Preferences::setDevicePrice(double price) { settings_.setValue(kDevicePrice, price); }

}  // namespace gan
