#include "latent_explorer/timeline_model.h"

#include <algorithm>
#include <utility>

namespace gan {

int TimelineModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(keyframes_.size());
}

QVariant TimelineModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Keyframe& keyframe = keyframes_.at(index.row());
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
      return QString::fromStdString(toText(keyframe.point));
    case Qt::DecorationRole:
      return keyframe.thumbnail;
    default:
      return {};
  }
}

bool TimelineModel::removeRows(int row, int count, const QModelIndex& parent) {
  if (parent.isValid() || row < 0 || count < 1 || row + count > keyframes_.size()) return false;
  beginRemoveRows({}, row, row + count - 1);
  keyframes_.remove(row, count);
  endRemoveRows();
  onChange();
  return true;
}

void TimelineModel::add(const SamplePoint& point, const QImage& picture) {
  if (keyframes_.size() == kMost) return;
  const int row = rowCount();
  if (row == 0) step_ = point.step;
  beginInsertRows({}, row, row);
  keyframes_.push_back({point, picture});
  endInsertRows();
  onChange();
}

void TimelineModel::move(int row, int by) {
  const int to = row + by;
  if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount() || row == to) return;
  beginMoveRows({}, row, row, {}, by > 0 ? to + 1 : to);
  keyframes_.move(row, to);
  endMoveRows();
  onChange();
}

LatentWalk TimelineModel::walk() const {
  LatentWalk walk = settings_;
  for (const Keyframe& keyframe : keyframes_) {
    walk.keyframes.push_back(keyframe.point);
    walk.keyframes.back().step = step_;
  }
  return walk;
}

void TimelineModel::setStep(std::optional<qint64> step) {
  if (std::exchange(step_, step) != step) onChange();
}

void TimelineModel::setKind(PathKind kind) {
  if (std::exchange(settings_.kind, kind) != kind) onChange();
}

void TimelineModel::setEnds(PathEnds ends) {
  if (std::exchange(settings_.ends, ends) != ends) onChange();
}

void TimelineModel::setSeconds(double seconds) {
  if (std::exchange(settings_.seconds, seconds) != seconds) onChange();
}

void TimelineModel::setFramesPerSecond(double frames_per_second) {
  if (std::exchange(settings_.frames_per_second, frames_per_second) != frames_per_second) onChange();
}

void TimelineModel::onChange() {
  if (keyframes_.isEmpty()) problem_.clear();
  stopShowing();
  frame_ = 0;
  emit changed();
}

qint64 TimelineModel::frames() const { return rowCount() < 2 || !problem_.isEmpty() ? 0 : frameCount(settings_); }

void TimelineModel::setProblem(const QString& problem) {
  if (std::exchange(problem_, problem) != problem) emit problemChanged();
}

void TimelineModel::play() {
  if (frames() > 0) show(true, frame_ + 1 >= frames() ? 0 : frame_);
}

void TimelineModel::pause() {
  if (playing_) show(false, frame_);
}

void TimelineModel::showFrame(qint64 frame) {
  if (frames() > 0) show(false, std::clamp<qint64>(frame, 0, frames() - 1));
}

void TimelineModel::show(bool playing, qint64 frame) {
  shown_ = true;
  playing_ = playing;
  frame_ = frame;
  emit wishChanged();
  emit pictureChanged();
}

void TimelineModel::stopShowing() {
  if (!std::exchange(shown_, false)) return;
  playing_ = false;
  picture_ = {};
  emit wishChanged();
  emit pictureChanged();
}

void TimelineModel::takePicture(qint64 frame, const ExploredPicture& picture) {
  if (!shown_) return;
  if (picture.image.isNull()) {
    picture_.problem = picture.problem;  // what was there stays
  } else {
    picture_ = picture;
    if (playing_) frame_ = frame;
  }
  emit pictureChanged();
}

}  // namespace gan
