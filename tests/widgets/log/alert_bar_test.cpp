#include "log/alert_bar.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/settle.h"

namespace gan::test {
namespace {

using Severity = Severity;

AlertNotice notice(const QString& id, Severity severity = Severity::kWarning) {
  return {
      id, severity, QStringLiteral("Text of %1.").arg(id), {{QStringLiteral("rollback"), QStringLiteral("Roll back")}}};
}

class AlertBarTest : public testing::Test {
 protected:
  AlertBarTest() : bar(new AlertBar(&window)) {
    auto* layout = new QVBoxLayout(&window);
    layout->addStretch(1);
    layout->addWidget(bar);
    window.resize(800, 500);
    window.show();
  }
  void SetUp() override {
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
  }
  /// Ids from the top of the screen down.
  QStringList shown() {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QApplication::processEvents();
    QVector<AlertStrip*> strips = bar->findChildren<AlertStrip*>();
    std::ranges::sort(strips, {}, [](AlertStrip* strip) { return strip->y(); });
    QStringList ids;
    for (const AlertStrip* strip : strips) ids.append(strip->notice().id);
    return ids;
  }
  AlertStrip* strip(const QString& id) { return bar->findChild<AlertStrip*>(QStringLiteral("alert_") + id); }

  QWidget window;
  AlertBar* bar;
};

TEST_F(AlertBarTest, IsHiddenWhileThereIsNothingToSay) {
  EXPECT_FALSE(bar->isVisible());
  bar->show(notice(QStringLiteral("a")));
  EXPECT_TRUE(bar->isVisible());
  bar->dismiss(QStringLiteral("a"));
  EXPECT_FALSE(bar->isVisible());
}

TEST_F(AlertBarTest, TheThreeNewestAreShownAndTheRestIsCounted) {
  for (const char* id : {"a", "b", "c", "d", "e"}) bar->show(notice(QLatin1String(id)));
  EXPECT_EQ(shown(), (QStringList{QStringLiteral("e"), QStringLiteral("d"), QStringLiteral("c")}));
  auto* more = bar->findChild<QLabel*>(QStringLiteral("more_alerts"));
  EXPECT_TRUE(more->isVisible());
  EXPECT_TRUE(more->text().contains(QLatin1Char('2'))) << more->text().toStdString();
  bar->dismiss(QStringLiteral("d"));
  EXPECT_EQ(shown(), (QStringList{QStringLiteral("e"), QStringLiteral("c"), QStringLiteral("b")}));
  bar->clear();
  EXPECT_TRUE(bar->notices().isEmpty());
  EXPECT_FALSE(bar->isVisible());
}

TEST_F(AlertBarTest, ANoticeWithTheSameIdTakesTheOldOnesPlaceUnlessThatIsOutOfSight) {
  for (const char* id : {"a", "b", "c", "d"}) bar->show(notice(QLatin1String(id)));
  bar->show(notice(QStringLiteral("c"), Severity::kError));
  EXPECT_EQ(shown(), (QStringList{QStringLiteral("d"), QStringLiteral("c"), QStringLiteral("b")}));
  EXPECT_EQ(strip(QStringLiteral("c"))->notice().severity, Severity::kError);
  bar->show(notice(QStringLiteral("a"), Severity::kError));
  EXPECT_EQ(shown(), (QStringList{QStringLiteral("a"), QStringLiteral("d"), QStringLiteral("c")}));
  EXPECT_EQ(bar->notices().size(), 4);
}

TEST_F(AlertBarTest, AnActionIsReportedWithItsNotice) {
  bar->show(notice(QStringLiteral("a")));
  bar->show(notice(QStringLiteral("b")));
  QSignalSpy chosen(bar, &AlertBar::actionChosen);
  QTest::mouseClick(strip(QStringLiteral("a"))->findChild<QPushButton*>(), Qt::LeftButton);
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("a"));
  EXPECT_EQ(chosen[0][1].toString(), QStringLiteral("rollback"));
  EXPECT_EQ(bar->notices().size(), 2) << "who handles the action says when the notice is done";
}

TEST_F(AlertBarTest, WhoHandlesAnActionMayDismissItsNotice) {
  bar->show(notice(QStringLiteral("a")));
  QObject::connect(bar, &AlertBar::actionChosen, bar, &AlertBar::dismiss);
  QTest::mouseClick(strip(QStringLiteral("a"))->findChild<QPushButton*>(), Qt::LeftButton);
  EXPECT_TRUE(shown().isEmpty());
}

TEST_F(AlertBarTest, EscapeDismissesTheNoticeWithTheFocusAndTheNextOneTakesIt) {
  bar->show(notice(QStringLiteral("a")));
  bar->show(notice(QStringLiteral("b")));
  auto* button = strip(QStringLiteral("b"))->findChild<QPushButton*>();
  button->setFocus();
  ASSERT_TRUE(QTest::qWaitFor([button] { return button->hasFocus(); }));
  QTest::keyClick(button, Qt::Key_Escape);
  EXPECT_EQ(shown(), QStringList{QStringLiteral("a")});
  EXPECT_TRUE(strip(QStringLiteral("a"))->isAncestorOf(QApplication::focusWidget()));
  QTest::mouseClick(strip(QStringLiteral("a"))->findChild<QToolButton*>(QStringLiteral("close_button")),
                    Qt::LeftButton);
  EXPECT_TRUE(shown().isEmpty());
}

TEST_F(AlertBarTest, ANewNoticeLeavesTheFocusWhereItIs) {
  bar->show(notice(QStringLiteral("a")));
  auto* button = strip(QStringLiteral("a"))->findChild<QPushButton*>();
  button->setFocus();
  ASSERT_TRUE(QTest::qWaitFor([button] { return button->hasFocus(); }));
  bar->show(notice(QStringLiteral("b")));
  EXPECT_TRUE(button->hasFocus());
}

TEST_F(AlertBarTest, SeverityIsAWordAlsoForScreenReaders) {
  bar->show(notice(QStringLiteral("a"), Severity::kError));
  EXPECT_EQ(strip(QStringLiteral("a"))->accessibleName(), QStringLiteral("Error: Text of a."));
  QStringList words;
  for (const QLabel* label : strip(QStringLiteral("a"))->findChildren<QLabel*>()) words.append(label->text());
  EXPECT_TRUE(words.contains(QStringLiteral("Error")));
}

TEST_F(AlertBarTest, TextFromOutsideIsShownLiterally) {
  AlertNotice wild = notice(QStringLiteral("a"));
  wild.text = QStringLiteral("<b>bold</b>");
  bar->show(wild);
  for (const QLabel* label : bar->findChildren<QLabel*>()) {
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
  }
  for (const QWidget* widget : bar->findChildren<QWidget*>()) EXPECT_FALSE(widget->toolTip().contains(wild.text));
}

TEST_F(AlertBarTest, ANarrowBarShowsTheWholeText) {
  AlertNotice wordy = notice(QStringLiteral("a"));
  wordy.text = QStringLiteral("many words ").repeated(30);
  bar->show(wordy);
  window.resize(40 * window.fontMetrics().averageCharWidth(), 700);
  settle(window);
  auto* label = strip(QStringLiteral("a"))->findChild<QLabel*>(QStringLiteral("alert_text"));
  EXPECT_GE(label->height(), label->heightForWidth(label->width()));
}

}  // namespace
}  // namespace gan::test
