#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <chrono>
#include <memory>

#include "job_list/job_list_model.h"
#include "link/engine_access.h"
#include "link/slurm_task.h"
#include "run_list/run_place.h"

namespace gan {

/// The Slurm jobs that train this user's runs, in the queue of this computer or of another one. While somebody sees
/// them, Slurm is asked again and again; where there is no Slurm, and while nobody looks, nothing is asked. GUI thread.
class JobStore : public QObject {
  Q_OBJECT

 public:
  explicit JobStore(QObject* parent = nullptr);
  /// Jobs that are still to be cancelled are cancelled nevertheless.
  ~JobStore() override;

  JobListModel& model() { return model_; }
  /// Whose queue is listed: that of the computer of this place, "ssh://host/path", which is logged in to through
  /// access; no place: this computer's. Jobs that are still to be cancelled elsewhere are cancelled nevertheless.
  void setHost(const std::shared_ptr<EngineAccess>& access, const RunPlace& host);
  const RunPlace& host() const { return host_; }
  /// Why there are no jobs, or why they are old; empty: nothing to say.
  const QString& note() const { return note_; }
  void setInterval(std::chrono::milliseconds interval) { again_.setInterval(interval); }
  void setVisible(bool visible);
  /// Asks at once, if anybody looks.
  void refresh();
  /// Emits cancelled() or notCancelled().
  void cancel(const QString& job);

 signals:
  void noteChanged(const QString& note);
  void cancelled(const QString& job);
  void notCancelled(const QString& reason);

 private:
  /// A job and whose it is.
  struct Cancelled {
    RunPlace host;
    QString job;

    friend bool operator==(const Cancelled& a, const Cancelled& b) = default;
  };

  void cancelFirst();
  void cancelNext();
  void onListed(const QVector<SlurmJobReport>& jobs);
  void setNote(const QString& note);

  JobListModel model_;
  SlurmTask listing_;
  SlurmTask cancelling_;
  QTimer again_;
  bool visible_ = false;
  std::shared_ptr<EngineAccess> access_;
  RunPlace host_;                 ///< Empty: this computer.
  bool found_ = false;            ///< There is a Slurm.
  QVector<Cancelled> to_cancel_;  ///< The first is being cancelled.
  QString note_;
};

}  // namespace gan
