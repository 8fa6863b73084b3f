#include "latent_explorer/export_dialog.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
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

namespace gan {
namespace {

class ExportDialogTest : public testing::Test {
 protected:
  void open(const ExportWish& wish, const ExplorerFacts& facts) {
    plan.open(wish, facts);
    dialog = std::make_unique<ExportDialog>(plan);
    dialog->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog.get()));
  }
  template <typename T>
  T& part(const char* name) {
    return *dialog->findChild<T*>(QLatin1String(name));
  }
  const SamplesWish& samples() { return std::get<SamplesWish>(plan.wish().pictures); }

  ExportPlan plan;
  std::unique_ptr<ExportDialog> dialog;
};

TEST_F(ExportDialogTest, EveryFieldBecomesPartOfTheWish) {
  open({.pictures = SamplesWish{.seed = 7, .class_folders = true}}, {.classes = 10, .steps = {50, 100}});
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
  EXPECT_EQ(samples().seed, 7U);
  EXPECT_EQ(samples().classes, QStringLiteral("3, 5"));
  EXPECT_EQ(samples().truncation.threshold, 0.5);
  EXPECT_EQ(samples().format, QStringLiteral("jpeg"));
  EXPECT_EQ(samples().quality, 80);
  EXPECT_TRUE(samples().class_folders);
  EXPECT_EQ(plan.wish().step, 50);
}

TEST_F(ExportDialogTest, AnArchiveHasNoFoldersAndAGeneratorWithoutClassesNoneEither) {
  open({.pictures = SamplesWish{.class_folders = true}}, {.classes = 10});
  auto& format = part<QComboBox>("export_format");
  format.setCurrentIndex(format.findData(QStringLiteral("npz")));
  EXPECT_FALSE(samples().class_folders);
  EXPECT_FALSE(part<QCheckBox>("export_class_folders").isEnabled());
  open({.pictures = SamplesWish{}}, {});
  EXPECT_FALSE(part<QLineEdit>("export_classes").isVisible());
  EXPECT_FALSE(part<QCheckBox>("export_class_folders").isVisible());
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
  EXPECT_FALSE(part<QSpinBox>("export_count").isVisible());
  part<QSpinBox>("export_zoom").setValue(4);
  auto& format = part<QComboBox>("export_format");
  format.setCurrentIndex(format.findData(QStringLiteral("gif")));
  const auto& film = std::get<FilmWish>(plan.wish().pictures);
  EXPECT_EQ(film.zoom, 4);
  EXPECT_EQ(film.format, QStringLiteral("gif"));
  EXPECT_EQ(film.walk, walk);
  EXPECT_EQ(plan.wish().step, 50);
}

TEST_F(ExportDialogTest, ShowsPicturesAndThePlanEndsWithIt) {
  open({.pictures = SamplesWish{}}, {});
  plan.setPreviewLines({QStringLiteral("seed=0"), QStringLiteral("seed=0/1")});
  auto& preview = part<QAbstractItemView>("export_preview");
  ASSERT_EQ(preview.model()->rowCount(), 2);
  EXPECT_EQ(preview.model()->index(1, 0).data().toString(), QStringLiteral("seed=0/1"));
  EXPECT_TRUE(plan.isOpen());
  dialog.reset();
  EXPECT_FALSE(plan.isOpen());
}

TEST_F(ExportDialogTest, AScreenReaderHasANameForEveryField) {
  open({.pictures = SamplesWish{.format = QStringLiteral("jpeg")}}, {.classes = 10});
  for (const char* name : {"export_count", "export_seed", "export_classes", "export_truncation", "export_step",
                           "export_format", "export_quality", "export_class_folders", "export_preview"}) {
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&part<QWidget>(name));
    ASSERT_TRUE(accessible) << name;
    EXPECT_FALSE(accessible->text(QAccessible::Name).isEmpty()) << name;
  }
}

}  // namespace
}  // namespace gan
