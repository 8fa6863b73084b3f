#pragma once

#include <string>
#include <vector>

namespace gan::test {

/// Settings of the networks that are cut into stages.
inline const std::vector<std::string> kSngan32 = {"model.architecture=sngan", "data.resolution=32",
                                                  "model.generator_width=32", "model.discriminator_width=32"};
/// With class embeddings, chunks of latents and attention, which go from stage to stage.
inline const std::vector<std::string> kBigGan64 = {
    "model.architecture=biggan", "data.resolution=64",      "model.generator_width=16", "model.discriminator_width=16",
    "model.shared_size=32",      "model.hierarchical=true", "model.latent_size=40",     "model.attention=32"};

}  // namespace gan::test
