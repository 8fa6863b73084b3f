#include "latent_explorer/directions_view.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "latent_explorer/explorer_model.h"

namespace gan {
namespace {

class DirectionsViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(700, 300);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
  }
  void describe(qint64 chunks = 1) {
    QVector<double> shares(20, 0.025);
    shares[0] = 0.5;
    model.setLatents({.are_known = true,
                      .chunks = chunks,
                      .directions = {{DirectionKind::kSefa, shares}, {DirectionKind::kPca, {0.9, 0.1}}}});
  }
  template <typename T>
  T& part(const char* name) {
    return *view.findChild<T*>(QLatin1String(name));
  }
  QSlider& slider(int number) { return *view.findChild<QSlider*>(QStringLiteral("direction_%1").arg(number)); }

  ExplorerModel model;
  DirectionsView view{model};
};

TEST_F(DirectionsViewTest, LooksWhileItIsSeenAndSaysWhatStandsInTheWay) {
  EXPECT_TRUE(model.areLatentsWatched());
  auto& sentence = part<QLabel>("directions_sentence");
  EXPECT_EQ(sentence.text(), QStringLiteral("The directions are being found out …"));
  model.setLatents({.problem = QStringLiteral("It was killed.")});
  EXPECT_EQ(sentence.text(), QStringLiteral("It was killed."));
  model.setLatents({.are_known = true});
  EXPECT_EQ(sentence.text(), QStringLiteral("The first layer of this generator has no directions."));
  EXPECT_FALSE(slider(0).isVisible());
  describe();
  EXPECT_TRUE(sentence.text().isEmpty());
  EXPECT_TRUE(slider(7).isVisible());
  view.hide();
  EXPECT_FALSE(model.areLatentsWatched());
}

TEST_F(DirectionsViewTest, SlidersMoveThePointByKeysAndFollowIt) {
  describe();
  slider(1).setFocus();
  QTest::keyClick(&slider(1), Qt::Key_Right);
  QTest::keyClick(&slider(1), Qt::Key_PageUp);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 move=sefa/1*1.1"));
  model.setPoint(samplePointFromText("seed=3 move=sefa/2*-2"));
  EXPECT_EQ(slider(1).value(), 0);
  EXPECT_EQ(slider(2).value(), -20);
  EXPECT_EQ(model.line(), QStringLiteral("seed=3 move=sefa/2*-2")) << "a slider that follows wishes nothing";
  part<QToolButton>("direction_reset").click();
  EXPECT_EQ(model.line(), QStringLiteral("seed=3"));
  EXPECT_FALSE(part<QToolButton>("direction_reset").isEnabled());
}

TEST_F(DirectionsViewTest, AKindAndLaterDirectionsAreChosen) {
  describe();
  part<QSpinBox>("direction_first").setValue(5);
  slider(0).setValue(10);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 move=sefa/4"));
  auto& kind = part<QComboBox>("direction_kind");
  kind.setFocus();
  QTest::keyClick(&kind, Qt::Key_Down);
  EXPECT_EQ(kind.currentText(), QStringLiteral("PCA"));
  EXPECT_FALSE(slider(2).isVisible()) << "there are two";
  EXPECT_EQ(slider(0).value(), 0);
  slider(1).setValue(-20);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 move=sefa/4+pca/1*-2"));
}

TEST_F(DirectionsViewTest, PartsOfAnotherLatentAreMixedInWhereThereAreParts) {
  describe();
  EXPECT_FALSE(part<QCheckBox>("style_mix").isVisible());
  describe(6);
  ASSERT_TRUE(part<QCheckBox>("style_mix").isVisible());
  part<QCheckBox>("style_mix").click();
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 mix=3-5 mix_seed=1")) << "the later half of the next seed";
  part<QSpinBox>("style_first").setValue(2);
  part<QSpinBox>("style_last").setValue(3);
  auto& seed = part<QLineEdit>("style_seed");
  seed.setFocus();
  seed.selectAll();
  QTest::keyClicks(&seed, QStringLiteral("42"));
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 mix=1-2 mix_seed=42"));
  part<QSpinBox>("style_first").setValue(5);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 mix=4 mix_seed=42")) << "the last part is never before the first";
  part<QCheckBox>("style_mix").click();
  EXPECT_EQ(model.line(), QStringLiteral("seed=0"));
}

}  // namespace
}  // namespace gan
