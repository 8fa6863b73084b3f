#include "evaluation_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "command.h"
#include "config/feature_input.h"
#include "config/schema.h"
#include "console.h"
#include "core/units.h"
#include "judging_options.h"

namespace gan::app {
namespace {

using nlohmann::json;

std::string countText(std::int64_t count) { return count > 0 ? formatCount(count) : "-"; }

bool holds(const Evaluation& found, std::string_view score) {
  return std::ranges::count(found.scores, score, &Score::name) > 0;
}

/// What the scores depend on beside pictures and features.
json settingsOf(const Evaluation& found, const RunJudging& request) {
  const ScoreOptions& scores = request.scores;
  json settings = json::object();
  if (found.real.content == "pictures" || found.generated.content == "pictures") {
    settings["device"] = request.network.device;
    settings["seed"] = scores.seed;
    settings["keep"] = scores.kept;
    if (!request.alike.classes.empty()) settings["classes"] = request.alike.classes;  // A is of all
  }
  if (holds(found, "kid")) {
    settings["subsets"] = scores.kid_subsets;
    settings["subset_size"] = scores.kid_subset_size;
  }
  if (holds(found, "precision")) settings["neighbours"] = scores.neighbours;
  if (holds(found, "inception_score")) {
    settings["splits"] = scores.inception_splits;
    if (found.logits_with_bias) settings["logits"] = *found.logits_with_bias ? "with bias" : "without bias";
  }
  return settings;
}

/// What was chosen otherwise than evaluations of a training have it, see Evaluated::settings.
std::string unusual(const Evaluation& found, const RunJudging& request) {
  const ScoreOptions& scores = request.scores;
  const ScoreOptions usual;
  std::vector<std::string> settings;
  const auto note = [&](bool counts, const char* name, std::int64_t value, std::int64_t otherwise) {
    if (counts && value != otherwise) settings.push_back(name + (" " + std::to_string(value)));
  };
  note(true, "keep", scores.kept, usual.kept);
  note(!request.in_domain && request.network.size != 0, "size", request.network.size, kUsualInput);
  note(holds(found, "precision"), "neighbours", scores.neighbours, usual.neighbours);
  note(holds(found, "kid"), "subsets", scores.kid_subsets, usual.kid_subsets);
  note(holds(found, "kid"), "subset_size", std::min(scores.kid_subset_size, found.generated.count),
       std::min(usual.kid_subset_size, found.generated.count));
  note(holds(found, "inception_score"), "splits", scores.inception_splits, usual.inception_splits);
  if (!request.alike.classes.empty()) {
    std::string classes = "classes";
    for (const std::int64_t label : request.alike.classes) classes += " " + std::to_string(label);
    settings.push_back(classes);
  }
  std::string text;
  for (const std::string& setting : settings) text += (text.empty() ? "" : ", ") + setting;
  return text;
}

/// "keep 10000, seed 0, subsets 100".
std::string shown(const json& settings) {
  std::string text;
  for (const auto& [name, value] : settings.items()) {
    text += (text.empty() ? "" : ", ") + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

std::string stepText(const RunEvaluation& found) { return found.step ? formatCount(*found.step) : "-"; }
std::string truncationText(const RunEvaluation& found) {
  if (found.truncation.threshold <= 0) return "none";
  return formatValue(Value(found.truncation.threshold)) + " (" + std::string(nameOf(found.truncation.kind)) + ")";
}

std::vector<std::string> sideRow(const char* letter, const JudgedFacts& facts) {
  return {letter, printable(facts.name),
          facts.content == "pictures" ? formatCount(facts.count) + " pictures"
          : facts.count > 0           ? "moments of " + formatCount(facts.count) + " pictures"
                                      : "moments"};
}

/// Which weights and which drawing; empty where nothing was drawn.
std::string drawnText(const RunEvaluation& found) {
  if (found.statistics.empty()) return {};
  std::string text = "step " + stepText(found);
  if (!found.weights.empty()) text += ", " + found.weights + " weights";
  text += ", " + found.statistics + " statistics, truncation " + truncationText(found);
  if (found.draws > 1) text += ", " + std::to_string(found.draws) + " draws";
  return text + "\n";
}

std::string featuresText(const Evaluation& evaluation) {
  if (evaluation.features) return describe(*evaluation.features);
  return evaluation.real.content == "pictures" ? "no features" : "features that nothing is said of";
}

std::string ending(const RunEvaluation& found, const RunJudging& request, const std::vector<Message>& warnings) {
  std::string text;
  if (const std::string settings = shown(settingsOf(found.evaluation, request)); !settings.empty()) {
    text += "\n" + settings;
  }
  for (const Message& warning : warnings) text += "\nwarning: " + printable(warning.english());
  return text;
}

/// Which classes lie farthest apart and nearest; empty where they were not compared.
std::string classesText(const Evaluation& evaluation) {
  if (evaluation.classes.empty()) return {};
  const auto [best, worst] = std::ranges::minmax_element(evaluation.classes, {}, &ClassDistance::fid);
  const auto told = [](const ClassDistance& found) { return printable(found.name) + " " + fixed(found.fid, 4); };
  return "\nfid within classes: worst " + told(*worst) + ", best " + told(*best);
}

std::string textOfOne(const RunEvaluation& found, const RunJudging& request) {
  const Evaluation& evaluation = found.evaluation;
  std::string text = formatTable({sideRow("A", evaluation.real), sideRow("B", evaluation.generated)}) + "\n" +
                     drawnText(found) + featuresText(evaluation) + "\n\n";
  std::vector<std::vector<std::string>> rows = {{"score", "value", "deviation", "of A", "of B"}};
  for (const Score& score : evaluation.scores) {
    rows.push_back({score.name, fixed(score.value, 6), score.deviation ? fixed(*score.deviation, 6) : "-",
                    countText(score.real), countText(score.generated)});
  }
  return text + formatTable(rows) + classesText(evaluation) + ending(found, request, evaluation.warnings);
}

std::string valueText(const Evaluation& evaluation, const std::string& name) {
  const auto score = std::ranges::find(evaluation.scores, name, &Score::name);
  if (score == evaluation.scores.end()) return "-";
  constexpr double kSmall = 0.1;
  const int digits = std::abs(score->value) < kSmall ? 6 : 4;  // of a KID the fifth is the first that says something
  return fixed(score->value, digits) + (score->deviation ? " ± " + fixed(*score->deviation, digits) : "");
}

json sideFacts(const JudgedFacts& facts) {
  return json{{"name", facts.name},
              {"content", facts.content},
              {"pictures", facts.count > 0 ? json(facts.count) : json()},
              {"variance", facts.variance ? json(*facts.variance) : json()}};
}

json factsOfOne(const RunEvaluation& found, const RunJudging& request) {
  const Evaluation& evaluation = found.evaluation;
  json facts{{"a", sideFacts(evaluation.real)},
             {"b", sideFacts(evaluation.generated)},
             {"features", evaluation.features ? kindFacts(*evaluation.features) : json()},
             {"scores", json::object()},
             {"deviations", json::object()},
             {"samples", json::object()},
             {"settings", settingsOf(evaluation, request)},
             {"warnings", json::array()},
             {"seconds", found.seconds}};
  for (const Score& score : evaluation.scores) {
    facts["scores"][score.name] = score.value;
    if (score.deviation) facts["deviations"][score.name] = *score.deviation;
    const auto samples = [](std::int64_t count) { return count > 0 ? json(count) : json(); };
    facts["samples"][score.name] = {{"a", samples(score.real)}, {"b", samples(score.generated)}};
  }
  for (const Message& warning : evaluation.warnings) facts["warnings"].push_back(messageFacts(warning));
  for (const ClassDistance& of_class : evaluation.classes) {
    facts["classes"].push_back(
        {{"name", of_class.name}, {"fid", of_class.fid}, {"a", of_class.real}, {"b", of_class.generated}});
  }
  if (const std::string chosen = unusual(evaluation, request); !chosen.empty()) facts["unusual"] = chosen;
  if (found.statistics.empty()) return facts;
  facts["step"] = found.step ? json(*found.step) : json();
  facts["checkpoint"] = found.checkpoint.empty() ? json() : json(found.checkpoint);
  facts["weights"] = found.weights.empty() ? json() : json(found.weights);
  facts["statistics"] = found.statistics;
  facts["truncation"] = found.truncation.threshold;
  facts["truncation_kind"] = nameOf(found.truncation.kind);
  facts["draws"] = found.draws;
  return facts;
}

}  // namespace

std::string textOf(const std::vector<RunEvaluation>& found, const RunJudging& request) {
  if (found.size() == 1) return textOfOne(found.front(), request);
  const Evaluation& first = found.front().evaluation;
  std::vector<std::string> heading = {"step", "weights", "truncation"};
  for (const Score& score : first.scores) heading.push_back(score.name);
  std::vector<std::vector<std::string>> rows = {heading};
  std::set<std::string> said;
  std::vector<Message> warnings;
  for (const RunEvaluation& one : found) {
    std::vector<std::string> row = {stepText(one), one.weights.empty() ? "-" : one.weights, truncationText(one)};
    for (const Score& score : first.scores) row.push_back(valueText(one.evaluation, score.name));
    rows.push_back(row);
    for (const Message& warning : one.evaluation.warnings) {
      if (said.insert(warning.english()).second) warnings.push_back(warning);
    }
  }
  return formatTable({sideRow("A", first.real), sideRow("B", first.generated)}) + "\n" + found.front().statistics +
         " statistics" + (found.front().draws > 1 ? ", " + std::to_string(found.front().draws) + " draws" : "") + "\n" +
         featuresText(first) + "\n\n" + formatTable(rows) + ending(found.front(), request, warnings);
}

json factsOf(const std::vector<RunEvaluation>& found, const RunJudging& request) {
  if (found.size() == 1) return factsOfOne(found.front(), request);
  json facts{{"evaluations", json::array()}};
  for (const RunEvaluation& one : found) facts["evaluations"].push_back(factsOfOne(one, request));
  return facts;
}

}  // namespace gan::app
