#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "config/nearest_measure.h"
#include "core/progress_monitor.h"
#include "sampling/latent_facts.h"
#include "sampling/projection_state.h"
#include "session/picture_requests.h"

namespace gan {

/// What can be asked of a generator besides pictures. All throw as what picture_requests.h lists.

/// What can be done with its latents. vectors: a .npz file for the directions themselves, an array float64 [K, latent
/// size] for each kind, each row of length 1; empty: none is written.
LatentFacts describeLatents(const PictureSource& source, const std::filesystem::path& vectors = {});

struct ProjectionRequest {
  PictureSource source;
  std::filesystem::path photo;  ///< A picture file.
  SamplePoint begin = {};       ///< As Projection has it; its step as the source's, where one of them says it.
  std::int64_t steps = 200;
};
struct ProjectionOutcome {
  /// Of the step that the weights are of, where it is known: brings the picture that was found back.
  SamplePoint point = {};
  ProjectionLoss loss = {};    ///< Of that picture.
  ProjectionLoss begun = {};   ///< Of the nearest of all places where the search began.
  bool discriminator = false;  ///< Whether one was at hand.
};
/// Looks for the point whose picture is nearest to a photograph; a run's checkpoint has a discriminator beside its
/// generator, weights alone have none. Throws besides as fittedPhoto() and readFile() do.
ProjectionOutcome projectPhoto(const ProjectionRequest& request, ProgressMonitor& monitor);

struct NearestRequest {
  PictureSource source;                   ///< A run.
  std::optional<SamplePoint> point = {};  ///< Whose picture is compared;
  std::filesystem::path photo = {};       ///< without one a picture file.
  NearestMeasure measure = NearestMeasure::kPixels;
  std::int64_t count = 8;  ///< 1 to NearestImages::kMost
  std::filesystem::path out =
      {};  ///< .png, .jpg, .webp: the picture, and behind it the images; empty: nothing is drawn.
};
struct FoundImage {
  std::int64_t index = 0;   ///< In the training data, from 0.
  std::string name;         ///< Of its file, or its number.
  double distance = 0;      ///< See NearestImages::distance().
  std::int64_t label = -1;  ///< -1: none.
  std::string class_name;   ///< Empty: none.
};
struct NearestOutcome {
  std::vector<FoundImage> images;  ///< Nearest first, of equal ones the first in the data.
  std::int64_t searched = 0;
};
/// The training images of a run that are nearest to a picture. Throws besides what NearestImages does, and
/// Error(kInvalidArgument, "nearest_no_run") for weights alone.
NearestOutcome findNearest(const NearestRequest& request, ProgressMonitor& monitor);

}  // namespace gan
