#pragma once

#include <QDialog>
#include <memory>

#include "link/engine_launcher.h"
#include "link/slurm_task.h"

namespace gan {

/// Preset, data (by dialog or dropped on it), output, devices and every field of the schema; errors stand beside the
/// field they belong to. Start launches an engine and closes when it serves; until then the dialog says what happens,
/// and what an engine that refuses says stays in it.
class NewRunDialog : public QDialog {
  Q_OBJECT

 public:
  /// Proposes a new folder in runs_folder.
  NewRunDialog(EngineLauncher& launcher, const QString& runs_folder, QWidget* parent = nullptr);
  ~NewRunDialog() override;

  void setPreset(const QString& name);
  /// A data file or folder; chooses the source that fits.
  void setData(const QString& path);
  /// Any field of the schema.
  void setSetting(const QString& path, const QVariant& value);

  /// Whether it waits for an engine to train this run, and says itself what becomes of it.
  bool startsRun(const QString& run) const;

  /// The run is to be trained on a cluster.
  void showSlurmPage();
  void setSlurmSite(const SlurmSite& site);
  /// What a device costs an hour, for the forecast; 0: nobody said.
  void setDevicePrice(double price);

 signals:
  void started(const QString& run);
  /// Slurm took it as this job.
  void submitted(const QString& job, const QString& run);
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
