#pragma once

#include <QString>
#include <QVector>
#include <optional>

#include "run/evaluated.h"

namespace gan {

/// Scores of the weights of one step of a run.
struct EvaluationEntry {
  qint64 step = 0;
  bool asked = false;  ///< Somebody wished for it; else the training made it of itself.
  double unix_seconds = 0;
  Evaluated evaluated;

  friend bool operator==(const EvaluationEntry& a, const EvaluationEntry& b) = default;
};

/// An evaluation, or a classifier's test, that is asked for and not in what was found yet, or that has failed.
struct PendingEvaluation {
  enum class What { kScores, kTest };
  enum class Phase { kWaiting, kRunning, kInterrupted, kFailed };

  QString id;
  What what = What::kScores;
  std::optional<qint64> step = {};
  Phase phase = Phase::kWaiting;
  qint64 done = 0;
  qint64 total = 0;  ///< 0: not known yet.
  double seconds = 0;
  QString problem = {};  ///< Why it failed.

  friend bool operator==(const PendingEvaluation& a, const PendingEvaluation& b) = default;
};

/// Another run, whose scores may stand beside this one's.
struct OtherScores {
  QString path;  ///< Of its folder, or its target; empty: none.
  QString name;
  QVector<EvaluationEntry> entries = {};
  QString refusal = {};  ///< Why none of its scores compare with any of this run's; empty: some may.
};

}  // namespace gan
