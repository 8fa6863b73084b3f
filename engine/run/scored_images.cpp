#include "run/scored_images.h"

namespace gan {
namespace {

std::string fitOf(const RunConfig& config) {
  const std::string& crop = config.text("data.crop");
  std::string fit = (crop.starts_with("random") ? "centre" : crop) + ", " + config.text("data.resize");
  const std::string& source = config.text("data.source");
  const bool of_files = source == "folder" || source == "tar" || source == "s3";
  if (of_files) fit += ", " + config.text("data.background");  // which transparent pictures lie on
  return fit;
}

}  // namespace

ScoredImages scoredImages(const RunConfig& config, const std::string& data_fingerprint) {
  return {.fingerprint = data_fingerprint,
          .resolution = config.integer("data.resolution"),
          .channels = config.integer("data.channels"),
          .fit = fitOf(config)};
}

}  // namespace gan
