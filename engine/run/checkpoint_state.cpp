#include "run/checkpoint_store.h"
#include "run/json.h"

namespace gan {

std::string toJson(const CheckpointState& state) {
  json::Json values = json::Json::array();
  for (const auto& [path, text] : state.live_values) values.push_back({path, text});
  json::Json out = {{"step", state.step},
                    {"segment", state.segment},
                    {"data_position", state.data_position},
                    {"images_per_epoch", state.images_per_epoch},
                    {"counters", state.counters},
                    {"live_values", std::move(values)},
                    {"unix_seconds", json::real(state.unix_seconds)},
                    {"pinned", state.pinned}};
  if (state.score) out["score"] = json::real(*state.score);
  return json::pretty(out);
}

CheckpointState checkpointStateFromJson(std::string_view text, std::string_view source) {
  const json::Origin origin{"checkpoint_bad_state", source, "Continue from another checkpoint of the run."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  CheckpointState state;
  state.step = in.integer("step");
  state.segment = in.segment("segment");
  state.data_position = in.integer("data_position");
  if (in.has("images_per_epoch")) state.images_per_epoch = in.integer("images_per_epoch");
  if (in.has("counters")) {
    const json::Members counters = in.object("counters");
    for (const auto& [name, value] : counters.json().items()) state.counters[name] = counters.integer(name);
  } else {  // as version 0.1.0 wrote them
    for (const char* name : {"optimizer_steps_generator", "optimizer_steps_discriminator"}) {
      state.counters[name] = in.integer(name);
    }
  }
  for (const json::Json& pair : in.list("live_values")) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
      in.fail("live_values", "a list of pairs of texts");
    }
    state.live_values.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
  }
  state.unix_seconds = in.real("unix_seconds");
  state.pinned = in.flag("pinned");
  if (in.has("score")) state.score = in.real("score");
  return state;
}

}  // namespace gan
