#include "run/sample_info.h"

#include <nlohmann/json.hpp>

#include "core/error.h"

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

SampleInfo sampleInfoFromJson(std::string_view text, std::string_view source) {
  constexpr std::size_t kMaxBytes = 64 * 1024;
  try {
    if (text.size() > kMaxBytes) throw std::length_error("more than 64 KiB");
    const json object = json::parse(text);
    const json& latents = object.at("latents");
    return {.step = object.at("step"),
            .segment = object.at("segment"),
            .truncation = object.at("truncation"),
            .latent_seed = latents.at("seed"),
            .latent_first = latents.at("first"),
            .latent_size = latents.at("size"),
            .count = latents.at("count"),
            .columns = object.at("columns"),
            .padding = object.at("padding"),
            .weights = object.at("weights"),
            .unix_seconds = object.at("unix_seconds")};
  } catch (const std::exception& error) {
    throw Error(ErrorCode::kDataLoss, "sample_bad_info",
                "{source} does not describe a picture of samples: {why}. Delete it together with its picture.",
                {{"source", std::string(source)}, {"why", error.what()}});
  }
}

}  // namespace gan
