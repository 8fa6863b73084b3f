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

constexpr std::array<std::int64_t, 4> kDcganSizes = {28, 32, 64, 128};
constexpr std::array<std::int64_t, 1> kSizeOf32 = {32};
constexpr std::array<std::int64_t, 5> kResidualSizes = {32, 64, 128, 256, 512};

constexpr ArchitectureFacts residual(std::string_view name) {
  return {.name = name,
          .recipe = RecipeKind::kGan,
          .least_normalised_pixels = sixteen,
          .sizes = kResidualSizes,
          .takes_classes = true,
          .residual = true};
}

constexpr ArchitectureFacts attending(ArchitectureFacts facts) {
  facts.attends = true;
  return facts;
}

constexpr ArchitectureFacts classifier(std::string_view name) {
  return {.name = name, .recipe = RecipeKind::kClassifier, .least_normalised_pixels = resnet, .takes_classes = true};
}

constexpr std::array<ArchitectureFacts, 9> kFacts = {
    {{.name = "dcgan",
      .recipe = RecipeKind::kGan,
      .least_normalised_pixels = dcgan,
      .sizes = kDcganSizes,
      .takes_classes = true},
     {.name = "mlp", .recipe = RecipeKind::kGan, .least_normalised_pixels = one},
     {.name = "dcgan-32",
      .recipe = RecipeKind::kGan,
      .least_normalised_pixels = sixteen,
      .sizes = kSizeOf32,
      .takes_classes = true},
     residual("sngan"),
     attending(residual("sagan")),
     attending(residual("biggan")),
     attending(residual("biggan-deep")),
     classifier("resnet-18"),
     classifier("resnet-50")}};

}  // namespace

std::vector<std::string> architectureNames(const std::function<bool(const ArchitectureFacts&)>& is_true) {
  std::vector<std::string> names;
  for (const ArchitectureFacts& facts : kFacts) {
    if (is_true(facts)) names.emplace_back(facts.name);
  }
  return names;
}

const ArchitectureFacts& architectureFacts(const RunConfig& config) {
  const std::string& name = config.text("model.architecture");
  const auto* const found = std::ranges::find(kFacts, name, &ArchitectureFacts::name);
  if (found != kFacts.end()) return *found;
  throw Error(ErrorCode::kInternal, "architecture_without_facts", "Nothing is known of the architecture {name}.",
              {{"name", name}});
}

}  // namespace gan
