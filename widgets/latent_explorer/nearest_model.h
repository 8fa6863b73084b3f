#pragma once

#include <QAbstractListModel>
#include <QImage>
#include <QString>
#include <QVector>

#include "config/nearest_measure.h"

namespace gan {

/// A training image, and how far it is from a picture.
struct NearestImage {
  QString name;         ///< Of its file, or its number.
  QString class_name;   ///< Or the number of its class; empty: it has none.
  double distance = 0;  ///< Root mean square difference: of pixels, from black to white is 1; of features, over theirs.
  QImage image;
};

/// The training images that are nearest to the explored picture. GUI thread.
class NearestModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int kCount = 8;

  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  /// Of another point: the images stay until there are its own.
  void setLine(const QString& line);
  const QString& line() const { return line_; }
  /// By what they are near: the images stay likewise.
  void setMeasure(NearestMeasure measure);
  NearestMeasure measure() const { return measure_; }
  /// They are of the point, and near by the measure.
  bool isSettled() const { return settled_; }
  void setImages(const QVector<NearestImage>& images);
  void setSearched(qint64 images, qint64 total);
  qint64 searched() const { return searched_; }
  qint64 total() const { return total_; }

  /// Images are looked for while somebody looks.
  bool isWatched() const { return watched_; }
  void setWatched(bool watched);
  /// Why there are none; empty: nothing stands in the way.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);

 signals:
  /// Others are wanted, or nobody looks any more.
  void wishChanged();
  /// Problem, progress.
  void stateChanged();

 private:
  QString line_;
  NearestMeasure measure_ = NearestMeasure::kPixels;
  bool settled_ = false;
  QVector<NearestImage> images_;
  qint64 searched_ = 0;
  qint64 total_ = 0;
  bool watched_ = false;
  QString problem_;
};

}  // namespace gan
