#include "latent_explorer/shelf_model.h"

#include <QDataStream>
#include <QIODevice>
#include <algorithm>

#include "latent_explorer/explored_picture.h"
#include "latent_explorer/short_line.h"

namespace gan {
namespace {

constexpr quint32 kStateVersion = 1;
constexpr qsizetype kLongestLine = 65'536;  // as a point's text takes it

}  // namespace

QImage ShelfModel::thumbnailOf(const QImage& picture) {
  if (picture.isNull() || (picture.width() <= kThumbnailSide && picture.height() <= kThumbnailSide)) return picture;
  return picture.scaled(kThumbnailSide, kThumbnailSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

int ShelfModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(points_.size());
}

QVariant ShelfModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Kept& kept = points_.at(index.row());
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
      return shortLine(kept.line);
    case kLeavingRole:
      return kept.line;
    case Qt::DecorationRole:
    case kPictureOfLineRole:
      return kept.thumbnail;
    default:
      return {};
  }
}

bool ShelfModel::removeRows(int row, int count, const QModelIndex& parent) {
  if (parent.isValid() || row < 0 || count < 1 || row + count > points_.size()) return false;
  beginRemoveRows({}, row, row + count - 1);
  points_.remove(row, count);
  endRemoveRows();
  emit changed();
  return true;
}

int ShelfModel::rowOf(const QString& line) const {
  const auto found = std::ranges::find(points_, line, &Kept::line);
  return found == points_.end() ? -1 : static_cast<int>(found - points_.begin());
}

void ShelfModel::keep(const QString& line, const QImage& picture) {
  Kept kept{line, thumbnailOf(picture)};
  if (const int row = rowOf(line); row >= 0) {
    if (kept.thumbnail.isNull()) kept.thumbnail = points_.at(row).thumbnail;
    removeRows(row, 1);
  }
  if (points_.size() >= kMost) removeRows(static_cast<int>(points_.size()) - 1, 1);
  beginInsertRows({}, 0, 0);
  points_.prepend(kept);
  endInsertRows();
  emit changed();
}

void ShelfModel::replace(const QString& line, const QString& by) {
  if (rowOf(line) < 0 || line == by) return;
  if (const int same = rowOf(by); same >= 0) removeRows(same, 1);
  const int row = rowOf(line);
  points_[row] = {by, {}};
  emit dataChanged(index(row), index(row));
  emit changed();
}

void ShelfModel::setPicture(const QString& line, const QImage& picture) {
  const int row = rowOf(line);
  if (row < 0 || picture.isNull() || !points_.at(row).thumbnail.isNull()) return;
  points_[row].thumbnail = thumbnailOf(picture);
  emit dataChanged(index(row), index(row), {Qt::DecorationRole});
  emit changed();
}

QByteArray ShelfModel::saveState() const {
  QByteArray points;
  QDataStream each(&points, QIODevice::WriteOnly);
  each.setVersion(QDataStream::Qt_6_4);
  each << static_cast<qint32>(points_.size());
  for (const Kept& kept : points_) each << kept.line << kept.thumbnail;
  QByteArray state;
  QDataStream whole(&state, QIODevice::WriteOnly);
  whole.setVersion(QDataStream::Qt_6_4);
  whole << kStateVersion << points;
  return state;
}

void ShelfModel::restoreState(const QByteArray& state) {
  QDataStream whole(state);
  whole.setVersion(QDataStream::Qt_6_4);
  quint32 version = 0;
  QByteArray bytes;  // taken apart only where they are all there: half a picture would be read as one
  whole >> version >> bytes;
  QDataStream in(bytes);
  in.setVersion(QDataStream::Qt_6_4);
  qint32 count = 0;
  in >> count;
  QVector<Kept> points;
  const bool known = whole.status() == QDataStream::Ok && in.status() == QDataStream::Ok && version == kStateVersion &&
                     count >= 0 && count <= kMost;
  for (qint32 i = 0; known && i < count; ++i) {
    Kept kept;
    in >> kept.line >> kept.thumbnail;
    if (in.status() != QDataStream::Ok || kept.line.size() > kLongestLine) {
      points.clear();
      break;
    }
    kept.thumbnail = thumbnailOf(kept.thumbnail);
    points.push_back(kept);
  }
  beginResetModel();
  points_ = points;
  endResetModel();
}

}  // namespace gan
