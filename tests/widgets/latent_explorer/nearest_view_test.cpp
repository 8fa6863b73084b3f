#include "latent_explorer/nearest_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QTest>

#include "latent_explorer/nearest_model.h"

namespace gan {
namespace {

TEST(NearestModel, SaysHowFarAnImageIsAndWhichItIs) {
  NearestModel model;
  const QAbstractItemModelTester tester(&model);
  model.setImages(
      {{.name = QStringLiteral("cat/5.png"), .class_name = QStringLiteral("cat"), .distance = 0.125, .image = {}}});
  EXPECT_EQ(model.index(0).data().toString(), QStringLiteral("12.5 %"));
  EXPECT_TRUE(
      model.index(0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("cat/5.png, differs by 12.5 %")));
}

TEST(NearestModel, ImagesOfAnotherPointStayUntilThereAreItsOwn) {
  NearestModel model;
  model.setLine(QStringLiteral("seed=1"));
  model.setImages({NearestImage{}});
  EXPECT_TRUE(model.isSettled());
  model.setLine(QStringLiteral("seed=2"));
  EXPECT_FALSE(model.isSettled());
  EXPECT_EQ(model.rowCount(), 1);
}

TEST(NearestView, OtherImagesAreWantedWhereSomethingElseIsCompared) {
  NearestModel model;
  NearestView view(model);
  model.setLine(QStringLiteral("seed=1"));
  model.setImages({NearestImage{}});
  int wishes = 0;
  QObject::connect(&model, &NearestModel::wishChanged, [&] { ++wishes; });
  auto& measure = *view.findChild<QComboBox*>(QStringLiteral("nearest_measure"));
  QTest::keyClick(&measure, Qt::Key_Down);
  EXPECT_EQ(model.measure(), NearestMeasure::kFeatures);
  EXPECT_EQ(wishes, 1);
  EXPECT_FALSE(model.isSettled());
  model.setImages({NearestImage{}});
  EXPECT_TRUE(view.findChild<QLabel*>(QStringLiteral("nearest_sentence"))->text().contains(QStringLiteral("features")));
}

TEST(NearestView, AnImageIsCopiedAtItsOwnSize) {
  NearestModel model;
  NearestView view(model);
  QImage image(200, 200, QImage::Format_RGB888);
  image.fill(Qt::blue);
  model.setImages({{.name = QStringLiteral("cat/5.png"), .class_name = {}, .distance = 0, .image = image}});
  auto& list = *view.findChild<QAbstractItemView*>(QStringLiteral("nearest"));
  list.setCurrentIndex(model.index(0));
  QTest::keyClick(&list, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(200, 200));
}

TEST(NearestView, SaysHowFarTheSearchIsAndWhatStandsInItsWay) {
  NearestModel model;
  NearestView view(model);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  EXPECT_TRUE(model.isWatched());
  const auto& sentence = *view.findChild<QLabel*>(QStringLiteral("nearest_sentence"));
  model.setSearched(500, 60'000);
  EXPECT_EQ(sentence.text(), QStringLiteral("500 of 60,000 training images are looked through"));
  model.setImages({NearestImage{}});
  EXPECT_TRUE(sentence.text().contains(QStringLiteral("learned by heart")));
  model.setProblem(QStringLiteral("The data are gone."));
  EXPECT_EQ(sentence.text(), QStringLiteral("The data are gone."));
  view.hide();
  EXPECT_FALSE(model.isWatched());
}

}  // namespace
}  // namespace gan
