#include "evaluation/evaluate_dialog.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "evaluation/evaluation_plan.h"
#include "widgets/accessibility.h"

namespace gan {
namespace {

class EvaluateDialogTest : public testing::Test {
 protected:
  void open(bool has_classes, const EvaluationOrder& order = usual()) {
    plan_.open({.order = order}, {.steps = {100, 200}, .has_average = true, .has_classes = has_classes});
    dialog_ = std::make_unique<EvaluateDialog>(plan_);
    dialog_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog_.get()));
  }
  static EvaluationOrder usual() {
    return {.metrics = {"fid"}, .count = 512, .truncations = {0}, .truncation_kind = "redraw"};
  }
  template <typename T>
  T& part(const char* name) {
    return *dialog_->findChild<T*>(QLatin1String(name));
  }
  const EvaluationOrder& order() const { return plan_.wish().order; }

  EvaluationPlan plan_;
  std::unique_ptr<EvaluateDialog> dialog_;
};

TEST_F(EvaluateDialogTest, TheKindOfTruncationBecomesPartOfTheOrder) {
  open(/*has_classes=*/false);
  auto& kind = part<QComboBox>("evaluate_truncation_kind");
  EXPECT_EQ(kind.currentData().toString(), QStringLiteral("redraw"));
  EXPECT_FALSE(kind.toolTip().isEmpty());
  part<QLineEdit>("evaluate_truncations").setText(QStringLiteral("0.4, 1"));
  for (const char* name : {"scaled_redraw", "scale", "redraw"}) {
    kind.setCurrentIndex(kind.findData(QLatin1String(name)));
    EXPECT_EQ(order().truncation_kind, name);
  }
  EXPECT_EQ(order().truncations, (std::vector<double>{0.4, 1}));
}

TEST_F(EvaluateDialogTest, BeginsWithTheKindOfTruncationOfTheOrder) {
  EvaluationOrder scaled = usual();
  scaled.truncation_kind = "scaled_redraw";
  open(/*has_classes=*/false, scaled);
  EXPECT_EQ(part<QComboBox>("evaluate_truncation_kind").currentData().toString(), QStringLiteral("scaled_redraw"));
}

TEST_F(EvaluateDialogTest, HowANetworkIsFedBecomesPartOfTheOrder) {
  open(/*has_classes=*/false);
  auto& resize = part<QComboBox>("evaluate_resize");
  auto& size = part<QSpinBox>("evaluate_size");
  part<QLineEdit>("evaluate_features").setText(QStringLiteral("/x/network.pt"));
  EXPECT_EQ(order().resize, "") << "an engine of an earlier version knows no other way";
  EXPECT_FALSE(order().size);
  for (const char* name : {"pytorch-fid", "stylegan", "clean-fid", "biggan"}) {
    resize.setCurrentText(QLatin1String(name));
    EXPECT_EQ(order().resize, name);
  }
  size.setValue(224);
  EXPECT_EQ(order().size, 224);
  resize.setCurrentIndex(0);
  size.setValue(0);
  EXPECT_EQ(order().resize, "");
  EXPECT_FALSE(order().size);
  EXPECT_FALSE(resize.toolTip().isEmpty());
  EXPECT_FALSE(size.toolTip().isEmpty());
}

TEST_F(EvaluateDialogTest, WhatIsUsualIsSaidWhereTheRunHasItOtherwise) {
  EvaluationOrder other = usual();
  other.features = "/x/network.pt";
  other.resize = "clean-fid";
  other.size = 224;
  open(/*has_classes=*/false, other);
  EXPECT_EQ(part<QComboBox>("evaluate_resize").currentText(), QStringLiteral("clean-fid"));
  EXPECT_EQ(part<QSpinBox>("evaluate_size").value(), 224);
  part<QComboBox>("evaluate_resize").setCurrentIndex(0);
  part<QSpinBox>("evaluate_size").setValue(0);
  EXPECT_EQ(order().resize, "auto");
  EXPECT_EQ(order().size, 0);
}

TEST_F(EvaluateDialogTest, AnInDomainClassifierIsNotFedOtherwiseThanItWasTrained) {
  EvaluationOrder other = usual();
  other.features = "/x/network.pt";
  other.resize = "clean-fid";
  other.size = 224;
  open(/*has_classes=*/false, other);
  EXPECT_TRUE(part<QComboBox>("evaluate_resize").isEnabled());
  part<QLineEdit>("evaluate_features").setText(QStringLiteral(" in-domain"));
  EXPECT_FALSE(part<QComboBox>("evaluate_resize").isEnabled());
  EXPECT_FALSE(part<QSpinBox>("evaluate_size").isEnabled());
  EXPECT_EQ(order().resize, "");
  EXPECT_FALSE(order().size);
  other.features = "in-domain";
  open(/*has_classes=*/false, other);
  EXPECT_FALSE(part<QComboBox>("evaluate_resize").isEnabled());
}

TEST_F(EvaluateDialogTest, ClassificationAccuracyIsOfferedWhereThereAreClasses) {
  open(/*has_classes=*/false);
  EXPECT_FALSE(part<QCheckBox>("evaluate_metric_cas").isVisible());
  EXPECT_FALSE(part<QCheckBox>("evaluate_metric_intra-fid").isVisible());
  open(/*has_classes=*/true);
  auto& accuracy = part<QCheckBox>("evaluate_metric_cas");
  EXPECT_TRUE(accuracy.isVisible());
  EXPECT_FALSE(accuracy.toolTip().isEmpty());
  accuracy.setChecked(true);
  EXPECT_EQ(order().metrics, (std::vector<std::string>{"fid", "cas"}));
}

TEST_F(EvaluateDialogTest, TabReadsEveryControlInOrderAndEachHasAName) {
  EvaluationOrder of_a_file = usual();
  of_a_file.features = "/x/network.pt";
  open(/*has_classes=*/true, of_a_file);
  dialog_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(dialog_.get()));
  EXPECT_GT(test::tabStops(*dialog_).size(), 14);
  EXPECT_EQ(test::withoutName(*dialog_), "");
  EXPECT_EQ(test::againstReadingOrder(*dialog_), "");
  EXPECT_EQ(test::traps(*dialog_), "");
}

TEST_F(EvaluateDialogTest, ClassificationAccuracyAloneIsRefusedBecauseItHasNoFeatures) {
  open(/*has_classes=*/true);
  plan_.setForecast({.pictures = 10, .seconds = 1});
  EXPECT_TRUE(part<QPushButton>("evaluate_start").isEnabled());
  part<QCheckBox>("evaluate_metric_cas").setChecked(true);
  part<QCheckBox>("evaluate_metric_fid").setChecked(false);
  EXPECT_FALSE(part<QPushButton>("evaluate_start").isEnabled());
  EXPECT_TRUE(part<QLabel>("evaluate_forecast").text().contains(QStringLiteral("choose another score")));
  part<QCheckBox>("evaluate_metric_cas").setChecked(false);
  EXPECT_EQ(part<QLabel>("evaluate_forecast").text(), QStringLiteral("Choose at least one score."));
}

}  // namespace
}  // namespace gan
