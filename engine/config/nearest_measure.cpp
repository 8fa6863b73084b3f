#include "config/nearest_measure.h"

#include <string>

#include "config/text.h"
#include "core/error.h"

namespace gan {

std::string_view nameOf(NearestMeasure measure) { return measure == NearestMeasure::kPixels ? "pixels" : "features"; }

NearestMeasure nearestMeasure(std::string_view name) {
  for (const NearestMeasure measure : {NearestMeasure::kPixels, NearestMeasure::kFeatures}) {
    if (nameOf(measure) == name) return measure;
  }
  throw Error(ErrorCode::kInvalidArgument, "nearest_measure_unknown",
              "Images can be near to a picture by pixels or by features, not by {name}. Choose one of these.",
              {{"name", excerpt(std::string(name))}});
}

}  // namespace gan
