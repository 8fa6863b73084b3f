#include "tensor/random_stream.h"

#include <ATen/ops/empty.h>

#include <string>

#include "core/error.h"

namespace gan {

namespace {

constexpr std::uint64_t kAddressLimit = std::uint64_t{1} << 44U;
constexpr std::int64_t kRowLimit = std::int64_t{1} << 34U;

__extension__ using Uint128 = unsigned __int128;

void checkAddress(std::string_view what, std::uint64_t value) {
  if (value >= kAddressLimit) {
    throw Error(
        ErrorCode::kInvalidArgument, "random_address_out_of_range",
        "Random numbers are addressed by {what} below 2^44, but {value} was asked for. Check where this number comes "
        "from: no run gets that far.",
        {{"what", std::string(what)}, {"value", std::to_string(value)}});
  }
}

void checkSize(std::int64_t count, std::int64_t size) {
  if (count < 0 || size < 0 || size > kRowLimit) {
    throw Error(
        ErrorCode::kInvalidArgument, "random_bad_size",
        "Random numbers come as [count, size] with neither below 0 and size at most 2^34, but [{count}, {size}] was "
        "asked for.",
        {{"count", std::to_string(count)}, {"size", std::to_string(size)}});
  }
}

}  // namespace

std::uint64_t boundedWord(std::uint64_t word, std::uint64_t bound) {
  return static_cast<std::uint64_t>((static_cast<Uint128>(word) * bound) >> 64U);
}

PhiloxRow RandomStream::row(std::uint64_t step, std::uint64_t sample) const {
  checkAddress("a step", step);
  checkAddress("a sample", sample);
  return {.counter = {0, static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(step),
                      static_cast<std::uint32_t>(purpose_) | static_cast<std::uint32_t>(sample >> 32U) << 8U |
                          static_cast<std::uint32_t>(step >> 32U) << 20U},
          .key = {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32U)}};
}

at::Tensor RandomStream::normal(std::uint64_t step, std::uint64_t first_sample, std::int64_t count,
                                std::int64_t size) const {
  checkSize(count, size);
  at::Tensor numbers = at::empty({count, size}, at::kFloat);
  float* data = numbers.mutable_data_ptr<float>();
  for (std::int64_t i = 0; i < count; ++i) {
    row(step, first_sample + static_cast<std::uint64_t>(i))
        .fillNormal({data + i * size, static_cast<std::size_t>(size)});
  }
  return numbers;
}

at::Tensor RandomStream::uniform(std::uint64_t step, std::uint64_t first_sample, std::int64_t count,
                                 std::int64_t size) const {
  checkSize(count, size);
  at::Tensor numbers = at::empty({count, size}, at::kFloat);
  float* data = numbers.mutable_data_ptr<float>();
  for (std::int64_t i = 0; i < count; ++i) {
    row(step, first_sample + static_cast<std::uint64_t>(i))
        .fillUniform({data + i * size, static_cast<std::size_t>(size)});
  }
  return numbers;
}

at::Tensor RandomStream::integers(std::uint64_t step, std::uint64_t first_sample, std::int64_t count,
                                  std::int64_t bound) const {
  checkSize(count, 1);
  if (bound < 1) {
    throw Error(ErrorCode::kInvalidArgument, "random_bad_bound",
                "Random integers need a bound of at least 1, but {bound} was given.",
                {{"bound", std::to_string(bound)}});
  }
  at::Tensor numbers = at::empty({count}, at::kLong);
  auto* data = numbers.mutable_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t random = word(step, first_sample + static_cast<std::uint64_t>(i), 0);
    data[i] = static_cast<std::int64_t>(boundedWord(random, static_cast<std::uint64_t>(bound)));
  }
  return numbers;
}

std::uint64_t RandomStream::word(std::uint64_t step, std::uint64_t sample, std::uint32_t index) const {
  PhiloxRow address = row(step, sample);
  address.counter[0] = index / 2;
  const auto block = philox(address.counter, address.key);
  const std::size_t half = index % 2 * std::size_t{2};
  return block[half] | static_cast<std::uint64_t>(block[half + 1]) << 32U;
}

}  // namespace gan
