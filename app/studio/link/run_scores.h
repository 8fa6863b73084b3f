#pragma once

#include <QVector>
#include <filesystem>
#include <string>
#include <vector>

#include "evaluation/evaluation_entry.h"
#include "link/run_source.h"
#include "run/event.h"
#include "run/kept_evaluations.h"
#include "run/scored_images.h"

namespace gan {

/// All scores of a run: those of its training, on its current line, and those that were asked for.
struct RunScores {
  std::string name;
  ScoredImages images;
  QVector<EvaluationEntry> entries;
};

/// Of a run's folder. Blocks. Throws what RunFolder::openForDisplay() throws, and errors of its journal.
RunScores readRunScores(const std::filesystem::path& run);

/// Throws what applyKnownYaml() throws.
ScoredImages scoredImages(const RunFacts& facts);
/// Of everything that happened and was asked for.
QVector<EvaluationEntry> scoresAmong(const std::vector<Event>& events, const std::vector<KeptEvaluation>& kept);

EvaluationEntry toEntry(const KeptEvaluation& kept);
EvaluationEntry toEntry(const Event& event, const Evaluated& evaluated);

}  // namespace gan
