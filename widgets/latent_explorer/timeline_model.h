#pragma once

#include <QAbstractListModel>
#include <QByteArray>
#include <QImage>
#include <QString>
#include <QVector>
#include <optional>

#include "config/latent_walk.h"
#include "latent_explorer/explored_picture.h"

namespace gan {

/// The keyframes of a film and how it goes through them; and, while it is looked at, the picture that is shown of it.
/// GUI thread.
class TimelineModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int kMost = 1000;

  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

  /// Behind the others. The first one says of which step the film is.
  void add(const SamplePoint& point, const QImage& picture = {});
  /// By one place, to the left (-1) or right (1), where there is one.
  void move(int row, int by);

  QString line(int row) const;
  LatentWalk walk() const;
  /// Whose weights make the film; nothing: the newest.
  std::optional<qint64> step() const { return step_; }
  void setStep(std::optional<qint64> step);
  void setKind(PathKind kind);
  void setEnds(PathEnds ends);
  void setSeconds(double seconds);
  void setFramesPerSecond(double frames_per_second);

  /// Keyframes, without their pictures, and settings.
  QByteArray saveState() const;
  /// What saveState() wrote; anything else empties it.
  void restoreState(const QByteArray& state);

  /// Pictures of the film; 0 while it cannot be made.
  qint64 frames() const;
  /// Why it cannot be made; empty: it can, or there is no keyframe yet.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);

  /// The film is seen, in place of the explored point.
  bool isShown() const { return shown_; }
  bool isPlaying() const { return playing_; }
  /// Which of its pictures.
  qint64 frame() const { return frame_; }
  /// That picture, or an earlier one while it is made.
  const ExploredPicture& picture() const { return picture_; }
  /// From the picture that is shown on; from the first one where that is the last.
  void play();
  void pause();
  void showFrame(qint64 frame);
  /// Back to the explored point.
  void stopShowing();
  /// While it plays, the film stands at this picture then.
  void takePicture(qint64 frame, const ExploredPicture& picture);

 signals:
  /// Another film.
  void changed();
  void problemChanged();
  /// Somebody wants to see another picture of it, more of them, or none.
  void wishChanged();
  /// What is shown of it.
  void pictureChanged();

 private:
  struct Keyframe {
    SamplePoint point;
    QImage thumbnail;
  };
  void onChange();
  void show(bool playing, qint64 frame);

  QVector<Keyframe> keyframes_;
  std::optional<qint64> step_;
  LatentWalk settings_;  ///< Without keyframes.
  QString problem_;
  bool shown_ = false;
  bool playing_ = false;
  qint64 frame_ = 0;
  ExploredPicture picture_;
};

}  // namespace gan
