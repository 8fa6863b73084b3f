#include "data/held_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/image_fit.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using ::testing::ElementsAre;

/// Images that are their number, of the classes that are given.
class Numbered : public Dataset {
 public:
  explicit Numbered(std::vector<std::int64_t> labels) : labels_(std::move(labels)) {
    info_.name = "numbered";
    info_.count = static_cast<std::int64_t>(labels_.size());
    info_.fingerprint = "f";
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return labels_.at(static_cast<std::size_t>(index)); }
  std::int64_t read(std::int64_t index, Image& image) const override {
    image = {.width = 1, .height = 1, .channels = 1, .pixels = {static_cast<std::uint8_t>(index)}};
    return label(index);
  }

 private:
  std::vector<std::int64_t> labels_;
  DatasetInfo info_;
};

const std::vector<std::int64_t> kLabels = {0, 1, 0, 0, 1, 2, 0, 1, 0, 1};

std::vector<int> imagesOf(const Dataset& dataset) {
  std::vector<int> numbers;
  for (std::int64_t i = 0; i < dataset.info().count; ++i) {
    Image image;
    EXPECT_EQ(dataset.read(i, image), dataset.label(i));
    EXPECT_EQ(dataset.label(i), kLabels.at(image.pixels.at(0)));
    numbers.push_back(image.pixels.at(0));
  }
  return numbers;
}

TEST(HeldOut, AreTheLastOfEachClassAndTheOthersAreTrainedOn) {
  const HeldOut two{.how = HeldOut::How::kPerClass, .share = 0, .per_class = 2};
  const auto training = divided(std::make_unique<Numbered>(kLabels), two, Side::kTraining);
  const auto held_out = divided(std::make_unique<Numbered>(kLabels), two, Side::kHeldOut);
  EXPECT_THAT(imagesOf(*held_out), ElementsAre(6, 7, 8, 9));
  EXPECT_THAT(imagesOf(*training), ElementsAre(0, 1, 2, 3, 4, 5)) << "a class of one image stays";
  EXPECT_NE(training->info().fingerprint, held_out->info().fingerprint);
  EXPECT_NE(training->info().fingerprint, "f");
}

TEST(HeldOut, AShareIsOneOfEachClassRoundedUp) {
  const HeldOut fifth{.how = HeldOut::How::kShare, .share = 0.2, .per_class = 0};
  EXPECT_THAT(imagesOf(*divided(std::make_unique<Numbered>(kLabels), fifth, Side::kHeldOut)), ElementsAre(8, 9));
}

TEST(HeldOut, RefusesToKeepNothingBack) {
  expectError(ErrorCode::kInvalidArgument, "data_nothing_held_out", [] {
    divided(std::make_unique<Numbered>(std::vector<std::int64_t>{0, 1, 2}),
            {.how = HeldOut::How::kPerClass, .share = 0, .per_class = 5}, Side::kHeldOut);
  });
}

/// Pixels that say where they were: red across, green down.
Image places(std::int64_t width, std::int64_t height) {
  Image image{.width = width, .height = height, .channels = 3, .pixels = {}};
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      image.pixels.push_back(static_cast<std::uint8_t>(x));
      image.pixels.push_back(static_cast<std::uint8_t>(y));
      image.pixels.push_back(0);
    }
  }
  return image;
}

// torchvision draws the area uniformly from `scale` and the logarithm of the proportions from `ratio`; parts that do
// not fit are drawn again.
TEST(RandomResizedCrop, CutsPartsOfTheSizesAndProportionsThatAreAllowed) {
  FitOptions options{.resolution = 32, .channels = 3, .crop = Crop::kRandomResized};
  options.crop_least = 0.25;
  double least = 1;
  double most = 0;
  double narrowest = 10;
  double widest = 0;
  for (std::int64_t position = 0; position < 400; ++position) {
    Image image = places(200, 160);
    fitImage(image, options, position);
    ASSERT_EQ(image.width, 32);
    ASSERT_EQ(image.height, 32);
    const auto level = [&](std::int64_t x, std::int64_t y, int channel) {
      return static_cast<double>(image.pixels[static_cast<std::size_t>((y * 32 + x) * 3 + channel)]);
    };
    // 30 of the 32 steps, clear of the borders, which the filter's width blurs.
    const double width = (level(30, 16, 0) - level(1, 16, 0)) * 32 / 29;
    const double height = (level(16, 30, 1) - level(16, 1, 1)) * 32 / 29;
    const double area = width * height / (200 * 160);
    least = std::min(least, area);
    most = std::max(most, area);
    narrowest = std::min(narrowest, width / height);
    widest = std::max(widest, width / height);
  }
  EXPECT_NEAR(least, 0.25, 0.03);
  EXPECT_GT(most, 0.9);
  EXPECT_LT(most, 1.05);
  EXPECT_NEAR(narrowest, 3.0 / 4, 0.04);
  EXPECT_NEAR(widest, 4.0 / 3, 0.06);
}

TEST(RandomResizedCrop, IsAFunctionOfSeedAndPosition) {
  const auto at = [](std::uint64_t seed, std::int64_t position) {
    Image image = places(60, 50);
    fitImage(image, {.resolution = 8, .channels = 3, .crop = Crop::kRandomResized, .seed = seed}, position);
    return image.pixels;
  };
  EXPECT_EQ(at(3, 5), at(3, 5));
  EXPECT_NE(at(3, 5), at(3, 6));
  EXPECT_NE(at(3, 5), at(4, 5));
}

TEST(CentreOfAJudgedImage, IsTheMiddleOfAllThatIsResizedLarger) {
  // 0.875 of 160: the shorter side becomes 256 and 224 of it stay, so 10 of 160 rows go at either end.
  Image image = places(200, 160);
  FitOptions options{.resolution = 224, .channels = 3, .crop = Crop::kCentre};
  options.centre_share = 0.875;
  fitImage(image, options, 0);
  const auto level = [&](std::size_t x, std::size_t y, std::size_t channel) {
    return static_cast<int>(image.pixels[(y * 224 + x) * 3 + channel]);
  };
  EXPECT_EQ(level(0, 0, 1), 10);
  EXPECT_EQ(level(0, 223, 1), 149);
  EXPECT_EQ(level(0, 0, 0), 30);
  EXPECT_EQ(level(223, 0, 0), 169);
}

}  // namespace
}  // namespace gan
