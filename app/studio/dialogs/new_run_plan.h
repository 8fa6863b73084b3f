#pragma once

#include <QObject>
#include <QString>

#include "config/run_config.h"
#include "controls/settings_model.h"

namespace gan {

/// The settings of a run that is to be started: a preset's, with a person's changes on top. Needs no window.
class NewRunPlan : public QObject {
  Q_OBJECT

 public:
  explicit NewRunPlan(QObject* parent = nullptr);

  SettingsModel& settings() { return settings_; }
  const SettingsModel& settings() const { return settings_; }
  const QString& preset() const { return preset_; }
  /// Keeps what was changed. Throws Error(kNotFound, "preset_not_found").
  void setPreset(const QString& name);
  /// An empty path: the built-in shapes.
  void setData(const QString& path);

  /// Checks each value and how they go together when so many processes train; a setting at fault is refused in the
  /// model, with the reason. True when the run may be started.
  bool check(int processes);
  /// What check() found first; empty when it found nothing.
  const QString& problem() const { return problem_; }
  const QString& problemPath() const { return problem_path_; }
  /// As of the last check() without a problem.
  const RunConfig& config() const { return config_; }

 private:
  void refuse(const QString& path, const QString& why);
  void forgive();

  SettingsModel settings_;
  QString preset_;
  QString problem_;
  QString problem_path_;
  RunConfig config_;
};

}  // namespace gan
