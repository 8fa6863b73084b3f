#include "latent_explorer/timeline_model.h"

#include <QDataStream>
#include <QIODevice>
#include <algorithm>
#include <exception>
#include <utility>

#include "latent_explorer/short_line.h"

namespace gan {
namespace {

constexpr quint32 kStateVersion = 1;
constexpr qint64 kStepOfNewest = -1;

/// Throws what samplePointFromText() does.
QVector<SamplePoint> pointsOf(const QStringList& lines) {
  QVector<SamplePoint> points;
  for (const QString& line : lines) points.push_back(samplePointFromText(line.toStdString()));
  return points;
}

}  // namespace

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
      return shortLine(line(index.row()));
    case kLeavingRole:
      return line(index.row());
    case Qt::DecorationRole:
    case kPictureOfLineRole:
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

QString TimelineModel::line(int row) const { return QString::fromStdString(toText(keyframes_.at(row).point)); }

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

QByteArray TimelineModel::saveState() const {
  QStringList lines;
  for (const Keyframe& keyframe : keyframes_) lines << QString::fromStdString(toText(keyframe.point));
  QByteArray state;
  QDataStream out(&state, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_4);
  out << kStateVersion << lines << static_cast<qint32>(settings_.kind) << (settings_.ends == PathEnds::kLoop)
      << settings_.seconds << settings_.frames_per_second << qint64{step_.value_or(kStepOfNewest)};
  return state;
}

void TimelineModel::restoreState(const QByteArray& state) {
  QDataStream in(state);
  in.setVersion(QDataStream::Qt_6_4);
  quint32 version = 0;
  QStringList lines;
  qint32 kind = 0;
  bool loops = false;
  qint64 step = kStepOfNewest;
  LatentWalk settings;
  QVector<SamplePoint> points;
  in >> version;
  if (version == kStateVersion) in >> lines >> kind >> loops >> settings.seconds >> settings.frames_per_second >> step;
  const bool known = version == kStateVersion && in.status() == QDataStream::Ok && lines.size() <= kMost && kind >= 0 &&
                     kind <= static_cast<qint32>(PathKind::kCubic) && settings.seconds > 0 &&
                     settings.frames_per_second >= 1;
  try {
    if (known) points = pointsOf(lines);
  } catch (const std::exception&) {
    points.clear();  // of a later version
  }
  settings.kind = known ? static_cast<PathKind>(kind) : settings.kind;
  settings.ends = loops ? PathEnds::kLoop : PathEnds::kOpen;
  beginResetModel();
  keyframes_.clear();
  for (const SamplePoint& point : points) keyframes_.push_back({point, {}});
  settings_ = known ? settings : LatentWalk();
  step_ = known && step != kStepOfNewest ? std::optional(step) : std::nullopt;
  endResetModel();
  onChange();
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
