#include "run_list/run_list_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSet>
#include <QSignalSpy>
#include <limits>
#include <map>
#include <random>

#include "style/duration_text.h"
#include "widgets/run_list/runs.h"

namespace gan::test {
namespace {

/// Counts what a view would have to react to.
struct Signals {
  explicit Signals(RunListModel& model)
      : inserted(&model, &QAbstractItemModel::rowsInserted),
        removed(&model, &QAbstractItemModel::rowsRemoved),
        moved(&model, &QAbstractItemModel::rowsMoved),
        changed(&model, &QAbstractItemModel::dataChanged),
        reset(&model, &QAbstractItemModel::modelReset),
        laid_out(&model, &QAbstractItemModel::layoutChanged) {}
  int all() const {
    return static_cast<int>(inserted.count() + removed.count() + moved.count() + changed.count() + reset.count() +
                            laid_out.count());
  }
  QSignalSpy inserted, removed, moved, changed, reset, laid_out;
};

QString text(const RunListModel& model, const RunPlace& place, int column) {
  return model.indexOf(place).siblingAtColumn(column).data().toString();
}

/// Each run's target → the target of the run above it, or the folder.
std::map<QString, QString> parents(const RunListModel& model, const QModelIndex& at = {}) {
  std::map<QString, QString> found;
  for (int row = 0; row < model.rowCount(at); ++row) {
    const QModelIndex index = model.index(row, 0, at);
    const auto target = index.data(RunListModel::kPlaceRole).value<RunPlace>().target;
    if (!target.isEmpty()) {
      const QString above = at.data(RunListModel::kPlaceRole).value<RunPlace>().target;
      found[target] = above.isEmpty() ? at.data().toString() : above;
    }
    found.merge(parents(model, index));
  }
  return found;
}

TEST(RunListModel, FoldersHoldRunsAndRunsHoldTheirBranches) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  RunRow elsewhere = run(QStringLiteral("c"));
  elsewhere.place = RunPlace::ofFolder(QStringLiteral("/others/c"));
  elsewhere.group = QStringLiteral("/others");
  model.setRuns({run(QStringLiteral("b"), QStringLiteral("a")), run(QStringLiteral("a")), elsewhere,
                 run(QStringLiteral("orphan"), QStringLiteral("deleted"))});
  const std::map<QString, QString> expected = {{QStringLiteral("/runs/a"), QStringLiteral("/runs")},
                                               {QStringLiteral("/runs/b"), QStringLiteral("/runs/a")},
                                               {QStringLiteral("/others/c"), QStringLiteral("/others")},
                                               {QStringLiteral("/runs/orphan"), QStringLiteral("/runs")}};
  EXPECT_EQ(parents(model), expected);
}

TEST(RunListModel, RunsThatClaimToDescendFromThemselvesStandUnderTheirFolder) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRuns({run(QStringLiteral("self"), QStringLiteral("self")), run(QStringLiteral("x"), QStringLiteral("y")),
                 run(QStringLiteral("y"), QStringLiteral("x")), run(QStringLiteral("of-x"), QStringLiteral("x"))});
  const std::map<QString, QString> expected = {{QStringLiteral("/runs/self"), QStringLiteral("/runs")},
                                               {QStringLiteral("/runs/x"), QStringLiteral("/runs")},
                                               {QStringLiteral("/runs/y"), QStringLiteral("/runs")},
                                               {QStringLiteral("/runs/of-x"), QStringLiteral("/runs/x")}};
  EXPECT_EQ(parents(model), expected);
}

RunRow connection(const QString& target) {
  RunRow row;
  row.place = RunPlace::ofTarget(target);
  row.state = RunRow::State::kElsewhere;
  return row;
}

TEST(RunListModel, RunsOfOtherComputersStandInAGroupOfTheirOwnAndAreFoundByTheirTarget) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const RunRow remote = connection(QStringLiteral("ssh://gpu1/runs/a"));
  model.setRuns({run(QStringLiteral("a")), remote});
  ASSERT_EQ(model.rowCount(), 2);
  const QModelIndex index = model.indexOf(remote.place);
  EXPECT_EQ(index.data().toString(), QStringLiteral("a (gpu1)"));
  EXPECT_EQ(index.parent(), model.index(1, 0));
  EXPECT_EQ(index.parent().data().toString(), QStringLiteral("Other computers"));
  EXPECT_TRUE(index.data(RunListModel::kFolderRole).toString().isEmpty()) << "it is no folder";
  EXPECT_EQ(text(model, remote.place, RunListModel::kStep), QString()) << "nothing is known of it";
  EXPECT_EQ(model.find(placeOf(QStringLiteral("a")))->place.target, QStringLiteral("/runs/a"));
}

TEST(RunListModel, ANameThatChangesIsShownAgain) {
  RunListModel model;
  RunRow remote = connection(QStringLiteral("ssh://gpu1/runs/a"));
  model.setRuns({remote});
  Signals seen(model);
  remote.place.name = QStringLiteral("Flowers");
  model.setRuns({remote});
  EXPECT_EQ(seen.changed.count(), 1);
  EXPECT_EQ(text(model, remote.place, RunListModel::kName), QStringLiteral("Flowers"));
}

TEST(RunListModel, TheSameListAgainSignalsNothing) {
  RunListModel model;
  const QVector<RunRow> runs = {running(QStringLiteral("a"), 100), run(QStringLiteral("b"), QStringLiteral("a"))};
  model.setRuns(runs);
  const Signals seen(model);
  model.setRuns(runs);
  EXPECT_EQ(seen.all(), 0);
}

TEST(RunListModel, ARunThatGoesOnSignalsItsChangedColumnsOnly) {
  RunListModel model;
  model.setRuns({running(QStringLiteral("a"), 100), run(QStringLiteral("b"))});
  const Signals seen(model);
  model.setRuns({running(QStringLiteral("a"), 200), run(QStringLiteral("b"))});
  ASSERT_EQ(seen.changed.count(), 1);
  EXPECT_EQ(seen.all(), 1);
  EXPECT_EQ(seen.changed[0][0].toModelIndex(), model.indexOf(placeOf(QStringLiteral("a"))).siblingAtColumn(2));
  EXPECT_EQ(seen.changed[0][1].toModelIndex().column(), RunListModel::kRemaining);
}

TEST(RunListModel, ANewRunIsOneInsertionAndADeletedOneIsOneRemoval) {
  RunListModel model;
  model.setRuns({run(QStringLiteral("b")), run(QStringLiteral("d"))});
  const Signals seen(model);
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b")), run(QStringLiteral("d"))});
  EXPECT_EQ(seen.inserted.count(), 1);
  EXPECT_EQ(seen.all(), 1);
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("d"))});
  EXPECT_EQ(seen.removed.count(), 1);
  EXPECT_EQ(seen.all(), 2);
}

TEST(RunListModel, AThousandNewRunsAreTwoInsertions) {
  RunListModel model;
  const Signals seen(model);
  QVector<RunRow> runs;
  for (int i = 0; i < 1000; ++i) runs.append(run(QString::number(i)));
  model.setRuns(runs);
  EXPECT_EQ(seen.all(), 2) << "their folder, and all of them";
}

TEST(RunListModel, ABranchOutlivesItsDeletedParent) {
  RunListModel model;
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"), QStringLiteral("a"))});
  const QPersistentModelIndex branch = model.indexOf(placeOf(QStringLiteral("b")));
  model.setRuns({run(QStringLiteral("b"), QStringLiteral("a"))});
  ASSERT_TRUE(branch.isValid());
  EXPECT_EQ(branch.data(RunListModel::kPlaceRole).value<RunPlace>(), placeOf(QStringLiteral("b")));
  EXPECT_FALSE(branch.parent().parent().isValid());
}

/// Against a direct reading of the contract, over many changes of everything at once.
TEST(RunListModel, ArrivesAtAnyListFromAnyOtherAndKeepsTrackOfTheRunsThatStay) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const Signals seen(model);
  std::mt19937 random(20261121);
  const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  for (int round = 0; round < 300; ++round) {
    QVector<RunRow> runs;
    for (int i = 0; i < 12; ++i) {
      if (below(4) == 0) continue;
      RunRow row = run(QString::number(i), below(2) == 0 ? QString() : QString::number(below(12)));
      row.group = QStringLiteral("/folder%1").arg(below(3));
      row.glance.step = below(2);
      runs.append(row);
    }
    std::shuffle(runs.begin(), runs.end(), random);

    std::map<QString, QPersistentModelIndex> before;
    for (const auto& [target, parent] : parents(model)) before[target] = model.indexOf(RunPlace::ofFolder(target));
    model.setRuns(runs);

    std::map<QString, QString> expected;
    std::map<QString, RunRow> by_target;
    for (const RunRow& row : runs) by_target[row.place.target] = row;
    for (const RunRow& row : runs) {
      bool in_circle = false;
      QString at = row.parent.target;
      for (int i = 0; i < 13 && by_target.contains(at); ++i, at = by_target[at].parent.target)
        in_circle |= at == row.place.target;
      expected[row.place.target] = by_target.contains(row.parent.target) && !in_circle ? row.parent.target : row.group;
    }
    ASSERT_EQ(parents(model), expected) << "round " << round;
    for (const RunRow& row : runs) {
      ASSERT_EQ(text(model, row.place, RunListModel::kStep), QStringLiteral("%1 of 1,500").arg(row.glance.step));
      if (!before.contains(row.place.target)) continue;
      ASSERT_EQ(before[row.place.target], model.indexOf(row.place)) << "round " << round;
    }
  }
  EXPECT_EQ(seen.reset.count(), 0);
  EXPECT_EQ(seen.laid_out.count(), 0);
}

TEST(RunListModel, KeepsTheOrderItIsGiven) {
  RunListModel model;
  const auto order = [&model] {
    QStringList names;
    const QModelIndex folder = model.index(0, 0);
    for (int row = 0; row < model.rowCount(folder); ++row) names += model.index(row, 0, folder).data().toString();
    return names.join(QLatin1Char(' '));
  };
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b")), run(QStringLiteral("c"))});
  model.setRuns({run(QStringLiteral("c")), run(QStringLiteral("a")), run(QStringLiteral("b"))});
  EXPECT_EQ(order(), QStringLiteral("c a b"));
}

TEST(RunListModel, OfTwoRunsWithOnePathTheFirstCountsAndNoPathIsNoRun) {
  RunListModel model;
  RunRow twin = run(QStringLiteral("a"));
  twin.place.name = QStringLiteral("twin");
  RunRow nobody = run(QStringLiteral("n"));
  nobody.place = {};
  model.setRuns({run(QStringLiteral("a")), twin, nobody});
  EXPECT_EQ(parents(model).size(), 1U);
  EXPECT_EQ(text(model, placeOf(QStringLiteral("a")), RunListModel::kName), QStringLiteral("a"));
}

TEST(RunListModel, SaysProgressSpeedAndTimeLeft) {
  RunListModel model;
  RunRow endless = running(QStringLiteral("endless"), 1200, 0.25);
  endless.glance.total_steps = 0;
  RunRow paused = running(QStringLiteral("paused"), 1200);
  paused.state = RunRow::State::kPaused;
  model.setRuns({running(QStringLiteral("a"), 1200, 41.3), endless, paused});
  const auto at = [&](const char* name, int column) { return text(model, placeOf(QLatin1String(name)), column); };
  EXPECT_EQ(at("a", RunListModel::kState), QStringLiteral("running"));
  EXPECT_EQ(at("a", RunListModel::kStep), QStringLiteral("1,200 of 1,500"));
  EXPECT_EQ(at("a", RunListModel::kSpeed), QStringLiteral("41 it/s"));
  EXPECT_EQ(at("a", RunListModel::kRemaining), QStringLiteral("7 s"));  // 300 / 41.3
  EXPECT_EQ(at("endless", RunListModel::kStep), QStringLiteral("1,200"));
  EXPECT_EQ(at("endless", RunListModel::kSpeed), QStringLiteral("0.25 it/s"));
  EXPECT_EQ(at("endless", RunListModel::kRemaining), QString());
  EXPECT_EQ(at("paused", RunListModel::kState), QStringLiteral("paused"));
  EXPECT_EQ(at("paused", RunListModel::kRemaining), QString());
}

/// The names of the runs of the only folder, as they are listed.
QStringList namesOf(const RunListModel& model) {
  QStringList names;
  const QModelIndex folder = model.index(0, 0);
  for (int row = 0; row < model.rowCount(folder); ++row) names += model.index(row, 0, folder).data().toString();
  return names;
}

RunRow marked(const QString& name, const RunMarks& marks) {
  RunRow row = run(name);
  row.marks = marks;
  return row;
}

RunMarks starred() {
  RunMarks marks;
  marks.starred = true;
  return marks;
}

RunMarks archived() {
  RunMarks marks;
  marks.archived = true;
  return marks;
}

RunMarks noted(const QString& name, const QString& note, const QStringList& tags) {
  RunMarks marks;
  marks.name = name;
  marks.note = note;
  marks.tags = tags;
  return marks;
}

TEST(RunListModel, StarredRunsStandBeforeTheOthersOfTheirFolderAndFoldersKeepTheirPlaces) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  RunRow elsewhere = marked(QStringLiteral("z"), starred());
  elsewhere.place = RunPlace::ofFolder(QStringLiteral("/others/z"));
  elsewhere.group = QStringLiteral("/others");
  model.setRuns(
      {run(QStringLiteral("a")), marked(QStringLiteral("b"), starred()), run(QStringLiteral("c")), elsewhere});
  EXPECT_EQ(namesOf(model), QStringList({QStringLiteral("★ b"), QStringLiteral("a"), QStringLiteral("c")}));
  EXPECT_EQ(model.index(0, 0).data(RunListModel::kFolderRole).toString(), QStringLiteral("/runs"));
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b")), run(QStringLiteral("c")), elsewhere});
  EXPECT_EQ(namesOf(model), QStringList({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
}

TEST(RunListModel, ShowsArchivedRunsOnlyWhenTheyAreAskedForAndTheirBranchesAlways) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRuns({marked(QStringLiteral("old"), archived()), run(QStringLiteral("branch"), QStringLiteral("old"))});
  EXPECT_EQ(namesOf(model), QStringList{QStringLiteral("branch")});
  EXPECT_EQ(model.runs().size(), 2);
  EXPECT_NE(model.find(placeOf(QStringLiteral("old"))), nullptr);
  EXPECT_FALSE(model.indexOf(placeOf(QStringLiteral("old"))).isValid());
  model.setFilter({.words = {}, .archived = true});
  EXPECT_EQ(namesOf(model), QStringList{QStringLiteral("old")}) << "which holds its branch";
  EXPECT_TRUE(model.indexOf(placeOf(QStringLiteral("old"))).data(Qt::FontRole).value<QFont>().italic());
  model.setFilter({});
  EXPECT_EQ(namesOf(model), QStringList{QStringLiteral("branch")});
}

TEST(RunListModel, TheFilterFindsEveryWordInNamesNotesAndTags) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRuns({run(QStringLiteral("plain")), marked(QStringLiteral("2026-11-20-dcgan"),
                                                      noted(QStringLiteral("Flowers"), QStringLiteral("rate\nhalved"),
                                                            {QStringLiteral("paper"), QStringLiteral("good")}))});
  const auto found = [&model](const char* words) {
    model.setFilter({.words = QLatin1String(words), .archived = false});
    return namesOf(model);
  };
  const QStringList flowers{QStringLiteral("Flowers")};
  EXPECT_EQ(found("flow"), flowers);
  EXPECT_EQ(found("DCGAN"), flowers) << "the folder's name stays a name of it";
  EXPECT_EQ(found("halved"), flowers);
  EXPECT_EQ(found("  good rate "), flowers) << "in different places";
  EXPECT_EQ(found("good bad"), QStringList());
  EXPECT_EQ(model.rowCount(), 0) << "no folder without runs";
  EXPECT_EQ(found(""), QStringList({QStringLiteral("plain"), QStringLiteral("Flowers")}));
}

TEST(RunListModel, ANewListKeepsTheFilter) {
  RunListModel model;
  model.setFilter({.words = QStringLiteral("b"), .archived = false});
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b1")), run(QStringLiteral("b2"))});
  EXPECT_EQ(namesOf(model), QStringList({QStringLiteral("b1"), QStringLiteral("b2")}));
}

TEST(RunListModel, SaysLengthBestScoreTagsAndNote) {
  RunListModel model;
  RunRow row = marked(QStringLiteral("a"),
                      noted({}, QStringLiteral("<b>why</b>\n\nbecause"), {QStringLiteral("x"), QStringLiteral("y z")}));
  row.glance.best_by = "fid";
  row.glance.best_score = 12.3456;
  row.glance.best_compares_as = "in-domain-0123abcd-2048";
  RunRow endless = running(QStringLiteral("endless"), 10);
  endless.glance.total_steps = 0;
  model.setRuns({row, endless});
  EXPECT_EQ(text(model, row.place, RunListModel::kLength), QStringLiteral("1,500"));
  EXPECT_EQ(text(model, row.place, RunListModel::kBestScore), QStringLiteral("fid 12.35"));
  EXPECT_EQ(text(model, row.place, RunListModel::kTags), QStringLiteral("x, y z"));
  EXPECT_EQ(text(model, endless.place, RunListModel::kLength), QString());
  EXPECT_EQ(text(model, endless.place, RunListModel::kBestScore), QString());
  const QString tip = model.indexOf(row.place).data(Qt::ToolTipRole).toString();
  for (const char* part :
       {"&lt;b&gt;why&lt;/b&gt;<br>because", "fid 12.35, by in-domain-0123abcd-2048", "x, y z", "/runs/a"}) {
    EXPECT_TRUE(tip.contains(QLatin1String(part))) << part << " in " << tip.toStdString();
  }
}

TEST(RunListModel, ATipCutsALongNote) {
  RunListModel model;
  model.setRuns({marked(QStringLiteral("a"), noted({},
                                                   QString(10'000, QLatin1Char('x')) + QString(500, QLatin1Char('\n')) +
                                                       QStringLiteral("1\n2\n3\n4\n5\n6\n7\n8\n9"),
                                                   {}))});
  const QString tip = model.indexOf(placeOf(QStringLiteral("a"))).data(Qt::ToolTipRole).toString();
  EXPECT_LT(tip.size(), 400);
  EXPECT_TRUE(tip.contains(QLatin1Char('7')));
  EXPECT_FALSE(tip.contains(QLatin1Char('8')));
}

TEST(RunListModel, APictureBelongsToItsRunWhereverItStands) {
  RunListModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRuns({run(QStringLiteral("a")), run(QStringLiteral("b"))});
  QImage red(8, 8, QImage::Format_RGB32);
  red.fill(Qt::red);
  const Signals seen(model);
  model.setPicture(placeOf(QStringLiteral("b")), red);
  model.setPicture(placeOf(QStringLiteral("b")), red);
  EXPECT_EQ(seen.changed.count(), 1);
  const auto picture = [&model](const char* name) {
    return model.indexOf(placeOf(QLatin1String(name)))
        .siblingAtColumn(RunListModel::kPicture)
        .data(Qt::DecorationRole)
        .value<QImage>();
  };
  model.setRuns({run(QStringLiteral("b")), run(QStringLiteral("a"))});
  EXPECT_EQ(picture("b"), red);
  EXPECT_TRUE(picture("a").isNull());
  model.setPicture(placeOf(QStringLiteral("b")), {});
  EXPECT_TRUE(picture("b").isNull());
}

TEST(RunListModel, ToolTipsShowThePathAndTakeNamesLiterally) {
  RunListModel model;
  model.setRuns({run(QStringLiteral("<img src=x>"))});
  const QString tip = model.indexOf(placeOf(QStringLiteral("<img src=x>"))).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.contains(QStringLiteral("/runs/&lt;img src=x&gt;"))) << tip.toStdString();
  EXPECT_FALSE(tip.contains(QStringLiteral("<img")));
}

TEST(RunListModel, ARunThatCannotBeReadSaysWhyInPlaceOfItsSteps) {
  RunListModel model;
  RunRow row = run(QStringLiteral("a"));
  row.state = RunRow::State::kUnreadable;
  row.problem = QStringLiteral("Its <b>manifest</b> is damaged.");
  model.setRuns({row});
  const QModelIndex index = model.indexOf(row.place);
  EXPECT_TRUE(index.data(Qt::ToolTipRole).toString().contains(row.problem.toHtmlEscaped()));
  EXPECT_EQ(index.data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("a cannot be read: Its <b>manifest</b> is damaged."));
  EXPECT_EQ(text(model, row.place, RunListModel::kStep), QString());
}

TEST(RunListModel, EveryStateHasItsWordAndItsSign) {
  QSet<QString> words;
  QSet<qint64> signs;
  for (int state = 0; state <= static_cast<int>(RunRow::State::kElsewhere); ++state) {
    RunListModel model;
    RunRow row = run(QStringLiteral("a"));
    row.state = static_cast<RunRow::State>(state);
    model.setRuns({row});
    words.insert(text(model, row.place, RunListModel::kState));
    const QImage sign = model.indexOf(row.place)
                            .data(Qt::DecorationRole)
                            .value<QIcon>()
                            .pixmap(32, 32)
                            .toImage()
                            .convertToFormat(QImage::Format_ARGB32);
    size_t hash = 0;
    for (int y = 0; y < sign.height(); ++y) hash = qHashBits(sign.constScanLine(y), sign.width() * 4, hash);
    signs.insert(static_cast<qint64>(hash));
  }
  EXPECT_EQ(words.size(), 10);
  EXPECT_FALSE(words.contains(QString()));
  EXPECT_EQ(signs.size(), 10);
}

TEST(RunListModel, ARunInWhichARuleFoundSomethingHasASignAndItsWordsWhileItGoesOn) {
  const auto sign = [](const RunListModel& model, const RunPlace& place) {
    return model.indexOf(place).data(Qt::DecorationRole).value<QIcon>().pixmap(32, 32).toImage();
  };
  RunListModel model;
  RunRow row = running(QStringLiteral("a"), 100);
  model.setRuns({row});
  const QImage healthy = sign(model, row.place);
  EXPECT_EQ(text(model, row.place, RunListModel::kState), QStringLiteral("running"));
  row.troubles = {QStringLiteral("D wins."), QStringLiteral("Samples <b>have</b> no variety.")};
  const Signals seen(model);
  model.setRuns({row});
  ASSERT_EQ(seen.changed.count(), 1);
  EXPECT_EQ(seen.changed[0][0].toModelIndex().column(), RunListModel::kName) << "the sign stands there";
  EXPECT_NE(sign(model, row.place), healthy);
  EXPECT_EQ(text(model, row.place, RunListModel::kState), QStringLiteral("running, alert"));
  const QModelIndex index = model.indexOf(row.place);
  EXPECT_EQ(index.data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("a, running, step 100 of 1,500, alert: Samples <b>have</b> no variety."));
  const QString tip = index.data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.contains(QStringLiteral("D wins.")));
  EXPECT_TRUE(tip.contains(row.troubles.last().toHtmlEscaped())) << "as it is written";
  row.state = RunRow::State::kFinished;
  model.setRuns({row});
  EXPECT_EQ(text(model, row.place, RunListModel::kState), QStringLiteral("finished"));
}

TEST(DurationText, IsShortAndExactEnoughAtEveryLength) {
  EXPECT_EQ(durationText(0), QStringLiteral("0 s"));
  EXPECT_EQ(durationText(59.4), QStringLiteral("59 s"));
  EXPECT_EQ(durationText(60), QStringLiteral("1 min"));
  EXPECT_EQ(durationText(59 * 60 + 59), QStringLiteral("59 min"));
  EXPECT_EQ(durationText(3600), QStringLiteral("1 h 00 min"));
  EXPECT_EQ(durationText(2 * 3600 + 5 * 60), QStringLiteral("2 h 05 min"));
  EXPECT_EQ(durationText(24 * 3600 - 1), QStringLiteral("1 d 00 h"));
  EXPECT_EQ(durationText(3 * 86400 + 4 * 3600), QStringLiteral("3 d 04 h"));
  EXPECT_EQ(durationText(-1), QString());
  EXPECT_EQ(durationText(std::numeric_limits<double>::quiet_NaN()), QString());
  EXPECT_EQ(durationText(std::numeric_limits<double>::infinity()), QString());
  EXPECT_EQ(durationText(1e300), QString());
}

}  // namespace
}  // namespace gan::test
