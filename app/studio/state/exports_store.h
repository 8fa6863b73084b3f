#pragma once

#include <QObject>
#include <QSet>
#include <QTimer>
#include <optional>

#include "config/sample_point.h"
#include "latent_explorer/export_plan.h"
#include "latent_explorer/exports_model.h"
#include "link/export_link.h"
#include "link/local_server.h"
#include "state/plan_answers.h"

namespace gan {

class ExplorerStore;
class RunStore;

/// Where exports are asked for.
struct ExportLinks {
  ExportLink& exports;
  LocalServer& server;
};

/// The exports of the open run: listed while somebody looks, planned and begun. GUI thread.
class ExportsStore : public QObject {
  Q_OBJECT

 public:
  ExportsStore(RunStore& run, ExplorerStore& explorer, const ExportLinks& links, QObject* parent = nullptr);

  ExportsModel& model() { return model_; }
  ExportPlan& plan() { return plan_; }
  /// Opens the plan for samples like the explored point, for the points of the shelf, the film of the timeline, or a
  /// sheet like the explored point. False where none can be made; why comes as complained().
  bool planSamples();
  bool planPoints();
  bool planFilm();
  bool planSheet();
  /// What the plan says.
  void start();
  void cancel(const QString& id);
  /// One that is over, with its files.
  void remove(const QString& id);
  void goOn(const QString& id);
  /// Into a folder of this machine.
  void fetch(const QString& id, const QString& folder);
  void stopFetching(const QString& id);

 signals:
  void complained(const QString& sentence);
  /// What was wished last went well.
  void settled();
  void reported(const QString& sentence);

 private:
  bool isPossible();
  bool open(const ExportWish& wish);
  void askServer();
  void onServed();
  void list();
  void onListed(const QVector<ListedExport>& listed);
  void onDone();
  QVector<SamplePoint> keptPoints() const;
  AlikeWish alikeExplored() const;
  ExportChoices choices() const;

  RunStore& run_;
  ExplorerStore& explorer_;
  const ExportLinks links_;
  ExportsModel model_;
  ExportPlan plan_;
  bool waits_for_server_ = false;
  QTimer again_;  ///< The list is asked for again.
  PlanAnswers<ExportPlan> answers_;
  QSet<QString> stopped_;  ///< Exports whose fetching a person has ended.
};

}  // namespace gan
