#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "run/kept_tests.h"

namespace gan::app {

/// What a test of a checkpoint found, as the commands tell it with --json.
inline nlohmann::json testFacts(const std::string& checkpoint, const KeptTest& tested) {
  return {{"checkpoint", checkpoint}, {"data", tested.data},       {"split", tested.split},
          {"images", tested.images},  {"loss", tested.loss},       {"top1", tested.top1},
          {"top5", tested.top5},      {"classes", tested.classes}, {"confusion", tested.confusion}};
}

}  // namespace gan::app
