#include "data/data_tables.h"

#include <QFont>
#include <QLocale>
#include <algorithm>
#include <utility>

#include "style/plain_text.h"

namespace gan {
namespace {

double ratio(qint64 part, qint64 whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

constexpr qsizetype kNamesShown = 20;

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

void FaultsModel::setFaults(const QVector<ImageFault>& faults) {
  beginResetModel();
  faults_ = faults;
  endResetModel();
}

int FaultsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(faults_.size());
}

int FaultsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant FaultsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const ImageFault& fault = faults_[index.row()];
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  QString text = fault.text;
  if (index.column() == kImages) {
    text = fault.images.mid(0, kNamesShown).join(QStringLiteral(", "));
    if (fault.images.size() > kNamesShown) text += QStringLiteral(", …");
  }
  return role == Qt::ToolTipRole ? plainToolTip(text) : text;
}

QVariant FaultsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return section == kImages ? tr("Images") : tr("What is wrong");
}

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
  if (!is_best) return workers;
  return stillRising() ? tr("%1 (fastest)").arg(workers) : tr("%1 (enough)").arg(workers);
}

QVariant SpeedsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return section == kWorkers ? tr("Loading threads") : tr("Images per second");
}

}  // namespace gan
