#include "data/batch_ring.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>

namespace gan {
namespace {

using namespace std::chrono_literals;

/// Stands for a batch: many words, so that a slot that is filled while it is read shows.
using Payload = std::vector<std::int64_t>;
using Ring = BatchRing<Payload>;

constexpr std::size_t kWords = 256;

std::vector<Payload> slots(std::size_t ahead) { return std::vector<Payload>(ahead + Ring::kLent, Payload(kWords)); }

void fillWithNumber(std::int64_t number, Payload& slot, const std::atomic<bool>& /*abandoned*/) {
  for (std::size_t i = 0; i < slot.size(); ++i) {
    slot[i] = number * 1000 + static_cast<std::int64_t>(i);
  }
}

void expectNumber(const Payload& payload, std::int64_t number) {
  ASSERT_EQ(payload.size(), kWords);
  for (std::size_t i = 0; i < payload.size(); ++i) {
    ASSERT_EQ(payload[i], number * 1000 + static_cast<std::int64_t>(i));
  }
}

class BatchRingWorkers : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Workers, BatchRingWorkers, testing::Values(0, 1, 2, 7), testing::PrintToStringParamName());

TEST_P(BatchRingWorkers, GivesItemsOutInOrder) {
  Ring ring(slots(3), GetParam(), 10, fillWithNumber);
  for (std::int64_t number = 10; number < 2000; ++number) {
    ASSERT_EQ(ring.nextNumber(), number);
    expectNumber(ring.take(), number);
  }
}

TEST_P(BatchRingWorkers, ATakenItemStaysUntilTheTakeAfterTheFollowingOne) {
  Ring ring(slots(1), GetParam(), 0, fillWithNumber);
  const Payload* before = &ring.take();
  for (std::int64_t number = 1; number < 500; ++number) {
    const Payload* now = &ring.take();
    std::this_thread::yield();
    expectNumber(*before, number - 1);
    expectNumber(*now, number);
    before = now;
  }
}

TEST_P(BatchRingWorkers, RestartGoesOnAtAnyNumber) {
  Ring ring(slots(4), GetParam(), 0, fillWithNumber);
  std::int64_t target = 1;
  for (int round = 0; round < 200; ++round) {
    target = target * 31 % 10007;
    ring.restart(target);
    for (std::int64_t i = 0; i < round % 4; ++i) {
      expectNumber(ring.take(), target + i);
    }
  }
}

TEST_P(BatchRingWorkers, ItemsTakenBeforeARestartStay) {
  Ring ring(slots(2), GetParam(), 0, fillWithNumber);
  const Payload& first = ring.take();
  const Payload& second = ring.take();
  ring.restart(70);
  std::this_thread::sleep_for(5ms);
  expectNumber(first, 0);
  expectNumber(second, 1);
  expectNumber(ring.take(), 70);
  expectNumber(second, 1);
}

TEST_P(BatchRingWorkers, AnErrorComesOutAtItsItemAndTheNextTakeTriesAgain) {
  std::atomic<int> failures_left = 2;
  Ring ring(slots(3), GetParam(), 0, [&](std::int64_t number, Payload& slot, const std::atomic<bool>& abandoned) {
    if (number == 5 && failures_left.fetch_sub(1) > 0) {
      throw std::runtime_error("image 5 is damaged");
    }
    fillWithNumber(number, slot, abandoned);
  });
  for (std::int64_t number = 0; number < 5; ++number) {
    expectNumber(ring.take(), number);
  }
  EXPECT_THROW(ring.take(), std::runtime_error);
  EXPECT_EQ(ring.nextNumber(), 5);
  EXPECT_THROW(ring.take(), std::runtime_error);
  expectNumber(ring.take(), 5);
  expectNumber(ring.take(), 6);
}

TEST(BatchRing, PreparesAsManyItemsAheadAsThereAreSlotsAndNoMore) {
  std::atomic<int> filled = 0;
  Ring ring(slots(3), 2, 0, [&](std::int64_t number, Payload& slot, const std::atomic<bool>& abandoned) {
    fillWithNumber(number, slot, abandoned);
    ++filled;
  });
  const auto expectFilled = [&](int count) {
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (filled < count && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(1ms);
    }
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(filled, count);
  };
  expectFilled(5);  // nothing is lent yet
  ring.take();
  ring.take();
  expectFilled(5);
  ring.take();
  expectFilled(6);
}

TEST(BatchRing, SlotsAreReused) {
  Ring ring(slots(2), 1, 0, fillWithNumber);
  std::set<const Payload*> seen;
  for (int i = 0; i < 100; ++i) {
    seen.insert(&ring.take());
  }
  EXPECT_EQ(seen.size(), 4U);
}

TEST(BatchRing, EndsWhileWorkersAreBusyWhichLearnOfIt) {
  std::atomic<int> begun = 0;
  std::atomic<int> ended = 0;
  {
    Ring ring(slots(4), 3, 0, [&](std::int64_t /*number*/, Payload& /*slot*/, const std::atomic<bool>& abandoned) {
      ++begun;
      while (!abandoned) {
        std::this_thread::sleep_for(1ms);
      }
      ++ended;
    });
    while (begun < 3) {
      std::this_thread::yield();
    }
    EXPECT_EQ(ended, 0);
  }
  EXPECT_EQ(ended, 3);
}

TEST(BatchRing, RestartAbandonsWhatIsBeingFilled) {
  Ring ring(slots(2), 2, 0, [](std::int64_t number, Payload& slot, const std::atomic<bool>& abandoned) {
    while (number < 100 && !abandoned) {
      std::this_thread::sleep_for(1ms);
    }
    fillWithNumber(number, slot, abandoned);
  });
  std::this_thread::sleep_for(5ms);
  ring.restart(100);
  expectNumber(ring.take(), 100);
}

}  // namespace
}  // namespace gan
