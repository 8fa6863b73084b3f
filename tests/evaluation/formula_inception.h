#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/tensor_map.h"
#include "support/golden_folder.h"

namespace gan::test {

/// The weights of Inception v3 that a folder of reference values describes by a formula: see its README. config: with
/// `weights.seed` and `tensor_index`. classes: outputs of `fc`.
TensorMap formulaInception(const nlohmann::json& config, std::int64_t classes);

/// Takes the running statistics from a file of the folder instead.
void takeStatistics(TensorMap& tensors, const GoldenFolder& folder, const std::string& file);

}  // namespace gan::test
