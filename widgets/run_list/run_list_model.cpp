#include "run_list/run_list_model.h"

#include <QDir>
#include <QIcon>
#include <QLocale>
#include <array>

#include "run_list/run_tree.h"
#include "style/duration_text.h"
#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr std::array kStateNames = {"starting", "running", "paused", "finished",  "stopped",
                                    "diverged", "failed",  "lost",   "unreadable"};

QString stepText(const RunRow& run) {
  if (run.state == RunRow::State::kUnreadable) return {};
  const QString step = QLocale().toString(run.glance.step);
  if (run.glance.total_steps <= 0) return step;
  return RunListModel::tr("%1 of %2", "steps done of all").arg(step, QLocale().toString(run.glance.total_steps));
}

/// 0 unless it trains now.
double speedOf(const RunRow& run) {
  return run.state == RunRow::State::kRunning ? std::max(0.0, run.glance.iterations_per_second) : 0;
}

QString speedText(const RunRow& run) {
  const double speed = speedOf(run);
  if (speed == 0) return {};
  const int decimals = speed >= 10 ? 0 : speed >= 1 ? 1 : 2;
  return RunListModel::tr("%1 it/s").arg(QLocale().toString(speed, 'f', decimals));
}

QString remainingText(const RunRow& run) {
  const std::int64_t left = run.glance.total_steps - run.glance.step;
  if (speedOf(run) == 0 || run.glance.total_steps <= 0 || left < 0) return {};
  return durationText(static_cast<double>(left) / speedOf(run));
}

/// "~/runs": short, and as people write it.
QString folderTitle(const QString& folder) {
  const QString home = QDir::homePath();
  if (folder == home) return QStringLiteral("~");
  return folder.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + folder.mid(home.size()) : folder;
}

QString columnText(const RunRow& run, int column) {
  switch (column) {
    case RunListModel::kName:
      return run.name;
    case RunListModel::kState:
      return runStateText(run.state);
    case RunListModel::kStep:
      return stepText(run);
    case RunListModel::kSpeed:
      return speedText(run);
    case RunListModel::kRemaining:
      return remainingText(run);
    default:
      return {};
  }
}

QString accessibleText(const RunRow& run) {
  if (run.state == RunRow::State::kUnreadable)
    return RunListModel::tr("%1 cannot be read: %2").arg(run.name, run.problem);
  return RunListModel::tr("%1, %2, step %3").arg(run.name, runStateText(run.state), stepText(run));
}

}  // namespace

struct RunListModel::Impl {
  using Node = std::unique_ptr<RunNode>;
  explicit Impl(RunListModel& self) : model(self) {
    std::ranges::transform(kStateNames, icons.begin(),
                           [](const char* name) { return icon(QStringLiteral("state-") + QLatin1String(name)); });
  }

  static RunNode* nodeAt(const QModelIndex& index) { return static_cast<RunNode*>(index.internalPointer()); }
  static RunLayout::Key keyOf(const RunNode& node) {
    return node.is_run ? node.run.path : RunLayout::folderKey(node.folder);
  }
  QModelIndex indexOf(const RunNode* node, int column = 0) const {
    return node == &root ? QModelIndex() : model.createIndex(node->row(), column, node);
  }

  bool isWanted(const RunLayout& layout, const RunNode& node) const {
    return node.is_run ? layout.runs.contains(node.run.path) : layout.folders.contains(keyOf(node));
  }
  bool hasWanted(const RunLayout& layout, const RunNode& node) const;
  void removeGone(const RunLayout& layout, RunNode& parent, bool also_with_wanted);
  void arrange(const RunLayout& layout, RunNode& parent);
  void place(const RunLayout& layout, RunNode& parent, const QVector<RunLayout::Key>& keys);
  void insert(const RunLayout& layout, RunNode& parent, int row, const QVector<RunLayout::Key>& keys);
  void move(RunNode& node, RunNode& parent, int row);
  void update(RunNode& node, const RunRow& run);
  void forget(const RunNode& node);
  QVariant runData(const RunNode& node, int column, int role) const;
  QVariant folderData(const RunNode& node, int column, int role) const;
  QString toolTip(const RunRow& run) const;

  RunListModel& model;
  std::array<QIcon, kStateNames.size()> icons;
  RunNode root;
  QHash<RunLayout::Key, RunNode*> nodes;
};

bool RunListModel::Impl::hasWanted(const RunLayout& layout, const RunNode& node) const {
  return std::ranges::any_of(node.children,
                             [&](const Node& child) { return isWanted(layout, *child) || hasWanted(layout, *child); });
}

void RunListModel::Impl::forget(const RunNode& node) {
  nodes.remove(keyOf(node));
  for (const Node& child : node.children) forget(*child);
}

/// Takes away what is not in the layout. What still holds something that is waits until that was moved out of it.
void RunListModel::Impl::removeGone(const RunLayout& layout, RunNode& parent, bool also_with_wanted) {
  const auto goes = [&](int row) {
    const RunNode& node = *parent.children[row];
    return !isWanted(layout, node) && (also_with_wanted || !hasWanted(layout, node));
  };
  for (int last = static_cast<int>(parent.children.size()) - 1; last >= 0; --last) {
    if (!goes(last)) {
      removeGone(layout, *parent.children[last], also_with_wanted);
      continue;
    }
    int first = last;
    while (first > 0 && goes(first - 1)) --first;
    model.beginRemoveRows(indexOf(&parent), first, last);
    for (int row = first; row <= last; ++row) forget(*parent.children[row]);
    parent.children.erase(parent.children.begin() + first, parent.children.begin() + last + 1);
    model.endRemoveRows();
    last = first;
  }
}

/// Parents before children: when a run is moved below another one, that one and all above it stand where they belong,
/// so no run can come below itself.
void RunListModel::Impl::arrange(const RunLayout& layout, RunNode& parent) {
  const RunLayout::Key key = &parent == &root ? RunLayout::Key() : keyOf(parent);
  const QVector<RunLayout::Key> keys = layout.children.value(key);
  place(layout, parent, keys);
  for (int row = 0; row < keys.size(); ++row) arrange(layout, *parent.children[row]);
}

void RunListModel::Impl::place(const RunLayout& layout, RunNode& parent, const QVector<RunLayout::Key>& keys) {
  for (int row = 0; row < keys.size(); ++row) {
    RunNode* node = nodes.value(keys[row]);
    if (!node) {
      int end = row + 1;
      while (end < keys.size() && !nodes.contains(keys[end])) ++end;
      insert(layout, parent, row, keys.mid(row, end - row));
      row = end - 1;
      continue;
    }
    if (node->parent != &parent || parent.children[row].get() != node) move(*node, parent, row);
    if (node->is_run) update(*node, layout.runs[keys[row]]);
  }
}

void RunListModel::Impl::insert(const RunLayout& layout, RunNode& parent, int row,
                                const QVector<RunLayout::Key>& keys) {
  model.beginInsertRows(indexOf(&parent), row, row + static_cast<int>(keys.size()) - 1);
  for (const RunLayout::Key& key : keys) {
    auto node = std::make_unique<RunNode>();
    node->is_run = layout.runs.contains(key);
    node->folder = layout.folders.value(key);
    node->run = layout.runs.value(key);
    node->parent = &parent;
    nodes.insert(key, node.get());
    parent.children.insert(parent.children.begin() + row++, std::move(node));
  }
  model.endInsertRows();
}

void RunListModel::Impl::move(RunNode& node, RunNode& parent, int row) {
  RunNode& from = *node.parent;
  const int at = node.row();
  // Within one parent only ever upwards, because the rows before are in place: no row shifts before it is inserted.
  model.beginMoveRows(indexOf(&from), at, at, indexOf(&parent), row);
  Node taken = std::move(from.children[at]);
  from.children.erase(from.children.begin() + at);
  taken->parent = &parent;
  parent.children.insert(parent.children.begin() + row, std::move(taken));
  model.endMoveRows();
}

void RunListModel::Impl::update(RunNode& node, const RunRow& run) {
  if (node.run == run) return;
  int first = kColumnCount;
  int last = -1;
  for (int column = 0; column < kColumnCount; ++column) {
    if (columnText(node.run, column) == columnText(run, column)) continue;
    first = std::min(first, column);
    last = column;
  }
  if (node.run.state != run.state) first = kName;  // the sign stands there
  if (last < first) last = first = kName;          // only what tool tip and roles say
  node.run = run;
  emit model.dataChanged(indexOf(&node, first), indexOf(&node, last));
}

QString RunListModel::Impl::toolTip(const RunRow& run) const {
  if (run.state == RunRow::State::kUnreadable) {
    return plainToolTip({run.path, RunListModel::tr("State: %1").arg(runStateText(run.state)), run.problem});
  }
  QStringList lines = {run.path, RunListModel::tr("State: %1").arg(runStateText(run.state)),
                       RunListModel::tr("Step: %1").arg(stepText(run))};
  if (const QString speed = speedText(run); !speed.isEmpty()) lines.append(RunListModel::tr("Speed: %1").arg(speed));
  if (const QString remaining = remainingText(run); !remaining.isEmpty())
    lines.append(RunListModel::tr("Left: %1").arg(remaining));
  if (run.glance.parent_step >= 0)
    lines.append(RunListModel::tr("Branched off at step %1").arg(QLocale().toString(run.glance.parent_step)));
  return plainToolTip(lines);
}

QVariant RunListModel::Impl::runData(const RunNode& node, int column, int role) const {
  const RunRow& run = node.run;
  switch (role) {
    case Qt::DisplayRole:
      return columnText(run, column);
    case Qt::DecorationRole:
      return column == kName ? QVariant(icons[static_cast<std::size_t>(run.state)]) : QVariant();
    case Qt::ToolTipRole:
      return toolTip(run);
    case Qt::AccessibleTextRole:
      return column == kName ? accessibleText(run) : columnText(run, column);
    case Qt::TextAlignmentRole:
      return column >= kStep ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kPathRole:
      return run.path;
    case kStateRole:
      return static_cast<int>(run.state);
    case kLiveRole:
      return run.glance.writer_alive;
    default:
      return {};
  }
}

QVariant RunListModel::Impl::folderData(const RunNode& node, int column, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return column == kName ? folderTitle(node.folder) : QString();
    case Qt::ToolTipRole:
      return plainToolTip(node.folder);
    case Qt::AccessibleTextRole:
      return column == kName ? RunListModel::tr("Folder %1").arg(node.folder) : QString();
    default:
      return {};
  }
}

RunListModel::RunListModel(QObject* parent) : QAbstractItemModel(parent), impl_(std::make_unique<Impl>(*this)) {}

RunListModel::~RunListModel() = default;

void RunListModel::setRuns(const QVector<RunRow>& runs) {
  const RunLayout layout(runs);
  impl_->removeGone(layout, impl_->root, false);
  impl_->arrange(layout, impl_->root);
  impl_->removeGone(layout, impl_->root, true);
}

QModelIndex RunListModel::indexOf(const QString& path) const {
  const RunNode* node = impl_->nodes.value(path);
  return node && node->is_run ? impl_->indexOf(node) : QModelIndex();
}

QModelIndex RunListModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  const RunNode& node = parent.isValid() ? *Impl::nodeAt(parent) : impl_->root;
  return createIndex(row, column, node.children[static_cast<std::size_t>(row)].get());
}

QModelIndex RunListModel::parent(const QModelIndex& index) const {
  return index.isValid() ? impl_->indexOf(Impl::nodeAt(index)->parent) : QModelIndex();
}

int RunListModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(impl_->root.children.size());
  return parent.column() == 0 ? static_cast<int>(Impl::nodeAt(parent)->children.size()) : 0;
}

int RunListModel::columnCount(const QModelIndex&) const { return kColumnCount; }

QVariant RunListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RunNode& node = *Impl::nodeAt(index);
  return node.is_run ? impl_->runData(node, index.column(), role) : impl_->folderData(node, index.column(), role);
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Impl::nodeAt(index)->is_run ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section >= kStep) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return RunListModel::tr("Run");
    case kState:
      return RunListModel::tr("State");
    case kStep:
      return RunListModel::tr("Step");
    case kSpeed:
      return RunListModel::tr("Speed");
    case kRemaining:
      return RunListModel::tr("Left", "time that a run still needs");
    default:
      return {};
  }
}

QString runStateText(RunRow::State state) {
  switch (state) {
    case RunRow::State::kStarting:
      return RunListModel::tr("starting");
    case RunRow::State::kRunning:
      return RunListModel::tr("running");
    case RunRow::State::kPaused:
      return RunListModel::tr("paused");
    case RunRow::State::kFinished:
      return RunListModel::tr("finished");
    case RunRow::State::kStopped:
      return RunListModel::tr("stopped");
    case RunRow::State::kDiverged:
      return RunListModel::tr("diverged");
    case RunRow::State::kFailed:
      return RunListModel::tr("failed");
    case RunRow::State::kLost:
      return RunListModel::tr("lost");
    case RunRow::State::kUnreadable:
      return RunListModel::tr("cannot be read");
  }
  return {};
}

}  // namespace gan
