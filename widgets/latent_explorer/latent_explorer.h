#pragma once

#include <QWidget>

class QLabel;
class QTabWidget;
class QToolButton;

namespace gan {

class ExplorerControls;
class ExplorerModel;
class ExportsModel;
class ExportsPanel;
struct ExploredPicture;
class NearestModel;
class PhotoModel;
class PictureView;
class ShelfModel;
class ShelfView;
class StripModel;
class TimelineModel;

/// What the panel shows.
struct ExplorerModels {
  ExplorerModel& point;
  ShelfModel& shelf;
  TimelineModel& timeline;
  StripModel& strip;
  ExportsModel& exports;
  PhotoModel& photo;
  NearestModel& nearest;
};

/// Looks about in the latent space of a generator: one large picture of the point that is chosen beside it; and below,
/// the points that were kept, films through them, the point by each checkpoint, directions in which it can be moved,
/// photographs that are looked for, training images that are near, and exports. Where there is no picture it says why.
class LatentExplorer : public QWidget {
  Q_OBJECT

 public:
  explicit LatentExplorer(const ExplorerModels& models, QWidget* parent = nullptr);
  ~LatentExplorer() override;

  void newSeed();
  void keep();
  /// At its own size, once there is one.
  void copyPicture();
  void copyLine();
  /// What copyLine() has put on the clipboard, unless something else is there by now.
  void replaceCopied(const QString& line, const QString& by);
  /// What the clipboard holds, as lineWished().
  void pasteLine();
  /// Behind the last keyframe of the film.
  void addToTimeline();
  ExportsPanel& exports() { return *exports_; }
  void showExports();

 signals:
  /// The point of this text is to be shown.
  void lineWished(const QString& line);
  /// Somebody has kept or copied it, here or out of a list, so that it is to bring back the same picture.
  void lineTaken(const QString& line);
  /// The point of this text is to be the next keyframe.
  void keyframeWished(const QString& line, const QImage& picture);
  void filmWished();
  /// The kept points are to be written into files.
  void pointsWished();
  /// A photograph is to be chosen.
  void photoWished();

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QWidget* makeTabs(QWidget* nearest);
  QWidget* makeShelfPage();
  void connectParts();
  void sendToTimeline();
  void refresh();
  void copyWhenWhole();
  bool showsSearch() const;
  bool compares() const;
  const ExploredPicture& shown() const;
  QString sentence() const;
  QString caption() const;

  ExplorerModel& model_;
  PhotoModel& photo_;
  ShelfModel& shelf_;
  TimelineModel& timeline_;
  StripModel& strip_;
  PictureView* picture_;
  QLabel* caption_;
  ExplorerControls* controls_;
  ShelfView* shelf_view_;
  QTabWidget* tabs_;
  ExportsPanel* exports_;
  QWidget* photo_page_ = nullptr;
  QString searched_from_;  ///< The explored point when the search for a photograph began.
  QToolButton* keep_;
  QToolButton* copy_picture_;
  QToolButton* send_;
  QToolButton* export_;
  QToolButton* remove_;
  QString to_copy_;  ///< What made the picture that goes to the clipboard when it is there at its own size.
};

}  // namespace gan
