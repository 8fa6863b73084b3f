#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "config/latent_walk.h"
#include "config/run_config.h"
#include "config/sample_point.h"
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

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
