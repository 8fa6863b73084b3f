#pragma once

#include <QVector>
#include <optional>

#include "config/evaluation_order.h"
#include "style/plan.h"

namespace gan {

struct EvaluationWish {
  std::optional<qint64> step = {};  ///< Of the checkpoint; nothing: the newest.
  EvaluationOrder order = {};

  friend bool operator==(const EvaluationWish&, const EvaluationWish&) = default;
};

struct EvaluationChoices {
  QVector<qint64> steps = {};  ///< Of checkpoints, ascending.
  bool has_average = false;    ///< There are averaged weights beside the newest.
  bool has_classes = false;
};

struct EvaluationForecast {
  qint64 pictures = 0;  ///< That pass through networks.
  double seconds = 0;
  qint64 step = -1;  ///< Of the checkpoint; -1: not said.

  friend bool operator==(const EvaluationForecast&, const EvaluationForecast&) = default;
};

/// An evaluation before it is begun: how a checkpoint is to be judged, and what that would take.
using EvaluationPlan = Plan<EvaluationWish, EvaluationChoices, EvaluationForecast>;

}  // namespace gan
