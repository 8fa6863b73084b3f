#include "evaluation/small_script.h"

#include <torch/csrc/jit/api/module.h>

#include <algorithm>
#include <fstream>

#include "tensor/random_stream.h"

namespace gan::test {

void writeScript(const std::filesystem::path& file, const std::string& forward) {
  torch::jit::Module module("Network");
  module.define(forward + "\n");
  module.save(file.string());
}

void writeSmallNetwork(const std::filesystem::path& file) {
  writeScript(file, R"(
def forward(self, img, return_features: bool = False):
    x = torch.flatten(torch.avg_pool2d(img / 255.0, [8, 8]), 1)
    if return_features:
        return x
    return torch.softmax(x * 10.0, 1)
)");
}

void writePictures(const std::filesystem::path& folder, int count, std::uint64_t seed, int brightness,
                   std::int64_t size) {
  std::filesystem::create_directories(folder);
  const RandomStream stream(seed, RandomPurpose::kImageNoise);
  for (int i = 0; i < count; ++i) {
    // Coarse patches, so that pictures differ in the mean of their quarters.
    const at::Tensor patches = stream.uniform(0, static_cast<std::uint64_t>(i), 1, 12).flatten();
    const at::Tensor noise = stream.uniform(1, static_cast<std::uint64_t>(i), 1, size * size * 3).flatten();
    const auto* patch = patches.const_data_ptr<float>();
    const auto* grain = noise.const_data_ptr<float>();
    std::string name = std::to_string(i);
    name.insert(0, 4 - std::min<std::size_t>(4, name.size()), '0');
    std::ofstream file(folder / (name + ".ppm"), std::ios::binary);
    file << "P6\n" << size << " " << size << "\n255\n";
    for (std::int64_t pixel = 0; pixel < size * size; ++pixel) {
      const std::int64_t quarter = pixel / size * 2 / size * 2 + pixel % size * 2 / size;
      for (std::int64_t channel = 0; channel < 3; ++channel) {
        const float level =
            60 + 100 * patch[quarter * 3 + channel] + 20 * grain[pixel * 3 + channel] + static_cast<float>(brightness);
        file.put(static_cast<char>(static_cast<unsigned char>(std::clamp(level, 0.0F, 255.0F))));
      }
    }
  }
}

}  // namespace gan::test
