#pragma once

#include <QAbstractListModel>
#include <QImage>
#include <QString>
#include <QVector>

namespace gan {

/// One point as each checkpoint of a run draws it, from the first on. GUI thread.
class StripModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int kThumbnailSide = 128;

  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  qint64 step(int row) const { return places_.at(row).step; }
  /// Ascending. Pictures of those that stay are kept.
  void setSteps(const QVector<qint64>& steps);
  /// Of another point, without a step: the old pictures stay, pale, until there are its own.
  void setLine(const QString& line);
  const QString& line() const { return line_; }
  /// The point has no picture at these yet.
  QVector<qint64> missing() const;
  void setPicture(qint64 step, const QImage& picture);

  /// Pictures are asked for while somebody looks.
  bool isWatched() const { return watched_; }
  void setWatched(bool watched);
  /// Why there are no more; empty: nothing stands in the way.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);

 signals:
  /// Other pictures are missing, or nobody looks any more.
  void wishChanged();
  void problemChanged();

 private:
  struct Place {
    qint64 step = 0;
    QImage picture;
    bool is_of_the_line = false;
  };

  QString line_;
  QVector<Place> places_;
  bool watched_ = false;
  QString problem_;
};

}  // namespace gan
