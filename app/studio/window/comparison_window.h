#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>

#include "state/comparison_store.h"

class QLabel;
class QTabWidget;

namespace gan {

class ComparisonChart;
class Preferences;

/// A window that compares runs: their curves, their settings, their samples.
class ComparisonWindow : public QWidget {
  Q_OBJECT

 public:
  /// Opens the runs. preferences must outlive it.
  ComparisonWindow(const QVector<RunPlace>& runs, const ComparisonStore::Opener& opener, Preferences& preferences,
                   QWidget* parent = nullptr);
  ~ComparisonWindow() override;

  ComparisonStore& store() { return *store_; }

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void connectChart();
  void showComplaints();
  void refreshVisibility();

  Preferences& preferences_;
  std::unique_ptr<ComparisonStore> store_;
  QStringList failures_;
  QLabel* complaint_;
  QTabWidget* tabs_;
  ComparisonChart* chart_;
};

}  // namespace gan
