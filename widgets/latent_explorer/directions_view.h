#pragma once

#include <QVector>
#include <QWidget>

#include "config/sample_point.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSlider;
class QSpinBox;
class QToolButton;

namespace gan {

class ExplorerModel;

/// Moves the explored point along directions of its latent space, a slider each, and mixes parts of another latent into
/// it where the generator has parts.
class DirectionsView : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kSliders = 8;
  /// In the latent space, to both sides.
  static constexpr double kFarthest = 6;

  explicit DirectionsView(ExplorerModel& model, QWidget* parent = nullptr);
  ~DirectionsView() override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Direction {
    QLabel* title;
    QSlider* slider;
    QLabel* distance;
  };
  QLayout* makeHead();
  void makeMixRow();
  QGridLayout* makeSliders();
  void connectParts();
  DirectionKind kind() const;
  void onLatents();
  void takeUpMix();
  QString sentence() const;
  void refresh();
  void refreshMix();

  ExplorerModel& model_;
  QLabel* sentence_;
  QComboBox* kind_;
  QSpinBox* first_;
  QToolButton* reset_;
  QVector<Direction> directions_;
  QWidget* mix_row_;
  QCheckBox* mixes_;
  QSpinBox* from_;
  QSpinBox* to_;
  QLineEdit* seed_;
};

}  // namespace gan
