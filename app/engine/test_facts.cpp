#include "test_facts.h"

#include <nlohmann/json.hpp>

namespace gan::app {

nlohmann::json testFacts(const std::string& checkpoint, const KeptTest& tested) {
  return {{"checkpoint", checkpoint}, {"data", tested.data},       {"split", tested.split},
          {"images", tested.images},  {"loss", tested.loss},       {"top1", tested.top1},
          {"top5", tested.top5},      {"classes", tested.classes}, {"confusion", tested.confusion}};
}

}  // namespace gan::app
