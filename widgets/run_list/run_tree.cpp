#include "run_list/run_tree.h"

#include <QSet>
#include <algorithm>

namespace gan {
namespace {

/// True when following parents from a run comes back to it.
bool isItsOwnAncestor(const QHash<QString, RunRow>& runs, const QString& target) {
  QSet<QString> seen;
  QString at = runs[target].parent.target;
  while (runs.contains(at) && !seen.contains(at)) {
    if (at == target) return true;
    seen.insert(at);
    at = runs[at].parent.target;
  }
  return false;
}

}  // namespace

int RunNode::row() const {
  if (!parent) return 0;
  const auto found = std::ranges::find_if(
      parent->children, [this](const std::unique_ptr<RunNode>& child) { return child.get() == this; });
  return static_cast<int>(found - parent->children.begin());
}

RunLayout::Key RunLayout::groupKey(const QString& group) { return QChar(u'\0') + group; }

RunLayout::RunLayout(const QVector<RunRow>& rows) {
  QVector<QString> order;
  for (const RunRow& row : rows) {
    const QString& target = row.place.target;
    if (target.isEmpty() || runs.contains(target)) continue;
    runs.insert(target, row);
    order.append(target);
  }
  for (const QString& target : order) {
    const RunRow& run = runs[target];
    Key parent = run.parent.target;
    if (!runs.contains(parent) || isItsOwnAncestor(runs, target)) {
      parent = groupKey(run.group);
      if (!groups.contains(parent)) {
        groups.insert(parent, run.group);
        children[Key()].append(parent);
      }
    }
    children[parent].append(target);
  }
  const auto is_starred = [this](const Key& key) {
    const auto found = runs.constFind(key);
    return found != runs.constEnd() && found->marks.starred;
  };
  for (QVector<Key>& keys : children) std::stable_partition(keys.begin(), keys.end(), is_starred);
}

}  // namespace gan
