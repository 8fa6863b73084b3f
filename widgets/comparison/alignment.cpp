#include "comparison/alignment.h"

#include <algorithm>
#include <optional>

namespace gan {

std::vector<qint64> branchPoints(std::span<const Descent> runs) {
  std::vector<qint64> points;
  for (const Descent& run : runs) {
    if (run.parent_step >= 0) {
      points.push_back(run.parent_step);
      continue;
    }
    std::optional<qint64> first;
    for (const Descent& other : runs) {
      const bool left_it = other.parent_step >= 0 && other.parent == run.place;
      if (left_it) first = std::min(first.value_or(other.parent_step), other.parent_step);
    }
    points.push_back(first.value_or(0));
  }
  return points;
}

QVector<RunPlace> namedApart(QVector<RunPlace> runs) {
  const QVector<RunPlace> given = runs;
  for (RunPlace& run : runs) {
    const auto shared = std::ranges::count(given, run.name, &RunPlace::name);
    if (shared < 2) continue;
    const QString where = run.isLocal() ? run.target.section(QLatin1Char('/'), -2) : run.target;
    run.name = QStringLiteral("%1 (%2)").arg(run.name, where);
  }
  return runs;
}

}  // namespace gan
