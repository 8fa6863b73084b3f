#include "state/preferences.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <chrono>
#include <cmath>
#include <limits>

#include "link/background.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

class PreferencesTest : public testing::Test {
 protected:
  PreferencesTest() { qputenv("GAN_STUDIO_SETTINGS", file_.toLocal8Bit()); }
  ~PreferencesTest() override { qunsetenv("GAN_STUDIO_SETTINGS"); }

  /// Those of runs.
  QStringList files() const { return QDir(file_ + QStringLiteral(".runs")).entryList(QDir::Files); }

  TemporaryFolder folder_;
  QString file_ = QString::fromStdString((folder_ / "settings.ini").string());
};

TEST_F(PreferencesTest, ANewPersonGetsDefaults) {
  const Preferences preferences;
  EXPECT_TRUE(preferences.runFolders().isEmpty());
  EXPECT_TRUE(preferences.lastRun().isEmpty());
  EXPECT_EQ(preferences.theme(), Theme::kSystem);
  EXPECT_TRUE(preferences.language().isEmpty());
  EXPECT_EQ(preferences.slurmSite(), SlurmSite());
  EXPECT_EQ(preferences.devicePrice(), 0);
  EXPECT_TRUE(preferences.layout(QStringLiteral("window")).isEmpty());
  EXPECT_EQ(preferences.lastFolder(QStringLiteral("export")), QDir::homePath());
}

TEST_F(PreferencesTest, WhatWasSetIsThereTheNextTime) {
  const SlurmSite site{.partition = QStringLiteral("gpu"),
                       .account = QStringLiteral("vision"),
                       .modules = {QStringLiteral("cuda/13.0"), QStringLiteral("gcc")},
                       .container = QStringLiteral("/images/gan, two.sif"),
                       .container_runner = QStringLiteral("pyxis"),
                       .shared = true};
  const QString folder = QString::fromStdString(folder_.path().string());
  {
    Preferences preferences;
    preferences.setRunFolders({folder, QStringLiteral("/data/实验, two")});
    preferences.setLastRun(RunPlace::ofFolder(QStringLiteral("/runs/a")));
    preferences.setTheme(Theme::kDark);
    preferences.setLanguage(QStringLiteral("zh_CN"));
    preferences.setLayout(QStringLiteral("window/docks"), QByteArray("\0\1\xff", 3));
    preferences.setLastFolder(QStringLiteral("export"), folder);
    preferences.setSlurmSite(site);
    preferences.setDevicePrice(2.5);
  }
  const Preferences preferences;
  EXPECT_EQ(preferences.runFolders(), QStringList({folder, QStringLiteral("/data/实验, two")}));
  EXPECT_EQ(preferences.lastRun().target, QStringLiteral("/runs/a"));
  EXPECT_EQ(preferences.theme(), Theme::kDark);
  EXPECT_EQ(preferences.language(), QStringLiteral("zh_CN"));
  EXPECT_EQ(preferences.layout(QStringLiteral("window/docks")), QByteArray("\0\1\xff", 3));
  EXPECT_EQ(preferences.lastFolder(QStringLiteral("export")), folder);
  EXPECT_EQ(preferences.slurmSite(), site);
  EXPECT_EQ(preferences.devicePrice(), 2.5);
}

TEST_F(PreferencesTest, APriceThatIsNoneIsNotAsked) {
  Preferences preferences;
  for (const double price : {-1.0, 1e9, std::numeric_limits<double>::infinity(), std::nan("")}) {
    preferences.setDevicePrice(price);
    EXPECT_EQ(preferences.devicePrice(), 0) << price;
  }
}

TEST_F(PreferencesTest, RecentRunsAreTheNewestFirstEachOnceAndNotTooMany) {
  Preferences preferences;
  for (int i = 0; i < 20; ++i) preferences.setLastRun(RunPlace::ofFolder(QStringLiteral("/runs/%1").arg(i)));
  preferences.setLastRun(RunPlace::ofFolder(QStringLiteral("/runs/15")));
  const QVector<RunPlace> recent = preferences.recentRuns();
  EXPECT_EQ(recent.size(), Preferences::kMostRecentRuns);
  EXPECT_EQ(recent[0].target, QStringLiteral("/runs/15"));
  EXPECT_EQ(recent[1].target, QStringLiteral("/runs/19"));
  EXPECT_EQ(recent[2].target, QStringLiteral("/runs/18"));
}

TEST_F(PreferencesTest, AForgottenRunIsNeitherTheLastOneNorARecentOne) {
  Preferences preferences;
  for (const char* run : {"/runs/a", "/runs/b"}) preferences.setLastRun(RunPlace::ofFolder(QLatin1String(run)));
  preferences.forgetRun(RunPlace::ofFolder(QStringLiteral("/runs/a")));
  EXPECT_EQ(preferences.lastRun().target, QStringLiteral("/runs/b"));
  preferences.forgetRun(RunPlace::ofFolder(QStringLiteral("/runs/b")));
  EXPECT_EQ(preferences.lastRun().target, QString());
  EXPECT_TRUE(preferences.recentRuns().isEmpty());
}

TEST_F(PreferencesTest, AllRunsAreForgottenTogether) {
  Preferences preferences;
  for (const char* run : {"/runs/a", "/runs/b"}) preferences.setLastRun(RunPlace::ofFolder(QLatin1String(run)));
  preferences.forgetRuns();
  EXPECT_TRUE(preferences.lastRun().isEmpty());
  EXPECT_TRUE(preferences.recentRuns().isEmpty());
}

TEST_F(PreferencesTest, AForgottenLayoutIsThatOfANewPersonAndNothingElseIsForgotten) {
  Preferences preferences;
  preferences.setTheme(Theme::kDark);
  preferences.setRunColumns({QStringLiteral("state")});
  for (const char* part : {"geometry", "panels", "folded settings"}) preferences.setLayout(QLatin1String(part), "1");
  preferences.forgetLayout();
  for (const char* part : {"geometry", "panels", "folded settings"}) {
    EXPECT_TRUE(preferences.layout(QLatin1String(part)).isEmpty()) << part;
  }
  EXPECT_FALSE(preferences.runColumns());
  EXPECT_EQ(preferences.theme(), Theme::kDark);
}

TEST_F(PreferencesTest, RemembersWhatIsShownOfRunsAndThatNobodyChoseIt) {
  EXPECT_FALSE(Preferences().runColumns());
  EXPECT_FALSE(Preferences().showsArchivedRuns());
  Preferences().setRunColumns({});
  EXPECT_EQ(Preferences().runColumns(), QStringList()) << "the name alone was chosen";
  Preferences().setRunColumns({QStringLiteral("state"), QStringLiteral("best_score")});
  EXPECT_EQ(Preferences().runColumns(), QStringList({QStringLiteral("state"), QStringLiteral("best_score")}));
  Preferences().setShowsArchivedRuns(true);
  EXPECT_TRUE(Preferences().showsArchivedRuns());
}

TEST_F(PreferencesTest, AFileOfBeforeThereWereRecentRunsHasItsLastOne) {
  QSettings(file_, QSettings::IniFormat).setValue(QStringLiteral("runs/last"), QStringLiteral("/runs/a"));
  ASSERT_EQ(Preferences().recentRuns().size(), 1);
  EXPECT_EQ(Preferences().recentRuns().first().target, QStringLiteral("/runs/a"));
}

TEST_F(PreferencesTest, PathsOfBeforeThereWerePlacesAreReadAndPathsAreWrittenAsBefore) {
  const QStringList paths = {QStringLiteral("/runs/a"), QStringLiteral("/runs/two, three")};
  QSettings(file_, QSettings::IniFormat).setValue(QStringLiteral("runs/recent"), paths);
  EXPECT_EQ(Preferences().recentRuns(),
            QVector<RunPlace>({RunPlace::ofFolder(paths[0]), RunPlace::ofFolder(paths[1])}));
  Preferences().setLastRun(RunPlace::ofFolder(paths[1]));
  const QSettings written(file_, QSettings::IniFormat);
  EXPECT_EQ(written.value(QStringLiteral("runs/recent")).toStringList(), QStringList({paths[1], paths[0]}));
  EXPECT_EQ(written.value(QStringLiteral("runs/last")).toString(), paths[1]);
}

TEST_F(PreferencesTest, RunsOfOtherComputersAreRecentOnesWithTheirNames) {
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://me@gpu1:2222/runs/a b"), QStringLiteral("Flowers"));
  Preferences().setLastRun(RunPlace::ofFolder(QStringLiteral("/runs/a")));
  Preferences().setLastRun(remote);
  EXPECT_EQ(Preferences().lastRun(), remote);
  EXPECT_EQ(Preferences().lastRun().name, QStringLiteral("Flowers"));
  ASSERT_EQ(Preferences().recentRuns().size(), 2);
  EXPECT_EQ(Preferences().recentRuns()[0], remote);
  EXPECT_TRUE(Preferences().recentRuns()[1].isLocal());
}

TEST_F(PreferencesTest, ConnectionsAreRemoteEachOnce) {
  QSettings(file_, QSettings::IniFormat)
      .setValue(QStringLiteral("runs/connections"),
                QStringList{QStringLiteral("tcp:gpu1:7001\nA"), QStringLiteral("/runs/a"), QStringLiteral("nonsense"),
                            QStringLiteral("tcp:gpu1:7001\nB"), QStringLiteral("unix:/run/engine.sock")});
  const QVector<RunPlace> connections = Preferences().connections();
  ASSERT_EQ(connections.size(), 2);
  EXPECT_EQ(connections[0].target, QStringLiteral("tcp:gpu1:7001"));
  EXPECT_EQ(connections[0].name, QStringLiteral("A"));
  EXPECT_EQ(connections[1].target, QStringLiteral("unix:/run/engine.sock"));
}

TEST_F(PreferencesTest, HostsAreRemoteFoldersEachOnceAndTheOneUsedLastFirst) {
  const RunPlace cluster = RunPlace::ofTarget(QStringLiteral("ssh://me@cluster/~/runs"), QStringLiteral("The cluster"));
  const RunPlace lab = RunPlace::ofTarget(QStringLiteral("ssh://lab/data/runs"));
  Preferences().setHosts({{lab, {}, 10},
                          {cluster, QStringLiteral("~/gan studio/gan-engine"), 20},
                          {lab, QStringLiteral("other"), 5},
                          {RunPlace::ofFolder(QStringLiteral("/runs")), {}, 30},
                          {RunPlace::ofTarget(QStringLiteral("tls://lab:7420")), {}, 40}});
  const QVector<SavedHost> hosts = Preferences().hosts();
  ASSERT_EQ(hosts.size(), 2);
  EXPECT_EQ(hosts[0].folder, cluster);
  EXPECT_EQ(hosts[0].folder.name, QStringLiteral("The cluster"));
  EXPECT_EQ(hosts[0].engine, QStringLiteral("~/gan studio/gan-engine"));
  EXPECT_EQ(hosts[0].used_unix_seconds, 20);
  EXPECT_EQ(hosts[1].folder, lab);
  EXPECT_EQ(hosts[1].engine, QString());
}

TEST_F(PreferencesTest, AnEngineIsThatOfAComputerWhicheverOfItsFoldersIsReached) {
  const auto at = [](const char* target) { return RunPlace::ofTarget(QLatin1String(target)); };
  Preferences().setHosts({{at("ssh://ann@lab/~/runs"), {}, 20}, {at("ssh://ann@lab/data"), {}, 10}});
  Preferences().setEngineAt(at("ssh://ann@lab/elsewhere/flowers"), QStringLiteral("/opt/gan-engine"));
  ASSERT_EQ(Preferences().hosts().size(), 2);
  for (const SavedHost& host : Preferences().hosts()) EXPECT_EQ(host.engine, QStringLiteral("/opt/gan-engine"));
  EXPECT_EQ(Preferences().engineAt(at("ssh://ann@lab/anywhere")), QStringLiteral("/opt/gan-engine"));
  EXPECT_EQ(Preferences().engineAt(at("ssh://bob@lab/anywhere")), QString());
  EXPECT_EQ(Preferences().engineAt(at("tls://lab:7420")), QString());
}

TEST_F(PreferencesTest, TheEngineOfANewComputerIsKeptWithTheFolderOfTheRun) {
  const RunPlace run = RunPlace::ofTarget(QStringLiteral("ssh://lab/~/runs/flowers"));
  Preferences().setEngineAt(run, {});
  EXPECT_TRUE(Preferences().hosts().isEmpty()) << "a login finds it: there is nothing to remember";
  Preferences().setEngineAt(run, QStringLiteral("/opt/gan-engine"));
  ASSERT_EQ(Preferences().hosts().size(), 1);
  EXPECT_EQ(Preferences().hosts()[0].folder, RunPlace::ofTarget(QStringLiteral("ssh://lab/~/runs")));
  EXPECT_EQ(Preferences().hosts()[0].engine, QStringLiteral("/opt/gan-engine"));
  Preferences().setEngineAt(RunPlace::ofTarget(QStringLiteral("tls://lab:7420")), QStringLiteral("/opt/gan-engine"));
  Preferences().setEngineAt(RunPlace::ofFolder(QStringLiteral("/runs/flowers")), QStringLiteral("/opt/gan-engine"));
  EXPECT_EQ(Preferences().hosts().size(), 1) << "nobody logs in there";
}

TEST_F(PreferencesTest, WhatIsRememberedOfRunsIsAFileEachOfTheHundredOpenedLastAndNotAmongTheSettings) {
  const auto id = [](int run) { return QStringLiteral("%1").arg(run, 16, 16, QLatin1Char('0')); };
  const QByteArray state(20'000, 's');
  Preferences().setTheme(Theme::kDark);
  const qint64 settings = QFileInfo(file_).size();
  ASSERT_GT(settings, 0);
  {
    Preferences preferences;
    for (int run = 0; run < 200; ++run) {
      preferences.setRunState(id(run), QStringLiteral("shelf"), state);
      EXPECT_EQ(preferences.runState(id(run), QStringLiteral("shelf")), state) << "at once";
    }
  }
  ASSERT_TRUE(waitForEndings(std::chrono::seconds(60)));
  EXPECT_EQ(files().size(), 100);
  EXPECT_EQ(QFileInfo(file_).size(), settings);
  Preferences preferences;
  EXPECT_EQ(preferences.runState(id(199), QStringLiteral("shelf")), state);
  EXPECT_TRUE(preferences.runState(id(0), QStringLiteral("shelf")).isEmpty());
}

TEST_F(PreferencesTest, OfARunThatIsAsItWasAtFirstThereIsNoFile) {
  const QString run(16, QLatin1Char('a'));
  {
    Preferences preferences;
    preferences.setRunState(run, QStringLiteral("shelf"), "1");
    preferences.setRunState(run, QStringLiteral("timeline"), "2");
    preferences.setRunState(run, QStringLiteral("shelf"), {});
  }
  ASSERT_TRUE(waitForEndings(std::chrono::seconds(60)));
  EXPECT_EQ(files(), QStringList(run + QStringLiteral(".state")));
  {
    Preferences preferences;
    EXPECT_TRUE(preferences.runState(run, QStringLiteral("shelf")).isEmpty());
    EXPECT_EQ(preferences.runState(run, QStringLiteral("timeline")), "2");
    preferences.setRunState(run, QStringLiteral("timeline"), {});
    preferences.setRunState(QStringLiteral("../escape"), QStringLiteral("shelf"), "3");
  }
  ASSERT_TRUE(waitForEndings(std::chrono::seconds(60)));
  EXPECT_TRUE(files().isEmpty());
  EXPECT_EQ(QDir(QString::fromStdString(folder_.path().string())).entryList(QDir::Files | QDir::NoDotAndDotDot).size(),
            0);
}

TEST_F(PreferencesTest, WhatEarlierVersionsKeptOfRunsAmongTheSettingsIsTakenOver) {
  const QString run(16, QLatin1Char('b'));
  {
    QSettings old(file_, QSettings::IniFormat);
    old.setValue(QStringLiteral("layout/shelf of ") + run, QByteArray("1"));
    old.setValue(QStringLiteral("layout/timeline of ") + run, QByteArray("2"));
    old.setValue(QStringLiteral("layout/chart"), QByteArray("3"));
  }
  Preferences preferences;
  EXPECT_EQ(preferences.runState(run, QStringLiteral("shelf")), "1");
  EXPECT_EQ(preferences.runState(run, QStringLiteral("timeline")), "2");
  EXPECT_EQ(preferences.layout(QStringLiteral("chart")), "3");
  EXPECT_EQ(files(), QStringList(run + QStringLiteral(".state")));
  EXPECT_TRUE(preferences.layout(QStringLiteral("shelf of ") + run).isEmpty());
}

TEST_F(PreferencesTest, ADamagedFileOfARunHoldsNothing) {
  const QString run(16, QLatin1Char('c'));
  { Preferences().setRunState(run, QStringLiteral("shelf"), QByteArray(1000, 's')); }
  ASSERT_TRUE(waitForEndings(std::chrono::seconds(60)));
  QFile file(file_ + QStringLiteral(".runs/") + run + QStringLiteral(".state"));
  ASSERT_TRUE(file.open(QIODevice::ReadWrite));
  ASSERT_TRUE(file.resize(500));
  file.close();
  EXPECT_TRUE(Preferences().runState(run, QStringLiteral("shelf")).isEmpty());
}

TEST_F(PreferencesTest, ChosenKeysAreThereTheNextTimeAndSoIsTheWishForNone) {
  const QString pause = QStringLiteral("pause");
  const QString branch = QStringLiteral("branch");
  Preferences().chooseKeys(pause, QKeySequence(QStringLiteral("Ctrl+,")));
  Preferences().chooseKeys(branch, QKeySequence());
  const QMap<QString, QKeySequence> chosen = Preferences().chosenKeys();
  EXPECT_EQ(chosen.keys(), QStringList({branch, pause}));
  EXPECT_EQ(chosen.value(pause), QKeySequence(QStringLiteral("Ctrl+,")));
  EXPECT_TRUE(chosen.value(branch).isEmpty());
  Preferences().chooseKeys(branch, std::nullopt);
  EXPECT_EQ(Preferences().chosenKeys().keys(), QStringList(pause));
  Preferences().forgetKeys();
  EXPECT_TRUE(Preferences().chosenKeys().isEmpty());
}

TEST_F(PreferencesTest, KeysThatCannotBeReadAreLeftOut) {
  QSettings file(file_, QSettings::IniFormat);
  file.setValue(QStringLiteral("keys/a"), QStringLiteral("Ctrl+Zebra"));
  file.setValue(QStringLiteral("keys/b"), QStringLiteral("<b>no keys</b>"));
  file.setValue(QStringLiteral("keys/c"), QString(5000, QLatin1Char('A')));
  file.setValue(QStringLiteral("keys/d"), QVariantList{1, 2});
  file.setValue(QStringLiteral("keys/e"), QStringLiteral("Ctrl+E"));
  file.sync();
  const QMap<QString, QKeySequence> chosen = Preferences().chosenKeys();
  EXPECT_EQ(chosen.keys(), QStringList(QStringLiteral("e")));
}

TEST_F(PreferencesTest, ADamagedFileYieldsDefaults) {
  QFile file(file_);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(
      "[window]\ntheme=purple\nlanguage=xx\n[runs]\nfolders=relative, , @Invalid()\nlast=@Variant(\\0\n\x01\xff[[");
  file.close();
  const Preferences preferences;
  EXPECT_EQ(preferences.theme(), Theme::kSystem);
  EXPECT_TRUE(preferences.language().isEmpty());
  EXPECT_TRUE(preferences.runFolders().isEmpty());
}

}  // namespace
}  // namespace gan
