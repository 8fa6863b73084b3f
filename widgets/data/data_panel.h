#pragma once

#include <QWidget>
#include <memory>

namespace gan {

class DataModel;

/// What is in a set of images, and what would spoil a run: warnings, counts, classes, sizes, colours, damaged and equal
/// images, samples as the network sees them, and how many loading threads are enough. Sends nothing anywhere: what a
/// person wishes comes as signals.
class DataPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DataPanel(DataModel& model, QWidget* parent = nullptr);
  ~DataPanel() override;

 signals:
  void folderWished();
  void fileWished();
  void runImagesWished();
  void inspectionWished();
  void tuningWished();
  void cancelWished();
  /// With the preset that fits.
  void newRunWished();
  void newRunWithWorkersWished(int workers);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
