#pragma once

#include <QWidget>
#include <memory>

class QImage;

namespace gan {

class ConfusionModel;

/// Which classes a classifier takes for which: the darker a cell, the more of its row's images it has. A cell that is
/// chosen shows some of its images, where they were kept. Another checkpoint can be wished to be tested. Sends nothing
/// anywhere: what a person wishes comes as signals.
class ConfusionPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ConfusionPanel(ConfusionModel& model, QWidget* parent = nullptr);
  ~ConfusionPanel() override;

  /// The picture that was wished for last; null: it cannot be read.
  void setSheet(const QImage& sheet);
  /// Why nothing can be tested from here; empty: it can.
  void setRefusal(const QString& why);

 signals:
  /// Of a test, by its file's name.
  void sheetWished(const QString& test, const QString& sheet);
  void watchedChanged(bool watched);
  /// Of a step's checkpoint, or the newest (-1), by these images of the run: test, val, train.
  void testWished(qint64 step, const QString& split);
  void cancelWished(const QString& id);
  void continueWished(const QString& id);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
