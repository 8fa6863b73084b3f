#pragma once

#include <QHash>
#include <QVector>
#include <memory>
#include <vector>

#include "run_list/run_list_model.h"

namespace gan {

/// A group (a watched folder, or the connections to other computers) or a run; the root is neither.
struct RunNode {
  bool is_run = false;
  QString group;  ///< Of a group: its folder.
  RunRow run;     ///< Of a run.
  RunNode* parent = nullptr;
  std::vector<std::unique_ptr<RunNode>> children;

  int row() const;
};

/// Which run stands under which: what setRuns() must arrive at. Starred runs come first, others keep
/// their order.
struct RunLayout {
  /// A run's target, or a group's with a prefix that no target has; the root is "".
  using Key = QString;
  static Key groupKey(const QString& group);

  QHash<Key, QVector<Key>> children;
  QHash<Key, RunRow> runs;
  QHash<Key, QString> groups;

  /// Of runs at the same place the first counts; a run without a place is no run.
  explicit RunLayout(const QVector<RunRow>& rows);
};

}  // namespace gan
