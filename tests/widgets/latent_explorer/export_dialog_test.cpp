#include "latent_explorer/export_dialog.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "latent_explorer/export_plan.h"
#include "latent_explorer/picture_view.h"
#include "widgets/accessibility.h"

namespace gan {
namespace {

class ExportDialogTest : public testing::Test {
 protected:
  void open(const ExportWish& wish, const ExplorerFacts& generator) { open(wish, ExportChoices{generator}); }
  void open(const ExportWish& wish, const ExportChoices& choices) {
    plan.open(wish, choices);
    dialog = std::make_unique<ExportDialog>(plan);
    dialog->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog.get()));
  }
  template <typename T>
  T& part(const char* name) {
    return *dialog->findChild<T*>(QLatin1String(name));
  }
  bool has(const char* name) { return dialog->findChild<QWidget*>(QLatin1String(name)) != nullptr; }
  void choose(const char* box, const char* what) {
    auto& found = part<QComboBox>(box);
    found.setCurrentIndex(found.findData(QLatin1String(what)));
  }
  const SamplesWish& samples() { return std::get<SamplesWish>(plan.wish().pictures); }
  const SheetWish& sheet() { return std::get<SheetWish>(plan.wish().pictures); }

  ExportPlan plan;
  std::unique_ptr<ExportDialog> dialog;
};

TEST_F(ExportDialogTest, EveryFieldBecomesPartOfTheWish) {
  open({.pictures = SamplesWish{.alike = {.seed = 7}, .class_folders = true}}, {.classes = 10, .steps = {50, 100}});
  EXPECT_EQ(part<QLineEdit>("export_seed").text(), QStringLiteral("7"));
  part<QSpinBox>("export_count").setValue(64);
  part<QLineEdit>("export_classes").setText(QStringLiteral(" 3, 5 "));
  part<QDoubleSpinBox>("export_truncation").setValue(0.5);
  auto& step = part<QComboBox>("export_step");
  step.setFocus();
  QTest::keyClick(&step, Qt::Key_End);
  auto& format = part<QComboBox>("export_format");
  EXPECT_FALSE(part<QSpinBox>("export_quality").isVisible());
  format.setFocus();
  QTest::keyClick(&format, Qt::Key_Down);
  EXPECT_TRUE(part<QSpinBox>("export_quality").isVisible());
  part<QSpinBox>("export_quality").setValue(80);
  EXPECT_EQ(samples().count, 64);
  EXPECT_EQ(samples().alike.seed, 7U);
  EXPECT_EQ(samples().alike.classes, QStringLiteral("3, 5"));
  EXPECT_EQ(samples().alike.truncation.threshold, 0.5);
  EXPECT_EQ(samples().format, QStringLiteral("jpeg"));
  EXPECT_EQ(samples().quality, 80);
  EXPECT_TRUE(samples().class_folders);
  EXPECT_EQ(plan.wish().step, 50);
}

TEST_F(ExportDialogTest, AnArchiveHasNoFoldersAndAGeneratorWithoutClassesNoneEither) {
  open({.pictures = SamplesWish{.class_folders = true}}, {.classes = 10});
  choose("export_format", "npz");
  EXPECT_FALSE(samples().class_folders);
  EXPECT_FALSE(part<QCheckBox>("export_class_folders").isEnabled());
  open({.pictures = SamplesWish{}}, ExplorerFacts{});
  EXPECT_FALSE(has("export_classes"));
  EXPECT_FALSE(has("export_class_folders"));
}

TEST_F(ExportDialogTest, TabReadsEveryControlInOrderAndEachHasAName) {
  LatentWalk walk;
  walk.keyframes.resize(3);
  const QStringList kept = {QStringLiteral("seed=1 class=3")};
  const std::vector<ExportWish> wishes = {{.pictures = SamplesWish{.format = QStringLiteral("jpeg")}},
                                          {.pictures = SamplesWish{.points = kept}},
                                          {.step = 50, .pictures = FilmWish{.walk = walk}},
                                          {.pictures = SheetWish{.format = QStringLiteral("webp")}}};
  for (const ExportWish& wish : wishes) {
    open(wish, {.generator = {.classes = 10, .steps = {50}}, .kept = kept, .explored = kept.first()});
    dialog->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog.get()));
    EXPECT_GE(test::tabStops(*dialog).size(), 3) << dialog->windowTitle().toStdString();
    EXPECT_EQ(test::withoutName(*dialog), "") << dialog->windowTitle().toStdString();
    EXPECT_EQ(test::againstReadingOrder(*dialog), "") << dialog->windowTitle().toStdString();
    EXPECT_EQ(test::traps(*dialog), "") << dialog->windowTitle().toStdString();
  }
}

TEST_F(ExportDialogTest, StartsOnceItIsKnownWhatItTakes) {
  open({.pictures = SamplesWish{}}, {.classes = 10});
  EXPECT_FALSE(part<QPushButton>("export_start").isEnabled());
  plan.setForecast({.pictures = 1000, .bytes = 2'500'000, .seconds = 61, .step = 1200});
  EXPECT_TRUE(part<QPushButton>("export_start").isEnabled());
  const QString said = part<QLabel>("export_forecast").text();
  for (const char* part : {"1,000", "1,200", "2.4 MiB", "1 min"}) {
    EXPECT_TRUE(said.contains(QLatin1String(part))) << part << " in " << said.toStdString();
  }
  part<QSpinBox>("export_count").setValue(12);
  EXPECT_FALSE(part<QPushButton>("export_start").isEnabled()) << "that was said of another wish";
  plan.setProblem(QStringLiteral("There is no class 12."));
  EXPECT_EQ(part<QLabel>("export_forecast").text(), QStringLiteral("There is no class 12."));
  EXPECT_FALSE(part<QPushButton>("export_start").isEnabled());
}

TEST_F(ExportDialogTest, AFilmHasAFormatAndASize) {
  LatentWalk walk;
  walk.keyframes.resize(3);
  open({.step = 50, .pictures = FilmWish{.walk = walk}}, {.classes = 10});
  EXPECT_FALSE(has("export_count"));
  part<QSpinBox>("export_zoom").setValue(4);
  choose("export_format", "gif");
  const auto& film = std::get<FilmWish>(plan.wish().pictures);
  EXPECT_EQ(film.zoom, 4);
  EXPECT_EQ(film.format, QStringLiteral("gif"));
  EXPECT_EQ(film.walk, walk);
  EXPECT_EQ(plan.wish().step, 50);
}

TEST_F(ExportDialogTest, KeptPointsHaveTheirOwnClassesAndSnapshotsAndNoNumber) {
  const QStringList points = {QStringLiteral("seed=1 class=3 step=50"), QStringLiteral("seed=1 class=3 step=70")};
  open({.pictures = SamplesWish{.points = points}}, {.classes = 10, .steps = {50, 70}});
  EXPECT_FALSE(has("export_count"));
  EXPECT_FALSE(has("export_seed"));
  EXPECT_FALSE(has("export_step"));
  EXPECT_TRUE(has("export_own_steps"));
  part<QCheckBox>("export_class_folders").setChecked(true);
  choose("export_format", "webp");
  EXPECT_EQ(samples().points, points);
  EXPECT_EQ(samples().format, QStringLiteral("webp"));
  EXPECT_TRUE(samples().class_folders);
  EXPECT_EQ(plan.wish().step, std::nullopt);
}

TEST_F(ExportDialogTest, EachKindOfSheetAsksForWhatItIsMadeOf) {
  const QStringList kept = {QStringLiteral("seed=1 class=3"), QStringLiteral("seed=2 class=4")};
  open({.step = 50, .pictures = SheetWish{.alike = {.seed = 7}}},
       {.generator = {.classes = 10, .steps = {50}}, .kept = kept, .explored = QStringLiteral("seed=9 class=0")});
  part<QSpinBox>("export_rows").setValue(4);
  part<QSpinBox>("export_columns").setValue(1);
  EXPECT_EQ(sheet().kind, QStringLiteral("classes"));
  EXPECT_EQ(sheet().rows, 4);
  EXPECT_EQ(sheet().columns, 1);
  EXPECT_EQ(sheet().alike.seed, 7U);
  EXPECT_EQ(plan.wish().step, 50);
  EXPECT_FALSE(part<QCheckBox>("export_of_points").isVisible());

  choose("export_kind", "interpolate-zy");
  EXPECT_EQ(sheet().columns, 2) << "a way has two ends";

  choose("export_kind", "steps");
  EXPECT_EQ(plan.wish().step, std::nullopt) << "it shows all of them";
  EXPECT_FALSE(part<QComboBox>("export_step").isVisible());
  EXPECT_TRUE(part<QLineEdit>("export_seed").isVisible());
  part<QCheckBox>("export_of_points").setChecked(true);
  EXPECT_EQ(sheet().points, kept);
  EXPECT_FALSE(part<QSpinBox>("export_columns").isVisible()) << "as many as there are points";
  EXPECT_FALSE(part<QLineEdit>("export_seed").isVisible());

  choose("export_kind", "sefa");
  EXPECT_EQ(sheet().points, QStringList{QStringLiteral("seed=9 class=0")});
  EXPECT_TRUE(part<QSpinBox>("export_columns").isVisible());
  EXPECT_EQ(plan.wish().step, 50);
  choose("export_kind", "random");
  EXPECT_TRUE(sheet().points.isEmpty());
}

TEST_F(ExportDialogTest, ASheetOfAGeneratorWithoutClassesIsOfAnotherKind) {
  open({.pictures = SheetWish{}}, ExplorerFacts{});
  EXPECT_EQ(sheet().kind, QStringLiteral("random"));
  EXPECT_EQ(part<QComboBox>("export_kind").findData(QStringLiteral("interpolate-y")), -1);
  EXPECT_FALSE(has("export_classes"));
}

TEST_F(ExportDialogTest, ShowsTheFirstOfItUntilAnotherWishIsAnsweredAndThePlanEndsWithIt) {
  open({.pictures = SamplesWish{}}, ExplorerFacts{});
  auto& preview = part<PictureView>("export_preview");
  EXPECT_FALSE(preview.message().isEmpty());
  QImage first(8, 2, QImage::Format_RGB888);
  first.fill(Qt::green);
  plan.setForecast({.pictures = 1000, .bytes = 1, .seconds = 1, .step = 1, .preview = first});
  EXPECT_EQ(preview.image(), first);
  EXPECT_TRUE(preview.message().isEmpty());
  part<QSpinBox>("export_count").setValue(12);
  EXPECT_EQ(preview.image(), first) << "nothing flickers while a number is typed";
  plan.setProblem(QStringLiteral("There is no class 12."));
  EXPECT_TRUE(preview.image().isNull());
  EXPECT_TRUE(plan.isOpen());
  dialog.reset();
  EXPECT_FALSE(plan.isOpen());
}

TEST_F(ExportDialogTest, SaysThatThePreviewHasOtherStatistics) {
  open({.pictures = SamplesWish{.alike = {.statistics = StatisticsMode::kStanding}}}, ExplorerFacts{});
  plan.setForecast({.pictures = 1000, .bytes = 1, .seconds = 1, .step = 1});
  EXPECT_TRUE(part<QLabel>("export_forecast").text().contains(QStringLiteral("statistics")));
}

TEST_F(ExportDialogTest, SaysSoOfKeptPointsToo) {
  const auto says_so = [&](const ExportWish& wish) {
    open(wish, ExportChoices{.kept = {QStringLiteral("seed=1"), QStringLiteral("seed=2 statistics=batch")}});
    plan.setForecast({.pictures = 2, .bytes = 1, .seconds = 1, .step = 1});
    return part<QLabel>("export_forecast").text().contains(QStringLiteral("statistics"));
  };
  const QStringList kept = {QStringLiteral("seed=1"), QStringLiteral("seed=2 statistics=batch")};
  EXPECT_TRUE(says_so({.pictures = SamplesWish{.points = kept}}));
  EXPECT_TRUE(says_so({.pictures = SheetWish{.kind = QStringLiteral("steps"), .points = kept}}));
  EXPECT_FALSE(says_so({.pictures = SamplesWish{.alike = {.statistics = StatisticsMode::kStanding},
                                                .points = {QStringLiteral("seed=1")}}}))
      << "what a point does not say is not asked of it";
}

TEST_F(ExportDialogTest, AScreenReaderHasANameForEveryField) {
  open({.pictures = SamplesWish{.format = QStringLiteral("jpeg")}}, {.classes = 10});
  for (const char* name : {"export_count", "export_seed", "export_classes", "export_truncation", "export_step",
                           "export_format", "export_quality", "export_class_folders", "export_preview"}) {
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&part<QWidget>(name));
    ASSERT_TRUE(accessible) << name;
    EXPECT_FALSE(accessible->text(QAccessible::Name).isEmpty()) << name;
  }
  open({.pictures = SheetWish{}}, ExportChoices{.generator = {.classes = 10}, .kept = {QStringLiteral("seed=1")}});
  choose("export_kind", "steps");
  for (const char* name : {"export_kind", "export_of_points", "export_rows", "export_columns", "export_seed"}) {
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&part<QWidget>(name));
    ASSERT_TRUE(accessible) << name;
    EXPECT_FALSE(accessible->text(QAccessible::Name).isEmpty()) << name;
  }
}

}  // namespace
}  // namespace gan
