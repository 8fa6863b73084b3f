#include "evaluation/classes_model.h"

#include <QLocale>

#include "evaluation/evaluation_texts.h"
#include "style/plain_text.h"

namespace gan {

void ClassesModel::setClasses(const QVector<EvaluatedClass>& worst_first) {
  if (worst_first == classes_) return;
  beginResetModel();
  classes_ = worst_first;
  endResetModel();
}

int ClassesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(classes_.size());
}

int ClassesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ClassesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const EvaluatedClass& shown = classes_[index.row()];
  if (role == Qt::TextAlignmentRole && index.column() != kClass) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kClass:
      return printable(QString::fromStdString(shown.name));
    case kDistance:
      return evaluation_text::number(shown.fid);
    case kReal:
      return QLocale().toString(qint64{shown.real});
    case kGenerated:
      return QLocale().toString(qint64{shown.generated});
    default:
      return {};
  }
}

QVariant ClassesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kClass:
      return tr("Class");
    case kDistance:
      return tr("FID within it");
    case kReal:
      return tr("Real");
    case kGenerated:
      return tr("Generated");
    default:
      return {};
  }
}

}  // namespace gan
