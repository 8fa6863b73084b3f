#include "data/loader.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "support/expect_error.h"
#include "tensor/image.h"

namespace gan {
namespace {

/// Image i is plain, of brightness i modulo 256; its label is i.
class FakeDataset : public Dataset {
 public:
  explicit FakeDataset(std::int64_t count) {
    info_ = {.name = "fake", .count = count, .class_names = {}, .fingerprint = "f"};
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return index; }

  std::int64_t read(std::int64_t index, Image& image) const override {
    if (index == damaged) {
      throw Error(ErrorCode::kDataLoss, "fake_damaged", "image {index} is damaged", {{"index", std::to_string(index)}});
    }
    ++reads;
    std::this_thread::sleep_for(delay);
    while (held) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    image = {.width = 4, .height = 4, .channels = 1, .pixels = {}};
    image.pixels.assign(16, static_cast<std::uint8_t>(index));
    return index;
  }

  std::atomic<std::int64_t> damaged = -1;
  std::chrono::milliseconds delay{0};
  std::atomic<bool> held = false;  ///< Nothing is read to its end.
  mutable std::atomic<int> reads = 0;

 private:
  DatasetInfo info_;
};

LoaderOptions options(int workers) {
  LoaderOptions result{.batch_size = 8, .fit = {}, .workers = workers, .prefetch_batches = 2, .pinned = false};
  result.fit.resolution = 4;
  result.fit.channels = 1;
  return result;
}

constexpr std::int64_t kCount = 100;  // twelve batches of eight, four images left over
EpochOrder order() { return {5, kCount, 1}; }

class LoaderWorkers : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Workers, LoaderWorkers, testing::Values(0, 1, 4), testing::PrintToStringParamName());

TEST_P(LoaderWorkers, FollowsTheEpochOrder) {
  const FakeDataset dataset(kCount);
  Loader loader(dataset, order(), options(GetParam()));
  EXPECT_EQ(loader.imagesPerEpoch(), 96);
  for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
    const auto expected = order().permutation(epoch);
    for (std::int64_t offset = 0; offset < 96; offset += 8) {
      ASSERT_EQ(loader.position(), epoch * 96 + offset);
      const Batch batch = loader.next();
      ASSERT_EQ(batch.position, epoch * 96 + offset);
      for (std::int64_t i = 0; i < 8; ++i) {
        ASSERT_EQ(batch.labels[i].item<std::int64_t>(), expected[static_cast<std::size_t>(offset + i)]);
      }
      const at::Tensor bytes = batch.labels.to(at::kByte).view({8, 1, 1, 1}).expand({8, 1, 4, 4});
      ASSERT_TRUE(at::equal(batch.images, toUnitRange(bytes)));
    }
  }
}

TEST_P(LoaderWorkers, ReadsNoImageForWhoeverNeedsOnlyItsPlaceInTheOrder) {
  FakeDataset dataset(kCount);
  dataset.damaged = 5;
  LoaderOptions blank = options(GetParam());
  blank.content = ImageContent::kBlank;
  Loader loader(dataset, order(), blank);
  for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
    const auto expected = order().permutation(epoch);
    for (std::int64_t offset = 0; offset < 96; offset += 8) {
      const Batch batch = loader.next();
      ASSERT_EQ(batch.position, epoch * 96 + offset);
      for (std::int64_t i = 0; i < 8; ++i) {
        ASSERT_EQ(batch.labels[i].item<std::int64_t>(), expected[static_cast<std::size_t>(offset + i)]);
      }
      ASSERT_EQ(batch.images.sizes(), at::IntArrayRef({8, 1, 4, 4}));
      ASSERT_TRUE(at::equal(batch.images, at::zeros_like(batch.images)));
    }
  }
  EXPECT_EQ(dataset.reads, 0);
}

TEST_P(LoaderWorkers, SlicesOfSeveralRanksAreTheBatchesOfOneProcess) {
  const FakeDataset dataset(kCount);
  Loader alone(dataset, order(), options(0));
  constexpr int kRanks = 4;
  std::vector<std::unique_ptr<Loader>> ranks;
  for (int rank = 0; rank < kRanks; ++rank) {
    LoaderOptions slice = options(GetParam());
    slice.batch_size = 8 / kRanks;
    slice.rank = rank;
    slice.ranks = kRanks;
    ranks.push_back(std::make_unique<Loader>(dataset, order(), slice));
    ASSERT_EQ(ranks.back()->imagesPerEpoch(), alone.imagesPerEpoch());
    alone.seek(40);
    ranks.back()->seek(40);
  }
  for (int i = 0; i < 30; ++i) {
    const Batch expected = alone.next();
    std::vector<at::Tensor> images;
    std::vector<at::Tensor> labels;
    for (const auto& rank : ranks) {
      const Batch batch = rank->next();
      ASSERT_EQ(batch.position, expected.position);
      images.push_back(batch.images);
      labels.push_back(batch.labels);
    }
    ASSERT_TRUE(at::equal(at::cat(labels), expected.labels));
    ASSERT_TRUE(at::equal(at::cat(images), expected.images));
    ASSERT_EQ(ranks.front()->position(), alone.position());
  }
}

TEST_P(LoaderWorkers, SeekGoesOnAsIfItHadReadUpToThere) {
  const FakeDataset dataset(kCount);
  Loader straight(dataset, order(), options(0));
  for (int i = 0; i < 29; ++i) {
    straight.next();
  }
  Loader jumping(dataset, order(), options(GetParam()));
  jumping.next();
  jumping.seek(29 * 8 + 3);
  EXPECT_EQ(jumping.position(), 29 * 8);
  for (int i = 0; i < 20; ++i) {
    const Batch expected = straight.next();
    const Batch batch = jumping.next();
    ASSERT_EQ(batch.position, expected.position);
    ASSERT_TRUE(at::equal(batch.labels, expected.labels));
    ASSERT_TRUE(at::equal(batch.images, expected.images));
  }
}

TEST_P(LoaderWorkers, ABatchStaysUntilTheCallAfterTheFollowingOne) {
  const FakeDataset dataset(kCount);
  Loader loader(dataset, order(), options(GetParam()));
  Batch before = loader.next();
  at::Tensor before_labels = before.labels.clone();
  for (int i = 0; i < 50; ++i) {
    Batch now = loader.next();
    std::this_thread::yield();
    ASSERT_TRUE(at::equal(before.labels, before_labels));
    before = now;
    before_labels = now.labels.clone();
  }
}

TEST_P(LoaderWorkers, MemoryIsReused) {
  const FakeDataset dataset(kCount);
  Loader loader(dataset, order(), options(GetParam()));
  std::set<const void*> seen;
  for (int i = 0; i < 100; ++i) {
    seen.insert(loader.next().images.const_data_ptr());
  }
  EXPECT_LE(seen.size(), 6U);
}

TEST_P(LoaderWorkers, AnErrorComesOutOfNextAndTheBatchCanBeTriedAgain) {
  FakeDataset dataset(kCount);
  dataset.damaged = order().permutation(0)[20];  // in the third batch
  Loader loader(dataset, order(), options(GetParam()));
  loader.next();
  loader.next();
  const auto error = expectError(ErrorCode::kDataLoss, "fake_damaged", [&] { loader.next(); });
  EXPECT_EQ(loader.position(), 16);
  dataset.damaged = -1;
  EXPECT_THROW(loader.seek(-8), Error);
  loader.seek(16);
  EXPECT_EQ(loader.next().position, 16);
}

TEST_P(LoaderWorkers, APaddedEpochShowsEveryImageAndBeginsAgain) {
  const FakeDataset dataset(kCount);
  LoaderOptions padded = options(GetParam());
  padded.last_batch = LastBatch::kPad;
  Loader loader(dataset, order(), padded);
  EXPECT_EQ(loader.imagesPerEpoch(), 104);
  const auto first_epoch = order().permutation(0);
  for (std::size_t batch = 0; batch < 13; ++batch) {
    const at::Tensor labels = loader.next().labels;
    for (std::size_t i = 0; i < 8; ++i) {
      ASSERT_EQ(labels[static_cast<std::int64_t>(i)].item<std::int64_t>(), first_epoch[(batch * 8 + i) % 100]) << batch;
    }
  }
  EXPECT_EQ(loader.next().labels[0].item<std::int64_t>(), order().permutation(1)[0]);
}

TEST(Loader, PadsAnEpochOfLessThanOneBatch) {
  const FakeDataset dataset(3);
  LoaderOptions padded = options(0);
  padded.last_batch = LastBatch::kPad;
  Loader loader(dataset, EpochOrder(1, 3, 1), padded);
  const at::Tensor labels = loader.next().labels;
  EXPECT_EQ(loader.imagesPerEpoch(), 8);
  EXPECT_TRUE(at::equal(labels.narrow(0, 0, 3), labels.narrow(0, 3, 3)));
  EXPECT_TRUE(at::equal(std::get<0>(at::sort(labels.narrow(0, 0, 3))), at::arange(3)));
}

TEST(Loader, CountsDecodingInsideNextAsWaiting) {
  FakeDataset dataset(kCount);
  dataset.delay = std::chrono::milliseconds(2);
  Loader loader(dataset, order(), options(0));
  loader.next();
  EXPECT_GE(loader.waitSeconds(), 0.016);  // eight images
}

TEST(Loader, DoesNotWaitForWhatWasReadInTheMeantime) {
  FakeDataset dataset(kCount);
  Loader loader(dataset, order(), options(1));
  loader.next();
  while (dataset.reads < 17) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the second batch is whole
  dataset.held = true;
  loader.next();
  dataset.held = false;
}

TEST(Loader, EndsWithoutReadingWhatItsWorkersHaveNotBegun) {
  FakeDataset dataset(kCount);
  dataset.delay = std::chrono::milliseconds(300);
  int begun = 0;
  {
    const Loader loader(dataset, order(), options(2));
    while (dataset.reads < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    begun = dataset.reads;
  }
  EXPECT_LE(dataset.reads, begun + 2);  // an image each, not a batch
}

TEST(Loader, RefusesLessThanOneBatch) {
  const FakeDataset dataset(7);
  expectError(ErrorCode::kInvalidArgument, "data_too_small", [&] { Loader(dataset, EpochOrder(1, 7, 1), options(0)); });
}

TEST(Loader, RefusesOptionsThatMakeNoBatch) {
  const FakeDataset dataset(kCount);
  LoaderOptions two_channels = options(0);
  two_channels.fit.channels = 2;
  expectError(ErrorCode::kInvalidArgument, "loader_bad_options", [&] { Loader(dataset, order(), two_channels); });
}

}  // namespace
}  // namespace gan
