#pragma once

#include <memory>
#include <span>
#include <string>

#include "evaluation/feature_network.h"
#include "evaluation/input_resize.h"

namespace gan {

/// A network in TorchScript whose forward() takes float32 pictures [N, 3, size, size] in 0 .. 255 and returns a tensor
/// whose first dimension is N; the others become features. Where forward() has an argument return_features, as in
/// NVIDIA's inception-2015-12-05.pt, it is True for features; without it that file returns probabilities. Throws
/// Error(kInvalidArgument, "features_not_read" | "features_output" | "features_resize" | "features_size").
std::unique_ptr<FeatureNetwork> openScriptNetwork(const FeatureOptions& options);

/// The way that the options name, among those that a network's pictures can be resized in; the first where they name
/// none. Throws Error(kInvalidArgument, "features_resize").
InputResize chosenResize(const FeatureOptions& options, const std::string& network, std::span<const InputResize> ways);

}  // namespace gan
