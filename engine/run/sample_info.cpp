#include "run/sample_info.h"

#include <nlohmann/json.hpp>

namespace gan {

using nlohmann::json;

std::string toJson(const SampleInfo& info) {
  json names = json::object();
  for (const auto& [label, name] : info.class_names) names[std::to_string(label)] = name;
  return json{{"step", info.step},
              {"segment", info.segment},
              {"truncation", info.truncation},
              {"latents",
               {{"seed", info.latent_seed},
                {"first", info.latent_first},
                {"size", info.latent_size},
                {"count", info.count}}},
              {"labels", info.labels.empty() ? json(nullptr) : json(info.labels)},
              {"class_names", names},
              {"columns", info.columns},
              {"padding", info.padding},
              {"weights", info.weights},
              {"unix_seconds", info.unix_seconds}}
             .dump(2) +
         "\n";
}

}  // namespace gan
