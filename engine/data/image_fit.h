#pragma once

#include <cstdint>

#include "data/resample.h"

namespace gan {

class RunConfig;

/// How an image that is not square becomes so.
enum class Crop {
  kNone,           ///< It is squeezed.
  kCentre,         ///< The shorter side is resized, then the middle cut out: torchvision's Resize and CenterCrop.
  kLongEdge,       ///< The middle of the longer side is cut out, then resized: BigGAN-PyTorch's CenterCropLongEdge.
  kRandomResized,  ///< A part of random size, proportions and place: torchvision's RandomResizedCrop.
  kRandom,         ///< As kLongEdge, but anywhere along the longer side: BigGAN-PyTorch's RandomCropLongEdge.
};

enum class Flip { kNever, kRandom };

/// From a stored image to what the discriminator sees, before its bytes become numbers.
struct FitOptions {
  std::int64_t resolution = 64;  ///< Height and width.
  std::int64_t channels = 3;     ///< 1 or 3
  ResizeFilter filter = ResizeFilter::kBilinear;
  Crop crop = Crop::kCentre;
  double crop_least = 0.08;  ///< Of kRandomResized: smallest share of the area.
  double centre_share = 1;   ///< Of kCentre: how much of the shorter side is left.
  Flip flip = Flip::kNever;
  std::uint64_t seed = 0;  ///< Of what is random.
};

/// As data.* and run.seed say.
FitOptions fitOptions(const RunConfig& config);
/// Of images that a classifier is judged by: nothing is random, and of random_resized the middle is taken.
FitOptions judgedFitOptions(const RunConfig& config);

/// Makes a colour image grey where one channel is wanted (ITU-R 601-2 with Pillow's rounding), crops, resizes and
/// mirrors. A grey image stays so. What is random depends on (seed, position) only; position counts images of all
/// epochs. Throws as resample().
void fitImage(Image& image, const FitOptions& options, std::int64_t position);

/// Colour to grey by ITU-R 601-2 with Pillow's rounding; grey stays.
void toGrey(Image& image);

}  // namespace gan
