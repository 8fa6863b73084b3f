#include "training/step_record.h"

#include <array>

namespace gan {

namespace {

constexpr std::array<std::string_view, kMeasuredCount> kNames = {
    "loss/d_real",
    "loss/d_fake",
    "loss/d",
    "score/d_real",
    "score/d_fake_before",
    "gradient_norm/d",
    "loss/g",
    "score/d_fake_after",
    "gradient_norm/g",
    "speed/images_per_second",
    "time/data_ms",
    "time/forward_ms",
    "time/backward_ms",
    "time/communication_ms",
    "time/optimizer_ms",
    "time/discriminator_ms",
    "time/generator_ms",
    "time/step_ms",
};

}  // namespace

std::span<const std::string_view> seriesNames() { return kNames; }

}  // namespace gan
