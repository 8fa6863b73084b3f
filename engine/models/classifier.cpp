#include "models/classifier.h"

#include <algorithm>
#include <array>

#include "config/run_config.h"
#include "models/resnet.h"

namespace gan {

namespace {

constexpr std::array<ClassifierArchitecture, 2> kArchitectures = {{
    {"resnet-18", "He et al., 2016, table 1; torchvision models/resnet.py", makeResNet18},
    {"resnet-50", "He et al., 2016, table 1; torchvision models/resnet.py", makeResNet50},
}};

}  // namespace

ClassifierShape classifierShape(const RunConfig& config) {
  return {.channels = config.integer("data.channels"),
          .classes = config.integer("model.classes"),
          .stem = config.text("model.stem") == "small_images" ? Stem::kSmallImages : Stem::kImageNet};
}

std::span<const ClassifierArchitecture> classifierArchitectures() { return kArchitectures; }

const ClassifierArchitecture* findClassifier(std::string_view name) {
  const auto* const found = std::ranges::find(kArchitectures, name, &ClassifierArchitecture::name);
  return found == kArchitectures.end() ? nullptr : found;
}

}  // namespace gan
