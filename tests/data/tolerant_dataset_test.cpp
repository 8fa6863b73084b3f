#include "data/tolerant_dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

/// 1,000 images whose label is their number; some are damaged.
class FakeDataset : public Dataset {
 public:
  explicit FakeDataset(std::set<std::int64_t> damaged) : damaged_(std::move(damaged)) {
    info_.name = "fake";
    info_.count = 1000;
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return index; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    if (index == kBroken) throw Error(ErrorCode::kInternal, "defect", "a defect");
    if (damaged_.contains(index)) {
      throw Error(ErrorCode::kDataLoss, "image_damaged", "{file} is damaged",
                  {{"file", "file" + std::to_string(index)}});
    }
    image = {.width = 1, .height = 1, .channels = 1, .pixels = {0}};
    return index;
  }
  static constexpr std::int64_t kBroken = 500;

 private:
  std::set<std::int64_t> damaged_;
  DatasetInfo info_;
};

class TolerantDatasetTest : public testing::Test {
 protected:
  std::unique_ptr<TolerantDataset> open(std::set<std::int64_t> damaged) const {
    return std::make_unique<TolerantDataset>(std::make_unique<FakeDataset>(std::move(damaged)),
                                             ToleranceOptions{.limit = 0.01, .list = list_});
  }
  std::vector<std::string> listed() const {
    std::vector<std::string> lines;
    std::ifstream file(list_);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  TemporaryFolder folder_;
  std::filesystem::path list_ = folder_ / "damaged-images.txt";
  Image image_;
};

TEST_F(TolerantDatasetTest, ReadsTheNextWholeImageInstead) {
  const auto dataset = open({7, 8, 999});
  EXPECT_EQ(dataset->read(6, image_), 6);
  EXPECT_EQ(dataset->read(7, image_), 9);
  EXPECT_EQ(dataset->read(8, image_), 9);
  EXPECT_EQ(dataset->read(999, image_), 0);
}

TEST_F(TolerantDatasetTest, ListsEachDamagedImageOnce) {
  const auto dataset = open({3, 900});
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (const std::int64_t index : {3, 4, 900}) dataset->read(index, image_);
  }
  EXPECT_THAT(listed(), testing::ElementsAre("3\tfile3 is damaged", "900\tfile900 is damaged"));
}

TEST_F(TolerantDatasetTest, StopsAfterOneInAHundred) {
  std::set<std::int64_t> damaged;
  for (std::int64_t i = 0; i < 11; ++i) damaged.insert(20 * i);
  const auto dataset = open(damaged);
  for (std::int64_t i = 0; i < 10; ++i) EXPECT_EQ(dataset->read(20 * i, image_), 20 * i + 1);
  const auto error = expectError(ErrorCode::kDataLoss, "data_too_damaged", [&] { dataset->read(200, image_); });
  EXPECT_THAT(error->message(), testing::HasSubstr("11 of the 1000"));
  EXPECT_THAT(error->message(), testing::HasSubstr(list_.string()));
  EXPECT_EQ(listed().size(), 11U);
}

TEST_F(TolerantDatasetTest, CountsWhatAnEarlierProcessListed) {
  std::set<std::int64_t> damaged;
  for (std::int64_t i = 0; i < 11; ++i) damaged.insert(i * 2);
  {
    const auto earlier = open(damaged);
    for (std::int64_t i = 0; i < 10; ++i) earlier->read(i * 2, image_);
  }
  const auto dataset = open(damaged);
  EXPECT_EQ(dataset->read(0, image_), 1);
  expectError(ErrorCode::kDataLoss, "data_too_damaged", [&] { dataset->read(20, image_); });
  EXPECT_EQ(listed().size(), 11U);
}

TEST_F(TolerantDatasetTest, DoesNotHideWhatConcernsNoSingleImage) {
  const auto dataset = open({});
  expectError(ErrorCode::kInternal, "defect", [&] { dataset->read(FakeDataset::kBroken, image_); });
  EXPECT_FALSE(std::filesystem::exists(list_));
}

}  // namespace
}  // namespace gan
