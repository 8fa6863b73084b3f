#include "data/faults_model.h"

#include "style/plain_text.h"

namespace gan {
namespace {

constexpr qsizetype kNamesShown = 20;

}  // namespace

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

}  // namespace gan
