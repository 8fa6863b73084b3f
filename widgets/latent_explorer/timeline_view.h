#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace gan {

class ExplorerModel;
class SnapshotBox;
class ThumbnailList;
class TimelineModel;

/// A film through points: its keyframes, the way between them, how long it takes, and a look at any of its pictures.
class TimelineView : public QWidget {
  Q_OBJECT

 public:
  TimelineView(TimelineModel& model, ExplorerModel& explorer, QWidget* parent = nullptr);
  ~TimelineView() override;

 signals:
  /// The explored point is to become a keyframe.
  void pointWished();
  void lineChosen(const QString& line);
  /// It is to be made into a file.
  void filmWished();

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  QHBoxLayout* makePlayRow();
  QHBoxLayout* makeSettingsRow();
  QHBoxLayout* makeKeyframesRow();
  void connectParts();
  void fillSteps();
  void refresh();
  QString sentence() const;
  void moveChosen(int by);

  TimelineModel& model_;
  ExplorerModel& explorer_;
  QToolButton* play_;
  QToolButton* film_;
  QSlider* frame_;
  QLabel* sentence_;
  QComboBox* kind_;
  QDoubleSpinBox* seconds_;
  QDoubleSpinBox* rate_;
  QCheckBox* loop_;
  SnapshotBox* step_;
  ThumbnailList* keyframes_;
  QToolButton* earlier_;
  QToolButton* later_;
  QToolButton* remove_;
};

}  // namespace gan
