#include "run/json.h"

#include <cmath>

namespace gan::json {
namespace {

constexpr int kMaxDepth = 16;
constexpr int kShownBytes = 60;

/// Deepest nesting of brackets outside strings. Also right for texts that are not JSON in that it never says too
/// little.
int depthOf(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return deepest;
}

Error unusable(const Origin& origin, std::string_view problem, std::vector<ErrorArgument> arguments) {
  arguments.insert(arguments.begin(), {"source", std::string(origin.source)});
  return Error(ErrorCode::kDataLoss, origin.error_id,
               "{source} is damaged: " + std::string(problem) + " " + std::string(origin.advice), std::move(arguments));
}

}  // namespace

Json parseObject(std::string_view text, const Origin& origin) {
  if (text.size() > kMaxBytes) {
    throw unusable(origin, "it has {size} bytes, more than the {limit} that it may have.",
                   {{"size", std::to_string(text.size())}, {"limit", std::to_string(kMaxBytes)}});
  }
  if (depthOf(text) > kMaxDepth) {
    throw unusable(origin, "its brackets are nested deeper than {limit} levels.",
                   {{"limit", std::to_string(kMaxDepth)}});
  }
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {
    throw unusable(origin, "it is not JSON ({reason}).", {{"reason", error.what()}});
  }
  if (!json.is_object()) throw unusable(origin, "it should be a JSON object.", {});
  return json;
}

std::string line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

const Json& Members::member(std::string_view name, std::string_view expected) const {
  const auto found = object_.find(name);
  if (found == object_.end()) fail(name, expected);
  return *found;
}

void Members::fail(std::string_view name, std::string_view expected) const { throw wrong(name, expected); }

Error Members::wrong(std::string_view name, std::string_view expected) const {
  const auto found = object_.find(name);
  std::string shown = "nothing";
  if (found != object_.end()) {
    shown = found->is_structured() ? found->type_name() : line(*found);
    if (shown.size() > kShownBytes) shown = shown.substr(0, kShownBytes) + "...";
  }
  return unusable(origin_, "its member \"{member}\" should be {expected}; found {found}.",
                  {{"member", std::string(name)}, {"expected", std::string(expected)}, {"found", shown}});
}

std::int64_t Members::integer(std::string_view name, std::int64_t lowest, std::int64_t highest) const {
  const std::string expected = "an integer from " + std::to_string(lowest) + " to " + std::to_string(highest);
  const Json& json = member(name, expected);
  if (!json.is_number_integer()) fail(name, expected);
  const bool above_int64 =
      json.is_number_unsigned() &&
      json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (above_int64) fail(name, expected);
  const auto value = json.get<std::int64_t>();
  if (value < lowest || value > highest) fail(name, expected);
  return value;
}

double Members::real(std::string_view name) const {
  constexpr std::string_view kExpected = "a number, \"nan\", \"inf\" or \"-inf\"";
  const Json& json = member(name, kExpected);
  if (json.is_number()) return json.get<double>();
  if (json == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (json == "inf") return std::numeric_limits<double>::infinity();
  if (json == "-inf") return -std::numeric_limits<double>::infinity();
  fail(name, kExpected);
}

bool Members::flag(std::string_view name) const {
  const Json& json = member(name, "true or false");
  if (!json.is_boolean()) fail(name, "true or false");
  return json.get<bool>();
}

std::string Members::text(std::string_view name) const {
  const Json& json = member(name, "a text");
  if (!json.is_string()) fail(name, "a text");
  return json.get<std::string>();
}

const Json& Members::list(std::string_view name) const {
  const Json& json = member(name, "a list");
  if (!json.is_array()) fail(name, "a list");
  return json;
}

Members Members::object(std::string_view name) const {
  const Json& json = member(name, "an object");
  if (!json.is_object()) fail(name, "an object");
  return {json, origin_};
}

}  // namespace gan::json
