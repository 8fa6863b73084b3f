#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>

#include "data/dataset.h"
#include "evaluation/feature_network.h"

namespace gan {

/// What a network says of neighbouring pictures of a data set.
struct FeatureRows {
  at::Tensor features;        ///< float32 [n, D] on the host.
  at::Tensor probabilities;   ///< float32 [n, classes] on the host; undefined unless they were asked for.
  std::int64_t composed = 0;  ///< Pictures that are Image::composed.
  std::int64_t replaced = 0;  ///< Pictures known by now that gave way to others, wherever; such rows are not kept.
};

struct FeatureRowsOptions {
  int threads = 1;          ///< That read and resize pictures, and on a CPU compute.
  std::int64_t batch = 50;  ///< Pictures that pass a network on a GPU together, fewer where they would take over 1 GiB.
  bool probabilities = false;
};

/// Told how many pictures are done; by the calling thread. What it throws ends the work.
using OnPictures = std::function<void(std::int64_t)>;

/// Of pictures first to first + count - 1. On a CPU a few pictures at a time pass the network on one thread each,
/// always the same ones together, so that the rows are a function of the pictures, whatever the number of threads.
/// Throws Error(kDataLoss) naming a picture that cannot be read, Error(kInvalidArgument, "features_not_finite" |
/// "features_no_probabilities"). The network multiplies in full single precision, whatever the process does otherwise.
FeatureRows featureRows(const Dataset& pictures, const FeatureNetwork& network, std::int64_t first, std::int64_t count,
                        const FeatureRowsOptions& options, const OnPictures& on_pictures = {});

}  // namespace gan
