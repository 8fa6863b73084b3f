#include "state/preferences.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <chrono>

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
    preferences.setLastRun(QStringLiteral("/runs/a"));
    preferences.setTheme(Theme::kDark);
    preferences.setLanguage(QStringLiteral("zh_CN"));
    preferences.setLayout(QStringLiteral("window/docks"), QByteArray("\0\1\xff", 3));
    preferences.setLastFolder(QStringLiteral("export"), folder);
    preferences.setSlurmSite(site);
  }
  const Preferences preferences;
  EXPECT_EQ(preferences.runFolders(), QStringList({folder, QStringLiteral("/data/实验, two")}));
  EXPECT_EQ(preferences.lastRun(), QStringLiteral("/runs/a"));
  EXPECT_EQ(preferences.theme(), Theme::kDark);
  EXPECT_EQ(preferences.language(), QStringLiteral("zh_CN"));
  EXPECT_EQ(preferences.layout(QStringLiteral("window/docks")), QByteArray("\0\1\xff", 3));
  EXPECT_EQ(preferences.lastFolder(QStringLiteral("export")), folder);
  EXPECT_EQ(preferences.slurmSite(), site);
}

TEST_F(PreferencesTest, RecentRunsAreTheNewestFirstEachOnceAndNotTooMany) {
  Preferences preferences;
  for (int i = 0; i < 20; ++i) preferences.setLastRun(QStringLiteral("/runs/%1").arg(i));
  preferences.setLastRun(QStringLiteral("/runs/15"));
  const QStringList recent = preferences.recentRuns();
  EXPECT_EQ(recent.size(), Preferences::kMostRecentRuns);
  EXPECT_EQ(recent.mid(0, 3),
            QStringList({QStringLiteral("/runs/15"), QStringLiteral("/runs/19"), QStringLiteral("/runs/18")}));
}

TEST_F(PreferencesTest, AForgottenRunIsNeitherTheLastOneNorARecentOne) {
  Preferences preferences;
  for (const char* run : {"/runs/a", "/runs/b"}) preferences.setLastRun(QLatin1String(run));
  preferences.forgetRun(QStringLiteral("/runs/a"));
  EXPECT_EQ(preferences.lastRun(), QStringLiteral("/runs/b"));
  preferences.forgetRun(QStringLiteral("/runs/b"));
  EXPECT_EQ(preferences.lastRun(), QString());
  EXPECT_TRUE(preferences.recentRuns().isEmpty());
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
  EXPECT_EQ(Preferences().recentRuns(), QStringList{QStringLiteral("/runs/a")});
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
