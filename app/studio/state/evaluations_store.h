#pragma once

#include <QObject>
#include <QVector>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "evaluation/evaluation_model.h"
#include "evaluation/evaluation_plan.h"
#include "link/background.h"
#include "link/export_link.h"
#include "link/local_server.h"
#include "link/run_scores.h"
#include "run/current_line.h"
#include "run_list/run_place.h"
#include "state/pending_exports.h"
#include "state/plan_answers.h"

namespace gan {

class RunStore;
struct RunUpdate;

/// The scores of the open run: what its training finds of itself comes from its events, what was asked for from its
/// folder or, where that is on another computer, from its engine, and what is under way from its exports, while
/// somebody looks. GUI thread.
class EvaluationsStore : public QObject {
  Q_OBJECT

 public:
  /// All scores of another run, for a thread that may wait; told to stop once nobody wants them any more.
  using ReadScores = std::function<RunScores(const RunPlace& place, const std::stop_token& stop)>;
  EvaluationsStore(RunStore& run, ExportLink& exports, LocalServer& server, ReadScores read_scores,
                   QObject* parent = nullptr);
  ~EvaluationsStore() override;

  EvaluationModel& model() { return model_; }
  EvaluationPlan& plan() { return plan_; }
  void setWatched(bool watched);
  /// Opens the plan for this step, or the newest (-1). False where none can be made; why comes as complained().
  bool planFor(qint64 step);
  /// What the plan says.
  void start();
  void cancel(const QString& id) { pending_.cancel(id); }
  void goOn(const QString& id) { pending_.goOn(id); }
  /// The scores of the run at this target stand beside this run's from now on; empty: none do.
  void compareWith(const QString& target);
  /// Why nothing can be evaluated here; empty: it can.
  const QString& refusal() const { return refusal_; }
  void setRefusal(const QString& why);

 signals:
  void complained(const QString& sentence);
  /// What was wished last went well.
  void settled();
  void reported(const QString& sentence);
  void refusalChanged();

 private:
  struct Found {
    qint64 step;
    std::int32_t segment;
    EvaluationEntry entry;
  };

  /// What this run is judged by, and what another one is found to be.
  struct Beside {
    ScoredImages own;
    RunScores other;
  };

  void onOpened();
  void onUpdated(const RunUpdate& update);
  void readKept();
  void askKept();
  void showKept(const std::vector<KeptEvaluation>& kept);
  void showEntries();
  void showOther(const RunPlace& place, const std::optional<Beside>& found, const Message& why);
  void stopComparing();
  void onListed(const QVector<ListedExport>& listed);

  RunStore& run_;
  ExportLink& exports_;
  EvaluationModel model_;
  EvaluationPlan plan_;
  CurrentLine line_;
  std::vector<Found> found_;  ///< By the training.
  std::vector<KeptEvaluation> kept_;
  std::filesystem::file_time_type kept_since_{};  ///< Their folder's time.
  std::string kept_mark_;                         ///< Of what their engine told.
  bool asks_kept_ = false;                        ///< It has not answered yet.
  const ReadScores read_scores_;
  std::optional<std::stop_source> comparing_stop_;  ///< Of the scores that were asked for last.
  QString refusal_;
  int under_way_ = 0;  ///< Evaluations, when they were listed last.
  PendingExports pending_;
  PlanAnswers<EvaluationPlan> answers_;
  Background reading_{QStringLiteral("kept scores")};
  Background comparing_{QStringLiteral("scores of another run")};
};

}  // namespace gan
