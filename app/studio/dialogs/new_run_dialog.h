#pragma once

#include <QDialog>
#include <memory>

#include "link/engine_launcher.h"
#include "link/host_launcher.h"
#include "link/slurm_task.h"
#include "run_list/run_place.h"
#include "state/preferences.h"

namespace gan {

/// Preset, data (by dialog or dropped on it), output, devices and every field of the schema; errors stand beside the
/// field they belong to. Start launches an engine, here or on another computer, and closes when it serves; until then
/// the dialog says what happens, and what an engine that refuses says stays in it.
class NewRunDialog : public QDialog {
  Q_OBJECT

 public:
  /// Proposes a new folder in runs_folder.
  NewRunDialog(EngineLauncher& launcher, const QString& runs_folder, QWidget* parent = nullptr);
  ~NewRunDialog() override;

  void setPreset(const QString& name);
  /// Another computer is to train the run, in this folder of runs of its; only after offerHosts().
  void setHost(const RunPlace& folder);
  /// A data file or folder of the computer that is to train the run; chooses the source that fits.
  void setData(const QString& path);
  /// Any field of the schema.
  void setSetting(const QString& path, const QVariant& value);

  /// Other computers may train the run as well, which are logged in to through launcher; it must outlive this.
  void offerHosts(HostLauncher& launcher, const QVector<SavedHost>& hosts);

  /// Whether it waits for an engine to train this run, and says itself what becomes of it.
  bool startsRun(const RunPlace& run) const;

  /// The run is to be trained on a cluster.
  void showSlurmPage();
  void setSlurmSite(const SlurmSite& site);
  /// What a device costs an hour, for the forecast; 0: nobody said.
  void setDevicePrice(double price);

 signals:
  void started(const gan::RunPlace& run);
  /// Slurm took it as this job.
  void submitted(const QString& job, const QString& run);
  /// Slurm of another computer took it. run: as far as that computer says where it is.
  void submittedThere(const QString& job, const gan::RunPlace& run);
  /// A job was submitted, or its script written: what it asks of this site is worth keeping.
  void slurmSiteUsed(const gan::SlurmSite& site);
  /// By a person: worth keeping.
  void devicePriceChosen(double price);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
