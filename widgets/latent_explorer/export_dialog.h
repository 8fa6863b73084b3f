#pragma once

#include <QDialog>
#include <QImage>

#include "latent_explorer/export_plan.h"

class QLabel;
class QPushButton;

namespace gan {

class PictureView;

/// Asks what is to be in an export, shows the first of it, and says what it would take. Accepted: it is to begin.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// Of the plan's wish. Closes the plan with itself.
  explicit ExportDialog(ExportPlan& plan, QWidget* parent = nullptr);
  ~ExportDialog() override;

 private:
  void refresh();
  QString title() const;
  QString forecast() const;

  ExportPlan& plan_;
  PictureView* preview_;
  QImage first_;  ///< Of the export, by the newest answer; null: there is none.
  QLabel* forecast_;
  QPushButton* start_;
};

}  // namespace gan
