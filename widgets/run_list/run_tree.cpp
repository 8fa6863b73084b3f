#include "run_list/run_tree.h"

#include <QSet>
#include <algorithm>

namespace gan {
namespace {

/// True when following parents from path comes back to path.
bool isItsOwnAncestor(const QHash<QString, RunRow>& runs, const QString& path) {
  QSet<QString> seen;
  QString at = runs[path].parent_path;
  while (runs.contains(at) && !seen.contains(at)) {
    if (at == path) return true;
    seen.insert(at);
    at = runs[at].parent_path;
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

RunLayout::Key RunLayout::folderKey(const QString& folder) { return QChar(u'\0') + folder; }

RunLayout::RunLayout(const QVector<RunRow>& rows) {
  QVector<QString> order;
  for (const RunRow& row : rows) {
    if (row.path.isEmpty() || runs.contains(row.path)) continue;
    runs.insert(row.path, row);
    order.append(row.path);
  }
  for (const QString& path : order) {
    const RunRow& run = runs[path];
    Key parent = run.parent_path;
    if (!runs.contains(parent) || isItsOwnAncestor(runs, path)) {
      parent = folderKey(run.folder);
      if (!folders.contains(parent)) {
        folders.insert(parent, run.folder);
        children[Key()].append(parent);
      }
    }
    children[parent].append(path);
  }
  const auto is_starred = [this](const Key& key) {
    const auto found = runs.constFind(key);
    return found != runs.constEnd() && found->marks.starred;
  };
  for (QVector<Key>& keys : children) std::stable_partition(keys.begin(), keys.end(), is_starred);
}

}  // namespace gan
