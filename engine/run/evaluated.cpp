#include "run/evaluated.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "config/evaluation_scores.h"
#include "config/schema.h"
#include "core/error.h"
#include "run/evaluated_json.h"
#include "run/message_json.h"

namespace gan {
namespace {

constexpr json::Origin kReport{"evaluation_bad_report", "What an evaluation printed",
                               "The program may have been replaced while the run trains: end the run and resume it."};
constexpr std::size_t kShownDigits = 8;
constexpr const char* kUsualStatistics = "running";
constexpr const char* kUsualWeights = "average";
constexpr const char* kUsualTruncation = "redraw";

/// In names of series only some characters go.
std::string asWord(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
    word += plain ? c : '_';
  }
  return word;
}

json::Json valuesJson(const std::vector<EvaluatedScore>& scores) {
  json::Json values = json::Json::object();
  for (const EvaluatedScore& score : scores) values[score.name] = json::real(score.value);
  return values;
}

json::Json deviationsJson(const std::vector<EvaluatedScore>& scores) {
  json::Json deviations = json::Json::object();
  for (const EvaluatedScore& score : scores) {
    if (score.deviation) deviations[score.name] = json::real(*score.deviation);
  }
  return deviations;
}

json::Json classesJson(const std::vector<EvaluatedClass>& classes) {
  json::Json list = json::Json::array();
  for (const EvaluatedClass& each : classes) {
    list.push_back({{"name", each.name}, {"fid", json::real(each.fid)}, {"a", each.real}, {"b", each.generated}});
  }
  return list;
}

std::vector<EvaluatedClass> readClasses(const json::Members& in) {
  std::vector<EvaluatedClass> classes;
  if (!in.has("classes")) return classes;
  for (const json::Json& each : in.list("classes")) {
    if (!each.is_object()) in.fail("classes", "a list of objects");
    const json::Members of_class(each, in.origin());
    classes.push_back({.name = of_class.text("name"),
                       .fid = of_class.real("fid"),
                       .real = of_class.integer("a"),
                       .generated = of_class.integer("b")});
  }
  return classes;
}

std::vector<EvaluatedScore> readScores(const json::Members& in) {
  const json::Members values = in.object("scores");
  const json::Members deviations = in.object("deviations");
  std::vector<EvaluatedScore> scores;
  for (const auto& [name, value] : values.json().items()) {
    scores.push_back({name, values.real(name), {}});
    if (deviations.has(name)) scores.back().deviation = deviations.real(name);
  }
  return scores;
}

EvaluatedFeatures readFeatures(const json::Members& in) {
  return {.network = in.text("network"),
          .sha256 = in.text("sha256"),
          .resize = in.text("resize"),
          .size = in.integer("size")};
}

std::optional<double> varietyOf(const json::Members& in) {
  const auto variance = [&in](std::string_view side) -> std::optional<double> {
    const json::Members facts = in.object(side);
    if (!facts.has("variance") || facts.json()["variance"].is_null()) return std::nullopt;
    return facts.real("variance");
  };
  const auto real = variance("a");
  const auto generated = variance("b");
  return real && generated && *real > 0 ? std::optional(*generated / *real) : std::nullopt;
}

/// How the pictures were drawn, where it is said.
void readDrawing(const json::Members& in, Evaluated& evaluated) {
  const auto has = [&in](std::string_view name) { return in.has(name) && !in.json()[name].is_null(); };
  if (has("weights")) evaluated.weights = in.text("weights");
  if (has("statistics")) evaluated.statistics = in.text("statistics");
  if (has("truncation")) evaluated.truncation = in.real("truncation");
  if (has("truncation_kind") && evaluated.truncation > 0) evaluated.truncation_kind = in.text("truncation_kind");
  if (has("draws")) evaluated.draws = in.integer("draws", 1);
  if (has("unusual")) evaluated.settings = in.text("unusual");
}

}  // namespace

const EvaluatedScore* Evaluated::find(std::string_view score) const {
  const auto found = std::ranges::find(scores, score, &EvaluatedScore::name);
  return found == scores.end() ? nullptr : &*found;
}

std::string comparableOverTruncations(const Evaluated& evaluated) {
  const EvaluatedFeatures& features = evaluated.features;
  std::string text = asWord(features.network) + "-" + asWord(features.sha256.substr(0, kShownDigits));
  if (features.resize != "its training") text += "-" + asWord(features.resize);
  text += "-" + std::to_string(evaluated.generated);
  if (!evaluated.statistics.empty() && evaluated.statistics != kUsualStatistics)
    text += "-" + asWord(evaluated.statistics);
  if (!evaluated.weights.empty() && evaluated.weights != kUsualWeights) text += "-" + asWord(evaluated.weights);
  if (!evaluated.settings.empty()) text += "-" + asWord(evaluated.settings);
  return text;
}

std::string comparableAs(const Evaluated& evaluated) {
  std::string text = comparableOverTruncations(evaluated);
  if (evaluated.truncation <= 0) return text;
  text += "-t" + asWord(formatValue(evaluated.truncation));
  const bool usual = evaluated.truncation_kind.empty() || evaluated.truncation_kind == kUsualTruncation;
  return usual ? text : text + "-" + asWord(evaluated.truncation_kind);
}

std::string seriesName(const Evaluated& evaluated, std::string_view score) {
  return "evaluation/" + comparableAs(evaluated) + "/" + asWord(score);
}

bool hasFidOfFew(const Evaluated& evaluated) {
  const auto few = [](const auto& of) {
    return of.generated < kEnoughForFid || (of.real > 0 && of.real < kEnoughForFid);
  };
  return (evaluated.find("fid") != nullptr && few(evaluated)) ||
         (evaluated.find("intra_fid") != nullptr && std::ranges::any_of(evaluated.classes, few));
}

Evaluated evaluatedFromReport(std::string_view text) {
  const json::Json object = json::parseObject(text, kReport);
  const json::Members in(object, kReport);
  Evaluated evaluated;
  evaluated.features = readFeatures(in.object("features"));
  const auto count = [&in](std::string_view side) {
    const json::Members facts = in.object(side);
    return facts.has("pictures") && facts.json()["pictures"].is_null() ? 0 : facts.integer("pictures");
  };
  evaluated.real = count("a");
  evaluated.generated = count("b");
  evaluated.variety = varietyOf(in);
  readDrawing(in, evaluated);
  evaluated.scores = readScores(in);
  evaluated.classes = readClasses(in);
  if (in.has("seconds")) evaluated.seconds = in.real("seconds");
  return evaluated;
}

std::optional<Message> evaluationFailure(std::string_view text) {
  try {
    const json::Json object = json::parseObject(text, kReport);
    Message message = json::readMessage(json::Members(object, kReport), "error");
    return message.empty() ? std::nullopt : std::optional(std::move(message));
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string formatScore(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

namespace json {

void writeEvaluated(Json& out, const Evaluated& evaluated) {
  const EvaluatedFeatures& features = evaluated.features;
  out["weights"] = evaluated.weights;
  out["statistics"] = evaluated.statistics;
  out["truncation"] = real(evaluated.truncation);
  if (!evaluated.truncation_kind.empty()) out["truncation_kind"] = evaluated.truncation_kind;
  if (evaluated.draws != 1) out["draws"] = evaluated.draws;
  if (!evaluated.settings.empty()) out["unusual"] = evaluated.settings;
  if (!evaluated.classes.empty()) out["classes"] = classesJson(evaluated.classes);
  out["features"] = {
      {"network", features.network}, {"sha256", features.sha256}, {"resize", features.resize}, {"size", features.size}};
  out["real"] = evaluated.real;
  out["generated"] = evaluated.generated;
  out["scores"] = valuesJson(evaluated.scores);
  out["deviations"] = deviationsJson(evaluated.scores);
  out["seconds"] = real(evaluated.seconds);
  if (evaluated.variety) out["variety"] = real(*evaluated.variety);
}

void readEvaluated(const Members& in, Evaluated& evaluated) {
  (void)in.text("weights");  // these were always said
  (void)in.text("statistics");
  (void)in.real("truncation");
  readDrawing(in, evaluated);
  evaluated.features = readFeatures(in.object("features"));
  evaluated.real = in.integer("real");
  evaluated.generated = in.integer("generated");
  evaluated.scores = readScores(in);
  evaluated.classes = readClasses(in);
  evaluated.seconds = in.real("seconds");
  if (in.has("variety")) evaluated.variety = in.real("variety");
}

}  // namespace json
}  // namespace gan
