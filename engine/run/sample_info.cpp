#include "run/sample_info.h"

#include <nlohmann/json.hpp>

namespace gan {

using nlohmann::json;

std::string toJson(const SampleInfo& info) {
  return json{{"step", info.step},
              {"segment", info.segment},
              {"truncation", info.truncation},
              {"latents",
               {{"seed", info.latent_seed},
                {"first", info.latent_first},
                {"size", info.latent_size},
                {"count", info.count}}},
              {"labels", nullptr},
              {"columns", info.columns},
              {"padding", info.padding},
              {"weights", info.weights},
              {"unix_seconds", info.unix_seconds}}
             .dump(2) +
         "\n";
}

}  // namespace gan
