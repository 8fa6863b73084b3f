#include "latent_explorer/nearest_model.h"

#include <QLocale>
#include <utility>

#include "latent_explorer/explored_picture.h"
#include "style/plain_text.h"

namespace gan {
namespace {

QString shareText(double distance) { return NearestModel::tr("%1 %").arg(QLocale().toString(100 * distance, 'f', 1)); }

}  // namespace

int NearestModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(images_.size());
}

QVariant NearestModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const NearestImage& image = images_.at(index.row());
  const QString name = printable(image.name);
  const QString distance = tr("differs by %1").arg(shareText(image.distance));
  const QString of_class = printable(image.class_name);
  switch (role) {
    case Qt::DisplayRole:
      return shareText(image.distance);
    case Qt::ToolTipRole:
      return plainToolTip(of_class.isEmpty() ? QStringList{name, distance} : QStringList{name, of_class, distance});
    case Qt::AccessibleTextRole:
      return tr("%1, %2", "name of an image, how far it is").arg(name, distance);
    case kLeavingRole:
    case Qt::DecorationRole:
      return image.image;
    default:
      return {};
  }
}

void NearestModel::setLine(const QString& line) {
  if (std::exchange(line_, line) == line) return;
  settled_ = false;
  searched_ = 0;
  emit wishChanged();
}

void NearestModel::setMeasure(NearestMeasure measure) {
  if (std::exchange(measure_, measure) == measure) return;
  settled_ = false;
  searched_ = 0;
  problem_.clear();
  emit wishChanged();
}

void NearestModel::setImages(const QVector<NearestImage>& images) {
  beginResetModel();
  images_ = images;
  settled_ = true;
  endResetModel();
  emit stateChanged();
}

void NearestModel::setSearched(qint64 images, qint64 total) {
  searched_ = images;
  total_ = total;
  emit stateChanged();
}

void NearestModel::setWatched(bool watched) {
  if (std::exchange(watched_, watched) != watched) emit wishChanged();
}

void NearestModel::setProblem(const QString& problem) {
  if (std::exchange(problem_, problem) != problem) emit stateChanged();
}

}  // namespace gan
