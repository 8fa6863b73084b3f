#pragma once

#include <QImage>
#include <QObject>
#include <QTimer>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/nearest_model.h"
#include "latent_explorer/photo_model.h"
#include "latent_explorer/shelf_model.h"
#include "latent_explorer/strip_model.h"
#include "latent_explorer/timeline_model.h"
#include "link/local_server.h"
#include "link/picture_link.h"
#include "link/picture_row_link.h"
#include "link/search_link.h"
#include "state/direction_finder.h"
#include "state/film_preview.h"
#include "state/lasting_lines.h"
#include "state/nearest_finder.h"
#include "state/photo_search.h"
#include "state/shelf_filler.h"
#include "state/snapshot_comparer.h"
#include "state/strip_filler.h"

namespace gan {

class RunStore;

/// Where the pictures of a run come from. An engine gives a window one call at a time besides `point`: the others wait
/// for each other.
struct ExplorerLinks {
  PictureLink& point;
  PictureRowLink& compared;
  PictureRowLink& film;
  PictureRowLink& strip;
  PictureRowLink& shelf;
  LocalServer& server;
  SearchLink& directions;
  SearchLink& photo;
  SearchLink& nearest;
};

/// What the Explorer panel shows of the open run. Pictures are asked for while somebody looks; where nobody answers for
/// the run, an engine is started for it. GUI thread.
class ExplorerStore : public QObject {
  Q_OBJECT

 public:
  ExplorerStore(RunStore& run, const ExplorerLinks& links, QObject* parent = nullptr);

  ExplorerModel& model() { return model_; }
  ShelfModel& shelf() { return shelf_; }
  TimelineModel& timeline() { return timeline_; }
  StripModel& strip() { return strip_; }
  PhotoModel& photo() { return photo_; }
  NearestModel& nearest() { return nearest_; }
  /// The point of a line of text; what is wrong with it comes as complained(), and settled() with the next that is one.
  void show(const QString& line);
  /// The same, by the newest weights where there is no checkpoint of its step.
  void showSample(const QString& line);
  void addKeyframe(const QString& line, const QImage& picture);
  /// Somebody takes the line along, which is to bring back the same pixels: where it follows weights that are trained
  /// on, replaced() tells another one that does, once there is a checkpoint for it. The shelf has it then. Why it may
  /// not comes as complained(), and settled() with the next for which there is one.
  void takeAlong(const QString& line) { lasting_lines_.take(line); }

 signals:
  void complained(const QString& sentence);
  void settled();
  void replaced(const QString& line, const QString& by);

 private:
  void onOpened();
  void onWish();
  void sendWishes();
  void wishWhole();
  void onSupply(PictureSupply supply, const Message& why);
  void onAnswer(ExploredPicture picture, const Message& why);
  void stop();
  std::optional<SamplePoint> read(const QString& line);

  RunStore& run_;
  const ExplorerLinks links_;
  ExplorerModel model_;
  ShelfModel shelf_;
  TimelineModel timeline_;
  StripModel strip_;
  PhotoModel photo_;
  NearestModel nearest_;
  SnapshotComparer comparer_{model_, links_.compared};
  FilmPreview film_preview_{timeline_, model_, links_.film};
  StripFiller strip_filler_{strip_, model_, links_.strip};
  ShelfFiller shelf_filler_{shelf_, model_, links_.shelf};
  LastingLines lasting_lines_{run_};
  DirectionFinder direction_finder_{model_, links_.directions};
  PhotoSearch photo_search_{photo_, model_, links_.photo};
  NearestFinder nearest_finder_{nearest_, model_, links_.nearest};
  bool waits_for_server_ = false;
  QTimer rest_;   ///< A point at which somebody stays is asked for at its own size.
  QTimer again_;  ///< What was asked for last is asked for once more.
  QTimer told_;   ///< A notice was there for long enough.
};

}  // namespace gan
