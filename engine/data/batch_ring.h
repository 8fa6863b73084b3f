#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gan {

/// Prepares numbered items ahead of the one thread that takes them in order. The slots are made once and used again and
/// again; worker threads fill them, each slot by one worker. Knows nothing of what a slot holds.
///
/// A slot that take() returned stays untouched until the call of take() after the following one.
template <typename Slot>
class BatchRing {
 public:
  /// Slots that the taker may be looking at while the others are being filled.
  static constexpr std::size_t kLent = 2;

  /// Makes the item `number` in `slot`. May return early, leaving anything behind, once `abandoned` is true. Called
  /// from the workers at once, for different numbers. What it throws comes out of take().
  using Fill = std::function<void(std::int64_t number, Slot& slot, const std::atomic<bool>& abandoned)>;

  /// Needs more than kLent slots. With 0 workers take() itself fills. Throws std::system_error when the system has no
  /// more threads.
  BatchRing(std::vector<Slot> slots, int workers, std::int64_t first_number, Fill fill)
      : slots_(std::move(slots)), states_(slots_.size()), fill_(std::move(fill)), offset_(first_number) {
    try {
      for (int i = 0; i < workers; ++i) {
        workers_.emplace_back([this] { work(); });
      }
    } catch (...) {
      stop();
      throw;
    }
  }

  /// Ends the workers; waits for what they are filling to notice.
  ~BatchRing() { stop(); }

  BatchRing(const BatchRing&) = delete;
  BatchRing& operator=(const BatchRing&) = delete;

  /// The item nextNumber(), once it is ready. When filling it threw, throws the same; nextNumber() stays, and the next
  /// call tries again.
  Slot& take() {
    if (workers_.empty()) {
      Slot& slot = slots_[slotIndex(taken_)];
      fill_(nextNumber(), slot, abandoned_);
      ++taken_;
      return slot;
    }
    std::exception_ptr error;
    {
      std::unique_lock lock(mutex_);
      const std::size_t index = slotIndex(taken_);
      if (taken_ + 1 > kLent) {
        released_ = taken_ + 1 - kLent;
        work_.notify_one();
      }
      ready_.wait(lock, [&] { return states_[index].ready; });
      states_[index].ready = false;
      error = std::exchange(states_[index].error, nullptr);
      if (!error) {
        ++taken_;
        return slots_[index];
      }
    }
    restart(nextNumber());
    std::rethrow_exception(error);
  }

  /// The number that take() gives out next.
  std::int64_t nextNumber() const { return static_cast<std::int64_t>(taken_) + offset_; }

  /// Goes on with another number; what was prepared is dropped. Slots that were taken stay untouched as promised.
  void restart(std::int64_t number) {
    std::unique_lock lock(mutex_);
    abandoned_ = true;
    idle_.wait(lock, [this] { return busy_ == 0; });
    for (std::uint64_t sequence = taken_; sequence < claimed_; ++sequence) {
      states_[slotIndex(sequence)] = {};
    }
    claimed_ = taken_;
    offset_ = number - static_cast<std::int64_t>(taken_);
    abandoned_ = false;
    lock.unlock();
    work_.notify_all();
  }

 private:
  struct State {
    bool ready = false;
    std::exception_ptr error;
  };

  std::size_t slotIndex(std::uint64_t sequence) const { return static_cast<std::size_t>(sequence % slots_.size()); }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      abandoned_ = true;
    }
    work_.notify_all();
    for (auto& worker : workers_) {
      worker.join();
    }
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      work_.wait(lock, [this] { return stopping_ || (!abandoned_ && claimed_ < released_ + slots_.size()); });
      if (stopping_) {
        return;
      }
      const std::uint64_t sequence = claimed_++;
      const std::int64_t number = static_cast<std::int64_t>(sequence) + offset_;
      ++busy_;
      lock.unlock();
      std::exception_ptr error;
      try {
        fill_(number, slots_[slotIndex(sequence)], abandoned_);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      states_[slotIndex(sequence)] = {.ready = true, .error = error};
      --busy_;
      ready_.notify_one();
      idle_.notify_one();
    }
  }

  std::vector<Slot> slots_;
  std::vector<State> states_;
  Fill fill_;

  std::mutex mutex_;
  std::condition_variable work_;   ///< A slot became free, or the end.
  std::condition_variable ready_;  ///< A slot was filled.
  std::condition_variable idle_;   ///< A worker put down what it was filling.
  bool stopping_ = false;
  std::atomic<bool> abandoned_ = false;
  int busy_ = 0;
  // Items are counted from the first one ever, whatever their numbers: item s lies in slot s modulo the slots' count.
  std::uint64_t taken_ = 0;     ///< Given out so far.
  std::uint64_t claimed_ = 0;   ///< Given to workers so far.
  std::uint64_t released_ = 0;  ///< Given back so far.
  std::int64_t offset_ = 0;     ///< An item's number minus its count.

  std::vector<std::thread> workers_;
};

}  // namespace gan
