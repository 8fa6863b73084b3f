#include "run/sample_info.h"

#include <charconv>
#include <limits>

#include "core/error.h"
#include "run/json.h"

namespace gan {

std::string toJson(const SampleInfo& info) {
  json::Json names = json::Json::object();
  for (const auto& [label, name] : info.class_names) names[std::to_string(label)] = name;
  return json::pretty(
      {{"step", info.step},
       {"segment", info.segment},
       {"truncation", info.truncation.threshold},
       {"truncation_kind", nameOf(info.truncation.kind)},
       {"latents",
        {{"seed", info.latent_seed}, {"first", info.latent_first}, {"size", info.latent_size}, {"count", info.count}}},
       {"labels", info.labels.empty() ? json::Json(nullptr) : json::Json(info.labels)},
       {"class_names", names},
       {"columns", info.columns},
       {"padding", info.padding},
       {"weights", info.weights},
       {"statistics", info.statistics},
       {"unix_seconds", info.unix_seconds}});
}

SampleInfo sampleInfoFromJson(std::string_view text, std::string_view source) {
  constexpr std::int64_t kMaxImages = 1 << 20;
  constexpr std::int64_t kMaxLength = 1 << 20;
  const json::Origin origin{"sample_bad_info", source, "The picture itself can be used."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  SampleInfo info;
  info.step = in.integer("step");
  info.segment = in.segment("segment");
  info.truncation.threshold = in.real("truncation");
  if (object.contains("truncation_kind")) {  // older runs know one
    const std::string kind = in.text("truncation_kind");
    try {
      info.truncation.kind = truncationKind(kind);
    } catch (const Error&) {
      in.fail("truncation_kind", "redraw, scaled_redraw or scale");
    }
  }
  const json::Members latents = in.object("latents");
  const auto seed = latents.json().find("seed");
  if (seed == latents.json().end() || !seed->is_number_unsigned()) latents.fail("seed", "a whole number");
  info.latent_seed = seed->get<std::uint64_t>();
  info.latent_first = latents.integer("first");
  info.latent_size = latents.integer("size", 0, kMaxLength);
  info.count = latents.integer("count", 0, kMaxImages);
  info.columns = in.integer("columns", info.count > 0 ? 1 : 0, kMaxImages);
  info.padding = in.integer("padding", 0, kMaxLength);
  info.weights = in.text("weights");
  if (object.contains("statistics")) info.statistics = in.text("statistics");
  info.unix_seconds = in.real("unix_seconds");
  const auto labels = object.find("labels");
  if (labels == object.end() || !(labels->is_null() || labels->is_array())) in.fail("labels", "a list or null");
  if (labels->is_array()) {
    for (const auto& label : *labels) {
      if (!label.is_number_integer() || (label.is_number_unsigned() && label.get<std::uint64_t>() >> 63U != 0)) {
        in.fail("labels", "a list of whole numbers");
      }
      info.labels.push_back(label.get<std::int64_t>());
    }
    if (static_cast<std::int64_t>(info.labels.size()) != info.count) in.fail("labels", "as many as images");
  }
  const json::Members names = in.object("class_names");
  for (const auto& [key, name] : names.json().items()) {
    std::int64_t label = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), label);
    if (error != std::errc() || end != key.data() + key.size() || !name.is_string()) {
      in.fail("class_names", "texts by the numbers of classes");
    }
    info.class_names[label] = name.get<std::string>();
  }
  return info;
}

}  // namespace gan
