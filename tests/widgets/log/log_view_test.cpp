#include "log/log_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "log/log_model.h"
#include "widgets/settle.h"

namespace gan::test {
namespace {

using Severity = Severity;

LogLine line(qint64 step, const QString& text, Severity severity = Severity::kInfo) {
  return {QDateTime(QDate(2026, 11, 20), QTime(17, 4, 5)), step, severity, text};
}

QVector<LogLine> lines(int count) {
  QVector<LogLine> result;
  for (int i = 0; i < count; ++i) result.append(line(i, QStringLiteral("Line %1.").arg(i)));
  return result;
}

/// Counts how often somebody asks how large a line is.
class CountingModel : public LogModel {
 public:
  QVariant data(const QModelIndex& index, int role) const override {
    if (role == Qt::SizeHintRole) ++measured;
    return LogModel::data(index, role);
  }
  mutable int measured = 0;
};

class LogViewTest : public testing::Test {
 protected:
  void show() {
    view.resize(60 * view.fontMetrics().averageCharWidth(), 20 * view.fontMetrics().height());
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    list = view.findChild<QTreeView*>(QStringLiteral("log_lines"));
  }
  bool lastIsInView() const {
    const QScrollBar* bar = list->verticalScrollBar();
    if (bar->value() != bar->maximum()) return false;  // the place of what is out of sight takes long to find
    const QRect rect = list->visualRect(list->model()->index(list->model()->rowCount() - 1, LogModel::kText));
    return rect.isValid() && list->viewport()->rect().contains(rect);
  }
  QStringList shown() const {
    QStringList texts;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
      texts.append(list->model()->index(row, LogModel::kText).data().toString());
    }
    return texts;
  }

  CountingModel model;
  LogView view{model};
  QTreeView* list = nullptr;
};

TEST(LogModel, KeepsTheRulesOfQtModels) {
  LogModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.append(lines(3));
  model.append({});
  model.append({line(3, QStringLiteral("It broke."), Severity::kError)});
  EXPECT_EQ(model.index(3, LogModel::kText).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("Error: It broke."));
  EXPECT_EQ(model.index(3, LogModel::kTime).data().toString(), QStringLiteral("2026-11-20 17:04:05"));
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(LogViewTest, FollowsTheEndWhileTheEndIsInView) {
  show();
  model.append(lines(200));
  ASSERT_TRUE(QTest::qWaitFor([this] { return lastIsInView(); }, 20'000));
  model.append(lines(50));
  ASSERT_TRUE(QTest::qWaitFor([this] { return lastIsInView(); }, 20'000));

  list->verticalScrollBar()->setValue(20);
  auto* to_end = view.findChild<QToolButton*>(QStringLiteral("log_end_button"));
  EXPECT_TRUE(to_end->isEnabled());
  model.append(lines(50));
  settle(view);
  EXPECT_EQ(list->verticalScrollBar()->value(), 20) << "who reads earlier lines is not torn away";
  QTest::mouseClick(to_end, Qt::LeftButton);
  EXPECT_TRUE(lastIsInView());
  EXPECT_FALSE(to_end->isEnabled());
  model.append(lines(10));
  EXPECT_TRUE(QTest::qWaitFor([this] { return lastIsInView(); }, 20'000));
}

TEST_F(LogViewTest, StillFollowsAfterItWasMadeNarrower) {
  show();
  QVector<LogLine> long_lines;
  for (int i = 0; i < 100; ++i) long_lines.append(line(i, QStringLiteral("many words in a line ").repeated(4)));
  model.append(long_lines);
  view.resize(view.width() * 2, view.height());
  ASSERT_TRUE(QTest::qWaitFor([this] { return lastIsInView(); }, 20'000));
  view.resize(view.width() * 3 / 4, view.height());
  EXPECT_TRUE(QTest::qWaitFor([this] { return lastIsInView(); }, 20'000));
}

TEST_F(LogViewTest, LongLinesAreWrappedToTheirWholeText) {
  show();
  model.append({line(1, QStringLiteral("short")), line(2, QStringLiteral("many words in a line ").repeated(20))});
  settle(view);
  const QModelIndex wrapped = model.index(1, LogModel::kText);
  const int column = list->columnWidth(LogModel::kText);
  EXPECT_LE(list->header()->length(), list->viewport()->width());
  const QRect room(0, 0, column - list->fontMetrics().height(), 100'000);  // without its sign
  const int needed = list->fontMetrics().boundingRect(room, Qt::TextWordWrap, wrapped.data().toString()).height();
  EXPECT_GE(list->visualRect(list->model()->index(1, LogModel::kText)).height(), needed);
  EXPECT_LE(list->visualRect(list->model()->index(0, LogModel::kText)).height(), 2 * list->fontMetrics().height());
}

TEST_F(LogViewTest, ShowsLinesThatHaveAllWordsAndEnoughSeverity) {
  show();
  model.append({line(1, QStringLiteral("Checkpoint written")), line(2, QStringLiteral("D wins"), Severity::kWarning),
                line(3, QStringLiteral("Checkpoint lost"), Severity::kError)});
  auto* words = view.findChild<QLineEdit*>(QStringLiteral("log_search"));
  auto* severity = view.findChild<QComboBox*>(QStringLiteral("log_severity"));
  QTest::keyClicks(words, QStringLiteral("LOST check"));
  EXPECT_EQ(shown(), QStringList{QStringLiteral("Checkpoint lost")});
  words->clear();
  severity->setCurrentIndex(1);
  EXPECT_EQ(shown(), (QStringList{QStringLiteral("D wins"), QStringLiteral("Checkpoint lost")}));
  model.append({line(4, QStringLiteral("quiet")), line(5, QStringLiteral("loud"), Severity::kError)});
  EXPECT_EQ(shown().last(), QStringLiteral("loud"));
  severity->setCurrentIndex(2);
  words->setText(QStringLiteral("wins"));
  EXPECT_TRUE(shown().isEmpty());
}

TEST_F(LogViewTest, CopiesTheSelectedLinesInTheirOrder) {
  show();
  model.append({line(1200, QStringLiteral("first"), Severity::kWarning), line(1300, QStringLiteral("second")),
                line(1400, QStringLiteral("third"))});
  const auto select = [this](int row) {
    list->selectionModel()->select(list->model()->index(row, 0),
                                   QItemSelectionModel::Select | QItemSelectionModel::Rows);
  };
  select(2);
  select(0);
  list->setFocus();
  QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("2026-11-20 17:04:05\t1200\tWarning\tfirst\n"
                                                              "2026-11-20 17:04:05\t1400\tNote\tthird"));
}

TEST_F(LogViewTest, EnterOnALineGoesToItsStep) {
  show();
  model.append({line(1200, QStringLiteral("first")), line(1300, QStringLiteral("second"))});
  QSignalSpy activated(&view, &LogView::stepActivated);
  list->setCurrentIndex(list->model()->index(1, 0));
  QTest::keyClick(list, Qt::Key_Return);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].toLongLong(), 1300);
}

TEST_F(LogViewTest, AHundredThousandLinesComeWithoutMeasuringThemAll) {
  show();
  model.append(lines(100'000));
  ASSERT_TRUE(QTest::qWaitFor([this] { return lastIsInView(); }, 60'000));
  EXPECT_GT(model.measured, 0);
  EXPECT_LT(model.measured, 10'000);
}

TEST_F(LogViewTest, EveryControlHasANameForScreenReaders) {
  show();
  for (const char* name : {"log_search", "log_severity", "log_end_button", "log_lines"}) {
    auto* part = view.findChild<QWidget*>(QLatin1String(name));
    ASSERT_TRUE(part) << name;
    EXPECT_FALSE(part->accessibleName().isEmpty()) << name;
    EXPECT_TRUE(part->focusPolicy() & Qt::TabFocus) << name;
  }
}

}  // namespace
}  // namespace gan::test
