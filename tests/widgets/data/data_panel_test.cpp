#include "data/data_panel.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "data/data_model.h"
#include "data/speed_plot.h"

namespace gan {
namespace {

using Work = DataModel::Work;

DataFacts someFacts() {
  DataFacts facts;
  facts.images = 4003;
  facts.mean = {120.5, 99, 80};
  facts.deviation = {60, 61, 62};
  facts.classes = {{QStringLiteral("cats"), 3000}, {QStringLiteral("dogs"), 1000}};
  facts.sizes = {{640, 480, 3990}, {32, 30, 13}};
  facts.damaged = {{{QStringLiteral("cats/12.jpg")}, QStringLiteral("It ends before its last line.")}};
  facts.duplicates = {
      {{QStringLiteral("cats/3.jpg"), QStringLiteral("cats/17.jpg")}, QStringLiteral("2 equal images")}};
  return facts;
}

class DataPanelTest : public testing::Test {
 protected:
  void SetUp() override {
    panel.resize(900, 700);
    panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
    panel.activateWindow();
  }
  template <typename T = QWidget>
  T* part(const char* name) {
    T* found = panel.findChild<T*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
  QString text(const char* name) { return part<QLabel>(name)->text(); }
  void choose() { model.setSource({QStringLiteral("/data/pets"), false, false}); }

  DataModel model;
  DataPanel panel{model};
};

TEST_F(DataPanelTest, NamesTheFilesThatWerePassedOver) {
  choose();
  DataFacts facts = someFacts();
  EXPECT_FALSE(text("data_facts").contains(QStringLiteral("Passed over")));
  facts.passed_over = {{QStringLiteral("TIFF"), 4, {QStringLiteral("a.tif"), QStringLiteral("b.tif")}}};
  model.setFacts(facts, {}, {});
  EXPECT_TRUE(text("data_facts").contains(QStringLiteral("TIFF: 4 (a.tif, b.tif, …)")))
      << text("data_facts").toStdString();
}

TEST_F(DataPanelTest, TellsNoColoursWhereNoImageCouldBeRead) {
  choose();
  DataFacts facts = someFacts();
  facts.sizes.clear();
  facts.mean = {};
  model.setFacts(facts, {}, {});
  EXPECT_TRUE(text("data_facts").contains(QStringLiteral("Colours: none could be read")));
}

TEST_F(DataPanelTest, WithoutImagesSaysInASentenceHowToGetSome) {
  EXPECT_TRUE(part<QLabel>("data_empty")->isVisible());
  EXPECT_TRUE(text("data_empty").contains(QStringLiteral("Drop a folder")));
  for (const char* name : {"data_inspect", "data_tune", "data_new_run"}) {
    EXPECT_FALSE(part<QPushButton>(name)->isEnabled()) << name;
  }
  EXPECT_TRUE(part<QPushButton>("data_folder")->isEnabled());
}

TEST_F(DataPanelTest, OfARunSaysHowToFillItAndThatOthersCanBeLeft) {
  model.setSource({QStringLiteral("/data/pets"), true, true});
  EXPECT_TRUE(text("data_empty").contains(QStringLiteral("Inspect")));
  EXPECT_TRUE(text("data_source").contains(QStringLiteral("/data/pets")));
  EXPECT_FALSE(part("data_of_run")->isVisible());
  model.setSource({QStringLiteral("/data/other"), false, true});
  EXPECT_TRUE(part("data_of_run")->isVisible());
}

TEST_F(DataPanelTest, ShowsWhatIsWrongBeforeEverythingElse) {
  choose();
  model.setFacts(someFacts(), {QStringLiteral("All images have one label."), QStringLiteral("<b>1</b> is damaged.")},
                 QStringLiteral("The preset dcgan-64 fits."));
  QVector<QLabel*> sentences;
  for (QLabel* label : panel.findChildren<QLabel*>()) {
    if (model.warnings().contains(label->text())) sentences << label;
  }
  ASSERT_EQ(sentences.size(), 2);
  for (const QLabel* label : sentences) {
    EXPECT_TRUE(label->isVisible());
    EXPECT_EQ(label->textFormat(), Qt::PlainText);
    EXPECT_EQ(label->parentWidget()->accessibleName(), QStringLiteral("Warning: ") + label->text());
    EXPECT_LT(label->mapTo(&panel, QPoint()).y(), part("data_tabs")->mapTo(&panel, QPoint()).y());
  }
  model.setFacts(someFacts(), {}, {});
  QTest::qWait(0);
  for (QLabel* label : panel.findChildren<QLabel*>()) EXPECT_FALSE(label->text().contains(QStringLiteral("one label")));
}

TEST_F(DataPanelTest, TellsCountsSizesAndColoursInWords) {
  choose();
  model.setFacts(someFacts(), {}, {});
  const QString facts = text("data_facts");
  EXPECT_TRUE(facts.contains(QStringLiteral("4,003"))) << facts.toStdString();
  EXPECT_TRUE(facts.contains(QStringLiteral("32 × 30 px to 640 × 480 px, 2 different"))) << facts.toStdString();
  EXPECT_TRUE(facts.contains(QStringLiteral("red 120.5 ± 60.0"))) << facts.toStdString();
  EXPECT_EQ(part<QTableView>("data_classes")->model()->rowCount(), 2);
  EXPECT_EQ(part<QTabWidget>("data_tabs")->tabText(2), QStringLiteral("Damaged (1)"));
}

TEST_F(DataPanelTest, WhileItWorksShowsHowFarAndCanBeCancelledWithTheKeyboard) {
  choose();
  auto* inspect = part<QPushButton>("data_inspect");
  inspect->setFocus();
  QSignalSpy wished(&panel, &DataPanel::inspectionWished);
  QTest::keyClick(inspect, Qt::Key_Space);
  EXPECT_EQ(wished.size(), 1);
  model.setWork(Work::kInspecting);
  auto* bar = part<QProgressBar>("data_progress");
  EXPECT_EQ(bar->maximum(), 0) << "how much there is, is not known yet";
  model.setProgress({QStringLiteral("25 of 100 images"), 25, 100});
  EXPECT_EQ(bar->text(), QStringLiteral("25 of 100 images"));
  EXPECT_EQ(4 * bar->value(), bar->maximum());
  auto* cancel = part<QPushButton>("data_cancel");
  EXPECT_TRUE(cancel->hasFocus());
  QSignalSpy cancelled(&panel, &DataPanel::cancelWished);
  QTest::keyClick(cancel, Qt::Key_Space);
  EXPECT_EQ(cancelled.size(), 1);
  model.setWork(Work::kNone);
  EXPECT_TRUE(inspect->hasFocus());
  EXPECT_FALSE(bar->isVisible());
}

TEST_F(DataPanelTest, OffersTheMeasuredNumberOfThreadsForANewRun) {
  choose();
  EXPECT_FALSE(part("data_use_workers")->isVisible());
  model.setSpeeds({{0, 400}, {1, 800}, {2, 1600}, {4, 1610}}, 2);
  auto* use = part<QPushButton>("data_use_workers");
  ASSERT_TRUE(use->isVisible());
  EXPECT_TRUE(use->text().contains(QLatin1Char('2')));
  QSignalSpy wished(&panel, &DataPanel::newRunWithWorkersWished);
  QTest::mouseClick(use, Qt::LeftButton);
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished[0][0].toInt(), 2);
  EXPECT_TRUE(part("speed_plot")->accessibleDescription().contains(QLatin1Char('2')));
}

TEST_F(DataPanelTest, CallsNoThreadsEnoughWhileMoreMayBeFaster) {
  choose();
  model.setSpeeds({{0, 400}, {1, 800}, {2, 1600}}, 2);
  EXPECT_TRUE(text("data_advice").contains(QStringLiteral("more may be faster")));
  EXPECT_FALSE(part("speed_plot")->accessibleDescription().contains(QStringLiteral("enough")));
  model.setSpeeds({{0, 400}, {1, 800}, {2, 810}}, 1);
  EXPECT_EQ(part("speed_plot")->accessibleDescription(), QStringLiteral("enough: 1"));
}

TEST_F(DataPanelTest, CountsAlsoWhatAListLeftOut) {
  choose();
  DataFacts facts = someFacts();
  facts.images = 5001;
  facts.sizes_in_all = {1165, {16, 16, 0}, {1023, 768, 0}, 30};
  facts.duplicates_in_all = 1200;
  model.setFacts(facts, {}, {});
  EXPECT_TRUE(text("data_facts").contains(QStringLiteral("16 × 16 px to 1,023 × 768 px, 1,165 different")))
      << text("data_facts").toStdString();
  const auto* tabs = part<QTabWidget>("data_tabs");
  EXPECT_EQ(tabs->tabText(1), QStringLiteral("Sizes (1,165)"));
  EXPECT_EQ(tabs->tabText(3), QStringLiteral("Equal (1,200)"));
  const CountsModel& sizes = model.sizes();
  EXPECT_EQ(sizes.index(2, CountsModel::kName).data().toString(), QStringLiteral("1,163 other sizes"));
  EXPECT_EQ(sizes.index(2, CountsModel::kImages).data().toString(), QStringLiteral("997"));
  EXPECT_EQ(sizes.index(0, CountsModel::kShare).data().toString(), QStringLiteral("79.8 %")) << "of all that were read";
}

TEST_F(DataPanelTest, CopiesTheListOfDamagedFiles) {
  choose();
  model.setFacts(someFacts(), {}, {});
  part<QTabWidget>("data_tabs")->setCurrentIndex(2);
  auto* table = part<QTableView>("data_damaged");
  table->selectAll();
  QTest::keySequence(table, QKeySequence::Copy);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("cats/12.jpg\tIt ends before its last line."));
}

TEST_F(DataPanelTest, EnlargesSmallSamplesWithHardPixels) {
  choose();
  QImage sheet(2, 1, QImage::Format_RGB32);
  sheet.setPixelColor(0, 0, Qt::red);
  sheet.setPixelColor(1, 0, Qt::blue);
  model.setFacts(someFacts(), {}, {});
  model.setSheet(sheet);
  auto* view = part("data_sheet");
  QTest::qWait(0);
  const QImage drawn = view->grab().toImage();
  const int middle = drawn.width() / 2;
  const int y = drawn.width() / 8;
  EXPECT_EQ(drawn.pixelColor(middle - 2, y), QColor(Qt::red));
  EXPECT_EQ(drawn.pixelColor(middle + 2, y), QColor(Qt::blue));
}

TEST_F(DataPanelTest, CopiesTheSamplesAtTheirOwnSize) {
  choose();
  model.setFacts(someFacts(), {}, {});
  QImage sheet(7, 3, QImage::Format_RGB32);
  sheet.fill(Qt::red);
  model.setSheet(sheet);
  auto* view = part("data_sheet");
  QTest::mouseClick(view, Qt::LeftButton);
  QTest::keySequence(view, QKeySequence::Copy);
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(7, 3));
}

TEST_F(DataPanelTest, NamesEveryControlForScreenReaders) {
  choose();
  model.setFacts(someFacts(), {}, QStringLiteral("fits"));
  model.setSpeeds({{0, 400}, {1, 800}}, 1);
  for (QWidget* widget : panel.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget->inherits("QTabBar") || widget->inherits("QScrollBar")) continue;
    QAccessibleInterface* described = QAccessible::queryAccessibleInterface(widget);
    ASSERT_TRUE(described);
    EXPECT_FALSE(described->text(QAccessible::Name).isEmpty())
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

TEST_F(DataPanelTest, FitsBesideTheDocksOfASmallScreen) {
  choose();
  model.setFacts(someFacts(), {QStringLiteral("All images have one label. ").repeated(4)},
                 QStringLiteral("The preset dcgan-64 fits: coloured images of 64 px."));
  model.setSpeeds({{0, 400}, {1, 800}}, 1);
  EXPECT_LE(panel.minimumSizeHint().width(), 700);
  EXPECT_LE(panel.minimumSizeHint().height(), 600);
}

}  // namespace
}  // namespace gan
