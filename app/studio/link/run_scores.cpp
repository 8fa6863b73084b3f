#include "link/run_scores.h"

#include "config/yaml.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"

namespace gan {

EvaluationEntry toEntry(const KeptEvaluation& kept) {
  return {.step = kept.step, .asked = true, .unix_seconds = kept.unix_seconds, .evaluated = kept.evaluated};
}

EvaluationEntry toEntry(const Event& event, const Evaluated& evaluated) {
  return {.step = event.step, .asked = false, .unix_seconds = event.unix_seconds, .evaluated = evaluated};
}

ScoredImages scoredImages(const RunFacts& facts) {
  RunConfig config;
  applyKnownYaml(config, facts.config_yaml, facts.path);
  return scoredImages(config, facts.data_fingerprint);
}

QVector<EvaluationEntry> scoresAmong(const std::vector<Event>& events, const std::vector<KeptEvaluation>& kept) {
  QVector<EvaluationEntry> entries;
  const CurrentLine line(events);
  for (const Event& event : events) {
    const auto* evaluated = std::get_if<Evaluated>(&event.what);
    if (evaluated != nullptr && line.contains(event.step, event.segment)) entries << toEntry(event, *evaluated);
  }
  for (const KeptEvaluation& each : kept) {
    if (line.contains(each.step, each.segment)) entries << toEntry(each);
  }
  return entries;
}

RunScores readRunScores(const std::filesystem::path& run) {
  const RunFolder folder = RunFolder::openForDisplay(run);
  return {.name = folder.name(),
          .images = scoredImages(folder.config(), folder.manifest().data_fingerprint),
          .entries = scoresAmong(journalSoFar(folder.journal()), keptEvaluations(folder.path()))};
}

}  // namespace gan
