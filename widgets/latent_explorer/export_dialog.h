#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace gan {

class ExportPlan;
class SnapshotBox;

/// Asks what is to be in an export, shows some of its pictures, and says what it would take. Accepted: it is to begin.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// Of the plan's wish: samples, or a film. Closes the plan with itself.
  explicit ExportDialog(ExportPlan& plan, QWidget* parent = nullptr);
  ~ExportDialog() override;

 private:
  void makeSampleRows();
  void makeFilmRows();
  void fillFormats();
  void connectParts();
  void takeUp();
  void refresh();
  bool isFilm() const;
  QString format() const;
  QString forecast() const;

  ExportPlan& plan_;
  QFormLayout* form_;
  QSpinBox* count_;
  QLineEdit* seed_;
  QLineEdit* classes_;
  QDoubleSpinBox* truncation_;
  SnapshotBox* step_;
  QComboBox* format_;
  QSpinBox* quality_;
  QCheckBox* class_folders_;
  QSpinBox* zoom_;
  QLabel* forecast_;
  QPushButton* start_;
};

}  // namespace gan
