#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "link/slurm_task.h"

class QPlainTextEdit;
class QPushButton;

namespace gan {

class NoteLabel;
class SlurmFields;

/// A new run as a Slurm job: what is asked of Slurm, and the script that comes of it. The engine writes and checks the
/// script; what it refuses stands beside the fields it is about. It refuses one thing at a time, so it is asked again
/// without that until all are known.
class SlurmPage : public QWidget {
  Q_OBJECT

 public:
  explicit SlurmPage(QWidget* parent = nullptr);

  SlurmSite site() const;
  void setSite(const SlurmSite& site);
  /// Nothing: it cannot be started as it is.
  void setRun(const std::optional<NewRun>& run);
  /// The words after `gan-engine`, as a person would type them; only while there is a run, as submit().
  QStringList command() const;
  /// Why the job cannot be submitted; empty: nothing is known that would keep it.
  QString problem() const;
  /// Emits submitted() or refused().
  void submit();

 signals:
  /// What it shows; problem() and command() may be others now.
  void changed();
  /// A person asked for something else.
  void edited();
  /// The script is in the file that a person chose.
  void scriptSaved();
  void submitted(const QString& job, const QString& run);
  void refused(const QString& reason);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makePreview();
  void connectAll();
  /// For the run.
  SlurmRequest request(SlurmRequest asked) const;
  void askLater();
  void forgetRefusal();
  void ask();
  void onScript(const SlurmScript& script);
  void onRefusal(const Message& why);
  void tellRefusals();
  void save();
  void refresh();

  SlurmFields* fields_;
  NoteLabel* missing_;
  QPlainTextEdit* script_;
  QPushButton* save_;
  NoteLabel* status_;
  SlurmTask look_;
  SlurmTask preview_;
  SlurmTask saving_;
  SlurmTask submitting_;
  QTimer soon_;
  std::optional<NewRun> run_;
  std::optional<bool> found_;  ///< Whether there is a Slurm here; nothing: not known yet.
  QString problem_;
};

}  // namespace gan
