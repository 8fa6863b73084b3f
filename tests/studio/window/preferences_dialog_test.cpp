// The dialog of what a person prefers.
#include "window/preferences_dialog.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include "main/studio.h"
#include "run_list/run_list.h"
#include "run_list/run_list_model.h"
#include "studio/window/run_window.h"
#include "style/theme.h"

namespace gan::test {
namespace {

class PreferencesDialogTest : public RunWindow {
 protected:
  ~PreferencesDialogTest() override { applyTheme(Theme::kSystem); }
  void SetUp() override { openDialog(); }
  void openDialog() {
    activate();
    QTest::keySequence(window_.get(), QKeySequence(QStringLiteral("Ctrl+,")));
    dialog_ = window_->findChild<PreferencesDialog*>();
    ASSERT_TRUE(dialog_);
    ASSERT_TRUE(dialog_->isVisible());
  }
  void search(const QString& words) const { find<QLineEdit>("preferences_search")->setText(words); }
  /// The titles of the pages that have something to show.
  QStringList pages() const {
    const auto* titles = find<QListWidget>("preferences_pages");
    QStringList seen;
    for (int row = 0; row < titles->count(); ++row) {
      if (!titles->item(row)->isHidden()) seen << titles->item(row)->text();
    }
    return seen;
  }

  PreferencesDialog* dialog_ = nullptr;
};

TEST_F(PreferencesDialogTest, FindsWordsInLabelsAndTipsAndShowsOnlyWhatHasThem) {
  const QStringList all = pages();
  search(QStringLiteral("fall asleep"));
  EXPECT_EQ(pages(), QStringList({QStringLiteral("Desktop"), QStringLiteral("Keys")})) << "they stand in tips";
  EXPECT_TRUE(find("preference_desktop_awake")->isVisible());
  EXPECT_FALSE(find("preference_desktop_tray")->isVisible());
  search(QStringLiteral("taskbar"));
  EXPECT_TRUE(find("preference_desktop_tray")->isVisible()) << "another word for it";
  EXPECT_FALSE(find("preference_desktop_awake")->isVisible());
  search(QStringLiteral("PARTITION"));
  EXPECT_EQ(pages(), QStringList(QStringLiteral("Slurm cluster")));
  EXPECT_TRUE(find("preference_partition")->isVisible());
  search(QStringLiteral("dark"));
  EXPECT_TRUE(find("preference_theme")->isVisible()) << "what can be chosen is found, too";
  search({});
  EXPECT_EQ(pages(), all);
  EXPECT_FALSE(find("preference_account")->isHidden());
}

TEST_F(PreferencesDialogTest, SaysThatNothingHasTheWords) {
  search(QStringLiteral("zebra"));
  EXPECT_TRUE(pages().isEmpty());
  EXPECT_TRUE(find("preferences_nothing")->isVisible());
  search({});
  EXPECT_FALSE(find("preferences_nothing")->isVisible());
}

TEST_F(PreferencesDialogTest, ASwitchAndTheEntryOfTheMenuAreOneChoice) {
  using Desktop = Preferences::Desktop;
  auto* tray = find<QCheckBox>("preference_desktop_tray");
  ASSERT_TRUE(tray->isChecked());
  tray->click();
  EXPECT_FALSE(preferences_->asksDesktop(Desktop::kTray));
  EXPECT_FALSE(action("desktop_tray")->isChecked());
  action("desktop_tray")->trigger();
  EXPECT_TRUE(tray->isChecked());
  EXPECT_TRUE(preferences_->asksDesktop(Desktop::kTray));
}

TEST_F(PreferencesDialogTest, TheThemeThatIsChosenHoldsAtOnce) {
  auto* theme = find<QComboBox>("preference_theme");
  theme->setCurrentIndex(2);
  emit theme->activated(2);
  EXPECT_EQ(preferences_->theme(), Theme::kDark);
  EXPECT_TRUE(isDark(QApplication::palette()));
  action("theme_light")->trigger();
  EXPECT_EQ(theme->currentIndex(), 1);
}

TEST_F(PreferencesDialogTest, AnotherLanguageIsAskedForAndRemembered) {
  QStringList chosen;
  QObject::connect(window_.get(), &MainWindow::languageChosen, window_.get(),
                   [&chosen](const QString& language) { chosen << language; });
  emit find<QComboBox>("preference_language")->activated(2);
  EXPECT_EQ(chosen, QStringList(QStringLiteral("zh_CN")));
  EXPECT_EQ(preferences_->language(), QStringLiteral("zh_CN"));
}

TEST_F(PreferencesDialogTest, WhatIsAskedOfSlurmIsRemembered) {
  find<QLineEdit>("preference_partition")->setText(QStringLiteral(" gpu "));
  find<QLineEdit>("preference_modules")->setText(QStringLiteral("cuda/13.0  gcc"));
  find<QCheckBox>("preference_shared")->click();
  const SlurmSite site = preferences_->slurmSite();
  EXPECT_EQ(site.partition, QStringLiteral("gpu"));
  EXPECT_EQ(site.modules, QStringList({QStringLiteral("cuda/13.0"), QStringLiteral("gcc")}));
  EXPECT_TRUE(site.shared);
}

TEST_F(PreferencesDialogTest, ThePriceOfADeviceIsOneInForecastsAndHere) {
  find<QDoubleSpinBox>("preference_device_price")->setValue(2.5);
  dialog_->close();
  action("new_run")->trigger();
  auto* price = find<QDoubleSpinBox>("new_run_price");
  EXPECT_EQ(price->value(), 2.5);
  price->setValue(3);
  EXPECT_EQ(preferences_->devicePrice(), 3);
}

TEST_F(PreferencesDialogTest, RemovesARunOfAnotherComputerFromTheList) {
  dialog_->close();
  ASSERT_TRUE(until([this] { return !window_->findChild<PreferencesDialog*>(); }));
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://gpu1/runs/a"));
  preferences_->setConnections({remote});
  window_ = std::make_unique<MainWindow>(*preferences_);
  window_->show();
  const auto* runs = static_cast<const RunListModel*>(window_->findChild<RunList*>()->model());
  ASSERT_TRUE(runs->indexOf(remote).isValid());
  openDialog();
  auto* list = find<QListWidget>("connections");
  ASSERT_EQ(list->count(), 1);
  EXPECT_EQ(list->item(0)->text(), QStringLiteral("a (gpu1)"));
  EXPECT_FALSE(find("remove_connection")->isEnabled()) << "none is chosen";
  list->setCurrentRow(0);
  find<QPushButton>("remove_connection")->click();
  EXPECT_EQ(list->count(), 0);
  EXPECT_FALSE(runs->indexOf(remote).isValid());
  EXPECT_TRUE(preferences_->connections().isEmpty());
}

TEST_F(PreferencesDialogTest, RemovesAFolderFromTheListAndForgetsWhatWasOpen) {
  dialog_->close();
  const auto runs = folder_ / "runs";
  makeRun(runs / "first", 0, 2, RunStatus::kStopped);
  open(runs / "first");
  ASSERT_EQ(preferences_->recentRuns().size(), 1);
  ASSERT_TRUE(until([this] { return !window_->findChild<PreferencesDialog*>(); }));
  openDialog();
  auto* folders = find<QListWidget>("run_folders");
  ASSERT_EQ(folders->count(), 1);
  EXPECT_FALSE(find("remove_run_folder")->isEnabled()) << "none is chosen";
  folders->setCurrentRow(0);
  find<QPushButton>("remove_run_folder")->click();
  EXPECT_EQ(folders->count(), 0);
  EXPECT_TRUE(preferences_->runFolders().isEmpty());
  action("close_run")->trigger();
  const auto* recent = find<QListWidget>("recent_runs");
  ASSERT_EQ(recent->count(), 1);
  find<QPushButton>("forget_runs")->click();
  EXPECT_EQ(recent->count(), 0);
  EXPECT_TRUE(preferences_->recentRuns().isEmpty());
  EXPECT_TRUE(preferences_->lastRun().isEmpty());
}

TEST_F(PreferencesDialogTest, ThePlacesOfEverythingAreAskedBack) {
  int wished = 0;
  QObject::connect(window_.get(), &MainWindow::layoutResetWished, window_.get(), [&wished] { ++wished; });
  find<QPushButton>("reset_layout")->click();
  EXPECT_EQ(wished, 1);
}

MainWindow* shownWindow() {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* window = qobject_cast<MainWindow*>(widget);
    if (window != nullptr && window->isVisible()) return window;
  }
  return nullptr;
}

TEST(StudioWindow, IsMadeAnewAsItIsAtFirstWhenItsLayoutIsReset) {
  const TemporaryFolder folder;
  qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder.path() / "settings.ini").string()));
  Studio studio(StudioOptions{});
  studio.start();
  const QPointer<MainWindow> first = shownWindow();
  ASSERT_TRUE(first);
  const auto shows_runs = [](const MainWindow& window) {
    return !window.findChild<QWidget*>(QStringLiteral("runs_dock"))->isHidden();
  };
  first->findChild<QAction*>(QStringLiteral("show_runs"))->trigger();
  ASSERT_FALSE(shows_runs(*first));
  emit first->layoutResetWished();
  ASSERT_TRUE(until([&] { return first.isNull() && shownWindow() != nullptr; }));
  EXPECT_TRUE(shows_runs(*shownWindow()));
}

}  // namespace
}  // namespace gan::test
