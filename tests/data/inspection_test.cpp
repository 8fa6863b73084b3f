#include "data/inspection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

struct Sample {
  Image image{};
  std::int64_t label = kNoLabel;
  std::string damage{};
};

Image plain(std::int64_t width, std::int64_t height, const std::vector<std::uint8_t>& colour) {
  Image image{.width = width, .height = height, .channels = static_cast<std::int64_t>(colour.size()), .pixels = {}};
  for (std::int64_t i = 0; i < width * height; ++i) {
    image.pixels.insert(image.pixels.end(), colour.begin(), colour.end());
  }
  return image;
}

class GivenDataset : public Dataset {
 public:
  GivenDataset(std::vector<Sample> samples, std::vector<std::string> classes) : samples_(std::move(samples)) {
    info_ = {.name = "given",
             .count = static_cast<std::int64_t>(samples_.size()),
             .class_names = std::move(classes),
             .fingerprint = "given"};
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    const Sample& sample = samples_.at(static_cast<std::size_t>(index));
    if (!sample.damage.empty()) throw Error(ErrorCode::kDataLoss, "damaged", sample.damage);
    image = sample.image;
    return sample.label;
  }
  std::int64_t label(std::int64_t index) const override { return samples_.at(static_cast<std::size_t>(index)).label; }

 private:
  std::vector<Sample> samples_;
  DatasetInfo info_;
};

std::vector<std::string> warningsOf(const Inspection& found) {
  std::vector<std::string> ids;
  for (const Message& warning : found.warnings) ids.push_back(warning.id);
  return ids;
}

Inspection inspected(const std::vector<Sample>& samples, const std::vector<std::string>& classes,
                     const InspectionOptions& options = {
                         .resolution = 2, .classes = 0, .corrupt_limit = 0.01, .threads = 3}) {
  ProgressMonitor monitor;
  return inspectData(GivenDataset(samples, classes), options, monitor);
}

TEST(Inspection, CountsClassesSizesAndColours) {
  const auto found =
      inspected({{plain(2, 2, {10, 20, 30}), 0}, {plain(4, 3, {50, 60, 70}), 1}, {plain(2, 2, {90}), 1}}, {"a", "b"});
  EXPECT_THAT(found.images_per_class, ElementsAre(1, 2));
  EXPECT_THAT(found.sizes, ElementsAre(Pair(Pair(2, 2), 2), Pair(Pair(4, 3), 1)));
  EXPECT_EQ(found.grey, 1);
  // 4 pixels of 10, 12 of 50 and 4 of 90: mean 50, variance (4 * 1600 + 4 * 1600) / 20.
  EXPECT_DOUBLE_EQ(found.mean[0], 50.0);
  EXPECT_NEAR(found.deviation[0], std::sqrt(640.0), 1e-9);
  EXPECT_DOUBLE_EQ(found.mean[2], (4 * 30 + 12 * 70 + 4 * 90) / 20.0);
  EXPECT_THAT(warningsOf(found), IsEmpty());
}

TEST(Inspection, TheRangeOfSizesIsThatOfAllAndOfNineTenths) {
  std::vector<Sample> samples(19, Sample{plain(6, 5, {1}), 0});
  samples.push_back({plain(2, 9, {1}), 0});
  const auto range = sizeRange(inspected(samples, {"a"}));
  ASSERT_TRUE(range);
  EXPECT_EQ(range->smallest, std::pair(std::int64_t{2}, std::int64_t{9})) << "by area";
  EXPECT_EQ(range->largest, std::pair(std::int64_t{6}, std::int64_t{5}));
  EXPECT_EQ(range->short_side, 5);
  EXPECT_FALSE(sizeRange(Inspection()));
}

TEST(Inspection, ImagesOfEqualPixelsAreFoundEvenWithOtherLabels) {
  const Image one = plain(2, 2, {1, 2, 3});
  const Image two = plain(2, 2, {4, 5, 6});
  const auto found = inspected({{one, 0}, {two, 0}, {one, 1}, {plain(4, 1, {1, 2, 3}), 1}, {two, 1}, {one, 0}},
                               {"a", "b"}, {.resolution = 1, .classes = 2, .corrupt_limit = 0.01, .threads = 2});
  EXPECT_THAT(found.duplicates, ElementsAre(ElementsAre(0, 2, 5), ElementsAre(1, 4)));
  EXPECT_THAT(warningsOf(found), ElementsAre("inspect_duplicates"));
  EXPECT_THAT(found.warnings[0].english(), testing::HasSubstr("3 images"));
}

TEST(Inspection, DamagedImagesAreListedWithTheirReason) {
  const auto found =
      inspected({{plain(2, 2, {1}), 0}, {.damage = "x.jpg ends early"}, {plain(2, 2, {2}), 1}}, {"a", "b"});
  ASSERT_THAT(found.damaged, SizeIs(1));
  EXPECT_EQ(found.damaged[0].index, 1);
  EXPECT_EQ(found.damaged[0].reason.english(), "x.jpg ends early");
  EXPECT_THAT(found.images_per_class, ElementsAre(1, 1));
  EXPECT_THAT(warningsOf(found), ElementsAre("inspect_too_damaged"));
}

TEST(Inspection, DamageBelowTheLimitIsToldMoreMildly) {
  const auto found = inspected({{plain(2, 2, {1}), 0}, {.damage = "ends early"}, {plain(2, 2, {2}), 1}}, {"a", "b"},
                               {.resolution = 2, .classes = 0, .corrupt_limit = 0.34, .threads = 1});
  EXPECT_THAT(warningsOf(found), ElementsAre("inspect_damaged"));
}

TEST(Inspection, WarnsOfWhatSpoilsARun) {
  const std::vector<Sample> one_label{{plain(2, 2, {1}), 1}, {plain(2, 2, {2}), 1}};
  EXPECT_THAT(warningsOf(inspected(one_label, {"a", "b"})), ElementsAre("inspect_one_label"));
  const std::vector<Sample> two_labels{{plain(2, 2, {1}), 0}, {plain(2, 2, {2}), 2}};
  EXPECT_THAT(warningsOf(inspected(two_labels, {"a", "b", "c"})), ElementsAre("inspect_empty_classes"));
  EXPECT_THAT(inspected(two_labels, {"a", "b", "c"}).warnings[0].english(), testing::HasSubstr("such as b"));
  EXPECT_THAT(warningsOf(inspected(two_labels, {"a", "b", "c"},
                                   {.resolution = 3, .classes = 4, .corrupt_limit = 0.01, .threads = 1})),
              ElementsAre("inspect_empty_classes", "inspect_class_count", "inspect_small_images"));
  EXPECT_THAT(warningsOf(inspected({{plain(2, 2, {1})}, {plain(2, 2, {2})}}, {})), IsEmpty());
}

TEST(Inspection, WarnsOfFoldersThatWouldBeClasses) {
  const std::vector<Sample> samples{{plain(2, 2, {1}), 0}, {plain(2, 2, {2}), 1}};
  InspectionOptions options{.resolution = 2, .classes = 0, .corrupt_limit = 0.01, .threads = 1};
  options.empty_folders = {"fish"};
  const auto found = inspected(samples, {"cat", "dog"}, options);
  ASSERT_THAT(warningsOf(found), ElementsAre("inspect_empty_classes"));
  EXPECT_THAT(found.warnings[0].english(), testing::HasSubstr("1 of 3 classes have no images, such as fish."));
}

TEST(Inspection, StopsOnRequest) {
  std::vector<Sample> many;
  for (int i = 0; i < 3000; ++i) many.push_back({plain(1, 1, {static_cast<std::uint8_t>(i)})});
  ProgressMonitor* running = nullptr;
  std::vector<std::int64_t> done;
  ProgressMonitor monitor([&](const Progress& progress) {
    done.push_back(progress.done);
    running->cancel();
  });
  running = &monitor;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { inspectData(GivenDataset(many, {}), {}, monitor); });
  EXPECT_THAT(done, ElementsAre(256));
}

}  // namespace
}  // namespace gan
