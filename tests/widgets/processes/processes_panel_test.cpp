#include "processes/processes_panel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include "processes/phases.h"
#include "processes/processes_model.h"
#include "style/theme.h"
#include "widgets/seen_colours.h"

namespace gan {
namespace {

/// Processes of 100 ms: data 10, forward 20, backward 30, communication 20, optimizer 15, other 5.
ProcessFacts equalProcesses(int count) {
  ProcessFacts facts{.measured = {.steps = 1200, .ranks = {}},
                     .balance = {.step_ms = 100, .efficiency = 0.7, .stragglers = {}}};
  for (int i = 0; i < count; ++i) {
    facts.measured.ranks.push_back({"node-" + std::to_string(i / 4), {10, 20, 30, 20, 15, 5}});
  }
  return facts;
}

/// The last one reads slowly.
ProcessFacts withStraggler(int count) {
  ProcessFacts facts = equalProcesses(count);
  facts.measured.ranks.back().times = {80, 20, 30, 0, 15, 5};
  facts.balance.stragglers.push_back({facts.measured.ranks.size() - 1, Phase::kData, 0.875});
  return facts;
}

/// Each has one, but the first is a part of one and the last computes on its CPU.
ProcessFacts onGpus(int count) {
  ProcessFacts facts = equalProcesses(count);
  std::vector<RankTimes>& ranks = facts.measured.ranks;
  for (RankTimes& rank : ranks) rank.device = DeviceLoad{87, 30ULL << 30U, 80ULL << 30U};
  ranks.front().device->busy_percent.reset();
  ranks.back().device.reset();
  return facts;
}

class ProcessesPanelTest : public testing::Test {
 protected:
  void SetUp() override {
    panel.resize(1100, 500);
    panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
  }
  QString text(const char* name) {
    const auto* label = panel.findChild<QLabel*>(QLatin1String(name));
    return label != nullptr && label->isVisible() ? label->text() : QString();
  }
  QTableView* table() { return panel.findChild<QTableView*>(QStringLiteral("process_table")); }
  QModelIndex cell(int row, int column) { return model.index(row, column); }
  /// Whether a place of a process's bar, in parts of its length, has a colour, up to hatching.
  bool barShows(int row, double place, Phase phase) {
    const QRect rect = table()->visualRect(cell(row, ProcessesModel::kBar));
    const QImage picture = table()->viewport()->grab().toImage();
    const double margin = QFontMetrics(table()->font()).height() / 4.0;
    const double ratio = picture.devicePixelRatio();
    const double x = rect.left() + margin + (rect.width() - 2 * margin) * place;
    const QColor wanted = phaseColour(phase, table()->palette());
    for (int y = rect.center().y() - 3; y <= rect.center().y() + 3; ++y) {
      if (picture.pixelColor((QPointF(x, y) * ratio).toPoint()) == wanted) return true;
    }
    return false;
  }

  ProcessesModel model;
  ProcessesPanel panel{model};
};

TEST_F(ProcessesPanelTest, WithoutTimesSaysWhenTheyCome) {
  EXPECT_TRUE(text("processes_empty").contains(QStringLiteral("a few seconds after training has begun")));
  EXPECT_FALSE(table()->isVisible());
  model.setFacts(equalProcesses(1));
  EXPECT_TRUE(text("processes_empty").isEmpty());
  EXPECT_TRUE(table()->isVisible());
  model.setFacts({});
  EXPECT_FALSE(text("processes_empty").isEmpty());
}

TEST_F(ProcessesPanelTest, TellsEfficiencyAndWhatIsWaitedForInFigures) {
  model.setFacts(equalProcesses(4));
  EXPECT_EQ(text("process_efficiency"), QStringLiteral("70 %"));
  EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("process_efficiency"))->accessibleName(),
            QStringLiteral("Efficiency: 70 %"));
  const QString details = text("process_details");
  for (const char* part : {"100.0 ms", "1,200", "data is 10 %", "other processes 20 %"}) {
    EXPECT_TRUE(details.contains(QLatin1String(part))) << details.toStdString();
  }
}

TEST_F(ProcessesPanelTest, OfOneProcessSaysHowLongItWaitsForDataAndNothingOfOthers) {
  model.setFacts(equalProcesses(1));
  EXPECT_TRUE(text("process_details").contains(QStringLiteral("waiting for data is 10 %")));
  EXPECT_FALSE(text("process_details").contains(QStringLiteral("other processes")));
}

TEST_F(ProcessesPanelTest, NamesTheProcessThatTheOthersWaitForAndMarksItsRowByMoreThanColour) {
  model.setFacts(withStraggler(4));
  const QString sentence = text("process_slow");
  for (const char* part : {"Process 3 on node-0", "88 % longer", "Data"}) {
    EXPECT_TRUE(sentence.contains(QLatin1String(part))) << sentence.toStdString();
  }
  EXPECT_EQ(cell(3, ProcessesModel::kNote).data().toString(), QStringLiteral("88 % slower: Data"));
  EXPECT_FALSE(cell(3, ProcessesModel::kNote).data(Qt::DecorationRole).isNull());
  EXPECT_TRUE(cell(0, ProcessesModel::kNote).data().toString().isEmpty());
  EXPECT_TRUE(cell(0, ProcessesModel::kNote).data(Qt::DecorationRole).isNull());
  EXPECT_FALSE(table()->isColumnHidden(ProcessesModel::kNote));
  model.setFacts(equalProcesses(4));
  EXPECT_TRUE(table()->isColumnHidden(ProcessesModel::kNote)) << "nothing stands in it";
  EXPECT_TRUE(text("process_slow").isEmpty());
}

TEST_F(ProcessesPanelTest, CountsFurtherSlowProcesses) {
  ProcessFacts facts = withStraggler(6);
  facts.balance.stragglers.push_back({1, Phase::kForward, 0.2});
  model.setFacts(facts);
  EXPECT_TRUE(text("process_slow").contains(QStringLiteral("1 more"))) << text("process_slow").toStdString();
}

TEST_F(ProcessesPanelTest, ABarShowsEachPhaseForAsLongAsItTookOfTheLongestProcess) {
  model.setFacts(withStraggler(2));
  // Of 150 ms: the first process's phases end at 10, 30, 60, 80, 95 and 100 ms.
  const std::vector<std::pair<double, Phase>> places = {{5, Phase::kData},       {20, Phase::kForward},
                                                        {45, Phase::kBackward},  {70, Phase::kCommunication},
                                                        {88, Phase::kOptimizer}, {97.5, Phase::kOther}};
  for (const auto& place : places) {
    for (const auto& [elsewhere, other] : places) {
      EXPECT_EQ(barShows(0, elsewhere / 150, place.second), other == place.second) << elsewhere << " ms";
    }
  }
  EXPECT_FALSE(barShows(0, 120.0 / 150, Phase::kOther)) << "it ended before";
  EXPECT_TRUE(barShows(1, 40.0 / 150, Phase::kData));
}

TEST_F(ProcessesPanelTest, SaysEveryNumberToAScreenReader) {
  model.setFacts(equalProcesses(2));
  EXPECT_EQ(cell(1, ProcessesModel::kBar).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("Data 10.0 ms, Forward 20.0 ms, Backward 30.0 ms, Communication 20.0 ms, Optimizer 15.0 ms, "
                           "Other 5.0 ms"));
  EXPECT_EQ(cell(1, ProcessesModel::kTotal).data().toString(), QStringLiteral("100"));
  const auto* legend = panel.findChild<QWidget*>(QStringLiteral("phase_legend"));
  EXPECT_TRUE(legend->accessibleName().contains(QStringLiteral("Data, Forward, Backward, Communication, Optimizer")));
  QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(table());
  ASSERT_NE(reader, nullptr);
  ASSERT_NE(reader->tableInterface(), nullptr);
  EXPECT_EQ(reader->tableInterface()->rowCount(), 2);
}

TEST_F(ProcessesPanelTest, AHundredAndTwentyEightProcessesScrollAndKeepTheirPlaceWhileTheyTrain) {
  model.setFacts(equalProcesses(128));
  EXPECT_GT(table()->verticalScrollBar()->maximum(), 0);
  EXPECT_EQ(table()->horizontalScrollBar()->maximum(), 0) << "1100 pixels are wide enough";
  table()->setFocus();
  for (int i = 0; i < 100; ++i) QTest::keyClick(table(), Qt::Key_Down);
  EXPECT_EQ(table()->currentIndex().row(), 100);
  const int place = table()->verticalScrollBar()->value();
  EXPECT_GT(place, 0);
  model.setFacts(withStraggler(128));
  EXPECT_EQ(table()->currentIndex().row(), 100);
  EXPECT_EQ(table()->verticalScrollBar()->value(), place);
}

TEST_F(ProcessesPanelTest, ANarrowWindowScrollsInsteadOfHidingNumbers) {
  model.setFacts(withStraggler(4));
  panel.resize(420, 400);
  EXPECT_GT(table()->horizontalScrollBar()->maximum(), 0);
  EXPECT_GT(table()->columnWidth(ProcessesModel::kBar), 10 * QFontMetrics(table()->font()).averageCharWidth());
}

TEST_F(ProcessesPanelTest, KeepsTheWidthThatAPersonChoseWhileTimesComeAndTheProcessesChange) {
  model.setFacts(equalProcesses(2));
  const int chosen = table()->columnWidth(ProcessesModel::kHost) * 2;
  table()->horizontalHeader()->resizeSection(ProcessesModel::kHost, chosen);
  const int note = table()->columnWidth(ProcessesModel::kNote);
  for (const int count : {2, 4}) {
    model.setFacts(withStraggler(count));
    EXPECT_EQ(table()->columnWidth(ProcessesModel::kHost), chosen) << count;
    EXPECT_GT(table()->columnWidth(ProcessesModel::kNote), note) << "nobody chose that one: it shows its words";
  }
}

TEST_F(ProcessesPanelTest, WhatTheGpusDoStandsInColumnsThatAreThereOnlyWhereThereIsOne) {
  const auto titles = [this] {
    QStringList all;
    for (int column = 0; column < model.columnCount(); ++column) {
      all << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    return all;
  };
  model.setFacts(equalProcesses(3));
  EXPECT_FALSE(titles().join(QLatin1Char(' ')).contains(QStringLiteral("GPU")));
  model.setFacts(onGpus(3));
  EXPECT_EQ(titles().mid(ProcessesModel::kGpu), (QStringList{QStringLiteral("GPU"), QStringLiteral("GPU memory")}));
  const std::vector<std::pair<QString, QString>> shown = {{QString(), QStringLiteral("30.0 GiB")},
                                                          {QStringLiteral("87 %"), QStringLiteral("30.0 GiB")},
                                                          {QString(), QString()}};
  for (int row = 0; row < 3; ++row) {
    const auto& [busy, memory] = shown[static_cast<std::size_t>(row)];
    EXPECT_EQ(cell(row, ProcessesModel::kGpu).data().toString(), busy) << row;
    EXPECT_EQ(cell(row, ProcessesModel::kGpuMemory).data().toString(), memory) << row;
  }
  EXPECT_EQ(cell(1, ProcessesModel::kGpuMemory).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("30.0 GiB of 80.0 GiB"));
  EXPECT_TRUE(cell(1, ProcessesModel::kGpuMemory).data(Qt::ToolTipRole).toString().contains(QStringLiteral("80.0")));
  EXPECT_FALSE(cell(2, ProcessesModel::kGpuMemory).data(Qt::ToolTipRole).isValid());
  model.setFacts(equalProcesses(3));
  EXPECT_FALSE(titles().join(QLatin1Char(' ')).contains(QStringLiteral("GPU")));
}

TEST_F(ProcessesPanelTest, SaysOnWhichDevicesEachComputesWhereTheProcessesSay) {
  model.setFacts(equalProcesses(5));
  EXPECT_TRUE(table()->isColumnHidden(ProcessesModel::kDevice)) << "an older engine does not tell";
  ProcessFacts facts = equalProcesses(5);
  const std::vector<std::pair<std::string, QString>> devices = {{"cpu", QStringLiteral("CPU")},
                                                                {"3", QStringLiteral("GPU 3")},
                                                                {"0+1", QStringLiteral("GPU 0 + GPU 1")},
                                                                {"auto", QStringLiteral("all GPUs")},
                                                                {"", QString()}};
  for (std::size_t i = 0; i < devices.size(); ++i) facts.measured.ranks[i].computes_on = devices[i].first;
  model.setFacts(facts);
  EXPECT_FALSE(table()->isColumnHidden(ProcessesModel::kDevice));
  for (std::size_t i = 0; i < devices.size(); ++i) {
    EXPECT_EQ(cell(static_cast<int>(i), ProcessesModel::kDevice).data().toString(), devices[i].second) << i;
  }
}

TEST_F(ProcessesPanelTest, NamesRunsBesideThisOneByTheirDevices) {
  model.setFacts(equalProcesses(2));
  EXPECT_TRUE(text("process_others").isEmpty());
  panel.setOthers({{QStringLiteral("faces"), "0"}, {QStringLiteral("lsun"), "2+3"}, {QStringLiteral("new"), ""}});
  EXPECT_EQ(text("process_others"),
            QStringLiteral("Trained on this computer at the same time: GPU 0: faces; GPU 2 + GPU 3: lsun; new"));
  panel.setOthers({});
  EXPECT_TRUE(text("process_others").isEmpty());
}

TEST_F(ProcessesPanelTest, OnGpusTheTableStillFitsWhereItDidWithoutThem) {
  const int chosen = QFontMetrics(table()->font()).averageCharWidth() * 12;
  model.setFacts(equalProcesses(8));
  table()->horizontalHeader()->resizeSection(ProcessesModel::kHost, chosen);
  model.setFacts(onGpus(8));
  EXPECT_EQ(table()->horizontalScrollBar()->maximum(), 0) << "1100 pixels are wide enough";
  EXPECT_EQ(table()->columnWidth(ProcessesModel::kHost), chosen) << "a person made it so wide";
}

TEST_F(ProcessesPanelTest, TellsLongNamesInFullOnHover) {
  ProcessFacts facts = withStraggler(2);
  facts.measured.ranks[0].host = "<b>gpu</b>.a-very-long-name-of-a-machine.cluster.example.org";
  model.setFacts(facts);
  const QString host = cell(0, ProcessesModel::kHost).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(host.contains(QString::fromStdString(facts.measured.ranks[0].host).toHtmlEscaped()))
      << host.toStdString();
  EXPECT_TRUE(cell(1, ProcessesModel::kNote).data(Qt::ToolTipRole).toString().contains(QStringLiteral("slower: Data")));
  EXPECT_FALSE(cell(0, ProcessesModel::kNote).data(Qt::ToolTipRole).isValid());
}

TEST_F(ProcessesPanelTest, ChosenRowsAreCopiedAsNumbers) {
  model.setFacts(equalProcesses(2));
  table()->selectRow(1);
  QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(),
            QStringLiteral("1\tnode-0\t\t\t10.0\t20.0\t30.0\t20.0\t15.0\t5.0\t100"));
}

TEST_F(ProcessesPanelTest, PhasesCanBeToldApartOnLightAndOnDarkGround) {
  for (const Theme theme : {Theme::kLight, Theme::kDark}) {
    applyTheme(theme);
    const QColor ground = panel.palette().color(QPalette::Base);
    for (const Phase phase : kPhases) {
      EXPECT_GE(test::contrast(ground, phaseColour(phase, panel.palette())), 2.0) << phaseTitle(phase).toStdString();
    }
  }
  applyTheme(Theme::kLight);
}

TEST(ProcessesModel, KeepsTheRulesOfItsKindWhileProcessesComeAndGo) {
  ProcessesModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  for (const int count : {0, 2, 2, 5, 1, 0}) {
    model.setFacts(count == 0 ? ProcessFacts{} : withStraggler(count));
    EXPECT_EQ(model.rowCount(), count);
    model.setFacts(count == 0 ? ProcessFacts{} : onGpus(count));
    EXPECT_EQ(model.rowCount(), count);
    EXPECT_EQ(model.columnCount() == ProcessesModel::kColumnCount, count > 1);
  }
}

}  // namespace
}  // namespace gan
