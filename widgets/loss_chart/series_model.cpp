#include "loss_chart/series_model.h"

#include <QApplication>
#include <QColor>
#include <QRegularExpression>
#include <algorithm>
#include <functional>

#include "loss_chart/band.h"
#include "loss_chart/readings.h"
#include "style/plain_text.h"
#include "style/series_style.h"
#include "style/theme.h"

namespace gan {
namespace {

/// From so many series in a group on, curves are a tangle.
constexpr int kBandFrom = 17;

const QChar kSlash = QLatin1Char('/');

}  // namespace

struct SeriesModel::Node {
  QString path;  ///< Of a series its name, of a group the prefix.
  Node* parent = nullptr;
  int row = 0;
  int series = -1;      ///< Number of the name; -1: a group.
  std::vector<int> in;  ///< Numbers of all series in it.
  bool is_large = false;
  std::vector<std::unique_ptr<Node>> children;

  bool isGroup() const { return series < 0; }
};

SeriesModel::SeriesModel(QObject* parent) : QAbstractItemModel(parent), root_(std::make_unique<Node>()) {}

SeriesModel::~SeriesModel() = default;

void SeriesModel::setNames(const QStringList& names) {
  if (names == names_) return;
  beginResetModel();
  names_ = names;
  build();
  const bool changed = settle();
  endResetModel();
  if (changed) emit shownChanged();
}

void SeriesModel::build() {
  root_ = std::make_unique<Node>();
  const auto child = [](Node& of, const QString& path) -> Node& {
    for (const auto& each : of.children) {
      if (each->isGroup() && each->path == path) return *each;
    }
    of.children.push_back(std::make_unique<Node>());
    of.children.back()->path = path;
    return *of.children.back();
  };
  for (int i = 0; i < static_cast<int>(names_.size()); ++i) {
    const QString& name = names_[i];
    Node* at = root_.get();
    at->in.push_back(i);
    for (qsizetype slash = name.indexOf(kSlash); slash >= 0; slash = name.indexOf(kSlash, slash + 1)) {
      at = &child(*at, name.left(slash));
      at->in.push_back(i);
    }
    auto leaf = std::make_unique<Node>();
    leaf->path = name;
    leaf->series = i;
    at->children.push_back(std::move(leaf));
  }
  // A group of one is what it holds.
  const std::function<void(Node&)> finish = [&](Node& node) {
    for (auto& each : node.children) {
      while (each->isGroup() && each->children.size() == 1) {
        std::unique_ptr<Node> only = std::move(each->children.front());
        each = std::move(only);
      }
      finish(*each);
    }
    bool any_large = false;
    for (std::size_t row = 0; row < node.children.size(); ++row) {
      node.children[row]->parent = &node;
      node.children[row]->row = static_cast<int>(row);
      any_large = any_large || node.children[row]->in.size() >= kBandFrom;
    }
    // The innermost of large groups, and those around it, are a band only where somebody wishes so.
    node.is_large = !any_large && node.in.size() >= kBandFrom;
  };
  finish(*root_);
  root_->is_large = false;
}

bool SeriesModel::isShownByChoice(const QString& name) const {
  const auto switched = switched_.constFind(name);
  if (switched != switched_.constEnd()) return *switched;
  return chosen_ ? chosen_->contains(name) : isShownAtFirst(name);
}

bool SeriesModel::settle() {
  const QStringList curves_before = curve_names_;
  const QVector<BandQuery> bands_before = bands_;
  shown_.assign(static_cast<std::size_t>(names_.size()), false);
  found_.assign(static_cast<std::size_t>(names_.size()), true);
  for (qsizetype i = 0; i < names_.size(); ++i) {
    shown_[static_cast<std::size_t>(i)] = isShownByChoice(names_[i]);
    if (words_.isEmpty()) continue;
    const QString text = names_[i] + QLatin1Char(' ') + seriesTitle(names_[i]);
    found_[static_cast<std::size_t>(i)] =
        std::ranges::all_of(words_, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
  }
  curve_names_.clear();
  bands_.clear();
  collect(*root_);
  return curve_names_ != curves_before || bands_ != bands_before;
}

void SeriesModel::collect(const Node& node) {
  for (const auto& child : node.children) {
    if (!child->isGroup()) {
      if (shown_[static_cast<std::size_t>(child->series)]) curve_names_.append(child->path);
      continue;
    }
    BandQuery band{child->path, {}};
    if (isBand(*child)) {
      for (const int series : child->in) {
        if (shown_[static_cast<std::size_t>(series)]) band.members.append(names_[series]);
      }
    }
    if (band.members.size() < kLeastBandMembers) {
      collect(*child);
    } else {
      bands_.append(band);
    }
  }
}

bool SeriesModel::isBand(const Node& node) const {
  const auto wished = banded_.constFind(node.path);
  return node.isGroup() && (wished == banded_.constEnd() ? node.is_large : *wished);
}

bool SeriesModel::isBand(const QModelIndex& group) const { return group.isValid() && isBand(nodeOf(group)); }

void SeriesModel::setBand(const QModelIndex& group, bool on) {
  if (!group.isValid() || !nodeOf(group).isGroup() || isBand(group) == on) return;
  banded_.insert(nodeOf(group).path, on);
  const bool changed = settle();
  tellAll({kBandRole, Qt::DisplayRole, Qt::AccessibleTextRole});
  if (changed) emit shownChanged();
}

void SeriesModel::setBandWishes(const QMap<QString, bool>& wishes) {
  banded_ = wishes;
  const bool changed = settle();
  tellAll({kBandRole, Qt::DisplayRole, Qt::AccessibleTextRole});
  if (changed) emit shownChanged();
}

void SeriesModel::setSearch(const QString& words) {
  static const QRegularExpression kSpace(QStringLiteral("\\s+"));
  words_ = words.split(kSpace, Qt::SkipEmptyParts);
  settle();
  tellAll({kFoundRole, Qt::CheckStateRole});
}

QStringList SeriesModel::shownNames() const {
  QStringList shown;
  for (qsizetype i = 0; i < names_.size(); ++i) {
    if (shown_[static_cast<std::size_t>(i)]) shown.append(names_[i]);
  }
  return shown;
}

void SeriesModel::setShown(const QStringList& names) {
  chosen_ = QSet<QString>(names.begin(), names.end());
  switched_.clear();
  if (!settle()) return;
  tellAll({Qt::CheckStateRole});
  emit shownChanged();
}

void SeriesModel::setValuesAtCursor(const Values& values) {
  if (values.curves == at_cursor_.curves && values.bands == at_cursor_.bands) return;
  const Values before = std::exchange(at_cursor_, values);
  const auto differs = [](const QHash<QString, double>& a, const QHash<QString, double>& b, const QString& name) {
    const auto in_a = a.constFind(name);
    const auto in_b = b.constFind(name);
    const bool both = in_a != a.constEnd() && in_b != b.constEnd();
    return both ? *in_a != *in_b : (in_a != a.constEnd()) != (in_b != b.constEnd());
  };
  const std::function<void(const Node&)> tell = [&](const Node& node) {
    int first = -1;
    int last = -1;
    for (const auto& child : node.children) {
      const bool changed = child->isGroup() ? differs(before.bands, values.bands, child->path)
                                            : differs(before.curves, values.curves, child->path);
      if (changed) last = child->row;
      if (changed && first < 0) first = child->row;
      if (child->isGroup()) tell(*child);
    }
    if (first >= 0) {
      emit dataChanged(createIndex(first, kAtCursor, node.children[static_cast<std::size_t>(first)].get()),
                       createIndex(last, kAtCursor, node.children[static_cast<std::size_t>(last)].get()),
                       {Qt::DisplayRole});
    }
  };
  tell(*root_);
}

void SeriesModel::tellAll(const QList<int>& roles) {
  const std::function<void(const Node&)> tell = [&](const Node& node) {
    if (node.children.empty()) return;
    emit dataChanged(indexOf(*node.children.front(), 0), indexOf(*node.children.back(), kColumnCount - 1), roles);
    for (const auto& child : node.children) tell(*child);
  };
  tell(*root_);
}

void SeriesModel::refreshLook() {
  tellAll({});
  emit headerDataChanged(Qt::Horizontal, 0, kColumnCount - 1);
}

const SeriesModel::Node& SeriesModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *root_;
}

QModelIndex SeriesModel::indexOf(const Node& node, int column) const { return createIndex(node.row, column, &node); }

const SeriesModel::Node* SeriesModel::find(const Node& from, const QString& path, bool group) const {
  for (const auto& child : from.children) {
    if (child->path == path && child->isGroup() == group) return child.get();
    if (const Node* found = find(*child, path, group)) return found;
  }
  return nullptr;
}

QModelIndex SeriesModel::indexOf(const QString& name, int column) const {
  const Node* node = find(*root_, name, false);
  return node == nullptr ? QModelIndex() : indexOf(*node, column);
}

QModelIndex SeriesModel::indexOfGroup(const QString& prefix, int column) const {
  const Node* node = find(*root_, prefix, true);
  return node == nullptr ? QModelIndex() : indexOf(*node, column);
}

QStringList SeriesModel::namesIn(const QModelIndex& index) const {
  const Node& node = nodeOf(index);
  if (!node.isGroup()) return {node.path};
  QStringList names;
  for (const int series : node.in) names.append(names_[series]);
  return names;
}

QModelIndex SeriesModel::index(int row, int column, const QModelIndex& parent) const {
  const Node& node = nodeOf(parent);
  const bool is_there =
      row >= 0 && row < static_cast<int>(node.children.size()) && column >= 0 && column < kColumnCount;
  if (!is_there || parent.column() > 0) return {};
  return indexOf(*node.children[static_cast<std::size_t>(row)], column);
}

QModelIndex SeriesModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const Node* parent = nodeOf(index).parent;
  return parent == nullptr || parent == root_.get() ? QModelIndex() : indexOf(*parent, 0);
}

int SeriesModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).children.size());
}

int SeriesModel::columnCount(const QModelIndex&) const { return kColumnCount; }

Qt::CheckState SeriesModel::checkState(const Node& node) const {
  if (!node.isGroup()) return shown_[static_cast<std::size_t>(node.series)] ? Qt::Checked : Qt::Unchecked;
  bool any = false;
  bool all = true;
  for (const int series : node.in) {
    if (!found_[static_cast<std::size_t>(series)]) continue;
    any = any || shown_[static_cast<std::size_t>(series)];
    all = all && shown_[static_cast<std::size_t>(series)];
  }
  return !any ? Qt::Unchecked : all ? Qt::Checked : Qt::PartiallyChecked;
}

/// What its parent's title does not say.
QString SeriesModel::title(const Node& node) const {
  const QString whole = node.isGroup() ? seriesGroupTitle(node.path) : seriesTitle(node.path);
  if (!node.isGroup() && whole != node.path) return whole;  // it has a title of its own
  if (node.parent == nullptr || node.parent == root_.get()) return whole;
  const QString& above = node.parent->path;
  if (node.path == above) return whole;
  const QString rest = node.path.mid(above.size() + 1);
  return node.isGroup() ? seriesGroupTitle(node.path, above) : rest;
}

QString SeriesModel::accessibleText(const Node& node) const {
  if (!node.isGroup()) {
    const auto value = at_cursor_.curves.constFind(node.path);
    return value == at_cursor_.curves.constEnd() ? title(node) : tr("%1: %2").arg(title(node), valueText(*value));
  }
  const auto shown =
      std::ranges::count_if(node.in, [&](int series) { return shown_[static_cast<std::size_t>(series)]; });
  const QString text = tr("%1, %n series, %2 shown", nullptr, static_cast<int>(node.in.size()))
                           .arg(title(node))
                           .arg(static_cast<qlonglong>(shown));
  if (!isBand(node)) return text;
  const auto median = at_cursor_.bands.constFind(node.path);
  return median == at_cursor_.bands.constEnd() ? tr("%1, as a band").arg(text)
                                               : tr("%1, as a band: median %2").arg(text, valueText(*median));
}

QVariant SeriesModel::titleData(const Node& node, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return node.isGroup() ? tr("%1 (%2)", "group of series, how many").arg(title(node)).arg(node.in.size())
                            : title(node);
    case Qt::CheckStateRole:
      return checkState(node);
    case Qt::AccessibleTextRole:
      return accessibleText(node);
    default:
      return {};
  }
}

QVariant SeriesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Node& node = nodeOf(index);
  switch (role) {
    case kNameRole:
      return node.path;
    case kColourRole:
      return seriesStyle(node.path, isDark(QApplication::palette())).colour;
    case kDashRole:
      return static_cast<int>(node.isGroup() ? Qt::SolidLine : seriesStyle(node.path, false).dash);
    case kBandRole:
      return isBand(node);
    case kSeriesCountRole:
      return node.isGroup() ? static_cast<int>(node.in.size()) : 0;
    case kFoundRole:
      if (!node.isGroup()) return bool{found_[static_cast<std::size_t>(node.series)]};
      return std::ranges::any_of(node.in, [&](int series) { return found_[static_cast<std::size_t>(series)]; });
    case Qt::ToolTipRole:
      if (node.isGroup()) return plainToolTip(seriesGroupTitle(node.path));
      return plainToolTip(seriesTitle(node.path) == node.path
                              ? node.path
                              : tr("%1 (recorded as %2)").arg(seriesTitle(node.path), node.path));
    default:
      break;
  }
  if (index.column() == kTitle) return titleData(node, role);
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QHash<QString, double>& values = node.isGroup() ? at_cursor_.bands : at_cursor_.curves;
  const auto value = values.constFind(node.path);
  return value == values.constEnd() ? QString() : valueText(*value);
}

bool SeriesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != kTitle) {
    return false;
  }
  const Node& node = nodeOf(index);
  const bool shown = value.toInt() == Qt::Checked;
  const std::vector<int> alone{node.series};
  bool changes = false;
  for (const int series : node.isGroup() ? node.in : alone) {
    if (node.isGroup() && !found_[static_cast<std::size_t>(series)]) continue;
    if (shown_[static_cast<std::size_t>(series)] == shown) continue;
    switched_.insert(names_[series], shown);
    changes = true;
  }
  if (!changes) return true;
  const bool draws = settle();
  tellAll({Qt::CheckStateRole});
  if (draws) emit shownChanged();
  return true;
}

Qt::ItemFlags SeriesModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractItemModel::flags(index);
  if (!index.isValid()) return flags;
  if (!nodeOf(index).isGroup()) flags |= Qt::ItemNeverHasChildren;
  return index.column() == kTitle ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant SeriesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  if (section == kTitle) return tr("Series");
  return section == kAtCursor ? tr("Value") : QVariant();
}

}  // namespace gan
