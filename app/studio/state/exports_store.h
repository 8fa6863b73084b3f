#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "latent_explorer/export_plan.h"
#include "latent_explorer/exports_model.h"
#include "link/export_link.h"
#include "link/local_server.h"
#include "link/picture_row_link.h"

namespace gan {

class ExplorerStore;
class RunStore;

/// Where exports are asked for, and where some of their pictures come from before they are begun.
struct ExportLinks {
  ExportLink& exports;
  PictureRowLink& preview;
  LocalServer& server;
};

/// The exports of the open run: listed while somebody looks, planned and begun. GUI thread.
class ExportsStore : public QObject {
  Q_OBJECT

 public:
  ExportsStore(RunStore& run, ExplorerStore& explorer, const ExportLinks& links, QObject* parent = nullptr);

  ExportsModel& model() { return model_; }
  ExportPlan& plan() { return plan_; }
  /// Opens the plan for samples like the explored point, or for the film of the timeline. False where none can be made;
  /// why comes as complained().
  bool planSamples();
  bool planFilm();
  /// What the plan says.
  void start();
  void cancel(const QString& id);
  void goOn(const QString& id);
  /// Into a folder of this machine.
  void fetch(const QString& id, const QString& folder);

 signals:
  void complained(const QString& sentence);
  void reported(const QString& sentence);

 private:
  bool isPossible();
  void askServer();
  void onServed();
  void list();
  void onListed(const QVector<ListedExport>& listed);
  void onWish();
  void answerPlan();
  void estimate();
  void fillPreview();
  QStringList previewLines() const;

  RunStore& run_;
  ExplorerStore& explorer_;
  const ExportLinks links_;
  ExportsModel model_;
  ExportPlan plan_;
  bool waits_for_server_ = false;
  QTimer again_;             ///< The list is asked for again.
  QTimer rest_;              ///< Settings are still being changed.
  bool plan_waits_ = false;  ///< For a server, or until its settings rest.
  bool estimating_ = false;
  QStringList drawn_lines_;  ///< What the preview waits for.
};

}  // namespace gan
