#include "link/run_scores.h"

#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"

namespace gan {
namespace {

std::string fitOf(const RunConfig& config) {
  const std::string& crop = config.text("data.crop");
  std::string fit = (crop.starts_with("random") ? "centre" : crop) + ", " + config.text("data.resize");
  const std::string& source = config.text("data.source");
  const bool of_files = source == "folder" || source == "tar" || source == "s3";
  if (of_files) fit += ", " + config.text("data.background");  // which transparent pictures lie on
  return fit;
}

}  // namespace

EvaluationEntry toEntry(const KeptEvaluation& kept) {
  return {.step = kept.step, .asked = true, .unix_seconds = kept.unix_seconds, .evaluated = kept.evaluated};
}

EvaluationEntry toEntry(const Event& event, const Evaluated& evaluated) {
  return {.step = event.step, .asked = false, .unix_seconds = event.unix_seconds, .evaluated = evaluated};
}

RunScores readRunScores(const std::filesystem::path& run) {
  const RunFolder folder = RunFolder::openForDisplay(run);
  const RunConfig& config = folder.config();
  RunScores scores{.name = folder.name(),
                   .images = {.fingerprint = folder.manifest().data_fingerprint,
                              .resolution = config.integer("data.resolution"),
                              .channels = config.integer("data.channels"),
                              .fit = fitOf(config)},
                   .entries = {}};
  const std::vector<Event> events = journalSoFar(folder.journal());
  const CurrentLine line(events);
  for (const Event& event : events) {
    const auto* evaluated = std::get_if<Evaluated>(&event.what);
    if (evaluated != nullptr && line.contains(event.step, event.segment)) scores.entries << toEntry(event, *evaluated);
  }
  for (const KeptEvaluation& kept : keptEvaluations(folder.path())) {
    if (line.contains(kept.step, kept.segment)) scores.entries << toEntry(kept);
  }
  return scores;
}

}  // namespace gan
