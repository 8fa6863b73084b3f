#pragma once

#include <QObject>
#include <optional>

#include "data/data_model.h"
#include "link/data_task.h"
#include "state/fitting_preset.h"

namespace gan {

/// What is known of a set of images, for the data panel: those of the open run, or others that a person chose. Looking
/// at them closely is a process of its own. GUI thread.
class DataStore : public QObject {
  Q_OBJECT

 public:
  explicit DataStore(QObject* parent = nullptr);

  DataModel& model() { return model_; }
  DataTask& task() { return task_; }

  /// The images of the run that is open now; shown, unless a person is looking at others. Nothing is read yet.
  void setRun(const RunConfig& config);
  void closeRun();
  /// Back from others to the run's.
  void showRunImages();
  /// A folder, a file or a bucket; inspected at once, as the preset that fits would see it.
  void show(const QString& path);
  void inspect();
  void tune();
  void cancel();

  /// Empty: built-in images, or none.
  QString path() const;
  /// That fits what is known of the images.
  const std::optional<FittingPreset>& preset() const { return preset_; }

 private:
  void choose(const std::optional<DataRequest>& request);
  void showTitle();
  void begin(DataModel::Work work);
  void onProgress(const EngineProgress& progress);
  void onGlance(const DataFinding& finding);
  void onReport(const DataReport& report);
  void onFailure(const Message& why);
  QString offerText(const ImageKind& kind) const;

  DataModel model_;
  DataTask task_;
  std::optional<DataRequest> of_run_;
  std::optional<DataRequest> shown_;
  std::optional<FittingPreset> preset_;
};

}  // namespace gan
