// The settings of the dock Steer as people read them, however narrow it is.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include "controls/setting_row.h"
#include "controls/settings_form.h"
#include "main/studio.h"
#include "studio/window/run_window.h"

namespace gan::test {
namespace {

class SteerDock : public RunWindow {
 protected:
  ~SteerDock() override { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void openRun(const char* language) {
    languages_.use(QLatin1String(language));
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
    makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
    open(folder_ / "run");
    ASSERT_TRUE(until([&] { return find<QDockWidget>("steer_dock")->isVisible(); }));
    form()->setFoldedSections({});
  }
  SettingsForm* form() const { return find("steer_panel")->findChild<SettingsForm*>(); }

  Languages languages_;
};

class SteerDockIn : public SteerDock, public testing::WithParamInterface<const char*> {};

/// The parts of a row that a person reads whole or uses.
QList<QWidget*> partsOf(const SettingRow& row) {
  QList<QWidget*> parts;
  for (auto* part : row.findChildren<QWidget*>()) {
    const auto* label = qobject_cast<QLabel*>(part);
    const bool is_unit = label != nullptr && !label->text().isEmpty() && label->text() == row.setting().unit;
    const bool is_used = qobject_cast<QLineEdit*>(part) || qobject_cast<QSlider*>(part) ||
                         qobject_cast<QComboBox*>(part) || qobject_cast<QAbstractButton*>(part);
    if (part->isVisible() && (is_unit || is_used)) parts << part;
  }
  return parts;
}

TEST_P(SteerDockIn, AtItsLeastWidthCutsNoUnitAndNoEditor) {
  openRun(GetParam());
  auto* dock = find<QDockWidget>("steer_dock");
  window_->resizeDocks({dock}, {1}, Qt::Horizontal);
  QTest::qWait(50);
  EXPECT_LE(dock->width(), 400);
  const QWidget* viewport = form()->findChild<QScrollArea*>()->viewport();
  int units = 0;
  for (const auto* row : form()->findChildren<SettingRow*>()) {
    if (!row->isVisible()) continue;
    const std::string name = row->setting().path.toStdString();
    for (const QWidget* part : partsOf(*row)) {
      EXPECT_GE(part->mapTo(viewport, QPoint()).x(), 0) << name;
      EXPECT_LE(part->mapTo(viewport, QPoint(part->width(), 0)).x(), viewport->width()) << name;
      const auto* label = qobject_cast<const QLabel*>(part);
      if (label == nullptr) continue;
      ++units;
      EXPECT_GE(label->contentsRect().width(), label->fontMetrics().horizontalAdvance(label->text())) << name;
    }
  }
  EXPECT_GT(units, 5);
}
INSTANTIATE_TEST_SUITE_P(InEachLanguage, SteerDockIn, testing::Values("en", "zh_CN"));

TEST_F(SteerDock, HasAHeadingInChineseForEverySection) {
  openRun("zh_CN");
  static const QRegularExpression heading_name(QStringLiteral("^section_"));
  static const QRegularExpression english(QStringLiteral("[A-Za-z]{3}"));
  const auto headings = form()->findChildren<QToolButton*>(heading_name);
  EXPECT_GT(headings.size(), 5);
  for (const QToolButton* heading : headings) {
    EXPECT_FALSE(heading->text().contains(english)) << heading->text().toStdString();
  }
}

}  // namespace
}  // namespace gan::test
