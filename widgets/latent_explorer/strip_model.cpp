#include "latent_explorer/strip_model.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "latent_explorer/explored_picture.h"

namespace gan {
namespace {

QImage pale(const QImage& picture) {
  constexpr double kOpacity = 0.35;
  QImage faded(picture.size(), QImage::Format_ARGB32_Premultiplied);
  faded.fill(Qt::transparent);
  QPainter painter(&faded);
  painter.setOpacity(kOpacity);
  painter.drawImage(0, 0, picture);
  return faded;
}

}  // namespace

int StripModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(places_.size());
}

QVariant StripModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Place& place = places_.at(index.row());
  const QString step = tr("Step %1").arg(QLocale().toString(place.step));
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return step;
    case Qt::AccessibleTextRole:
      return place.is_of_the_line ? step : tr("%1, no picture yet").arg(step);
    case kLeavingRole:
      return line_.isEmpty() ? QVariant() : QStringLiteral("%1 step=%2").arg(line_).arg(place.step);
    case kPictureOfLineRole:
      return place.is_of_the_line ? place.picture : QImage();
    case Qt::DecorationRole:
      return place.is_of_the_line || place.picture.isNull() ? place.picture : pale(place.picture);
    default:
      return {};
  }
}

void StripModel::setSteps(const QVector<qint64>& steps) {
  QVector<Place> places;
  for (const qint64 step : steps) {
    const auto known = std::ranges::find(places_, step, &Place::step);
    places.push_back(known == places_.end() ? Place{step, {}, false} : *known);
  }
  const bool same = std::ranges::equal(places, places_, {}, &Place::step, &Place::step);
  if (same) return;
  beginResetModel();
  places_ = places;
  endResetModel();
  emit wishChanged();
}

void StripModel::setLine(const QString& line) {
  if (std::exchange(line_, line) == line) return;
  for (Place& place : places_) place.is_of_the_line = false;
  if (!places_.isEmpty()) emit dataChanged(index(0), index(rowCount() - 1));
  emit wishChanged();
}

QVector<qint64> StripModel::missing() const {
  QVector<qint64> steps;
  for (const Place& place : places_) {
    if (!place.is_of_the_line) steps.push_back(place.step);
  }
  return steps;
}

void StripModel::setPicture(qint64 step, const QImage& picture) {
  const auto found = std::ranges::find(places_, step, &Place::step);
  if (found == places_.end()) return;
  found->picture = picture;
  found->is_of_the_line = true;
  const QModelIndex changed = index(static_cast<int>(found - places_.begin()));
  emit dataChanged(changed, changed);
}

void StripModel::setWatched(bool watched) {
  if (std::exchange(watched_, watched) != watched) emit wishChanged();
}

void StripModel::setProblem(const QString& problem) {
  if (std::exchange(problem_, problem) != problem) emit problemChanged();
}

}  // namespace gan
