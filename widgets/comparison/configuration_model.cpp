#include "comparison/configuration_model.h"

#include <QFont>
#include <QFontMetrics>
#include <QGuiApplication>

#include "run_list/name_elision.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr int kNameLetters = 28;  // of a run above its column, at most

}  // namespace

void ConfigurationModel::setRuns(const QStringList& names) {
  beginResetModel();
  names_ = names;
  rows_.clear();
  shown_.clear();
  endResetModel();
}

void ConfigurationModel::setRows(const QVector<ConfigurationRow>& rows) {
  if (rows == rows_) return;
  beginResetModel();
  rows_ = rows;
  choose();
  endResetModel();
}

void ConfigurationModel::setShowsAll(bool all) {
  if (all == shows_all_) return;
  beginResetModel();
  shows_all_ = all;
  choose();
  endResetModel();
}

void ConfigurationModel::choose() {
  shown_.clear();
  for (qsizetype i = 0; i < rows_.size(); ++i) {
    if (shows_all_ || rows_[i].differs) shown_ << i;
  }
}

int ConfigurationModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int ConfigurationModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kFirstRun + static_cast<int>(names_.size());
}

QVariant ConfigurationModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ConfigurationRow& row = rows_[shown_[index.row()]];
  if (role == Qt::FontRole && row.differs && shows_all_) {
    QFont bold;
    bold.setBold(true);
    return bold;
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  QString text;
  if (index.column() == kTitle) {
    text = row.title;
  } else if (index.column() == kPath) {
    text = row.path;
  } else {
    const QString value = row.values.value(index.column() - kFirstRun);
    text = value.isNull() ? tr("–", "the setting means nothing in this run") : value;
  }
  return role == Qt::ToolTipRole ? plainToolTip(text) : text;
}

QVariant ConfigurationModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  if (section == kTitle) return tr("Setting");
  if (section == kPath) return tr("Name in files");
  const QString name = names_.value(section - kFirstRun);
  if (role == Qt::ToolTipRole) return plainToolTip(name);
  const QFontMetrics metrics(QGuiApplication::font());
  return elidedAmong(name, names_, metrics, metrics.averageCharWidth() * kNameLetters);
}

}  // namespace gan
