#pragma once

#include <QString>
#include <QVector>
#include <span>
#include <vector>

#include "run_list/run_place.h"

namespace gan {

/// What runs have in common where their curves lie above one another.
enum class Alignment { kStep, kEpoch, kTime, kBranchPoint };

/// Where a run comes from, as its manifest says.
struct Descent {
  RunPlace place;
  RunPlace parent;          ///< Empty: it is no branch, or it cannot be told of which run.
  qint64 parent_step = -1;  ///< Where it left it; -1: it did not.
};

/// For each run the step that counts as 0 when runs are aligned by where they branched: of a branch, where it left its
/// parent; of a run that is none, where the first of the other runs left it, or its beginning.
std::vector<qint64> branchPoints(std::span<const Descent> runs);

/// With the last two folders of its path behind each name that two of them have; of a remote run, with its target.
QVector<RunPlace> namedApart(QVector<RunPlace> runs);

}  // namespace gan
