#include <gtest/gtest.h>

#include "state/data_store.h"

namespace gan {
namespace {

std::string nameFor(const ImageKind& images) { return fittingPreset(images).name.toStdString(); }
std::int64_t channelsFor(const ImageKind& images) { return fittingPreset(images).config.integer("data.channels"); }

TEST(FittingPreset, TakesTheResolutionAndColoursNearestToTheImages) {
  EXPECT_EQ(nameFor({.short_side = 28, .grey = true}), "fashion-dcgan");  // MNIST
  EXPECT_EQ(nameFor({.short_side = 32}), "shapes-dcgan");                 // CIFAR
  EXPECT_EQ(nameFor({.short_side = 64}), "dcgan-64");
  EXPECT_EQ(nameFor({.short_side = 500}), "dcgan-64");                    // photographs
  EXPECT_EQ(nameFor({.short_side = 330, .classes = 120}), "dogs-dcgan");  // Stanford dogs
}

TEST(FittingPreset, RatherShrinksImagesThanEnlargesThem) {
  EXPECT_EQ(nameFor({.short_side = 60}), "shapes-dcgan");
  EXPECT_FALSE(fittingPreset({.short_side = 60}).enlarges);
  EXPECT_TRUE(fittingPreset({.short_side = 20}).enlarges);
}

TEST(FittingPreset, TrainsOnTheColoursThatThereAre) {
  EXPECT_EQ(nameFor({.short_side = 400, .grey = true}), "dcgan-64");
  EXPECT_EQ(channelsFor({.short_side = 400, .grey = true}), 1);
  EXPECT_EQ(channelsFor({.short_side = 28}), 3);
}

TEST(FittingPreset, TakesNoBatchThatIsLargerThanAnEpoch) {
  const auto batchOf = [](qint64 count) {
    return fittingPreset({.short_side = 64, .count = count}).config.integer("data.batch_size");
  };
  EXPECT_EQ(batchOf(0), 128);
  EXPECT_EQ(batchOf(128), 128);
  EXPECT_EQ(batchOf(127), 64);
  EXPECT_EQ(batchOf(15), 8);
  EXPECT_EQ(batchOf(1), 1);
}

TEST(FittingPreset, OfABucketThatOnlyTheEngineSeesIsTheUsualOne) { EXPECT_EQ(nameFor({}), "dcgan-64"); }

TEST(ImageKind, IsThatOfNineTenthsOfTheImages) {
  DataFacts facts;
  facts.sizes = {{500, 400, 95}, {20, 600, 5}};
  facts.images = 100;
  EXPECT_EQ(imageKind(facts).short_side, 400);
  facts.sizes = {{500, 400, 85}, {20, 600, 15}};
  EXPECT_EQ(imageKind(facts).short_side, 20);
  facts.grey = 99;
  EXPECT_FALSE(imageKind(facts).grey);
  facts.grey = 100;
  EXPECT_TRUE(imageKind(facts).grey);
  EXPECT_EQ(imageKind({}).short_side, 0);
}

}  // namespace
}  // namespace gan
