#include <gtest/gtest.h>

#include <QAccessible>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QTest>

#include "log/alert_bar.h"
#include "processes/processes_model.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "style/scale.h"
#include "support/temporary_folder.h"
#include "window/action_words.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/window_place.h"

namespace gan::test {
namespace {

class Window : public testing::Test {
 protected:
  Window() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_.path() / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
  }

  QAction* action(const char* name) const { return window_->findChild<QAction*>(QLatin1String(name)); }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(Window, HasNoTwoActionsWithTheSameShortcut) {
  QSet<QKeySequence> seen;
  for (const QAction* action : window_->findChildren<QAction*>()) {
    if (action->shortcut().isEmpty()) continue;
    EXPECT_FALSE(seen.contains(action->shortcut())) << action->text().toStdString();
    seen.insert(action->shortcut());
  }
  EXPECT_GT(seen.size(), 15);
}

TEST_F(Window, StopsATrainingByNoShortcutThatAnotherKeyIsBeside) { EXPECT_TRUE(action("stop")->shortcuts().isEmpty()); }

TEST_F(Window, MenusHaveADistinctMnemonicForEachEntry) {
  for (const QAction* menu : window_->menuBar()->actions()) {
    QSet<QChar> letters;
    for (const QAction* entry : menu->menu()->actions()) {
      const auto at = entry->text().indexOf(QLatin1Char('&'));
      if (at < 0) continue;
      const QChar letter = entry->text().at(at + 1).toLower();
      EXPECT_FALSE(letters.contains(letter)) << entry->text().toStdString();
      letters.insert(letter);
    }
  }
}

TEST_F(Window, WithoutARunOffersToStartOneAndGreysWhatNeedsOne) {
  EXPECT_TRUE(window_->findChild<QWidget*>(QStringLiteral("start_page"))->isVisible());
  EXPECT_TRUE(action("new_run")->isEnabled());
  for (const char* name : {"pause", "single_step", "checkpoint", "roll_back", "branch", "stop", "resume", "undo",
                           "apply", "export_chart", "save_samples", "close_run", "focus_settings"}) {
    EXPECT_FALSE(action(name)->isEnabled()) << name;
  }
}

TEST(FirstSize, IsThatOfItsFontAndLeavesATenthOfTheScreen) {
  QWidget small, large;
  giveFirstSize(small, 10, 4);
  EXPECT_EQ(small.size(), QSize(small.fontMetrics().averageCharWidth() * 10, small.fontMetrics().height() * 4));
  giveFirstSize(large, 2000, 2000);
  EXPECT_EQ(large.size(), large.screen()->availableSize() * 9 / 10);
}

TEST(WindowPlace, IsAtFirstEightyFivePercentOfTheScreenAndNoMoreThan1600By1000) {
  EXPECT_EQ(firstPlace({0, 0, 1366, 768}).size(), QSize(1161, 653));
  EXPECT_EQ(firstPlace({0, 0, 2560, 1440}), QRect(480, 220, 1600, 1000));
  EXPECT_EQ(firstPlace({1920, 40, 1000, 1000}), QRect(1995, 115, 850, 850));
}

TEST(WindowPlace, IsWhollyOnTheScreen) {
  const QRect room(0, 30, 1366, 738);
  EXPECT_EQ(onScreen({1200, 700, 800, 600}, room), QRect(566, 168, 800, 600));
  EXPECT_EQ(onScreen({-50, -50, 800, 600}, room), QRect(0, 30, 800, 600));
  EXPECT_EQ(onScreen({300, 300, 2560, 1440}, room), room);
}

TEST_F(Window, WithoutARunShowsNoControlsOfOne) {
  EXPECT_FALSE(window_->findChild<QDockWidget*>(QStringLiteral("steer_dock"))->isVisible());
  EXPECT_FALSE(action("show_steer")->isEnabled());
  EXPECT_TRUE(action("show_steer")->isChecked()) << "nobody wished it away";
}

TEST_F(Window, SaysInTheWindowWhatCannotBeOpened) {
  const auto broken = folder_.path() / "broken";
  std::filesystem::create_directories(broken);
  FILE* file = fopen((broken / "run.yaml").c_str(), "w");
  fputs("data: [", file);
  fclose(file);
  window_->open(QString::fromStdString(broken.string()));
  const auto* alerts = window_->findChild<AlertBar*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !alerts->notices().isEmpty(); }));
  EXPECT_TRUE(alerts->notices().first().text.contains(QLatin1String("broken")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->runPlace().target.isEmpty(); }));
  EXPECT_TRUE(window_->findChild<QWidget*>(QStringLiteral("start_page"))->isVisible());
}

/// A run folder that nobody trains, whose last status has this reason.
QString makeRun(const std::filesystem::path& path, const std::string& reason) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  JournalWriter journal(folder.journal());
  Event event;
  event.segment = 1;
  event.what = SegmentStarted{};
  journal.append(event);
  event.what = StatusChanged{RunStatus::kStopped, {"asked", "{why}", {{"why", reason}}}};
  journal.append(event);
  return QString::fromStdString(path.string());
}

TEST_F(Window, Of1400PixelsShowsAllThatIsKnownOfProcessesOnGpusWithoutScrolling) {
  const QString run = makeRun(folder_.path() / "run", "done");
  RanksMeasured measured{120, {}};
  for (int rank = 0; rank < 8; ++rank) {
    measured.ranks.push_back({"gpu-node-" + std::to_string(rank / 4),
                              {0.1, 38.5, 61.2, 12.1, 10.4, 1.2},
                              DeviceLoad{97, 71ULL << 30U, 140ULL << 30U}});
  }
  Event event;
  event.segment = 1;
  event.what = measured;
  JournalWriter(std::filesystem::path(run.toStdString()) / "journal.log").append(event);
  window_->resize(1400, 900);
  window_->open(run);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->run() && window_->run()->isOpen(); }));
  action("show_processes")->trigger();
  const auto* table = window_->findChild<QTableView*>(QStringLiteral("process_table"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return table->isVisible() && table->model()->rowCount() == 8; }));
  EXPECT_EQ(table->model()->columnCount(), ProcessesModel::kColumnCount);
  EXPECT_TRUE(QTest::qWaitFor([&] { return table->horizontalScrollBar()->maximum() == 0; }))
      << table->horizontalScrollBar()->maximum() << " pixels are missing";
}

TEST_F(Window, TakesAnAlertAwayWithTheRunItSpeaksOf) {
  const QString first = makeRun(folder_.path() / "first", "done");
  const QString second = makeRun(folder_.path() / "second", "done");
  window_->open(first);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->run() && window_->run()->isOpen(); }));
  emit window_->run()->alerted({QStringLiteral("rule-nan"),
                                Severity::kError,
                                QStringLiteral("not finite"),
                                {{QStringLiteral("stop"), QStringLiteral("Stop")}}});
  const auto* alerts = window_->findChild<AlertBar*>();
  ASSERT_EQ(alerts->notices().size(), 1);
  window_->open(second);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->runPlace().target == second; }));
  EXPECT_TRUE(alerts->notices().isEmpty()) << "its actions would be taken for the other run";
}

TEST_F(Window, ShowsTextsOfAJournalLetterByLetter) {
  const QString hostile = QStringLiteral("<h1>large</h1><img src='/x.png'>");
  window_->open(makeRun(folder_.path() / "hostile", hostile.toStdString()));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_->runPlace().target.isEmpty(); }));
  const auto* headline = window_->findChild<QLabel*>(QStringLiteral("steer_headline"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return headline->text().contains(hostile); }));
  for (const QLabel* label : window_->findChildren<QLabel*>()) {
    if (!label->text().contains(QLatin1Char('<'))) continue;
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->objectName().toStdString();
  }
}

TEST_F(Window, TheLogNamesWhatALaterVersionWroteAndGoesOnBehindIt) {
  const QString run = makeRun(folder_.path() / "run", "done");
  const std::filesystem::path journal = std::filesystem::path(run.toStdString()) / "journal.log";
  AppendLogWriter(journal).append(
      R"({"sequence":3,"segment":1,"step":7,"unix_seconds":1,"type":"weather","sky":"blue"})");
  JournalWriter(journal).append({.segment = 1, .step = 8, .what = SampleWritten{"step-00000008.s1", 0}});
  window_->open(run);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->run() && window_->run()->isOpen(); }));
  LogModel& log = window_->run()->log();
  ASSERT_TRUE(QTest::qWaitFor([&] { return log.rowCount() == 4; }));
  EXPECT_EQ(log.index(2, LogModel::kText).data().toString(),
            QStringLiteral("An event that this version does not know, weather: {\"sky\":\"blue\"}"));
  EXPECT_EQ(log.index(3, LogModel::kText).data().toString(), QStringLiteral("Samples drawn"));
}

TEST_F(Window, ThePaletteTakesATitleBeforeADescription) {
  action("palette")->trigger();
  auto* palette = window_->findChild<QDialog*>(QStringLiteral("command_palette"));
  auto* list = palette->findChild<QListWidget*>();
  QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("dark"));
  EXPECT_EQ(list->currentItem()->text(), QStringLiteral("Dark"));
}

TEST_F(Window, ThePaletteFindsAnActionByAFewLettersAndRunsIt) {
  action("palette")->trigger();
  auto* palette = window_->findChild<QDialog*>(QStringLiteral("command_palette"));
  ASSERT_TRUE(palette);
  auto* search = palette->findChild<QLineEdit*>();
  auto* list = palette->findChild<QListWidget*>();
  const int all = list->count();
  QTest::keyClicks(search, QStringLiteral("about"));
  EXPECT_LT(list->count(), all);
  ASSERT_GE(list->count(), 1);
  QTest::keyClick(search, Qt::Key_Return);
  const auto* alerts = window_->findChild<AlertBar*>();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !alerts->notices().isEmpty(); }));
}

TEST_F(Window, ThePaletteSaysThatNothingHasTheWords) {
  action("palette")->trigger();
  auto* palette = window_->findChild<QDialog*>(QStringLiteral("command_palette"));
  auto* search = palette->findChild<QLineEdit*>();
  const auto* list = palette->findChild<QListWidget*>();
  search->setText(QStringLiteral("qqqqqqqq"));
  ASSERT_EQ(list->count(), 1);
  EXPECT_EQ(list->item(0)->text(), QStringLiteral("No command has these words."));
  QTest::keyClick(search, Qt::Key_Return);
  EXPECT_TRUE(palette->isVisible()) << "there is nothing to be done";
  search->clear();
  EXPECT_GT(list->count(), 1);
  palette->close();
}

/// The actions that the palette lists, in its order, with these words typed.
QStringList foundBy(const MainWindow& window, const QString& typed) {
  window.findChild<QAction*>(QStringLiteral("palette"))->trigger();
  auto* palette = window.findChild<QDialog*>(QStringLiteral("command_palette"));
  palette->findChild<QLineEdit*>()->setText(typed);
  const auto* list = palette->findChild<QListWidget*>();
  QStringList found;
  for (int row = 0; row < list->count(); ++row) {
    const QString action = list->item(row)->data(Qt::UserRole).toString();
    if (!action.isEmpty()) found << action;
  }
  delete palette;
  return found;
}

TEST_F(Window, ThePaletteFindsActionsByOtherWordsForThem) {
  EXPECT_EQ(foundBy(*window_, QStringLiteral("undo training")).value(0), QStringLiteral("roll_back"));
  EXPECT_EQ(foundBy(*window_, QStringLiteral("snapshot")).value(0), QStringLiteral("checkpoint"));
  EXPECT_TRUE(foundBy(*window_, QStringLiteral("learning rate")).contains(QStringLiteral("show_steer")));
  EXPECT_EQ(foundBy(*window_, QStringLiteral("video")).value(0), QStringLiteral("export_film"));
}

TEST_F(Window, ThePaletteFindsWhatIsMisspelt) {
  EXPECT_EQ(foundBy(*window_, QStringLiteral("chekpoint")).value(0), QStringLiteral("checkpoint"));
  EXPECT_EQ(foundBy(*window_, QStringLiteral("evalutae")).value(0), QStringLiteral("show_evaluation"));
  EXPECT_EQ(foundBy(*window_, QStringLiteral("snaphot")).value(0), QStringLiteral("checkpoint"));
  EXPECT_TRUE(foundBy(*window_, QStringLiteral("qqqqqqqq")).isEmpty());
}

TEST_F(Window, ThePalettePutsWhatIsMeantBeforeWhatIsLikeIt) {
  const QStringList found = foundBy(*window_, QStringLiteral("stop"));
  EXPECT_EQ(found.value(0), QStringLiteral("stop"));
  const QStringList all = foundBy(*window_, {});
  EXPECT_LT(found.size(), all.size() / 3) << "not everything is like it";
}

TEST_F(Window, OtherWordsAreOfActionsThatThereAre) {
  QSet<QString> seen;
  for (const QString& id : actionsWithWords()) {
    EXPECT_TRUE(window_->findChild<QAction*>(id)) << id.toStdString();
    EXPECT_FALSE(seen.contains(id)) << id.toStdString() << " twice";
    seen.insert(id);
  }
}

TEST_F(Window, NamesEveryControlForScreenReaders) {
  for (const QWidget* widget : window_->findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->focusProxy()) continue;
    if (widget->inherits("QScrollArea") || widget->inherits("QTabBar") || widget->inherits("QMenuBar")) continue;
    QAccessibleInterface* described = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
    ASSERT_TRUE(described);
    EXPECT_FALSE(described->text(QAccessible::Name).isEmpty())
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

}  // namespace
}  // namespace gan::test
