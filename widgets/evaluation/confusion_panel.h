#pragma once

#include <QWidget>
#include <memory>

class QImage;

namespace gan {

class ConfusionModel;

/// Which classes a classifier takes for which: the darker a cell, the more of its row's images it has. A cell that is
/// chosen shows some of its images, where they were kept. Sends nothing anywhere.
class ConfusionPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ConfusionPanel(ConfusionModel& model, QWidget* parent = nullptr);
  ~ConfusionPanel() override;

  /// The picture that was wished for last; null: it cannot be read.
  void setSheet(const QImage& sheet);

 signals:
  /// Of a test, by its file's name.
  void sheetWished(const QString& test, const QString& sheet);
  void watchedChanged(bool watched);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
