#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "interop/safetensors.h"

namespace gan {
namespace {

template <typename T>
std::vector<T> valuesOf(const TensorView& view) {
  std::vector<T> values(view.bytes.size() / sizeof(T));
  std::memcpy(values.data(), view.bytes.data(), view.bytes.size());
  return values;
}

class SafetensorsGoldens : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(goldens_)) GTEST_SKIP() << goldens_ << " is absent: it holds the reference files.";
  }
  std::filesystem::path goldens_ = std::filesystem::path(GAN_SHARED_DIR) / "goldens";
};

TEST_F(SafetensorsGoldens, EveryFileIsRead) {
  int files = 0;
  std::size_t tensors = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(goldens_)) {
    if (entry.path().extension() != ".safetensors") continue;
    ++files;
    EXPECT_NO_THROW(tensors += SafetensorsFile(entry.path()).tensors().size()) << entry.path();
  }
  EXPECT_GE(files, 61);
  EXPECT_GE(tensors, 5537U);
}

TEST_F(SafetensorsGoldens, BytesAndFloatsAreThoseOfTheirFormula) {
  // goldens/cifar32/README.md: x is (x_u8/255 - 0.5)/0.5 evaluated in float32.
  const SafetensorsFile file(goldens_ / "cifar32/io.safetensors");
  const auto bytes = valuesOf<std::uint8_t>(file.at("x_u8"));
  const auto floats = valuesOf<float>(file.at("x"));
  ASSERT_EQ(bytes.size(), 4U * 3 * 32 * 32);
  ASSERT_EQ(floats.size(), bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    ASSERT_EQ(floats[i], (static_cast<float>(bytes[i]) / 255.0F - 0.5F) / 0.5F) << i;
  }
  for (const std::int64_t label : valuesOf<std::int64_t>(file.at("y"))) EXPECT_TRUE(label >= 0 && label < 10) << label;
}

TEST_F(SafetensorsGoldens, LargestMagnitudesAreThoseThatWereRecorded) {
  std::ifstream text(goldens_ / "cifar32/deviations.json");
  const nlohmann::json recorded = nlohmann::json::parse(text);
  int compared = 0;
  for (const auto& [key, row] : recorded.items()) {
    const auto slash = key.find('/');
    if (slash == std::string::npos) continue;
    const auto path = goldens_ / "cifar32" / (key.substr(0, slash) + ".safetensors");
    if (!std::filesystem::exists(path)) continue;  // some groups are parts of other files
    const SafetensorsFile file(path);
    const auto found = file.tensors().find(key.substr(slash + 1));
    if (found == file.tensors().end() || found->second.type != ElementType::kF32) continue;
    float largest = 0;
    for (const float value : valuesOf<float>(found->second)) largest = std::max(largest, std::abs(value));
    EXPECT_NEAR(largest, row.at(0).get<double>(), 1e-2 * row.at(0).get<double>()) << key;
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

}  // namespace
}  // namespace gan
