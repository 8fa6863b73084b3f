// usage: dataset_tool SETTING=VALUE...
// Opens the data set that the settings describe and prints it as JSON: class names and, for each image, its label, size
// and pixels in hexadecimal digits. Prints what went wrong to standard error and exits with 1.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "config/run_config.h"
#include "core/error.h"
#include "data/dataset.h"

namespace {

std::string hexadecimal(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::size_t byte : bytes) text += {kDigits[byte / 16], kDigits[byte % 16]};
  return text;
}

void print(const gan::RunConfig& config) {
  const auto dataset = gan::openDataset(config);
  nlohmann::json found = {{"class_names", dataset->info().class_names}, {"images", nlohmann::json::array()}};
  gan::Image image;
  for (std::int64_t i = 0; i < dataset->info().count; ++i) {
    const std::int64_t label = dataset->read(i, image);
    found["images"].push_back(
        {{"label", label}, {"width", image.width}, {"height", image.height}, {"pixels", hexadecimal(image.pixels)}});
  }
  std::cout << found.dump() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    gan::RunConfig config;
    for (int i = 1; i < argc; ++i) {
      const std::string setting = argv[i];
      const std::size_t equals = setting.find('=');
      config.setText(setting.substr(0, equals), setting.substr(std::min(equals, setting.size() - 1) + 1));
    }
    print(config);
    return 0;
  } catch (const gan::Error& error) {
    std::cerr << error.id() << ": " << error.message() << "\n";
    return 1;
  }
}
