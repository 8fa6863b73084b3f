
#include "run/json.h"
#include "run/run_folder.h"

namespace gan {
namespace {

/// It becomes part of a socket's path, so nothing but digits may be in it.
bool isRunId(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  constexpr std::string_view kHexadecimal = "0123456789abcdef";
  return text.size() == kDigits && text.find_first_not_of(kHexadecimal) == std::string_view::npos;
}

/// Empty where the run was made by a version that did not say.
std::vector<std::string> textsFrom(const json::Members& in, std::string_view name) {
  std::vector<std::string> texts;
  if (!in.has(name)) return texts;
  for (const json::Json& text : in.list(name)) {
    if (!text.is_string()) in.fail(name, "a list of texts");
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

}  // namespace

std::string toJson(const RunManifest& manifest) {
  return json::pretty({{"id", manifest.id},
                       {"engine_version", manifest.engine_version},
                       {"torch_version", manifest.torch_version},
                       {"preset", manifest.preset},
                       {"world_size", manifest.world_size},
                       {"replicas", manifest.replicas},
                       {"stages", manifest.stages},
                       {"placement", manifest.placement},
                       {"pipeline", manifest.pipeline},
                       {"devices", manifest.devices},
                       {"float32_precision", manifest.float32_precision},
                       {"launches", manifest.launches},
                       {"threads", manifest.threads},
                       {"instruction_set", manifest.instruction_set},
                       {"data_fingerprint", manifest.data_fingerprint},
                       {"parent_path", manifest.parent_path},
                       {"parent_step", manifest.parent_step},
                       {"created_unix_seconds", json::real(manifest.created_unix_seconds)}});
}

RunManifest manifestFromJson(std::string_view text, std::string_view source) {
  constexpr std::int64_t kMaxCount = 1 << 20;  // far above any machine, far below what could overflow
  const json::Origin origin{"run_bad_manifest", source,
                            "It says what the run was made with; restore it from a copy of the run."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  RunManifest manifest;
  manifest.id = in.text("id");
  if (!isRunId(manifest.id)) in.fail("id", "16 hexadecimal digits");
  manifest.engine_version = in.text("engine_version");
  manifest.torch_version = in.text("torch_version");
  manifest.preset = in.text("preset");
  manifest.world_size = static_cast<int>(in.integer("world_size", 1, kMaxCount));
  // Older runs had no stages in processes.
  manifest.replicas = in.has("replicas") ? static_cast<int>(in.integer("replicas", 1, kMaxCount)) : manifest.world_size;
  if (in.has("stages")) manifest.stages = static_cast<int>(in.integer("stages", 1, kMaxCount));
  if (in.has("placement")) manifest.placement = in.text("placement");
  if (in.has("pipeline")) manifest.pipeline = in.text("pipeline");
  manifest.devices = textsFrom(in, "devices");
  if (in.has("float32_precision")) manifest.float32_precision = in.text("float32_precision");
  manifest.launches = textsFrom(in, "launches");
  manifest.threads = static_cast<int>(in.integer("threads", 0, kMaxCount));
  manifest.instruction_set = in.text("instruction_set");
  manifest.data_fingerprint = in.text("data_fingerprint");
  manifest.parent_path = in.text("parent_path");
  manifest.parent_step = in.integer("parent_step", -1);
  manifest.created_unix_seconds = in.real("created_unix_seconds");
  return manifest;
}

}  // namespace gan
