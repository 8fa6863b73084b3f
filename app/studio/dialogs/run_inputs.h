#pragma once

#include <QWidget>

#include "link/engine_launcher.h"
#include "state/preferences.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;

namespace gan {

class DataField;
class NewRunPlan;
class NoteLabel;
class OutputField;
class SearchLine;
class SettingRow;
class SettingsForm;
struct Setting;

/// What a new run is to be: preset, computer, images, run folder, length, device and every field of the schema. What is
/// wrong stands beside the field it belongs to.
class RunInputs : public QWidget {
  Q_OBJECT

 public:
  /// plan: what is entered goes there; must outlive it. Proposes a new folder in runs_folder.
  RunInputs(NewRunPlan& plan, const QString& runs_folder, QWidget* parent = nullptr);

  void setPreset(const QString& name);
  /// Other computers that may train the run.
  void offerHosts(const QVector<SavedHost>& hosts);
  /// The computer that is to train the run, by its folder of runs; an empty folder: this one.
  SavedHost host() const;
  /// The computer that has this folder of runs, with that folder.
  void setHost(const RunPlace& folder);
  /// Of images, on that computer.
  void setPath(const QString& path);
  /// As choices for the device of this computer; what is typed stays.
  void offer(const QVector<EngineDevice>& devices);

  /// Marks what is wrong where so many processes train. True when plan is good; it is then the run's but for the fields
  /// below.
  bool check(int processes);
  /// As many as the device says, one for each GPU. Where it leaves that open: two, with which whatever can be right is.
  int processes() const;
  /// Title of a field that says what is wrong with it; empty: none does. The device is left to deviceProblem().
  QString markedField() const;
  QString deviceProblem() const;
  NewRun run() const;
  /// Looks again at what lies in the run folder.
  void lookAtFolder();
  /// Puts the cursor into the search in all settings.
  void search();

 signals:
  /// What it shows; whatever it was asked may be answered otherwise now.
  void changed();
  /// A person wants another run.
  void edited();

 private:
  QLayout* makeTop();
  QWidget* makeLength();
  QLayout* makeSettings();
  void connectAll();
  void choosePreset(const QString& name);
  void chooseHost();
  void listDevices();
  void onSettingChanged();
  const Setting& setting(const QString& path) const;

  NewRunPlan& plan_;
  QComboBox* preset_;
  QLabel* summary_;
  QComboBox* host_;
  QVector<SavedHost> hosts_;  ///< In the order of that list, behind this computer.
  QVector<EngineDevice> found_;
  DataField* data_;
  OutputField* output_;
  SettingRow* steps_;
  SettingRow* epochs_;
  QComboBox* device_;
  NoteLabel* device_note_;
  SearchLine* search_;
  QCheckBox* all_;
  SettingsForm* form_;
};

}  // namespace gan
