#include <gtest/gtest.h>

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <fstream>

#include "studio/dialogs/new_run_dialog_fixture.h"

namespace gan {
namespace {

/// Another computer is among those that may train the run; no ssh leads there.
class NewRunDialogElsewhere : public NewRunDialogTest {
 protected:
  NewRunDialogElsewhere() {
    std::ofstream(folder_ / "ssh") << "#!/bin/sh\necho 'ann@gpu1: Permission denied (publickey).' >&2\nexit 255\n";
    std::filesystem::permissions(folder_ / "ssh", std::filesystem::perms::owner_all);
    qputenv("GAN_SSH", (folder_ / "ssh").c_str());
    dialog_->offerHosts(hosts_, {{.folder = RunPlace::ofTarget(QStringLiteral("ssh://ann@gpu1:2222/~/runs"))}});
  }
  ~NewRunDialogElsewhere() override { qunsetenv("GAN_SSH"); }

  void choose(int computer) {
    part<QComboBox>("new_run_host")->setCurrentIndex(computer);
    QTest::qWait(0);
  }

  HostLauncher hosts_{std::make_shared<EngineAccess>()};
};

TEST_F(NewRunDialogElsewhere, FolderDeviceAndCommandAreThoseOfTheComputerThatIsChosen) {
  const QSignalSpy answers(&launcher_, &EngineLauncher::devicesFound);
  launcher_.findDevices();
  ASSERT_TRUE(waitFor([&] { return !answers.isEmpty(); })) << "the engine's own answer would take those below away";
  emit launcher_.devicesFound({{QStringLiteral("cuda:0"), QStringLiteral("NVIDIA H200")}});
  EXPECT_EQ(part<QComboBox>("new_run_device")->count(), 3);
  EXPECT_EQ(part<QComboBox>("new_run_host")->itemText(1), QStringLiteral("runs (gpu1:2222)"));
  choose(1);
  const QString out = text("new_run_out");
  EXPECT_TRUE(out.startsWith(QStringLiteral("~/runs/") + QDate::currentDate().toString(Qt::ISODate)));
  EXPECT_TRUE(out.endsWith(QStringLiteral("-shapes-dcgan"))) << out.toStdString();
  const QString expected =
      QStringLiteral("ssh ssh://ann@gpu1:2222 'gan-engine train --preset shapes-dcgan --out %1 --devices auto'")
          .arg(out.mid(2));
  EXPECT_TRUE(waitFor([&] { return command() == expected; })) << command().toStdString();
  EXPECT_EQ(part<QComboBox>("new_run_device")->count(), 2) << "of its devices nothing is known here";
  EXPECT_FALSE(part<QPushButton>("new_run_out_folder")->isVisible());
  EXPECT_FALSE(part<QPushButton>("new_run_plan")->isVisible()) << "what is measured is this computer";
  EXPECT_TRUE(part<QTabWidget>("new_run_pages")->isTabEnabled(1));
  EXPECT_TRUE(startButton()->isEnabled());
  choose(0);
  EXPECT_EQ(text("new_run_out"), proposed("shapes-dcgan"));
  EXPECT_TRUE(part<QPushButton>("new_run_out_folder")->isVisible());
  EXPECT_EQ(part<QComboBox>("new_run_device")->count(), 3);
}

TEST_F(NewRunDialogElsewhere, AJobIsForTheSlurmOfTheComputerThatIsChosen) {
  choose(1);
  dialog_->showSlurmPage();
  const auto begin =
      QStringLiteral("ssh ssh://ann@gpu1:2222 'gan-engine slurm submit --preset shapes-dcgan --out runs/");
  EXPECT_TRUE(waitFor([&] { return command().startsWith(begin); })) << command().toStdString();
  EXPECT_TRUE(waitFor([&] { return note("new_run_status").contains(QStringLiteral("did not let you in")); }))
      << note("new_run_status").toStdString();
  EXPECT_FALSE(startButton()->isEnabled()) << "nobody could log in there";
  EXPECT_EQ(note("slurm_missing"), QString()) << "that is of this computer";
}

TEST_F(NewRunDialogElsewhere, ImagesAreTakenAsTheyAreNamedThere) {
  choose(1);
  enter("new_run_path", QStringLiteral("~/images/cats"));
  EXPECT_EQ(text("new_run_path"), QStringLiteral("~/images/cats"));
  EXPECT_EQ(part<QComboBox>("new_run_source")->currentData().toString(), QStringLiteral("folder"));
  EXPECT_EQ(note("new_run_data_note"), QStringLiteral("The engine on gpu1:2222 looks there when the run starts."));
  EXPECT_TRUE(waitFor([this] { return command().contains(QStringLiteral(" --data images/cats ")); }))
      << command().toStdString();
  enter("new_run_path", QStringLiteral("cats"));
  EXPECT_EQ(note("new_run_data_note"), QStringLiteral("On gpu1:2222, a path begins with / or ~/."));
  EXPECT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
}

TEST_F(NewRunDialogElsewhere, TakesImagesOfAComputerThatWasOpenAndIsNotAmongTheConnections) {
  dialog_->setHost(RunPlace::ofTarget(QStringLiteral("ssh://ann@gpu2/data/runs")));
  dialog_->setData(QStringLiteral("/data/cats"));
  QTest::qWait(0);
  EXPECT_EQ(part<QComboBox>("new_run_host")->count(), 3);
  EXPECT_EQ(part<QComboBox>("new_run_host")->currentText(), QStringLiteral("runs (gpu2)"));
  EXPECT_TRUE(text("new_run_out").startsWith(QStringLiteral("/data/runs/")));
  EXPECT_EQ(text("new_run_path"), QStringLiteral("/data/cats"));
  EXPECT_TRUE(waitFor([this] { return startButton()->isEnabled(); }));
  dialog_->setHost(RunPlace::ofTarget(QStringLiteral("ssh://ann@gpu1:2222/~/runs")));
  EXPECT_EQ(part<QComboBox>("new_run_host")->currentIndex(), 1);
}

TEST_F(NewRunDialogElsewhere, RefusesAFolderWithoutItsWholePath) {
  choose(1);
  type("new_run_out", QStringLiteral("runs/first"));
  EXPECT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_EQ(note("new_run_out_note"), QStringLiteral("On gpu1:2222, a path begins with / or ~/."));
  type("new_run_out", QStringLiteral("/data/runs/first"));
  EXPECT_TRUE(waitFor([this] { return startButton()->isEnabled(); }));
}

TEST_F(NewRunDialogElsewhere, KeepsWhatTheOtherSideRefusedWithUntilSomethingChanges) {
  QSignalSpy started(dialog_.get(), &NewRunDialog::started);
  choose(1);
  startButton()->click();
  EXPECT_TRUE(note("new_run_status").contains(QStringLiteral("gpu1:2222")));
  EXPECT_FALSE(part<QWidget>("new_run_preset")->isEnabled());
  ASSERT_TRUE(waitFor([this] { return note("new_run_status").contains(QStringLiteral("did not let you in")); }))
      << note("new_run_status").toStdString();
  EXPECT_TRUE(dialog_->isVisible());
  EXPECT_TRUE(startButton()->isEnabled());
  EXPECT_EQ(started.size(), 0);
  choose(0);
  EXPECT_TRUE(waitFor([this] { return note("new_run_status").isEmpty(); }));
}

}  // namespace
}  // namespace gan
