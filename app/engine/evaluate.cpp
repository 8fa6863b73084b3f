#include "evaluation/evaluate.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "console.h"
#include "core/units.h"
#include "data_options.h"
#include "judging_options.h"

namespace gan::app {
namespace {

using nlohmann::json;

struct Options {
  std::string a;
  std::string b;
  JudgingOptions judging;
  EvaluationRequest request;  ///< But both sides and the network.
};

std::string countText(std::int64_t count) { return count > 0 ? formatCount(count) : "-"; }

bool holds(const Evaluation& found, std::string_view score) {
  return std::ranges::count(found.scores, score, &Score::name) > 0;
}

/// What the scores depend on beside pictures and features.
json settingsOf(const Evaluation& found, const EvaluationRequest& request) {
  json settings = json::object();
  if (found.real.content == "pictures" || found.generated.content == "pictures") {
    settings["device"] = request.network.device;
    settings["seed"] = request.seed;
    settings["keep"] = request.kept;
  }
  if (holds(found, "kid")) {
    settings["subsets"] = request.kid_subsets;
    settings["subset_size"] = request.kid_subset_size;
  }
  if (holds(found, "precision")) settings["neighbours"] = request.neighbours;
  if (holds(found, "inception_score")) {
    settings["splits"] = request.inception_splits;
    if (found.logits_with_bias) settings["logits"] = *found.logits_with_bias ? "with bias" : "without bias";
  }
  return settings;
}

/// "keep 10000, seed 0, subsets 100".
std::string shown(const json& settings) {
  std::string text;
  for (const auto& [name, value] : settings.items()) {
    text += (text.empty() ? "" : ", ") + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

std::string textOf(const Evaluation& found, const EvaluationRequest& request) {
  const auto side = [](const char* letter, const JudgedFacts& facts) {
    return std::vector<std::string>{letter, printable(facts.name),
                                    facts.content == "pictures" ? formatCount(facts.count) + " pictures"
                                    : facts.count > 0           ? "moments of " + formatCount(facts.count) + " pictures"
                                                                : "moments"};
  };
  std::string text = formatTable({side("A", found.real), side("B", found.generated)}) + "\n" +
                     (found.features ? describe(*found.features) : "features that nothing is said of") + "\n\n";
  std::vector<std::vector<std::string>> rows = {{"score", "value", "deviation", "of A", "of B"}};
  for (const Score& score : found.scores) {
    rows.push_back({score.name, fixed(score.value, 6), score.deviation ? fixed(*score.deviation, 6) : "-",
                    countText(score.real), countText(score.generated)});
  }
  text += formatTable(rows);
  if (const std::string settings = shown(settingsOf(found, request)); !settings.empty()) text += "\n" + settings;
  for (const Message& warning : found.warnings) text += "\nwarning: " + printable(warning.english());
  return text;
}

json factsOf(const Evaluation& found, const EvaluationRequest& request) {
  const auto side = [](const JudgedFacts& facts) {
    return json{
        {"name", facts.name}, {"content", facts.content}, {"pictures", facts.count > 0 ? json(facts.count) : json()}};
  };
  json facts{{"a", side(found.real)},
             {"b", side(found.generated)},
             {"features", found.features ? kindFacts(*found.features) : json()},
             {"scores", json::object()},
             {"deviations", json::object()},
             {"samples", json::object()},
             {"settings", settingsOf(found, request)},
             {"warnings", json::array()}};
  for (const Score& score : found.scores) {
    facts["scores"][score.name] = score.value;
    if (score.deviation) facts["deviations"][score.name] = *score.deviation;
    const auto samples = [](std::int64_t count) { return count > 0 ? json(count) : json(); };
    facts["samples"][score.name] = {{"a", samples(score.real)}, {"b", samples(score.generated)}};
  }
  for (const Message& warning : found.warnings) facts["warnings"].push_back(messageFacts(warning));
  return facts;
}

Result evaluateBoth(const Options& options, ProgressMonitor& monitor) {
  EvaluationRequest request = options.request;
  request.real = judgedSet("A", options.a);
  request.generated = judgedSet("B", options.b);
  request.network = judgingNetwork(options.judging);
  const Evaluation found = evaluate(request, monitor);
  return {.text = textOf(found, request), .facts = factsOf(found, request)};
}

void addMetricOptions(CLI::App& command, EvaluationRequest& request) {
  command
      .add_option(
          "--metrics", request.metrics,
          "What to compute, in a list: fid; fid-infinity, with less of the bias of few samples; kid; prdc: precision, "
          "recall, density and coverage; swd: sliced Wasserstein distance; is: Inception Score of B. Without it "
          "fid,kid,prdc, of moments fid")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(evaluationMetrics()));
  command.add_option("--seed", request.seed, "Of everything that is drawn at random")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53U));
  command
      .add_option("--keep", request.kept,
                  "Pictures of each side, drawn at random, whose features are kept for fid-infinity, kid, prdc and swd")
      ->capture_default_str()
      ->check(CLI::Range(2, 1'000'000));
  command.add_option("--neighbours", request.neighbours, "Of prdc")->capture_default_str()->check(CLI::Range(1, 1000));
  command.add_option("--subsets", request.kid_subsets, "Of kid")->capture_default_str()->check(CLI::Range(1, 100'000));
  command.add_option("--subset-size", request.kid_subset_size, "Of kid, pictures of each side")
      ->capture_default_str()
      ->check(CLI::Range(2, 100'000));
  command.add_option("--splits", request.inception_splits, "Of is")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
}

}  // namespace

void addEvaluate(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "evaluate", "Scores pictures by other ones: FID, KID, precision, recall and others",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return evaluateBoth(*options, monitor); }); });
  command
      ->add_option("A", options->a,
                   "Real pictures: a folder, a file or s3://bucket/folder as --data of train takes them, or their "
                   "moments in a .npz file")
      ->required();
  command->add_option("B", options->b, "Pictures that are judged, likewise")->required();
  addJudgingOptions(*command, options->judging);
  addMetricOptions(*command, options->request);
}

}  // namespace gan::app
