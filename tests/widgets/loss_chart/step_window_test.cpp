#include <gtest/gtest.h>

#include "loss_chart/chart_axes.h"

namespace gan::test {
namespace {

TEST(StepWindow, FittedItShowsAllThatThereIs) {
  StepWindow window;
  window.setExtent(1, 100);
  window.setExtent(1, 250);
  EXPECT_EQ(window.first(), 1);
  EXPECT_EQ(window.last(), 250);
}

TEST(StepWindow, OfABranchShowsTheEndOfWhatWasBeforeItInAQuarterOfItsWidth) {
  StepWindow window;
  window.setExtent(301, 361);
  window.setHistory(1);
  EXPECT_TRUE(window.isFitted());
  EXPECT_EQ(window.first(), 281);
  EXPECT_EQ(window.last(), 361);
  window.setExtent(301, 1501);
  EXPECT_EQ(window.first(), 1) << "all of it, where there is room";
  window.setHistory(0);
  EXPECT_EQ(window.first(), 301);
}

TEST(StepWindow, ReachesBackToTheFirstStepOfWhatWasBefore) {
  StepWindow window;
  window.setExtent(301, 400);
  window.setHistory(1);
  window.set(-50, 50);
  EXPECT_EQ(window.first(), 1);
  EXPECT_EQ(window.last(), 101);
  window.set(-1000, 5000);
  EXPECT_EQ(window.first(), 1);
  EXPECT_EQ(window.last(), 400);
  EXPECT_FALSE(window.isFitted());
}

TEST(StepWindow, MovesAlongWhileTheNewestStepIsInView) {
  StepWindow window;
  window.setExtent(1, 1000);
  window.set(900, 1000);
  window.setExtent(1, 1010);
  EXPECT_EQ(window.first(), 910);
  EXPECT_EQ(window.last(), 1010);
}

TEST(StepWindow, StaysWhereThePersonLooksAtThePast) {
  StepWindow window;
  window.setExtent(1, 1000);
  window.set(100, 200);
  window.setExtent(1, 1010);
  EXPECT_EQ(window.first(), 100);
  EXPECT_EQ(window.last(), 200);
}

TEST(StepWindow, CannotLeaveTheRun) {
  StepWindow window;
  window.setExtent(1, 1000);
  window.set(-100, 0);
  EXPECT_EQ(window.first(), 1);
  EXPECT_EQ(window.last(), 101);
  window.set(2000, 2100);
  EXPECT_EQ(window.last(), 1000);
  EXPECT_EQ(window.first(), 900);
}

TEST(StepWindow, WiderThanTheRunItIsFitted) {
  StepWindow window;
  window.setExtent(1, 1000);
  window.set(-5000, 5000);
  EXPECT_TRUE(window.isFitted());
}

TEST(StepWindow, AfterARollBackItIsMovedIntoWhatIsLeft) {
  StepWindow window;
  window.setExtent(1, 1000);
  window.set(800, 900);
  window.setExtent(1, 500);
  EXPECT_EQ(window.last(), 500);
  EXPECT_EQ(window.first(), 400);
}

TEST(StepWindow, IsNeverNarrowerThanTwoSteps) {
  StepWindow window;
  window.setExtent(1, 1000);
  window.set(500, 500);
  EXPECT_EQ(window.last() - window.first(), 2);
}

}  // namespace
}  // namespace gan::test
