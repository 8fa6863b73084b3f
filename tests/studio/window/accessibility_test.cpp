// What a screen reader says of the window and what the keyboard reaches.
#include <gtest/gtest.h>

#include <QAccessible>
#include <QDialog>
#include <QListWidget>
#include <QTest>

#include "dialogs/login_dialog.h"
#include "dialogs/token_dialog.h"
#include "dialogs/trust_dialog.h"
#include "studio/window/run_window.h"

namespace gan::test {
namespace {

/// The visible ones that Tab stops at; a part of another control speaks through that one.
QList<QWidget*> tabStops(const QWidget& top) {
  QList<QWidget*> stops;
  for (QWidget* widget : top.findChildren<QWidget*>()) {
    if (widget->window() != &top || !widget->isVisible() || !widget->isEnabled() || widget->focusProxy()) continue;
    if (widget->objectName().startsWith(QLatin1String("qt_"))) continue;
    if (widget->focusPolicy() & Qt::TabFocus) stops << widget;
  }
  return stops;
}

/// Those of which a screen reader knows only the kind.
std::string withoutName(const QWidget& top) {
  std::string names;
  for (QWidget* widget : tabStops(top)) {
    const QAccessibleInterface* read = QAccessible::queryAccessibleInterface(widget);
    if (read && !read->text(QAccessible::Name).trimmed().isEmpty()) continue;
    names += std::string(widget->metaObject()->className()) + " '" + widget->objectName().toStdString() + "' in '" +
             widget->parentWidget()->objectName().toStdString() + "'\n";
  }
  return names;
}

/// Those that no number of Tabs leaves; a page of text first shows each of its links.
std::string traps(QWidget& top) {
  const QList<QWidget*> stops = tabStops(top);
  std::string names;
  for (QWidget* stop : stops) {
    stop->setFocus(Qt::TabFocusReason);
    const QWidget* at = top.focusWidget();
    for (int tabs = 0; tabs < 200 && top.focusWidget() == at; ++tabs) QTest::keyClick(top.focusWidget(), Qt::Key_Tab);
    if (top.focusWidget() == at) names += stop->objectName().toStdString() + "\n";
  }
  return names;
}

class Accessibility : public RunWindow {
 protected:
  void openRun() {
    makeRun(folder_ / "run", 0, 20, RunStatus::kFinished);
    open(folder_ / "run");
  }
  /// The one that an action opens, once it has the keyboard.
  QDialog* openDialog(const char* opener, const char* name) const {
    action(opener)->trigger();
    for (auto* dialog : window_->findChildren<QDialog*>(QLatin1String(name))) {
      dialog->activateWindow();
      if (QTest::qWaitForWindowActive(dialog)) return dialog;
    }
    return nullptr;
  }
};

TEST_F(Accessibility, NamesEveryControlOfTheStartPage) {
  ASSERT_FALSE(tabStops(*window_).isEmpty());
  EXPECT_EQ(withoutName(*window_), "");
}

TEST_F(Accessibility, NamesEveryControlOfARun) {
  openRun();
  ASSERT_GT(tabStops(*window_).size(), 3);
  EXPECT_EQ(withoutName(*window_), "");
}

TEST_F(Accessibility, NamesEveryControlOfEachPageOfThePreferencesAndTabLeavesEachOfThem) {
  QDialog* dialog = openDialog("preferences", "preferences");
  ASSERT_TRUE(dialog);
  auto* titles = find<QListWidget>("preferences_pages");
  ASSERT_GT(titles->count(), 1);
  for (int page = 0; page < titles->count(); ++page) {
    titles->setCurrentRow(page);
    ASSERT_GT(tabStops(*dialog).size(), 3);
    EXPECT_EQ(withoutName(*dialog), "") << titles->item(page)->text().toStdString();
    EXPECT_EQ(traps(*dialog), "") << titles->item(page)->text().toStdString();
  }
}

TEST_F(Accessibility, NamesEveryControlOfTheManualAndTabLeavesEachOfThem) {
  QDialog* dialog = openDialog("manual", "manual");
  ASSERT_TRUE(dialog);
  ASSERT_GT(tabStops(*dialog).size(), 1);
  EXPECT_EQ(withoutName(*dialog), "");
  EXPECT_EQ(traps(*dialog), "");
}

TEST_F(Accessibility, NamesEveryControlOfANewRunAndTabLeavesEachOfThem) {
  QDialog* dialog = openDialog("new_run", "new_run_dialog");
  ASSERT_TRUE(dialog);
  ASSERT_GT(tabStops(*dialog).size(), 3);
  EXPECT_EQ(withoutName(*dialog), "");
  EXPECT_EQ(traps(*dialog), "");
}

TEST_F(Accessibility, NamesEveryControlOfTheRunsOfAnotherComputerAndTabLeavesEachOfThem) {
  preferences_->setHosts({{RunPlace::ofTarget(QStringLiteral("ssh://lab/~/runs")), {}, 0}});
  QDialog* dialog = openDialog("browse_host", "host_dialog");
  ASSERT_TRUE(dialog);
  ASSERT_GT(tabStops(*dialog).size(), 3);
  EXPECT_EQ(withoutName(*dialog), "");
  EXPECT_EQ(traps(*dialog), "");
}

TEST_F(Accessibility, NamesEveryControlOfTheQuestionsOfAccessAndTabLeavesEachOfThem) {
  const AccessQuestion secret{
      .kind = AccessQuestion::Kind::kSecret, .where = QStringLiteral("lab"), .text = QStringLiteral("Password: ")};
  const AccessQuestion other{.kind = AccessQuestion::Kind::kOtherCertificate,
                             .where = QStringLiteral("lab:7420"),
                             .shown = QStringLiteral("01"),
                             .before = QStringLiteral("02")};
  const AccessQuestion key{
      .kind = AccessQuestion::Kind::kHostKey, .where = QStringLiteral("lab"), .text = QStringLiteral("Are you sure?")};
  const AccessQuestion token{.kind = AccessQuestion::Kind::kToken, .where = QStringLiteral("lab:7420")};
  LoginDialog login(secret);
  TrustDialog certificate(other);
  TrustDialog host(key);
  TokenDialog asked(token);
  for (QDialog* dialog : {static_cast<QDialog*>(&login), static_cast<QDialog*>(&certificate),
                          static_cast<QDialog*>(&host), static_cast<QDialog*>(&asked)}) {
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog));
    ASSERT_GT(tabStops(*dialog).size(), 1) << dialog->objectName().toStdString();
    EXPECT_EQ(withoutName(*dialog), "") << dialog->objectName().toStdString();
    EXPECT_EQ(traps(*dialog), "") << dialog->objectName().toStdString();
    dialog->hide();
  }
}

}  // namespace
}  // namespace gan::test
