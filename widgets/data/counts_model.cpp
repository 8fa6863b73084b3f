#include "data/counts_model.h"

#include <QLocale>
#include <algorithm>
#include <utility>

namespace gan {
namespace {

double ratio(qint64 part, qint64 whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

}  // namespace

CountsModel::CountsModel(QString name_title, QObject* parent)
    : QAbstractTableModel(parent), name_title_(std::move(name_title)) {}

void CountsModel::setCounts(const QVector<ClassCount>& counts) {
  beginResetModel();
  counts_ = counts;
  total_ = 0;
  most_ = 0;
  for (const ClassCount& count : counts_) {
    total_ += count.images;
    most_ = std::max(most_, count.images);
  }
  endResetModel();
}

int CountsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(counts_.size());
}

int CountsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant CountsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const ClassCount& count = counts_[index.row()];
  if (role == Qt::TextAlignmentRole) {
    return QVariant((index.column() == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == kBarRole && index.column() == kShare) return ratio(count.images, most_);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kName:
      return count.name;
    case kImages:
      return QLocale().toString(count.images);
    case kShare:
      return tr("%1 %").arg(QLocale().toString(100 * ratio(count.images, total_), 'f', 1));
    default:
      return {};
  }
}

QVariant CountsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant((section == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return name_title_;
    case kImages:
      return tr("Images");
    case kShare:
      return tr("Share");
    default:
      return {};
  }
}

}  // namespace gan
