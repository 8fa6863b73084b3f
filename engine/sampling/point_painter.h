#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "config/latent_walk.h"
#include "config/run_config.h"
#include "config/sample_point.h"
#include "sampling/latent_facts.h"
#include "sampling/projection_state.h"
#include "tensor/image.h"

namespace gan {

/// Whose pictures are asked for.
struct PaintedWeights {
  std::filesystem::path file;
  RunConfig config = RunConfig();  ///< Of the run: for weights that do not say which network they belong to.
};

/// How pictures are to be.
struct PaintedWish {
  std::int64_t side = 0;  ///< Height and width; larger pictures are scaled down; 0: as they are made.
};

/// A photograph whose latent is looked for.
struct PaintedPhoto {
  Image photo;        ///< As large as the generator's pictures, with as many channels.
  SamplePoint begin;  ///< As Projection has it.
  std::int64_t steps = 200;
  std::filesystem::path discriminator = {};  ///< A file of its weights; empty: pixels alone count.
};

/// Makes pictures of whatever weights it is told, on request, and keeps the generators that were asked for last. One
/// thread. No tensor shows here.
class PointPainter {
 public:
  /// device: "cpu" or "cuda:N".
  PointPainter(const std::string& device, int threads);
  ~PointPainter();
  PointPainter(const PointPainter&) = delete;
  PointPainter& operator=(const PointPainter&) = delete;

  /// A picture of each point; their steps say nothing here. Throws what readGenerator() and PictureMaker::inputs() do.
  std::vector<Image> paint(const PaintedWeights& weights, const std::vector<SamplePoint>& points,
                           const PaintedWish& wish);
  /// Pictures first, first + 1, ... of a film, which has that many.
  std::vector<Image> paint(const PaintedWeights& weights, const LatentWalk& walk, std::int64_t first,
                           std::int64_t count, const PaintedWish& wish);

  /// What can be done with the latents.
  LatentFacts describe(const PaintedWeights& weights);

  /// How far a search is.
  struct Projected {
    SamplePoint point;  ///< The best so far, and its picture.
    Image picture;
    bool done = false;
  };
  /// Goes on with a search for `at_least`, a place to begin or a step at least. What is found does not depend on it.
  Projected project(const PaintedWeights& weights, const PaintedPhoto& photo, ProjectionState& state,
                    std::chrono::milliseconds at_least, const PaintedWish& wish);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
