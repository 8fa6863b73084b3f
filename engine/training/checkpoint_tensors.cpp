#include "models/weights_file.h"
#include "training/trainer.h"

namespace gan {

namespace {

constexpr const char* kExtension = ".safetensors";

}  // namespace

void writeTensors(const Trainer::State& state, const std::filesystem::path& folder, const std::string& model) {
  std::map<std::string, std::string> metadata;
  if (!model.empty()) {
    metadata = {{kConfigMetadata, model}, {kStepMetadata, std::to_string(state.info.step)}};
  }
  for (const auto& [name, tensors] : state.parts) writeWeights(folder / (name + kExtension), tensors, metadata);
}

Trainer::State readTensors(const std::filesystem::path& folder) {
  Trainer::State state;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() == kExtension) state.parts.emplace(file.stem().string(), readWeights(file).tensors);
  }
  return state;
}

}  // namespace gan
