#pragma once

#include <QString>
#include <QVector>
#include <span>
#include <vector>

namespace gan {

/// What runs have in common where their curves lie above one another.
enum class Alignment { kStep, kEpoch, kTime, kBranchPoint };

/// Where a run comes from, as its folder says.
struct Descent {
  QString path;         ///< Of the run's folder.
  QString parent_path;  ///< Empty: it is no branch.
  qint64 parent_step = -1;
};

/// For each run the step that counts as 0 when runs are aligned by where they branched: of a branch, where it left its
/// parent; of a run that is none, where the first of the other runs left it, or its beginning.
std::vector<qint64> branchPoints(std::span<const Descent> runs);

/// A run that is compared, and what people call it.
struct NamedRun {
  QString path;
  QString name;
  friend bool operator==(const NamedRun&, const NamedRun&) = default;
};

/// With the last two folders of its path behind each name that two of them have.
QVector<NamedRun> namedApart(QVector<NamedRun> runs);

}  // namespace gan
