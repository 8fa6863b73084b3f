#pragma once

#include <QAbstractListModel>
#include <QCache>
#include <QDateTime>
#include <QImage>
#include <QSet>
#include <QVector>

namespace gan {

/// One sample sheet of a run.
struct SampleSheet {
  QString name;  ///< Of the file, without ".png".
  qint64 step = 0;
  int segment = 0;
  double truncation = 0;  ///< 0: none.
  bool superseded = false;
  friend bool operator==(const SampleSheet&, const SampleSheet&) = default;
};

/// All sample sheets of a run in the order they were made, however many: pictures are asked for when somebody looks at
/// them, and only the most recently seen ones stay in memory.
class SampleModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kNameRole = Qt::UserRole, kStepRole, kSegmentRole, kTruncationRole, kImageRole, kSupersededRole };
  static constexpr qint64 kCacheBytes = 256LL << 20;

  explicit SampleModel(QObject* parent = nullptr);

  void clear();
  void append(const QVector<SampleSheet>& sheets);
  /// Marks everything of earlier segments after step as superseded.
  void supersedeAfter(qint64 step, int new_segment);
  /// The answer to imageWanted(); a null image: it cannot be had, which rows then say.
  void setImage(const QString& name, const QImage& image);

  const QVector<SampleSheet>& sheets() const { return sheets_; }
  /// The row whose step is nearest to step among those not superseded; -1 when there is none.
  int nearestRow(qint64 step) const;
  /// The picture if it is in memory, else a null one; then imageWanted() was emitted once.
  QImage image(int row) const;
  bool failed(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  /// kImageRole asks for the image as image() does. Accessible text: "Samples at step 1,200, truncation 0.5".
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void imageWanted(const QString& name) const;

 private:
  QVector<SampleSheet> sheets_;
  mutable QCache<QString, QImage> cache_;
  mutable QSet<QString> asked_;
  QSet<QString> failed_;
};

}  // namespace gan
