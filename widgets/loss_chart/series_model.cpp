#include "loss_chart/series_model.h"

#include <QApplication>
#include <QColor>

#include "loss_chart/readings.h"
#include "style/plain_text.h"
#include "style/series_style.h"
#include "style/theme.h"

namespace gan {

void SeriesModel::setNames(const QStringList& names) {
  if (names == names_) return;
  const QStringList shown_before = shownNames();
  const bool appended = names.size() > names_.size() && names.mid(0, names_.size()) == names_;
  if (appended) {
    beginInsertRows({}, static_cast<int>(names_.size()), static_cast<int>(names.size()) - 1);
  } else {
    beginResetModel();
  }
  QVector<std::optional<double>> values(names.size());
  for (qsizetype i = 0; i < names.size(); ++i) {
    const qsizetype before = names_.indexOf(names[i]);
    if (before >= 0 && before < at_cursor_.size()) values[i] = at_cursor_[before];
  }
  names_ = names;
  at_cursor_ = values;
  if (appended) {
    endInsertRows();
  } else {
    endResetModel();
  }
  if (shownNames() != shown_before) emit shownChanged();
}

bool SeriesModel::isShown(const QString& name) const {
  const auto switched = switched_.constFind(name);
  if (switched != switched_.constEnd()) return *switched;
  return chosen_ ? chosen_->contains(name) : isShownAtFirst(name);
}

QStringList SeriesModel::shownNames() const {
  QStringList shown;
  for (const QString& name : names_) {
    if (isShown(name)) shown.append(name);
  }
  return shown;
}

void SeriesModel::setShown(const QStringList& names) {
  const QStringList before = shownNames();
  chosen_ = names;
  switched_.clear();
  if (shownNames() == before) return;
  emit dataChanged(index(0, kTitle), index(rowCount() - 1, kTitle), {Qt::CheckStateRole});
  emit shownChanged();
}

void SeriesModel::setValuesAtCursor(const QVector<std::optional<double>>& values) {
  if (values == at_cursor_ || names_.isEmpty()) return;
  at_cursor_ = values;
  at_cursor_.resize(names_.size());
  emit dataChanged(index(0, kAtCursor), index(rowCount() - 1, kAtCursor), {Qt::DisplayRole});
}

void SeriesModel::refreshLook() {
  if (!names_.isEmpty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
  emit headerDataChanged(Qt::Horizontal, 0, kColumnCount - 1);
}

int SeriesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(names_.size());
}

int SeriesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QString SeriesModel::accessibleText(int row) const {
  const QString title = seriesTitle(names_[row]);
  const auto& value = at_cursor_[row];
  return value ? tr("%1: %2").arg(title, valueText(*value)) : title;
}

QVariant SeriesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const QString& name = names_[index.row()];
  if (role == kNameRole) return name;
  if (role == kColourRole) return seriesStyle(name, isDark(QApplication::palette())).colour;
  if (role == kDashRole) return static_cast<int>(seriesStyle(name, false).dash);
  if (role == Qt::ToolTipRole) {
    return plainToolTip(seriesTitle(name) == name ? name : tr("%1 (recorded as %2)").arg(seriesTitle(name), name));
  }
  if (index.column() == kTitle) {
    if (role == Qt::DisplayRole) return seriesTitle(name);
    if (role == Qt::CheckStateRole) return isShown(name) ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::AccessibleTextRole) return accessibleText(index.row());
  }
  if (index.column() == kAtCursor) {
    const auto& value = at_cursor_[index.row()];
    if (role == Qt::DisplayRole) return value ? valueText(*value) : QString();
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  }
  return {};
}

bool SeriesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != kTitle) {
    return false;
  }
  const QString& name = names_[index.row()];
  const bool shown = value.toInt() == Qt::Checked;
  if (shown == isShown(name)) return true;
  switched_.insert(name, shown);
  emit dataChanged(index, index, {Qt::CheckStateRole});
  emit shownChanged();
  return true;
}

Qt::ItemFlags SeriesModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags base = QAbstractTableModel::flags(index);
  if (!index.isValid()) return base;
  return index.column() == kTitle ? base | Qt::ItemNeverHasChildren | Qt::ItemIsUserCheckable
                                  : base | Qt::ItemNeverHasChildren;
}

QVariant SeriesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  if (section == kTitle) return tr("Series");
  return section == kAtCursor ? tr("Value") : QVariant();
}

}  // namespace gan
