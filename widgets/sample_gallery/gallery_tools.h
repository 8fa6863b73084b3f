#pragma once

#include <QWidget>

#include "sample_gallery/sample_gallery.h"

class QComboBox;
class QToolButton;
class QLabel;
class QSlider;

namespace gan {

/// Zoom, what is beside, filmstrip, save: the row above the pictures.
class GalleryTools : public QWidget {
  Q_OBJECT

 public:
  struct Shown {
    int zoom = 0;
    bool can_zoom_in = false;
    bool can_zoom_out = false;
    bool has_sheets = false;
    bool has_picture = false;
    bool has_real_images = false;
    SampleGallery::Beside beside = SampleGallery::Beside::kNothing;
    bool strip = false;
    friend bool operator==(const Shown&, const Shown&) = default;
  };

  explicit GalleryTools(QWidget* parent = nullptr);
  /// Emits nothing.
  void show(const Shown& shown);
  /// In the order of Tab; the last one is next to what follows.
  QVector<QWidget*> tabOrder() const;

 signals:
  void zoomChosen(int factor);
  void zoomStepped(int steps);
  void besideChosen(SampleGallery::Beside what);
  void stripToggled(bool on);
  void saveClicked();

 private:
  void setTexts();
  void apply();

  Shown shown_;
  QToolButton* zoom_out_;
  QComboBox* zoom_box_;
  QToolButton* zoom_in_;
  QComboBox* beside_box_;
  QToolButton* strip_button_;
  QToolButton* save_button_;
};

class SampleModel;

/// A slider over every sheet, the step it stands on, and the button that follows the newest sheet.
class StepBar : public QWidget {
  Q_OBJECT

 public:
  explicit StepBar(SampleModel& model, QWidget* parent = nullptr);

  /// Shows the model's present extent; emits nothing. row -1: none.
  void show(int row, bool following);

 signals:
  void rowChosen(int row);
  void followWished(bool on);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void setTexts();

  SampleModel& model_;
  QSlider* slider_;
  QLabel* label_;
  QToolButton* newest_;
};

}  // namespace gan
