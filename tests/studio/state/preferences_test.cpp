#include "state/preferences.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSettings>

#include "support/temporary_folder.h"

namespace gan {
namespace {

class PreferencesTest : public testing::Test {
 protected:
  PreferencesTest() { qputenv("GAN_STUDIO_SETTINGS", file_.toLocal8Bit()); }
  ~PreferencesTest() override { qunsetenv("GAN_STUDIO_SETTINGS"); }

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

TEST_F(PreferencesTest, AFileOfBeforeThereWereRecentRunsHasItsLastOne) {
  QSettings(file_, QSettings::IniFormat).setValue(QStringLiteral("runs/last"), QStringLiteral("/runs/a"));
  EXPECT_EQ(Preferences().recentRuns(), QStringList{QStringLiteral("/runs/a")});
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
