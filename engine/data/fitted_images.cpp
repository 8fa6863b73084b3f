#include "data/fitted_images.h"

#include "config/run_config.h"

namespace gan {

FitOptions fitWithoutChance(const RunConfig& config) {
  FitOptions options = judgedFitOptions(config);
  options.centre_share = 1;
  return options;
}

std::string describeFit(const FitOptions& fit) {
  return std::to_string(fit.resolution) + " px, " + std::to_string(fit.channels) + " channels, filter " +
         std::to_string(static_cast<int>(fit.filter)) + ", crop " + std::to_string(static_cast<int>(fit.crop));
}

}  // namespace gan
