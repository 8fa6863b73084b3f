#include "evaluation/feature_kind.h"

#include "core/units.h"

namespace gan {

std::string describe(const FeatureKind& kind) {
  constexpr std::size_t kShownDigits = 12;
  return formatCount(kind.features) + " features of " + kind.network + " (sha256 " +
         kind.sha256.substr(0, kShownDigits) + "), pictures resized to " + std::to_string(kind.size) + " as " +
         kind.resize;
}

}  // namespace gan
