#pragma once

#include <QAbstractListModel>
#include <QByteArray>
#include <QImage>
#include <QString>
#include <QVector>

namespace gan {

/// Points that somebody kept: a line of text each, and a small picture once there is one.
class ShelfModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int kMost = 200;
  static constexpr int kThumbnailSide = 64;

  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

  QString line(int row) const { return points_.at(row).line; }
  /// At most kThumbnailSide high and wide.
  static QImage thumbnailOf(const QImage& picture);
  /// In front of the others. One that is kept already comes to the front; the last goes where there are too many.
  void keep(const QString& line, const QImage& picture = {});
  /// In the place of a kept point, without its picture, which was another one's.
  void replace(const QString& line, const QString& by);
  /// For the point where it has none yet.
  void setPicture(const QString& line, const QImage& picture);

  QByteArray saveState() const;
  /// What saveState() wrote; anything else empties the shelf.
  void restoreState(const QByteArray& state);

 signals:
  /// Something that saveState() writes.
  void changed();

 private:
  struct Kept {
    QString line;
    QImage thumbnail;
  };
  int rowOf(const QString& line) const;

  QVector<Kept> points_;
};

}  // namespace gan
