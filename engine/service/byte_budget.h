#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace gan {

/// How many bytes of answers may be on their way to clients that have not taken them yet, in all and to each.
/// Thread-safe.
class ByteBudget {
 public:
  struct Limits {
    std::uint64_t all = 256ULL << 20U;
    std::uint64_t of_one_client = 128ULL << 20U;
  };

  /// Bytes that were taken; gives them back when it goes. The budget must outlive it.
  class Share {
   public:
    Share() = default;
    Share(Share&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)), client_(std::move(other.client_)), bytes_(other.bytes_) {}
    Share& operator=(Share&& other) noexcept;
    ~Share() { giveBack(); }

   private:
    friend class ByteBudget;
    Share(ByteBudget& budget, std::string client, std::uint64_t bytes)
        : budget_(&budget), client_(std::move(client)), bytes_(bytes) {}
    void giveBack();

    ByteBudget* budget_ = nullptr;
    std::string client_;
    std::uint64_t bytes_ = 0;
  };

  explicit ByteBudget(const Limits& limits) : limits_(limits) {}

  /// Throws Error(kResourceExhausted, "answers_not_taken").
  Share take(const std::string& client, std::uint64_t bytes);

 private:
  const Limits limits_;
  std::mutex mutex_;
  std::uint64_t taken_ = 0;
  std::map<std::string, std::uint64_t> of_client_;
};

}  // namespace gan
