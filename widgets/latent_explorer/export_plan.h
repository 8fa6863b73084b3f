#pragma once

#include <QString>
#include <QStringList>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/export_wish.h"
#include "style/plan.h"

namespace gan {

/// What an export can be made of.
struct ExportChoices {
  ExplorerFacts generator = {};
  QStringList kept = {};  ///< Points of the shelf, without their steps.
  QString explored = {};  ///< Likewise, the one that is explored.
};

/// An export before it is begun.
using ExportPlan = Plan<ExportWish, ExportChoices, ExportForecast>;

}  // namespace gan
