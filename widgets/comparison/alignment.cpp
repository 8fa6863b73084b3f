#include "comparison/alignment.h"

#include <QDir>
#include <algorithm>
#include <optional>

namespace gan {

std::vector<qint64> branchPoints(std::span<const Descent> runs) {
  std::vector<qint64> points;
  for (const Descent& run : runs) {
    if (!run.parent_path.isEmpty() && run.parent_step >= 0) {
      points.push_back(run.parent_step);
      continue;
    }
    std::optional<qint64> first;
    for (const Descent& other : runs) {
      const bool left_it = other.parent_step >= 0 && QDir::cleanPath(other.parent_path) == QDir::cleanPath(run.path);
      if (left_it) first = std::min(first.value_or(other.parent_step), other.parent_step);
    }
    points.push_back(first.value_or(0));
  }
  return points;
}

QVector<NamedRun> namedApart(QVector<NamedRun> runs) {
  const QVector<NamedRun> given = runs;
  for (NamedRun& run : runs) {
    const auto shared = std::ranges::count(given, run.name, &NamedRun::name);
    if (shared < 2) continue;
    run.name = QStringLiteral("%1 (%2)").arg(run.name, QDir::cleanPath(run.path).section(QLatin1Char('/'), -2));
  }
  return runs;
}

}  // namespace gan
