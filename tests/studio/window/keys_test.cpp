// Keys of actions that a person changes.
#include <gtest/gtest.h>

#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QTreeWidget>

#include "studio/window/run_window.h"
#include "window/action_keys.h"
#include "window/actions.h"

namespace gan::test {
namespace {

QKeySequence keysOf(const char* text) { return QKeySequence(QLatin1String(text)); }

class Keys : public RunWindow {
 protected:
  void openPage() {
    action("preferences")->trigger();
    auto* pages = find<QListWidget>("preferences_pages");
    pages->setCurrentRow(pages->count() - 1);
  }
  void choose(const char* name) const {
    auto* list = find<QTreeWidget>("keys_list");
    for (int row = 0; row < list->topLevelItemCount(); ++row) {
      if (list->topLevelItem(row)->data(0, Qt::UserRole).toString() != QLatin1String(name)) continue;
      return list->setCurrentItem(list->topLevelItem(row));
    }
    FAIL() << name << " is not listed";
  }
  /// As the editor tells it when the keys were released for a while.
  void type(const char* keys) const {
    auto* editor = find<QKeySequenceEdit>("keys_editor");
    editor->setKeySequence(keysOf(keys));
    emit editor->editingFinished();
  }
  QString note() const {
    QString text;
    for (const QLabel* label : find("keys_note")->findChildren<QLabel*>()) text += label->text();
    return text;
  }
  QString listed(const char* name) const {
    choose(name);
    return find<QTreeWidget>("keys_list")->currentItem()->text(1);
  }
};

TEST_F(Keys, OfEveryActionAreListed) {
  openPage();
  EXPECT_EQ(find<QTreeWidget>("keys_list")->topLevelItemCount(), window_->findChild<Actions*>()->all().size());
  EXPECT_EQ(listed("pause"), keysOf("Ctrl+P").toString(QKeySequence::NativeText));
}

TEST_F(Keys, ThatAreChosenHoldAtOnceAndInTheNextWindow) {
  openPage();
  choose("pause");
  type("Ctrl+Shift+F7");
  EXPECT_EQ(action("pause")->shortcut(), keysOf("Ctrl+Shift+F7"));
  EXPECT_TRUE(action("pause")->toolTip().contains(keysOf("Ctrl+Shift+F7").toString(QKeySequence::NativeText)));
  const MainWindow next(*preferences_);
  EXPECT_EQ(next.findChild<QAction*>(QStringLiteral("pause"))->shortcut(), keysOf("Ctrl+Shift+F7"));
  EXPECT_EQ(next.findChild<QAction*>(QStringLiteral("sample"))->shortcut(), keysOf("Ctrl+G")) << "only that one";
}

TEST_F(Keys, ThatAnotherActionHasAreRefusedWithItsName) {
  openPage();
  choose("pause");
  type("Ctrl+B");
  EXPECT_EQ(action("pause")->shortcut(), keysOf("Ctrl+P"));
  EXPECT_EQ(action("branch")->shortcut(), keysOf("Ctrl+B"));
  EXPECT_TRUE(note().contains(QStringLiteral("Branch"))) << note().toStdString();
  EXPECT_TRUE(preferences_->chosenKeys().isEmpty());
  EXPECT_EQ(find<QKeySequenceEdit>("keys_editor")->keySequence(), keysOf("Ctrl+P")) << "what holds is shown";
}

TEST_F(Keys, ThatWereGivenAwayCanBeHadByAnotherAndTheirOwnerAsksInVain) {
  openPage();
  choose("branch");
  find<QPushButton>("no_keys")->click();
  EXPECT_TRUE(action("branch")->shortcut().isEmpty());
  choose("pause");
  type("Ctrl+B");
  EXPECT_EQ(action("pause")->shortcut(), keysOf("Ctrl+B"));
  choose("branch");
  find<QPushButton>("default_keys")->click();
  EXPECT_TRUE(action("branch")->shortcut().isEmpty());
  EXPECT_TRUE(note().contains(QStringLiteral("Pause"))) << note().toStdString();
  find<QPushButton>("all_default_keys")->click();
  EXPECT_EQ(action("pause")->shortcut(), keysOf("Ctrl+P"));
  EXPECT_EQ(action("branch")->shortcut(), keysOf("Ctrl+B"));
  EXPECT_TRUE(preferences_->chosenKeys().isEmpty());
}

TEST_F(Keys, ThatTypeOrEditOrOpenMenusAreRefused) {
  for (const char* keys :
       {"A", "Shift+A", "Del", "Return", "Ctrl+C", "Ctrl+V", "Alt+R", "Alt+Shift+1", "Ctrl+K, Ctrl+B"}) {
    EXPECT_FALSE(whyNoKeys(keysOf(keys)).isEmpty()) << keys;
  }
  for (const char* keys : {"F7", "Shift+F7", "Ctrl+Alt+R", "Meta+R", "Alt+Left", "Ctrl+Del"}) {
    EXPECT_TRUE(whyNoKeys(keysOf(keys)).isEmpty()) << keys;
  }
}

TEST_F(Keys, OfTheSettingsFileAreTakenOnlyWhereTheyCanBeHad) {
  QSettings file(QString::fromStdString((folder_ / "settings.ini").string()), QSettings::IniFormat);
  file.setValue(QStringLiteral("keys/pause"), QStringLiteral("P"));         // typed
  file.setValue(QStringLiteral("keys/sample"), QStringLiteral("Ctrl+F9"));  // the first of two
  file.setValue(QStringLiteral("keys/checkpoint"), QStringLiteral("Ctrl+F9"));
  file.setValue(QStringLiteral("keys/resume"), QStringLiteral("Ctrl+B"));  // another one's own
  file.setValue(QStringLiteral("keys/no_such_action"), QStringLiteral("Ctrl+F8"));
  file.setValue(QStringLiteral("keys/undo"), QStringLiteral("<script>"));
  file.sync();
  Preferences preferences;
  const MainWindow window(preferences);
  const auto keys = [&window](const char* name) { return window.findChild<QAction*>(QLatin1String(name))->shortcut(); };
  EXPECT_EQ(keys("pause"), keysOf("Ctrl+P"));
  EXPECT_EQ(keys("sample"), keysOf("Ctrl+F9"));
  EXPECT_EQ(keys("checkpoint"), QKeySequence(QKeySequence::Save));
  EXPECT_EQ(keys("resume"), keysOf("Ctrl+B"));
  EXPECT_TRUE(keys("branch").isEmpty()) << "a person wished them for another action";
  EXPECT_EQ(keys("undo"), QKeySequence(QKeySequence::Undo));
}

TEST_F(Keys, AreFoundByActionAndByTheirName) {
  openPage();
  find<QLineEdit>("preferences_search")->setText(QStringLiteral("ctrl+b"));
  const auto* list = find<QTreeWidget>("keys_list");
  QStringList seen;
  for (int row = 0; row < list->topLevelItemCount(); ++row) {
    const QTreeWidgetItem* item = list->topLevelItem(row);
    if (!item->isHidden()) seen << item->data(0, Qt::UserRole).toString();
  }
  EXPECT_EQ(seen, QStringList(QStringLiteral("branch")));
}

}  // namespace
}  // namespace gan::test
