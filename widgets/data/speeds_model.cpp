#include "data/speeds_model.h"

#include <QFont>
#include <QLocale>

namespace gan {

void SpeedsModel::setSpeeds(const QVector<WorkerSpeed>& speeds, std::optional<int> best) {
  beginResetModel();
  speeds_ = speeds;
  best_ = best;
  endResetModel();
}

int SpeedsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(speeds_.size());
}

int SpeedsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant SpeedsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const WorkerSpeed& speed = speeds_[index.row()];
  const bool is_best = speed.workers == best_;
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::FontRole && is_best) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole) return {};
  if (index.column() == kSpeed) return QLocale().toString(speed.images_per_second, 'f', 0);
  const QString workers = QLocale().toString(speed.workers);
  return is_best ? tr("%1 (enough)").arg(workers) : workers;
}

QVariant SpeedsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return section == kWorkers ? tr("Loading threads") : tr("Images per second");
}

}  // namespace gan
