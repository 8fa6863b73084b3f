#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
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

/// The configuration of the network that the file says it belongs to, all else at its default. Reads no tensor. Throws
/// Error(kInvalidArgument, "weights_no_config") for one that says nothing, and what SafetensorsFile and applyYaml() do.
RunConfig weightsConfig(const std::filesystem::path& file);
/// After how many iterations they were taken, where the file says it. Reads no tensor.
std::optional<std::int64_t> weightsStep(const std::filesystem::path& file);

/// Over how many batches standing statistics of a generator are taken, as its file says it, which was written while
/// the run's own pictures had as many; else as `config` does. Reads no tensor.
std::int64_t standingBatches(const std::filesystem::path& file, const RunConfig& config);

/// The generator of a file, on the host, frozen: the network that the file names itself, else that of `config`. Its
/// step and other things a run knows are not in it. Throws what reading the file, its text and findArchitecture() do,
/// Error(kFailedPrecondition, "checkpoint_shape_mismatch" | "checkpoint_other_model").
std::shared_ptr<Generator> readGenerator(const std::filesystem::path& file, const RunConfig& config);
/// The discriminator of a file, likewise.
std::shared_ptr<Discriminator> readDiscriminator(const std::filesystem::path& file, const RunConfig& config);

}  // namespace gan
