#pragma once

#include <QMap>
#include <QObject>
#include <QPointF>
#include <QString>
#include <QVector>
#include <optional>

#include "config/sample_point.h"
#include "latent_explorer/explored_picture.h"

namespace gan {

/// What can be chosen for the generator of a run.
struct ExplorerFacts {
  qint64 classes = 0;                      ///< 0: it knows none.
  QMap<qint64, QString> class_names = {};  ///< Of those that have a name.
  qint64 resolution = 0;                   ///< Of its pictures; 0: not known.
  bool has_statistics = false;             ///< Statistics of batches mean something to it.
  QVector<qint64> steps = {};              ///< Of its checkpoints, ascending.

  friend bool operator==(const ExplorerFacts&, const ExplorerFacts&) = default;
};

/// What can be done with the latents of the generator.
struct ExplorerLatents {
  bool are_known = false;
  QString problem = {};  ///< Why they are not.
  qint64 chunks = 1;     ///< Equal parts of a latent that can be mixed; 1: it is one.
  /// By their number: how much of what the generator does lies along each direction, of 1.
  QMap<DirectionKind, QVector<double>> directions = {};

  friend bool operator==(const ExplorerLatents&, const ExplorerLatents&) = default;
};

/// Two classes and how much of the second there is.
struct ClassMix {
  qint64 first = 0;
  qint64 second = 0;
  double part = 0;  ///< From 0, the first alone, to 1, the second alone.

  friend bool operator==(const ClassMix&, const ClassMix&) = default;
};

/// The point of the latent space that is looked at, and its newest picture. GUI thread.
class ExplorerModel : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const ExplorerFacts& facts() const { return facts_; }
  /// A point without a class gets the first one where the generator needs one.
  void setFacts(const ExplorerFacts& facts);

  const SamplePoint& point() const { return point_; }
  QString line() const { return QString::fromStdString(toText(point_)); }
  /// As setFacts() where it has no class.
  void setPoint(const SamplePoint& point);

  /// Of the point; of the one before where it has none.
  quint64 seed() const { return point_.latent.empty() ? seed_ : point_.latent.front().seed; }
  /// The place on the plane stays.
  void setSeed(quint64 seed);
  /// Where the point lies on the plane between samples 0 to 3 of one seed, from (0, 0), sample 0, over (1, 0), sample
  /// 1, and (0, 1), sample 2, to (1, 1); nothing where it does not lie there.
  std::optional<QPointF> place() const;
  /// To the nearest place of the plane.
  void moveTo(QPointF place);

  const ExplorerLatents& latents() const { return latents_; }
  void setLatents(const ExplorerLatents& latents);
  /// They are found out while somebody looks.
  bool areLatentsWatched() const { return latents_watched_; }
  void setLatentsWatched(bool watched);
  /// How far the point lies along a direction.
  double moved(DirectionKind kind, qint64 number) const;
  void setMoved(DirectionKind kind, qint64 number, double distance);
  /// Back along all directions.
  bool isMoved() const;
  void resetMoves();
  const std::optional<StyleMix>& styleMix() const { return point_.mix; }
  void setStyleMix(const std::optional<StyleMix>& mix);

  ClassMix classMix() const { return mix_; }
  void setClassMix(const ClassMix& mix);
  void setTruncation(double threshold);
  void setStatistics(StatisticsMode mode);
  /// Of which checkpoint; nothing: the newest weights.
  void setStep(std::optional<qint64> step);

  /// The same point by other weights, seen beside the picture.
  bool compares() const { return compares_; }
  std::optional<qint64> comparedStep() const { return compared_step_; }
  /// With which checkpoint's picture; nothing: the newest weights'.
  void compareWith(std::optional<qint64> step);
  void stopComparing();
  QString comparedLine() const;
  /// As picture(), of comparedLine(); null while nothing is compared.
  const ExploredPicture& comparedPicture() const { return compared_picture_; }
  void takeComparedPicture(const ExploredPicture& picture);

  /// Height and width that pictures are wanted in, at most; 0: as the generator makes them.
  int side() const { return side_; }
  void setSide(int side);
  /// Pictures are asked for while somebody looks.
  bool isWatched() const { return watched_; }
  void setWatched(bool watched);

  PictureSupply supply() const { return supply_; }
  /// Why there are none; empty while there are.
  const QString& reason() const { return reason_; }
  void setSupply(PictureSupply supply, const QString& reason = {});
  /// What is told for a while below the picture though there is one; empty: nothing.
  const QString& notice() const { return notice_; }
  void setNotice(const QString& notice);
  /// The newest that there was; null before the first. It stays where a later one cannot be had.
  const ExploredPicture& picture() const { return picture_; }
  void takePicture(const ExploredPicture& picture);
  /// Why the point that is looked at has no picture; empty: it has one, or it is on its way.
  const QString& problem() const { return problem_; }
  /// The picture is of the point that is looked at.
  bool isSettled() const { return !picture_.image.isNull() && picture_.line == line() && problem_.isEmpty(); }
  /// There is a picture, and it was not scaled down.
  bool isWhole() const;
  /// The point with the step of the weights that made its picture, where a checkpoint has kept them.
  SamplePoint pointToKeep() const;

 signals:
  /// Another point, size, or look: what was asked for last is out of date.
  void wishChanged();
  void factsChanged();
  void latentsChanged();
  void latentsWatchedChanged();
  /// Picture, problem, supply, notice.
  void answerChanged();

 private:
  const std::vector<DirectionTerm>& moves() const;
  static std::vector<DirectionTerm>& movesOf(SamplePoint& point);
  SamplePoint withClass(SamplePoint point) const;
  void change(SamplePoint point);
  void setCompared(bool compares, std::optional<qint64> step);

  ExplorerFacts facts_;
  ExplorerLatents latents_;
  bool latents_watched_ = false;
  SamplePoint point_;
  quint64 seed_ = 0;  ///< The last one that a point had.
  ClassMix mix_;
  int side_ = 0;
  bool watched_ = false;
  PictureSupply supply_ = PictureSupply::kIdle;
  QString reason_;
  QString notice_;
  ExploredPicture picture_;
  QString problem_;
  bool compares_ = false;
  std::optional<qint64> compared_step_;
  ExploredPicture compared_picture_;
};

}  // namespace gan
