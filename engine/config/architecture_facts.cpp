#include "config/architecture_facts.h"

#include <algorithm>
#include <array>
#include <string>

#include "config/run_config.h"
#include "core/error.h"

namespace gan {
namespace {

/// Layers of single units.
std::int64_t one(const RunConfig& /*config*/) { return 1; }

/// Generators that begin with maps of 4 x 4, and discriminators that normalise none that is smaller.
std::int64_t sixteen(const RunConfig& /*config*/) { return 16; }

std::int64_t dcgan(const RunConfig& config) { return config.integer("data.resolution") == 28 ? 49 : 16; }

/// Each halving rounds up, as windows of 3, padded by 1, do.
std::int64_t resnet(const RunConfig& config) {
  const int of_stem = config.text("model.stem") == "small_images" ? 0 : 2;
  constexpr int kOfStages = 3;
  std::int64_t side = config.integer("data.resolution");
  for (int halving = 0; halving < of_stem + kOfStages; ++halving) side = (side + 1) / 2;
  return side * side;
}

constexpr std::array<ArchitectureFacts, 9> kFacts = {{{"mlp", RecipeKind::kGan, one},
                                                      {"dcgan", RecipeKind::kGan, dcgan},
                                                      {"dcgan-32", RecipeKind::kGan, sixteen},
                                                      {"sngan", RecipeKind::kGan, sixteen},
                                                      {"sagan", RecipeKind::kGan, sixteen},
                                                      {"biggan", RecipeKind::kGan, sixteen},
                                                      {"biggan-deep", RecipeKind::kGan, sixteen},
                                                      {"resnet-18", RecipeKind::kClassifier, resnet},
                                                      {"resnet-50", RecipeKind::kClassifier, resnet}}};

}  // namespace

const ArchitectureFacts& architectureFacts(const RunConfig& config) {
  const std::string& name = config.text("model.architecture");
  const auto* const found = std::ranges::find(kFacts, name, &ArchitectureFacts::name);
  if (found != kFacts.end()) return *found;
  throw Error(ErrorCode::kInternal, "architecture_without_facts", "Nothing is known of the architecture {name}.",
              {{"name", name}});
}

}  // namespace gan
