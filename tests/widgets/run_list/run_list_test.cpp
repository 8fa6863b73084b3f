#include "run_list/run_list.h"

#include <gtest/gtest.h>

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include "run_list/name_elision.h"
#include "run_list/run_list_model.h"
#include "widgets/run_list/runs.h"

namespace gan::test {
namespace {

class RunListTest : public testing::Test {
 protected:
  void show(QSize letters = {90, 20}) {
    const QFontMetrics metrics = list.fontMetrics();
    list.resize(letters.width() * metrics.averageCharWidth(), letters.height() * metrics.height());
    list.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&list));
  }
  QModelIndex at(const char* name) const { return model.indexOf(placeOf(QLatin1String(name))); }
  QStringList activations() const {
    QStringList paths;
    for (const QList<QVariant>& call : activated) paths.append(call[0].value<RunPlace>().target);
    return paths;
  }

  RunListModel model;
  RunList list{model};
  QSignalSpy activated{&list, &RunList::runActivated};
};

TEST_F(RunListTest, TipsShowNamesLetterByLetter) {
  RunRow odd = run(QStringLiteral("<b>x</b>"));
  odd.group = QStringLiteral("/<b>x</b>");
  model.setRuns({odd});
  const QModelIndex row = model.indexOf(odd.place);
  for (const QModelIndex& index : {row, row.parent()}) {
    if (!index.isValid()) continue;
    const QString tip = index.data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(QStringLiteral("&lt;b&gt;x"))) << tip.toStdString();
    EXPECT_FALSE(tip.contains(QStringLiteral("<b>x"))) << tip.toStdString();
  }
}

TEST_F(RunListTest, SelectionExpansionAndScrollStayWhenTheListIsRefreshed) {
  QVector<RunRow> runs = {run(QStringLiteral("a")), run(QStringLiteral("branch"), QStringLiteral("a"))};
  for (int i = 0; i < 100; ++i) runs.append(running(QString::number(i), 100));
  model.setRuns(runs);
  show();
  EXPECT_TRUE(list.isExpanded(at("a"))) << "branches are seen at first";
  list.collapse(at("a"));
  list.select(placeOf(QStringLiteral("50")));
  list.verticalScrollBar()->setValue(30);
  for (int round = 1; round <= 5; ++round) {
    for (RunRow& row : runs) row.glance.step += 10;
    runs.append(run(QStringLiteral("new%1").arg(round)));
    model.setRuns(runs);
    QTest::qWait(1);
  }
  EXPECT_EQ(list.currentIndex(), at("50"));
  EXPECT_TRUE(list.selectionModel()->isRowSelected(at("50").row(), at("50").parent()));
  EXPECT_FALSE(list.isExpanded(at("a")));
  EXPECT_EQ(list.verticalScrollBar()->value(), 30);
  EXPECT_TRUE(activations().isEmpty());
}

TEST_F(RunListTest, AClickAndEnterOpenARunAndAFolderOpensNone) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  show();
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(at("b")).center());
  EXPECT_EQ(activations(), QStringList{placeOf(QStringLiteral("b")).target});
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(at("b").parent()).center());
  list.select(placeOf(QStringLiteral("a")));
  EXPECT_EQ(activated.count(), 1);
  QTest::keyClick(&list, Qt::Key_Return);
  EXPECT_EQ(activations().last(), placeOf(QStringLiteral("a")).target);
}

TEST_F(RunListTest, ArrowKeysOpenOnlyTheRunTheyRestOn) {
  model.setRuns(
      {run(QStringLiteral("a")), run(QStringLiteral("b")), run(QStringLiteral("c")), run(QStringLiteral("d"))});
  show();
  list.select(placeOf(QStringLiteral("a")));
  for (int i = 0; i < 3; ++i) QTest::keyClick(&list, Qt::Key_Down);
  EXPECT_TRUE(activations().isEmpty());
  ASSERT_TRUE(QTest::qWaitFor([this] { return activated.count() > 0; }, 20'000));
  EXPECT_EQ(activations(), QStringList{placeOf(QStringLiteral("d")).target});
}

TEST_F(RunListTest, ARunThatDisappearsOpensNoOther) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  show();
  list.select(placeOf(QStringLiteral("a")));
  model.setRuns({run(QStringLiteral("b"))});
  QTest::qWait(500);
  EXPECT_TRUE(activations().isEmpty());
}

TEST_F(RunListTest, ARunIsSelectedWhenItComes) {
  show();
  list.select(placeOf(QStringLiteral("later")));
  EXPECT_FALSE(list.currentIndex().isValid());
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("later"))});
  EXPECT_EQ(list.currentIndex(), at("later"));
}

TEST_F(RunListTest, OnlyTheRunThatIsOpenIsEverHighlighted) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b")), run(QStringLiteral("c"))});
  show();
  list.select(placeOf(QStringLiteral("b")));
  const QModelIndexList open{at("b")};
  const auto highlighted = [this] { return list.selectionModel()->selectedRows(); };
  const QPoint other = list.visualRect(at("c")).center();
  QTest::mouseClick(list.viewport(), Qt::RightButton, {}, other);
  EXPECT_EQ(highlighted(), open) << "a right click opens nothing";
  QTest::mousePress(list.viewport(), Qt::LeftButton, {}, other);
  QTest::mouseRelease(list.viewport(), Qt::LeftButton, {}, list.visualRect(at("a")).center());
  EXPECT_EQ(highlighted(), open) << "nor does a press that is released elsewhere";
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(at("b").parent()).center());
  EXPECT_EQ(highlighted(), open) << "nor a folder";
  QTest::keyClick(&list, Qt::Key_A, Qt::ControlModifier);
  EXPECT_EQ(highlighted(), open);
  EXPECT_TRUE(activations().isEmpty());
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("c"))});
  EXPECT_TRUE(highlighted().isEmpty()) << "no neighbour takes the place of a run whose folder is gone";
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b")), run(QStringLiteral("c"))});
  EXPECT_EQ(highlighted(), QModelIndexList{at("b")}) << "it is back";
  list.select({});
  EXPECT_TRUE(highlighted().isEmpty());
}

TEST_F(RunListTest, ShowsTheMostTellingColumnsThatFitAndNeverScrollsSideways) {
  model.setRuns({running(QStringLiteral("2026-11-20-dogs-dcgan"), 1200)});
  const auto shown = [this] {
    QVector<int> columns;
    for (int column = 0; column < RunListModel::kColumnCount; ++column) {
      if (!list.isColumnHidden(column)) columns.append(column);
    }
    return columns;
  };
  show({120, 20});
  QTest::qWait(1);
  EXPECT_EQ(shown(), (QVector<int>{0, 1, 2, 3, 4}));
  list.resize(40 * list.fontMetrics().averageCharWidth(), list.height());
  QTest::qWait(1);
  EXPECT_EQ(shown(), (QVector<int>{RunListModel::kName, RunListModel::kState}));
  EXPECT_LE(list.header()->length(), list.viewport()->width());
  list.resize(14 * list.fontMetrics().averageCharWidth(), list.height());
  QTest::qWait(1);
  EXPECT_EQ(shown(), QVector<int>{RunListModel::kName});
}

TEST_F(RunListTest, AColumnThatAppearsShowsItsWholeTitle) {
  model.setRuns({running(QStringLiteral("a"), 7)});
  show({20, 20});
  for (int letters = 20; letters < 120; ++letters) {
    list.resize(letters * list.fontMetrics().averageCharWidth(), list.height());
    for (int column = RunListModel::kName + 1; column < RunListModel::kColumnCount; ++column) {
      if (list.isColumnHidden(column)) continue;
      const QString title = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
      EXPECT_GE(list.columnWidth(column), list.header()->fontMetrics().horizontalAdvance(title)) << title.toStdString();
    }
  }
}

TEST_F(RunListTest, WishedColumnsComeByWhatTheyTellAndOthersNever) {
  RunRow row = running(QStringLiteral("a"), 1200);
  row.marks.tags = {QString(200, QLatin1Char('x'))};
  row.glance.best_by = "fid";
  row.glance.best_score = 12;
  model.setRuns({row});
  const auto shown = [this] {
    QVector<int> columns;
    for (int column = 0; column < RunListModel::kColumnCount; ++column) {
      if (!list.isColumnHidden(column)) columns.append(column);
    }
    return columns;
  };
  show({160, 20});
  EXPECT_EQ(list.columns().size(), 4) << "at first";
  list.setColumns({QStringLiteral("tags"), QStringLiteral("best_score"), QStringLiteral("no such")});
  EXPECT_EQ(shown(), (QVector<int>{RunListModel::kName, RunListModel::kBestScore, RunListModel::kTags}));
  EXPECT_LE(list.columnWidth(RunListModel::kTags),
            30 * list.fontMetrics().averageCharWidth() + list.fontMetrics().height())
      << "long tags leave room for the others";
  list.setColumns(RunList::allColumns());
  EXPECT_EQ(shown().size(), static_cast<int>(RunListModel::kColumnCount));
  EXPECT_LE(list.header()->length(), list.viewport()->width());
  list.setColumns({});
  EXPECT_EQ(shown(), QVector<int>{RunListModel::kName});
}

TEST_F(RunListTest, EveryColumnHasATitle) {
  QSet<QString> titles;
  for (const QString& column : RunList::allColumns()) titles.insert(list.columnTitle(column));
  EXPECT_EQ(titles.size(), static_cast<int>(RunListModel::kColumnCount) - 1);
  EXPECT_FALSE(titles.contains(QString()));
}

TEST_F(RunListTest, RowsWithPicturesAreAsHighBeforeThePictureIsThereAndFoldersStayLow) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  show();
  const int low = list.visualRect(at("a")).height();
  list.setColumns({QStringLiteral("picture")});
  QTest::qWait(1);
  const int high = list.visualRect(at("a")).height();
  EXPECT_GE(high, list.pictureSize().height());
  EXPECT_EQ(list.visualRect(at("a").parent()).height(), low);
  QImage picture(list.pictureSize(), QImage::Format_RGB32);
  picture.fill(Qt::red);
  model.setPicture(placeOf(QStringLiteral("a")), picture);
  QTest::qWait(1);
  EXPECT_EQ(list.visualRect(at("a")).height(), high);
  const QRect place = list.visualRect(at("a").siblingAtColumn(RunListModel::kPicture));
  EXPECT_EQ(list.viewport()->grab().toImage().pixelColor(place.center()), QColor(Qt::red));
  list.setColumns({});
  QTest::qWait(1);
  EXPECT_EQ(list.visualRect(at("a")).height(), low);
}

void rightClick(RunList& list, const QPoint& at) {
  QTest::mouseClick(list.viewport(), Qt::RightButton, {}, at);
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, list.viewport()->mapToGlobal(at));
  QCoreApplication::sendEvent(list.viewport(), &event);
}

TEST_F(RunListTest, TheMenuIsAboutTheRunUnderARightClickWhichOpensNothing) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  show();
  list.select(placeOf(QStringLiteral("a")));
  QSignalSpy menus(&list, &RunList::menuWished);
  rightClick(list, list.visualRect(at("b")).center());
  EXPECT_EQ(menus.count(), 1);
  EXPECT_EQ(list.currentRun(), placeOf(QStringLiteral("b")));
  EXPECT_EQ(list.currentFolder(), QStringLiteral("/runs"));
  EXPECT_EQ(list.selectionModel()->selectedRows(), QModelIndexList{at("a")}) << "which is open";
  rightClick(list, list.visualRect(at("b").parent()).center());
  EXPECT_TRUE(list.currentRun().isEmpty());
  EXPECT_EQ(list.currentFolder(), QStringLiteral("/runs"));
  rightClick(list, QPoint(10, list.viewport()->height() - 2));
  EXPECT_EQ(menus.count(), 2) << "no row is there";
  EXPECT_TRUE(activations().isEmpty());
}

TEST_F(RunListTest, TheMenuComesByKeys) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  show();
  list.setCurrentIndex(at("b"));
  QSignalSpy menus(&list, &RunList::menuWished);
  QTest::keyClick(&list, Qt::Key_Menu);
  QTest::keyClick(&list, Qt::Key_F10, Qt::ShiftModifier);
  ASSERT_EQ(menus.count(), 2);
  const QPoint place = list.viewport()->mapFromGlobal(menus[1][0].toPoint());
  EXPECT_EQ(list.indexAt(place).siblingAtColumn(0), at("b")) << "beside the run that it is about";
  EXPECT_EQ(list.currentRun(), placeOf(QStringLiteral("b")));
  EXPECT_TRUE(activations().isEmpty());
}

TEST_F(RunListTest, AnEmptyListSaysHowItIsFilled) {
  show();
  const QImage without = list.viewport()->grab().toImage();
  list.setEmptyText(QStringLiteral("Nothing here."));
  EXPECT_NE(list.viewport()->grab().toImage(), without);
  EXPECT_FALSE(list.accessibleName().isEmpty());
}

TEST(NameElision, CutsWhatNamesShareAndNotWhatTellsThemApart) {
  const QFontMetrics metrics{QFont()};
  const QStringList names = {QStringLiteral("2026-11-20-fashion-dcgan-rate-1e-3"),
                             QStringLiteral("2026-11-20-fashion-dcgan-rate-2e-4"),
                             QStringLiteral("2026-11-20-fashion-sngan-rate-2e-4")};
  for (const QString& name : names) {
    const int width = metrics.horizontalAdvance(QLatin1Char('0')) * 20;
    const QString cut = elidedAmong(name, names, metrics, width);
    EXPECT_LE(metrics.horizontalAdvance(cut), width) << cut.toStdString();
    EXPECT_TRUE(cut.contains(QChar(0x2026)));
    EXPECT_TRUE(cut.endsWith(name.right(3))) << cut.toStdString();
  }
  EXPECT_NE(elidedAmong(names[0], names, metrics, 120), elidedAmong(names[1], names, metrics, 120));
  EXPECT_EQ(elidedAmong(names[0], names, metrics, 10'000), names[0]);
}

TEST(NameElision, WithSharedEndsTheBeginningsStay) {
  const QFontMetrics metrics{QFont()};
  const QStringList names = {QStringLiteral("sagan-of-flowers-at-64-pixels"),
                             QStringLiteral("dcgan-of-flowers-at-64-pixels")};
  const int width = metrics.horizontalAdvance(QStringLiteral("dcgan-of-flowers"));
  EXPECT_TRUE(elidedAmong(names[0], names, metrics, width).startsWith(QLatin1String("sa")));
  EXPECT_TRUE(elidedAmong(names[1], names, metrics, width).startsWith(QLatin1String("dc")));
}

TEST_F(RunListTest, AStripIsAsNarrowAsItsSignsAndOpensRunsAllTheSame) {
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  show();
  list.setStrip(true);
  EXPECT_LE(list.maximumWidth(), 3 * list.fontMetrics().height());
  list.resize(list.maximumWidth(), 400);
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(at("b")).center());
  EXPECT_EQ(activations(), QStringList{placeOf(QStringLiteral("b")).target});
  EXPECT_FALSE(at("b").data(Qt::ToolTipRole).toString().isEmpty());
  EXPECT_EQ(at("b").data(Qt::AccessibleTextRole).toString().isEmpty(), false);
  list.setStrip(false);
  EXPECT_GT(list.maximumWidth(), 10'000);
}

}  // namespace
}  // namespace gan::test
