#pragma once

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace gan {

class ExplorerModel;
class LatentPlane;
class SnapshotBox;

/// What a point is made from: seed, place on its plane, classes, truncation, statistics, checkpoint. Shows only what
/// means something to the generator.
class ExplorerControls : public QWidget {
  Q_OBJECT

 public:
  explicit ExplorerControls(ExplorerModel& model, QWidget* parent = nullptr);

  void newSeed();
  LatentPlane& plane() { return *plane_; }

 private:
  void makeRows();
  void connectParts();
  void refresh();
  void fillChoices();
  void chooseClasses();

  ExplorerModel& model_;
  QFormLayout* form_;
  QLineEdit* seed_;
  QToolButton* new_seed_;
  LatentPlane* plane_;
  QComboBox* first_class_;
  QComboBox* second_class_;
  QSlider* mix_;
  QLabel* mix_label_;
  QWidget* mix_row_;
  QDoubleSpinBox* truncation_;
  QComboBox* statistics_;
  SnapshotBox* step_;
  SnapshotBox* compared_;
};

}  // namespace gan
