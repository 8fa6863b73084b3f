#include "style/divided_parts.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "style/theme.h"
#include "widgets/accessibility.h"

namespace gan {
namespace {

class DividedPartsTest : public testing::TestWithParam<Qt::Orientation> {
 protected:
  DividedPartsTest() {
    applyTheme(Theme::kLight);
    auto* before = new QWidget;
    auto* column = new QVBoxLayout(before);
    column->addWidget(called(new QLineEdit, "first"));
    column->addWidget(called(new QListWidget, "list"));
    auto* behind = new QWidget;
    (new QVBoxLayout(behind))->addWidget(called(new QLineEdit, "second"));
    parts_ = new DividedParts;
    parts_->setOrientation(GetParam());
    parts_->addPart(before, QStringLiteral("Curves"));
    parts_->addPart(behind, QStringLiteral("Series"));
    parts_->widget(0)->setMinimumSize(100, 100);
    parts_->widget(1)->setMinimumSize(100, 100);
    auto* layout = new QVBoxLayout(&window_);
    layout->addWidget(parts_, 1);
    layout->addWidget(called(new QPushButton, "after"));
    window_.resize(900, 900);
    window_.show();
    window_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window_));
    parts_->setSizes({400, 400});
  }
  ~DividedPartsTest() override { applyTheme(Theme::kSystem); }

  template <typename T>
  static T* called(T* widget, const char* name) {
    widget->setObjectName(QLatin1String(name));
    return widget;
  }
  bool beside() const { return GetParam() == Qt::Horizontal; }
  Divider& divider() const { return *qobject_cast<Divider*>(parts_->handle(1)); }
  int place() const { return beside() ? divider().x() : divider().y(); }
  /// By which a key moves it.
  int movedBy(Qt::Key key, Qt::KeyboardModifiers held = Qt::NoModifier) const {
    const int before = place();
    QTest::keyClick(&divider(), key, held);
    return place() - before;
  }
  Qt::Key back() const { return beside() ? Qt::Key_Left : Qt::Key_Up; }
  Qt::Key forth() const { return beside() ? Qt::Key_Right : Qt::Key_Down; }

  QWidget window_;
  DividedParts* parts_ = nullptr;
};

TEST_P(DividedPartsTest, TabComesToTheDividerBetweenThePartsBesideIt) {
  QStringList names;
  for (const QWidget* stop : test::tabStops(window_)) names << stop->objectName();
  EXPECT_EQ(names, QStringList({QStringLiteral("first"), QStringLiteral("list"), QStringLiteral("divider"),
                                QStringLiteral("second"), QStringLiteral("after")}));
  EXPECT_EQ(test::againstReadingOrder(window_), "");
  EXPECT_EQ(test::traps(window_), "");
}

TEST_P(DividedPartsTest, AnArrowMovesItByALineAndPageOrCtrlByMoreOfThem) {
  const int line = divider().fontMetrics().height();
  const int far = line * Divider::kFarLines;
  EXPECT_EQ(movedBy(forth()), line);
  EXPECT_EQ(movedBy(back()), -line);
  EXPECT_EQ(movedBy(forth(), Qt::ControlModifier), far);
  EXPECT_EQ(movedBy(back(), Qt::ControlModifier), -far);
  EXPECT_EQ(movedBy(Qt::Key_PageDown), far);
  EXPECT_EQ(movedBy(Qt::Key_PageUp), -far);
}

TEST_P(DividedPartsTest, OtherKeysAreNotItsOwn) {
  EXPECT_EQ(movedBy(beside() ? Qt::Key_Down : Qt::Key_Right), 0) << "it moves the other way";
  EXPECT_EQ(movedBy(forth(), Qt::AltModifier), 0);
  EXPECT_EQ(movedBy(Qt::Key_Home, Qt::ControlModifier), 0);
}

TEST_P(DividedPartsTest, HomeAndEndMoveItAsFarAsItGoes) {
  parts_->setChildrenCollapsible(false);
  QTest::keyClick(&divider(), Qt::Key_Home);
  EXPECT_EQ(parts_->sizes().first(), 100);
  EXPECT_EQ(divider().percent(), 0);
  EXPECT_EQ(movedBy(back()), 0);
  QTest::keyClick(&divider(), Qt::Key_End);
  EXPECT_EQ(parts_->sizes().last(), 100);
  EXPECT_EQ(divider().percent(), 100);
}

TEST_P(DividedPartsTest, APartThatHasNoRoomComesBackWithTheLeastThatItNeeds) {
  QTest::keyClick(&divider(), Qt::Key_End);
  ASSERT_EQ(parts_->sizes().last(), 0);
  QTest::keyClick(&divider(), back());
  EXPECT_GE(parts_->sizes().last(), 100);
  EXPECT_LT(parts_->sizes().last(), 100 + divider().fontMetrics().height());
}

TEST_P(DividedPartsTest, WhoFollowsTheMouseFollowsTheKeys) {
  const QSignalSpy moved(parts_, &QSplitter::splitterMoved);
  QTest::keyClick(&divider(), forth());
  EXPECT_EQ(moved.size(), 1);
}

TEST_P(DividedPartsTest, ItsKeysAreNoActionsWhileItHasTheKeyboard) {
  QShortcut action(QKeySequence(back()), &window_);
  const QSignalSpy begun(&action, &QShortcut::activated);
  divider().setFocus();
  EXPECT_LT(movedBy(back()), 0);
  EXPECT_EQ(begun.size(), 0);
}

TEST_P(DividedPartsTest, AScreenReaderHearsWhatLiesOnBothSidesHowItIsMovedAndWhereItIs) {
  QAccessibleInterface* read = QAccessible::queryAccessibleInterface(&divider());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->role(), QAccessible::Separator);
  EXPECT_EQ(read->text(QAccessible::Name), QStringLiteral("Divider between Curves and Series"));
  const QString how = read->text(QAccessible::Description);
  EXPECT_TRUE(how.startsWith(beside() ? QStringLiteral("Curves is left of it, Series right.")
                                      : QStringLiteral("Curves is above it, Series below.")))
      << how.toStdString();
  EXPECT_TRUE(how.contains(QStringLiteral("Home and End"))) << how.toStdString();
  QAccessibleValueInterface* value = read->valueInterface();
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->currentValue().toInt(), 50, 2);
  value->setCurrentValue(25);
  EXPECT_NEAR(value->currentValue().toInt(), 25, 1);
  EXPECT_NEAR(parts_->sizes().first() * 3, parts_->sizes().last(), 20);
}

TEST_P(DividedPartsTest, ADividerThatHasTheKeyboardLooksSo) {
  const QImage rest = divider().grab().toImage();
  divider().setFocus();
  ASSERT_TRUE(divider().hasFocus());
  EXPECT_NE(divider().grab().toImage(), rest);
}

INSTANTIATE_TEST_SUITE_P(Lying, DividedPartsTest, testing::Values(Qt::Horizontal, Qt::Vertical),
                         [](const auto& lies) { return lies.param == Qt::Horizontal ? "Beside" : "Above"; });

}  // namespace
}  // namespace gan
