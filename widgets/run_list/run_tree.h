#pragma once

#include <QHash>
#include <QVector>
#include <memory>
#include <vector>

#include "run_list/run_list_model.h"

namespace gan {

/// A group (a watched folder) or a run; the root is neither.
struct RunNode {
  bool is_run = false;
  QString folder;  ///< Of a group.
  RunRow run;      ///< Of a run.
  RunNode* parent = nullptr;
  std::vector<std::unique_ptr<RunNode>> children;

  int row() const;
};

/// Which run stands under which: what setRuns() must arrive at. Starred runs come first, others keep
/// their order.
struct RunLayout {
  /// A run's path, or a folder's with a prefix that no path has; the root is "".
  using Key = QString;
  static Key folderKey(const QString& folder);

  QHash<Key, QVector<Key>> children;
  QHash<Key, RunRow> runs;
  QHash<Key, QString> folders;

  /// Of runs with the same path the first counts; a run without a path is no run.
  explicit RunLayout(const QVector<RunRow>& rows);
};

}  // namespace gan
