#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "models/network.h"
#include "models/tensor_map.h"

namespace gan {

/// Where a file of weights says which network they belong to: the text that modelYaml() makes.
inline constexpr const char* kConfigMetadata = "gan_studio.config";
/// And after how many iterations they were taken.
inline constexpr const char* kStepMetadata = "gan_studio.step";

/// What a safetensors file of weights holds.
struct Weights {
  TensorMap tensors;  ///< On the host, in memory of their own.
  std::map<std::string, std::string> metadata;
};

/// tensors: contiguous, on the host; float32, float64, int32 or int64. Throws what writeSafetensors() does.
void writeWeights(const std::filesystem::path& file, const TensorMap& tensors,
                  const std::map<std::string, std::string>& metadata = {});
/// Throws what SafetensorsFile does, and Error(kDataLoss, "checkpoint_unknown_type").
Weights readWeights(const std::filesystem::path& file);

/// What the file says of its network; empty when it says nothing. Reads no tensor. Throws what SafetensorsFile does.
std::string modelOf(const std::filesystem::path& file);

/// The generator of a file, on the host, frozen: the network that the file names itself, else that of `config`. Its
/// step and other things a run knows are not in it. Throws what reading the file, its text and findArchitecture() do,
/// Error(kFailedPrecondition, "checkpoint_shape_mismatch" | "checkpoint_other_model").
std::shared_ptr<Generator> readGenerator(const std::filesystem::path& file, const RunConfig& config);

}  // namespace gan
