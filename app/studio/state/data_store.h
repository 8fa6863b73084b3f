#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

#include "config/run_config.h"
#include "data/data_facts.h"
#include "data/data_model.h"
#include "link/data_task.h"

namespace gan {

/// What a preset must fit.
struct ImageKind {
  qint64 short_side = 0;  ///< Of most of the images, in pixels; 0 where it is not known.
  bool grey = false;
  qint64 classes = 0;  ///< 0 without labels.
  qint64 count = 0;    ///< 0 where it is not known.
};

/// Of images that were inspected: nine tenths of them are at least so large, and they are grey when all are.
ImageKind imageKind(const DataFacts& facts);

struct FittingPreset {
  QString name;
  RunConfig config;       ///< The preset's, with the images' channels and no batch larger than they are.
  bool enlarges = false;  ///< The images are smaller than what it trains on.
};

/// The preset whose resolution and colours are nearest to the images', rather shrinking than enlarging them. Where two
/// are as near: a convolutional one, and one with a soft real label for images of very many classes.
FittingPreset fittingPreset(const ImageKind& images);

/// What is known of a set of images, for the data panel: those of the open run, or others that a person chose. Looking
/// at them closely is a process of its own. GUI thread.
class DataStore : public QObject {
  Q_OBJECT

 public:
  /// access: to other computers, whose runs may be open.
  explicit DataStore(std::shared_ptr<EngineAccess> access, QObject* parent = nullptr);

  DataModel& model() { return model_; }
  DataTask& task() { return task_; }

  /// The images of the run that is open now; shown, unless a person is looking at others. Nothing is read yet. host: a
  /// place on the computer that has them, over ssh; empty: this one.
  void setRun(const RunConfig& config, const RunPlace& host = {});
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
  /// The computer that has them, by a place on it; empty: this one.
  RunPlace host() const;
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
