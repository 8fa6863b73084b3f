#include "latent_explorer/explorer_model.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <cmath>
#include <map>

namespace gan {
namespace {

QImage onePixel() {
  QImage image(1, 1, QImage::Format_RGB888);
  image.fill(Qt::red);
  return image;
}

TEST(ExplorerModel, CornersOfThePlaneAreSamplesOfTheSeedAlone) {
  ExplorerModel model;
  model.setSeed(7);
  const std::map<int, QPointF> corners = {{0, {0, 0}}, {1, {1, 0}}, {2, {0, 1}}, {3, {1, 1}}};
  for (const auto& [sample, corner] : corners) {
    model.moveTo(corner);
    const std::vector<LatentTerm> expected = {{.seed = 7, .sample = sample, .weight = 1}};
    EXPECT_EQ(model.point().latent, expected) << sample;
  }
}

TEST(ExplorerModel, AnyPlaceIsTheBilinearMixOfTheCorners) {
  ExplorerModel model;
  model.moveTo({0.25, 0.4});
  const std::vector<double> expected = {0.75 * 0.6, 0.25 * 0.6, 0.75 * 0.4, 0.25 * 0.4};
  ASSERT_EQ(model.point().latent.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(model.point().latent[i].weight, expected[i], 1e-4) << i;
  }
}

TEST(ExplorerModel, TheLineBringsBackPlaceAndSeed) {
  for (int across = 0; across <= 20; ++across) {
    for (int down = 0; down <= 20; ++down) {
      const QPointF place(across / 20.0, down / 20.0);
      ExplorerModel first;
      first.setSeed(123);
      first.moveTo(place);
      ExplorerModel second;
      second.setPoint(samplePointFromText(first.line().toStdString()));
      ASSERT_TRUE(second.place()) << first.line().toStdString();
      EXPECT_NEAR(second.place()->x(), place.x(), 2e-3);
      EXPECT_NEAR(second.place()->y(), place.y(), 2e-3);
      EXPECT_EQ(second.seed(), 123U);
    }
  }
}

TEST(ExplorerModel, APointOffThePlaneHasNoPlaceUntilItIsMoved) {
  ExplorerModel model;
  for (const char* line : {"seed=7*0.5+9*0.5", "seed=7/4", "seed=7/0*-1", "seed=7/0*0.5+7/3*0.5"}) {
    model.setPoint(samplePointFromText(line));
    EXPECT_FALSE(model.place()) << line;
  }
  model.moveTo({1, 0});
  EXPECT_EQ(model.line(), QStringLiteral("seed=7/1"));
}

TEST(ExplorerModel, ANewSeedKeepsThePlace) {
  ExplorerModel model;
  model.moveTo({0.5, 0.2});
  model.setSeed(42);
  EXPECT_EQ(model.place(), QPointF(0.5, 0.2));
  for (const LatentTerm& term : model.point().latent) EXPECT_EQ(term.seed, 42U);
}

TEST(ExplorerModel, OutsideThePlaneItsNearestPlaceIsTaken) {
  ExplorerModel model;
  model.moveTo({-3, 17});
  EXPECT_EQ(model.place(), QPointF(0, 1));
}

TEST(ExplorerModel, APointGetsAClassWhereTheGeneratorNeedsOne) {
  ExplorerModel model;
  model.setFacts({.classes = 10});
  model.setPoint(samplePointFromText("seed=5"));
  EXPECT_EQ(model.line(), QStringLiteral("seed=5 class=0"));
}

TEST(ExplorerModel, APointThatSaysItsComponentsLiesOnNoPlaneUntilItIsMovedThere) {
  ExplorerModel model;
  model.setPoint(samplePointFromText("z=0.5,-1 move=sefa/0*2"));
  EXPECT_FALSE(model.place());
  EXPECT_EQ(model.seed(), 0U);
  model.moveTo(QPointF(1, 0));
  EXPECT_EQ(model.line(), QStringLiteral("seed=0/1 move=sefa/0*2"));
  model.setPoint(samplePointFromText("z=0.5,-1"));
  model.setSeed(7);
  EXPECT_EQ(model.line(), QStringLiteral("seed=7"));
}

TEST(ExplorerModel, AMoveAlongADirectionIsPartOfTheLineAndGoesWithZero) {
  ExplorerModel model;
  model.setMoved(DirectionKind::kSefa, 0, 2.5);
  model.setMoved(DirectionKind::kPca, 3, -1);
  model.setMoved(DirectionKind::kSefa, 0, 4);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 move=sefa/0*4+pca/3*-1"));
  EXPECT_EQ(model.moved(DirectionKind::kSefa, 0), 4);
  EXPECT_EQ(model.moved(DirectionKind::kPca, 0), 0);
  model.setSeed(9);
  EXPECT_EQ(model.line(), QStringLiteral("seed=9 move=sefa/0*4+pca/3*-1")) << "another seed, moved likewise";
  model.setMoved(DirectionKind::kSefa, 0, 0);
  EXPECT_EQ(model.line(), QStringLiteral("seed=9 move=pca/3*-1"));
  model.resetMoves();
  EXPECT_EQ(model.line(), QStringLiteral("seed=9"));
}

TEST(ExplorerModel, APointOfComponentsHasNoPlaceAndGoesBackToTheSeedBeforeIt) {
  ExplorerModel model;
  model.setSeed(7);
  model.setPoint(samplePointFromText("z=0.5,-1,2"));
  EXPECT_FALSE(model.place());
  EXPECT_EQ(model.seed(), 7U);
  model.setMoved(DirectionKind::kSefa, 1, 2);
  EXPECT_EQ(model.line(), QStringLiteral("z=0.5,-1,2 move=sefa/1*2"));
  model.resetMoves();
  model.moveTo({1, 0});
  EXPECT_EQ(model.line(), QStringLiteral("seed=7/1"));
  model.setPoint(samplePointFromText("z=0.5,-1,2"));
  model.setSeed(3);
  EXPECT_EQ(model.line(), QStringLiteral("seed=3"));
}

TEST(ExplorerModel, TwoClassesAreMixedByTheirPart) {
  ExplorerModel model;
  model.setFacts({.classes = 10});
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 class=0"));
  model.setClassMix({3, 5, 0.75});
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 class=3*0.25+5*0.75"));
  model.setClassMix({3, 5, 1});
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 class=5"));
  model.setClassMix({3, 5, 0});
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 class=3"));
  model.setPoint(samplePointFromText("seed=1 class=2*1+4*3"));
  EXPECT_EQ(model.classMix(), (ClassMix{2, 4, 0.75}));
}

TEST(ExplorerModel, WhatIsWishedForIsToldOnce) {
  ExplorerModel model;
  const QSignalSpy wishes(&model, &ExplorerModel::wishChanged);
  model.setTruncation(0.5);
  model.setTruncation(0.5);
  model.setStatistics(StatisticsMode::kStanding);
  model.setStep(500);
  model.setStep(500);
  EXPECT_EQ(wishes.size(), 3);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 truncation=0.5 step=500 statistics=standing"));
}

TEST(ExplorerModel, AProblemOfAnotherPointIsNotThisOnes) {
  ExplorerModel model;
  model.takePicture({.line = QStringLiteral("seed=99"), .image = {}, .step = -1, .problem = QStringLiteral("no")});
  EXPECT_TRUE(model.problem().isEmpty());
  model.takePicture({.line = model.line(), .image = {}, .step = -1, .problem = QStringLiteral("no")});
  EXPECT_EQ(model.problem(), QStringLiteral("no"));
  model.setSeed(1);
  EXPECT_TRUE(model.problem().isEmpty());
}

TEST(ExplorerModel, AKeptPointNamesTheStepOfItsPictureWhereACheckpointHasIt) {
  ExplorerModel model;
  model.setFacts({.steps = {100, 200}});
  model.takePicture({.line = model.line(), .image = onePixel(), .step = 200});
  EXPECT_EQ(model.pointToKeep().step, 200);
  model.takePicture({.line = model.line(), .image = onePixel(), .step = 217});
  EXPECT_EQ(model.pointToKeep().step, std::nullopt);
  model.setSeed(5);  // its picture is still on its way
  model.takePicture({.line = QStringLiteral("seed=0"), .image = onePixel(), .step = 200});
  EXPECT_EQ(model.pointToKeep().step, std::nullopt);
}

TEST(ExplorerModel, DirectionsMoveWhicheverLatentGivesTheFirstPart) {
  ExplorerModel model;
  model.setPoint(samplePointFromText("seed=1"));
  model.setMoved(DirectionKind::kSefa, 0, 2);
  StyleMix mix{.first = 0, .last = 1};
  mix.latent = {LatentTerm{.seed = 7}};
  model.setStyleMix(mix);
  EXPECT_TRUE(model.point().moves.empty()) << "they would move nothing";
  EXPECT_EQ(model.moved(DirectionKind::kSefa, 0), 2);
  model.setMoved(DirectionKind::kSefa, 1, -1);
  EXPECT_EQ(model.point().mix->moves.size(), 2U);
  mix = *model.styleMix();
  mix.first = 1;
  model.setStyleMix(mix);
  EXPECT_TRUE(model.point().mix->moves.empty());
  EXPECT_EQ(model.moved(DirectionKind::kSefa, 1), -1);
  model.resetMoves();
  EXPECT_FALSE(model.isMoved());
}

TEST(ExplorerModel, AsManyDirectionsMoveAsALineOfTextMayHold) {
  ExplorerModel model;
  model.setPoint(samplePointFromText("seed=1"));
  for (qint64 number = 0; number < 80; ++number) model.setMoved(DirectionKind::kPca, number, 1);
  EXPECT_EQ(samplePointFromText(toText(model.point())), model.point());
}

}  // namespace
}  // namespace gan
