#pragma once

#include <memory>
#include <span>
#include <string>

#include "evaluation/feature_network.h"
#include "evaluation/input_resize.h"

namespace gan {

/// A network in TorchScript whose forward() takes float32 pictures [N, 3, size, size] in 0 .. 255 and returns a tensor
/// whose first dimension is N; the others become features. Where forward() has an argument return_features, as in
/// NVIDIA's inception-2015-12-05.pt, it is True for features; without it that file returns probabilities. Where there
/// is also that file's argument no_output_bias, the network is taken to map (x - 128) / 128 as that one does, and gets
/// what makes this pytorch-fid's 2x / 255 - 1 where that way of resizing is asked for. Throws Error(kInvalidArgument,
/// "features_not_read" | "features_output" | "features_resize" | "features_size").
std::unique_ptr<FeatureNetwork> openScriptNetwork(const FeatureOptions& options);

/// The way that the options name, among those that a network's pictures can be resized in; the first where they name
/// none. Throws Error(kInvalidArgument, "features_resize").
InputResize chosenResize(const FeatureOptions& options, const std::string& network, std::span<const InputResize> ways);

}  // namespace gan
