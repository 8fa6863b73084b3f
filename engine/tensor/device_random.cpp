#include <ATen/ops/arange.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/log.h>
#include <ATen/ops/sin.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/where.h>

#include <array>
#include <numbers>

#include "tensor/random_stream.h"

namespace gan {
namespace {

using Words = std::array<at::Tensor, 4>;  // int64 that hold 32 bits each; they broadcast to [count, blocks]

constexpr std::int64_t kMask = 0xFFFFFFFF;

/// Philox4x32-10 on whole tensors. The products pass 2^63 and wrap; a shift that copies the sign is put right by the
/// mask.
Words philox(Words c, std::array<std::uint32_t, 2> key) {
  constexpr std::int64_t kMultiplier0 = 0xD2511F53;
  constexpr std::int64_t kMultiplier1 = 0xCD9E8D57;
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const at::Tensor product0 = c[0] * kMultiplier0;
    const at::Tensor product1 = c[2] * kMultiplier1;
    const auto high = [](const at::Tensor& product) { return product.bitwise_right_shift(32).bitwise_and(kMask); };
    c = {high(product1).bitwise_xor(c[1]).bitwise_xor(std::int64_t{key[0]}), product1.bitwise_and(kMask),
         high(product0).bitwise_xor(c[3]).bitwise_xor(std::int64_t{key[1]}), product0.bitwise_and(kMask)};
    key = {key[0] + 0x9E3779B9U, key[1] + 0xBB67AE85U};
  }
  return c;
}

/// As PhiloxRow::fillNormal() has it.
at::Tensor boxMuller(const at::Tensor& radius_word, const at::Tensor& angle_word) {
  const at::Tensor u = radius_word.bitwise_right_shift(1).to(at::kFloat) * 0x1p-31F + 0x1p-32F;
  const at::Tensor radius = at::log(u).mul(-2.0F).clamp_min(0).sqrt();
  // Angles in [-pi, pi), where a float keeps more digits than in [0, 2 pi).
  const at::Tensor turned = at::where(angle_word.ge(std::int64_t{1} << 31U), angle_word - (kMask + 1), angle_word);
  const at::Tensor angle = turned.to(at::kFloat).mul(static_cast<float>(std::numbers::pi * 0x1p-31));
  return at::stack({radius * at::cos(angle), radius * at::sin(angle)}, -1);
}

}  // namespace

at::Tensor RandomStream::normalOn(c10::Device device, std::uint64_t step, std::uint64_t first_sample,
                                  std::int64_t count, std::int64_t size) const {
  if (device.is_cpu() || count == 0) return normal(step, first_sample, count, size).to(device);
  return normalByTensors(device, step, first_sample, count, size);
}

at::Tensor RandomStream::normalByTensors(c10::Device device, std::uint64_t step, std::uint64_t first_sample,
                                         std::int64_t count, std::int64_t size) const {
  const std::int64_t blocks = (size + 3) / 4;
  const PhiloxRow first = row(step, first_sample);
  row(step, first_sample + static_cast<std::uint64_t>(count - 1));  // throws where an address does not fit
  const auto on_device = at::TensorOptions(at::kLong).device(device);
  const auto begin = static_cast<std::int64_t>(first_sample);
  const at::Tensor samples = at::arange(begin, begin + count, on_device).unsqueeze(1);
  // The bits of the sample's number above 32 lie in the last word beside the purpose and the step.
  const std::int64_t rest = first.counter[3] & 0xFFF000FFU;
  const at::Tensor last = samples.bitwise_right_shift(32).bitwise_left_shift(8).bitwise_or(rest);
  const at::Tensor steps = at::full_like(samples, static_cast<std::int64_t>(first.counter[2]));
  const Words words =
      philox({at::arange(blocks, on_device).unsqueeze(0), samples.bitwise_and(kMask), steps, last}, first.key);
  return at::stack({boxMuller(words[0], words[1]), boxMuller(words[2], words[3])}, 2)
      .view({count, 4 * blocks})
      .narrow(1, 0, size)
      .contiguous();
}

}  // namespace gan
