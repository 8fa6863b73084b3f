#include "run_list/run_list_model.h"

#include <QDir>
#include <QFont>
#include <QIcon>
#include <QLocale>
#include <algorithm>
#include <array>
#include <iterator>

#include "run_list/run_tree.h"
#include "style/duration_text.h"
#include "style/icons.h"
#include "style/plain_text.h"
#include "style/significant_text.h"

namespace gan {
namespace {

constexpr std::array kStateNames = {"starting", "running", "paused", "finished",   "stopped",
                                    "diverged", "failed",  "lost",   "unreadable", "elsewhere"};

QString stepText(const RunRow& run) {
  if (run.state == RunRow::State::kUnreadable || run.state == RunRow::State::kElsewhere) return {};
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

QString lengthText(const RunRow& run) {
  return run.glance.total_steps > 0 ? QLocale().toString(run.glance.total_steps) : QString();
}

QString bestScoreText(const RunRow& run) {
  if (!run.glance.best_score) return {};
  const QString value = significantText(*run.glance.best_score, 4);
  return RunListModel::tr("%1 %2", "the name of a score, its value")
      .arg(QString::fromStdString(run.glance.best_by), value);
}

QString stateText(const RunRow& run) {
  const QString state = runStateText(run.state);
  return isTroubled(run)
             ? RunListModel::tr("%1, alert", "the state of a run in which a rule found something").arg(state)
             : state;
}

QString tagsText(const RunRow& run) { return run.marks.tags.join(QStringLiteral(", ")); }

QString nameText(const RunRow& run) {
  return run.marks.starred ? QChar(0x2605) + QStringLiteral(" ") + displayName(run) : displayName(run);
}

bool isShown(const RunRow& run, const RunFilter& filter) {
  if (run.marks.archived && !filter.archived) return false;
  const QStringList texts = QStringList{run.place.name, run.marks.name, run.marks.note} + run.marks.tags;
  return std::ranges::all_of(filter.words.split(QLatin1Char(' '), Qt::SkipEmptyParts), [&texts](const QString& word) {
    return std::ranges::any_of(texts, [&](const QString& text) { return text.contains(word, Qt::CaseInsensitive); });
  });
}

QVariant italic() {
  QFont font;
  font.setItalic(true);
  return font;
}

/// As much of it as a tip has room for.
QStringList noteLines(const QString& note) {
  constexpr qsizetype kMostLines = 8;
  constexpr qsizetype kMostLetters = 80;
  QStringList lines;
  for (const QString& line : note.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    if (lines.size() == kMostLines) return lines << QString(QChar(0x2026));
    lines << (line.size() > kMostLetters ? line.left(kMostLetters) + QChar(0x2026) : line);
  }
  return lines;
}

/// "~/runs": short, and as people write it.
QString groupTitle(const QString& folder) {
  if (folder.isEmpty()) return RunListModel::tr("Other computers");
  const QString home = QDir::homePath();
  if (folder == home) return QStringLiteral("~");
  return folder.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + folder.mid(home.size()) : folder;
}

QString columnText(const RunRow& run, int column) {
  switch (column) {
    case RunListModel::kName:
      return nameText(run);
    case RunListModel::kState:
      return stateText(run);
    case RunListModel::kStep:
      return stepText(run);
    case RunListModel::kSpeed:
      return speedText(run);
    case RunListModel::kRemaining:
      return remainingText(run);
    case RunListModel::kLength:
      return lengthText(run);
    case RunListModel::kBestScore:
      return bestScoreText(run);
    case RunListModel::kTags:
      return tagsText(run);
    default:
      return {};
  }
}

QString accessibleText(const RunRow& run) {
  const QString name = displayName(run);
  if (run.state == RunRow::State::kUnreadable) return RunListModel::tr("%1 cannot be read: %2").arg(name, run.problem);
  if (run.state == RunRow::State::kElsewhere) return RunListModel::tr("%1, on another computer").arg(name);
  QStringList words = {RunListModel::tr("%1, %2, step %3").arg(name, runStateText(run.state), stepText(run))};
  if (isTroubled(run)) words << RunListModel::tr("alert: %1").arg(run.troubles.last());
  if (run.marks.starred) words << RunListModel::tr("starred");
  if (run.marks.archived) words << RunListModel::tr("archived");
  return words.join(QStringLiteral(", "));
}

bool isNumber(int column) {
  return column != RunListModel::kName && column != RunListModel::kState && column != RunListModel::kTags &&
         column != RunListModel::kPicture;
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
    return node.is_run ? node.run.place.target : RunLayout::groupKey(node.group);
  }
  QModelIndex indexOf(const RunNode* node, int column = 0) const {
    return node == &root ? QModelIndex() : model.createIndex(node->row(), column, node);
  }

  bool isWanted(const RunLayout& layout, const RunNode& node) const {
    return node.is_run ? layout.runs.contains(node.run.place.target) : layout.groups.contains(keyOf(node));
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
  QVariant groupData(const RunNode& node, int column, int role) const;
  QString toolTip(const RunRow& run) const;
  void show();

  RunListModel& model;
  QVector<RunRow> all;
  RunFilter filter;
  QHash<QString, QImage> pictures;  ///< By target.
  std::array<QIcon, kStateNames.size()> icons;
  QIcon warning = icon(QStringLiteral("warning"));
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
    node->group = layout.groups.value(key);
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
  const bool same_sign = node.run.state == run.state && isTroubled(node.run) == isTroubled(run);
  if (!same_sign) first = kName;           // it stands there
  if (last < first) last = first = kName;  // only what tool tip and roles say
  node.run = run;
  emit model.dataChanged(indexOf(&node, first), indexOf(&node, last));
}

QString RunListModel::Impl::toolTip(const RunRow& run) const {
  QStringList lines = {run.place.target};
  if (!run.marks.name.isEmpty()) lines.prepend(run.marks.name);
  lines << RunListModel::tr("State: %1").arg(stateText(run));
  for (const QString& trouble : run.troubles) lines << RunListModel::tr("Alert: %1").arg(trouble);
  if (run.state == RunRow::State::kUnreadable) return plainToolTip(lines << run.problem);
  if (const QString step = stepText(run); !step.isEmpty()) lines << RunListModel::tr("Step: %1").arg(step);
  if (const QString speed = speedText(run); !speed.isEmpty()) lines.append(RunListModel::tr("Speed: %1").arg(speed));
  if (const QString remaining = remainingText(run); !remaining.isEmpty())
    lines.append(RunListModel::tr("Left: %1").arg(remaining));
  if (run.glance.parent_step >= 0)
    lines.append(RunListModel::tr("Branched off at step %1").arg(QLocale().toString(run.glance.parent_step)));
  if (const QString best = bestScoreText(run); !best.isEmpty()) {
    const QString how = printable(QString::fromStdString(run.glance.best_compares_as));
    lines << (how.isEmpty() ? RunListModel::tr("Best: %1").arg(best)
                            : RunListModel::tr("Best: %1, by %2", "a score, how it was found").arg(best, how));
  }
  if (const QString tags = tagsText(run); !tags.isEmpty()) lines << RunListModel::tr("Tags: %1").arg(tags);
  if (run.marks.archived) lines << RunListModel::tr("Archived");
  lines << noteLines(run.marks.note);
  if (!run.marks_problem.isEmpty()) lines << run.marks_problem;
  return plainToolTip(lines);
}

QVariant RunListModel::Impl::runData(const RunNode& node, int column, int role) const {
  const RunRow& run = node.run;
  switch (role) {
    case Qt::DisplayRole:
      return columnText(run, column);
    case Qt::DecorationRole:
      if (column == kPicture && pictures.contains(run.place.target)) return pictures[run.place.target];
      if (column != kName) return {};
      return isTroubled(run) ? warning : icons[static_cast<std::size_t>(run.state)];
    case Qt::ToolTipRole:
      return toolTip(run);
    case Qt::FontRole:
      return run.marks.archived ? italic() : QVariant();
    case Qt::AccessibleTextRole:
      return column == kName ? accessibleText(run) : columnText(run, column);
    case Qt::TextAlignmentRole:
      return isNumber(column) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kPlaceRole:
      return QVariant::fromValue(run.place);
    case kStateRole:
      return static_cast<int>(run.state);
    case kFolderRole:
      return run.group;
    default:
      return {};
  }
}

QVariant RunListModel::Impl::groupData(const RunNode& node, int column, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return column == kName ? groupTitle(node.group) : QString();
    case Qt::ToolTipRole:
      return node.group.isEmpty() ? RunListModel::tr("Runs that were open here and lie on other computers")
                                  : plainToolTip(node.group);
    case Qt::AccessibleTextRole:
      if (column != kName) return QString();
      return node.group.isEmpty() ? groupTitle(node.group) : RunListModel::tr("Folder %1").arg(node.group);
    case kFolderRole:
      return node.group;
    default:
      return {};
  }
}

RunListModel::RunListModel(QObject* parent) : QAbstractItemModel(parent), impl_(std::make_unique<Impl>(*this)) {}

RunListModel::~RunListModel() = default;

void RunListModel::Impl::show() {
  QVector<RunRow> shown;
  std::ranges::copy_if(all, std::back_inserter(shown), [this](const RunRow& run) { return isShown(run, filter); });
  const RunLayout layout(shown);
  removeGone(layout, root, false);
  arrange(layout, root);
  removeGone(layout, root, true);
}

void RunListModel::setRuns(const QVector<RunRow>& runs) {
  impl_->all = runs;
  impl_->show();
}

void RunListModel::setFilter(const RunFilter& filter) {
  if (filter == impl_->filter) return;
  impl_->filter = filter;
  impl_->show();
}

const RunFilter& RunListModel::filter() const { return impl_->filter; }

const QVector<RunRow>& RunListModel::runs() const { return impl_->all; }

const RunRow* RunListModel::find(const RunPlace& place) const {
  const auto found = std::ranges::find(impl_->all, place, &RunRow::place);
  return found == impl_->all.end() ? nullptr : &*found;
}

void RunListModel::setPicture(const RunPlace& place, const QImage& picture) {
  QHash<QString, QImage>& pictures = impl_->pictures;
  if (picture.isNull() ? pictures.remove(place.target) == 0 : pictures.value(place.target) == picture) return;
  if (!picture.isNull()) pictures.insert(place.target, picture);
  const QModelIndex index = indexOf(place).siblingAtColumn(kPicture);
  if (index.isValid()) emit dataChanged(index, index);
}

QModelIndex RunListModel::indexOf(const RunPlace& place) const {
  const RunNode* node = impl_->nodes.value(place.target);
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
  return node.is_run ? impl_->runData(node, index.column(), role) : impl_->groupData(node, index.column(), role);
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Impl::nodeAt(index)->is_run ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && isNumber(section)) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
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
    case kLength:
      return RunListModel::tr("Length", "steps that a run is to make");
    case kBestScore:
      return RunListModel::tr("Best score");
    case kTags:
      return RunListModel::tr("Tags");
    case kPicture:
      return RunListModel::tr("Picture", "the newest samples of a run, small");
    default:
      return {};
  }
}

bool isTroubled(const RunRow& run) {
  const bool goes_on = run.state == RunRow::State::kStarting || run.state == RunRow::State::kRunning ||
                       run.state == RunRow::State::kPaused;
  return goes_on && !run.troubles.isEmpty();
}

QString displayName(const RunRow& run) { return run.marks.name.isEmpty() ? run.place.name : run.marks.name; }

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
    case RunRow::State::kElsewhere:
      return RunListModel::tr("elsewhere", "a run on another computer");
  }
  return {};
}

}  // namespace gan
