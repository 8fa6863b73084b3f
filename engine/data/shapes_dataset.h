#pragma once

#include <cstdint>

#include "data/dataset.h"
#include "tensor/random_stream.h"

namespace gan {

/// How unlike the images of one class are.
enum class ShapesStyle {
  kVaried,  ///< In any colours, sizes and places.
  kPlain,   ///< Bright on a dark ground, of nearly one size, upright and in the middle: soon learnt.
};

struct ShapesOptions {
  std::uint64_t seed = 0;
  std::int64_t first = 0;  ///< Number of the first image; a range beyond another one shares no image with it.
  std::int64_t count = 20000;
  std::int64_t resolution = 64;  ///< Height and width.
  std::int64_t channels = 3;     ///< 1 or 3
  ShapesStyle style = ShapesStyle::kVaried;
};

/// Images that need no download: one of ten coloured shapes, antialiased, turned, moved and sized at random, on a
/// ground of one colour. Image i is a function of (seed, i, resolution, channels, style) that uses IEEE 754 basic
/// operations only, so it is the same on every machine. Its label is i modulo 10.
class ShapesDataset : public Dataset {
 public:
  /// Throws Error(kInvalidArgument, "shapes_bad_options").
  explicit ShapesDataset(const ShapesOptions& options);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override;
  std::int64_t read(std::int64_t index, Image& image) const override;

 private:
  ShapesOptions options_;
  RandomStream stream_;
  DatasetInfo info_;
};

}  // namespace gan
