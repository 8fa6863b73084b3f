#pragma once

#include <QAbstractListModel>
#include <QCache>
#include <QElapsedTimer>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QSize>
#include <QString>
#include <QTimer>
#include <QVector>

#include "sample_gallery/sheet_grid.h"

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
  static constexpr qint64 kPreviewBytes = 32LL << 20;

  explicit SampleModel(QObject* parent = nullptr);

  void clear();
  /// A sheet whose name is there already is that one written again: its row takes the new facts, its picture is old.
  void append(const QVector<SampleSheet>& sheets);
  /// Marks everything of earlier segments after step as superseded.
  void supersedeAfter(qint64 step, int new_segment);
  /// The answer to imageWanted(); a null image: it cannot be had, which rows then say.
  void setImage(const QString& name, const QImage& image, const SheetGrid& grid = {});
  /// Another one: it was not looked for, and who still wants it asks again.
  void dropImage(const QString& name);
  /// Whether pictures are to be had small, which come sooner than whole ones.
  void setHasPreviews(bool has) { has_previews_ = has; }
  /// The answer to previewWanted(); a null image: it cannot be had, and the whole one stands for it.
  void setPreview(const QString& name, const QImage& preview);

  const QVector<SampleSheet>& sheets() const { return sheets_; }
  /// -1 when there is no such sheet.
  int rowOf(const QString& name) const { return rows_.value(name, -1); }
  /// The row whose step is nearest to step among those not superseded, of equals the one made last; -1 when there is
  /// none.
  int nearestRow(qint64 step) const;
  /// The sheet made last among those not superseded, else the last one; -1 when there is none.
  int newestRow() const;
  /// The picture if it is in memory, else a null one; then imageWanted() was emitted once, behind previewWanted() where
  /// the small one comes sooner.
  QImage image(int row) const;
  /// The same without asking for it.
  QImage imageInMemory(int row) const;
  /// What is known of the images on it, while the picture is in memory.
  SheetGrid grid(int row) const;
  /// True from imageWanted() to setImage().
  bool isAsked(int row) const;
  bool failed(int row) const;
  /// The small picture, or the whole one where that is in memory and this is not; null: neither is.
  QImage previewInMemory(int row) const;
  /// Asks for the small picture, or where there are none for the whole one.
  void wishPreview(int row) const;
  bool isPreviewAsked(int row) const;
  /// As large as whole ones of this run are; empty: none has come yet.
  QSize usualSize() const { return usual_size_; }
  /// A picture that could not be had is asked for again by the next who looks at it.
  void retry(int row);
  /// What the pictures in memory take.
  qint64 cachedBytes() const { return cache_.totalCost(); }

  int rowCount(const QModelIndex& parent = {}) const override;
  /// kImageRole asks for the image as image() does. Accessible text: "Samples at step 1,200, truncation 0.5".
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void imageWanted(const QString& name) const;
  void previewWanted(const QString& name) const;

 private:
  bool isRow(int row) const { return row >= 0 && row < sheets_.size(); }
  void forget(const QString& name);
  void replace(int row, const SampleSheet& sheet);

  QVector<SampleSheet> sheets_;
  QHash<QString, int> rows_;
  struct Picture {
    QImage image;
    SheetGrid grid;
  };
  mutable QCache<QString, Picture> cache_;
  mutable QSet<QString> asked_;
  QSet<QString> failed_;
  bool has_previews_ = false;
  mutable QCache<QString, QImage> previews_;
  mutable QSet<QString> previews_asked_;
  QSet<QString> without_preview_;
  QSize usual_size_;
};

/// "1,200"
QString stepText(qint64 step);
/// Below or above a picture: "Step 1,200 · truncation 0.5"; a superseded one says so.
QString sheetCaption(const SampleSheet& sheet);
/// For screen readers: "Samples at step 1,200, truncation 0.5".
QString sheetAccessibleText(const SampleSheet& sheet);

/// Asks a model for pictures one after another: while a slider moves, the next one is asked for when the last one came,
/// or when it took too long.
class FetchPacer : public QObject {
  Q_OBJECT

 public:
  explicit FetchPacer(SampleModel& model, QObject* parent = nullptr);

  /// Asks for the picture of this row now, or lets due() say when to come again.
  void request(int row);

 signals:
  void due();

 private:
  SampleModel& model_;
  QString waiting_for_;  ///< Name of the picture asked for last.
  QElapsedTimer waiting_since_;
  QTimer patience_;
};

}  // namespace gan
