#include "training/regulariser.h"

#include <array>
#include <string>

#include "training/gradient_penalties.h"
#include "training/lecam.h"
#include "training/orthogonal.h"

namespace gan {

at::Tensor Regulariser::penalty(const DiscriminatorPass& /*pass*/) { return {}; }

at::Tensor Regulariser::addGradients(const torch::nn::Module& /*network*/, const DeviceScalar& /*weight*/) {
  return {};
}

std::string regulariserPath(std::string_view regulariser, std::string_view setting) {
  return "regulariser." + std::string(regulariser) + "." + std::string(setting);
}

std::span<const RegulariserKind> regularisers() {
  // Those of passes before those of weights: so updates measure them.
  static const std::array<RegulariserKind, 6> kAll = {{
      {"r1", "Mescheder et al., 2018, equation 9", RegularisedNetwork::kDiscriminator, makeR1},
      {"r2", "Mescheder et al., 2018, equation 10", RegularisedNetwork::kDiscriminator, makeR2},
      {"gradient_penalty", "Gulrajani et al., 2017, equation 3", RegularisedNetwork::kDiscriminator,
       makeGradientPenalty},
      {"lecam", "Tseng et al., 2021, equation 6", RegularisedNetwork::kDiscriminator, makeLeCam},
      {"orthogonal_discriminator", "Brock et al., 2019, equation 3", RegularisedNetwork::kDiscriminator,
       makeOrthogonal},
      {"orthogonal_generator", "Brock et al., 2019, equation 3", RegularisedNetwork::kGenerator, makeOrthogonal},
  }};
  return kAll;
}

}  // namespace gan
