#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "command.h"
#include "config/compared_fields.h"
#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "run/evaluated.h"
#include "run/run_reader.h"
#include "run/score_summary.h"
#include "run/scored_images.h"

namespace gan::app {
namespace {

struct CompareOptions {
  std::vector<std::string> runs;
  bool all = false;
};

/// One run as it is compared.
struct ComparedFolder {
  std::unique_ptr<RunReader> reader;
  RunSummary summary;
  std::map<std::string, ScoreSummary> scores;
  ScoredImages images;
};

std::vector<ComparedFolder> readRuns(const std::vector<std::string>& paths) {
  std::vector<ComparedFolder> runs;
  for (const std::string& path : paths) {
    ComparedFolder run{std::make_unique<RunReader>(RunFolder::openForDisplay(path)), {}, {}, {}};
    run.reader->refresh();
    run.summary = run.reader->summary();
    run.scores = scoreSummaries(*run.reader);
    const RunFolder& folder = run.reader->folder();
    run.images = scoredImages(folder.config(), folder.manifest().data_fingerprint);
    runs.push_back(std::move(run));
  }
  return runs;
}

std::string settingText(const std::optional<ComparedSetting>& setting) {
  if (!setting) return "-";
  return printable(setting->began == setting->now ? setting->now : setting->began + " -> " + setting->now);
}

struct SharedScores {
  std::vector<std::string> names;  ///< Of scores that all runs have.
  bool other_images = false;       ///< Others that they have are left out, because they are not by the same images.
};

SharedScores sharedScores(const std::vector<ComparedFolder>& runs) {
  SharedScores shared;
  const bool same_images =
      std::ranges::all_of(runs, [&runs](const ComparedFolder& run) { return run.images == runs.front().images; });
  for (const auto& [name, summary] : runs.front().scores) {
    bool is_shared = true;
    for (const ComparedFolder& run : runs) is_shared = is_shared && run.scores.contains(name);
    if (!is_shared) continue;
    if (same_images || !name.starts_with("evaluation/")) {
      shared.names.push_back(name);
    } else {
      shared.other_images = true;
    }
  }
  return shared;
}

/// "12.35 (step 4,000)".
std::string pointText(const ScoreAtStep& point) {
  return formatScore(point.value) + " (step " + formatCount(point.step) + ")";
}

nlohmann::json pointFacts(const ScoreAtStep& point) { return {{"step", point.step}, {"value", point.value}}; }

std::string configurationText(const std::vector<ComparedField>& fields, const std::vector<std::string>& headings,
                              bool all) {
  std::vector<std::vector<std::string>> rows = {{"SETTING"}};
  rows.front().insert(rows.front().end(), headings.begin(), headings.end());
  for (const ComparedField& field : fields) {
    if (!all && !field.differs) continue;
    std::vector<std::string> row = {field.path};
    for (const std::optional<ComparedSetting>& value : field.values) row.push_back(settingText(value));
    rows.push_back(std::move(row));
  }
  return rows.size() > 1 ? formatTable(rows) : "All settings are the same.";
}

std::string scoresText(const std::vector<ComparedFolder>& runs, const std::vector<std::string>& headings) {
  const SharedScores shared = sharedScores(runs);
  const std::string left_out =
      shared.other_images ? "Scores of the same names are left out, because they are not by the same images: data, "
                            "data.resolution, data.channels, data.crop or data.resize differ."
                          : "";
  if (shared.names.empty()) {
    if (shared.other_images) return left_out;
    return "The runs share no score: `gan-engine evaluate RUN` scores pictures of each, by the same images and "
           "features; with --generator newest also where only some of the runs average their weights.";
  }
  std::vector<std::vector<std::string>> rows = {{"SCORE", ""}};
  rows.front().insert(rows.front().end(), headings.begin(), headings.end());
  for (const std::string& name : shared.names) {
    std::vector<std::string> last = {printable(name), "last"};
    std::vector<std::string> best = {"", "best"};
    for (const ComparedFolder& run : runs) {
      last.push_back(pointText(run.scores.at(name).last));
      best.push_back(pointText(run.scores.at(name).best));
    }
    rows.push_back(std::move(last));
    rows.push_back(std::move(best));
  }
  return formatTable(rows) + (left_out.empty() ? "" : "\n\n" + left_out);
}

Result compareRuns(const CompareOptions& options) {
  const std::vector<ComparedFolder> runs = readRuns(options.runs);
  std::vector<ComparedConfig> configs;
  std::vector<std::string> headings;
  Result result;
  result.facts["runs"] = nlohmann::json::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ComparedFolder& run = runs[i];
    configs.push_back({&run.reader->folder().config(), &run.summary.live_values});
    headings.push_back(printable(options.runs[i]));
    result.facts["runs"].push_back({{"path", options.runs[i]},
                                    {"status", std::string(runStatusName(run.summary.status))},
                                    {"step", run.summary.step},
                                    {"epoch", run.summary.epoch}});
  }
  const std::vector<ComparedField> fields = comparedFields(configs);
  nlohmann::json& settings = result.facts["settings"] = nlohmann::json::array();
  for (const ComparedField& field : fields) {
    if (!options.all && !field.differs) continue;
    nlohmann::json began = nlohmann::json::array();
    nlohmann::json now = nlohmann::json::array();
    for (const std::optional<ComparedSetting>& value : field.values) {
      began.push_back(value ? nlohmann::json(value->began) : nlohmann::json());
      now.push_back(value ? nlohmann::json(value->now) : nlohmann::json());
    }
    settings.push_back({{"path", field.path}, {"differs", field.differs}, {"began", began}, {"now", now}});
  }
  nlohmann::json& scores = result.facts["scores"] = nlohmann::json::array();
  const SharedScores shared = sharedScores(runs);
  result.facts["scores_of_other_images"] = shared.other_images;
  for (const std::string& name : shared.names) {
    nlohmann::json last = nlohmann::json::array();
    nlohmann::json best = nlohmann::json::array();
    for (const ComparedFolder& run : runs) {
      last.push_back(pointFacts(run.scores.at(name).last));
      best.push_back(pointFacts(run.scores.at(name).best));
    }
    const bool lower = runs.front().scores.at(name).better == ScoreFacts::Better::kLower;
    scores.push_back({{"series", name}, {"better", lower ? "lower" : "higher"}, {"last", last}, {"best", best}});
  }
  result.text = configurationText(fields, headings, options.all) + "\n\n" + scoresText(runs, headings);
  return result;
}

}  // namespace

void addCompare(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      addCommand(app, invocation, "compare", "Shows in which settings runs differ, and the scores that they share",
                 [options] { return compareRuns(*options); });
  command->add_option("RUN", options->runs, "Run folders of this machine, two or more")->required()->expected(2, 100);
  command->add_flag("--all", options->all, "Show all settings, not only those that differ");
}

}  // namespace gan::app
