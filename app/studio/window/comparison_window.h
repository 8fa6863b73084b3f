#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>

#include "link/background.h"
#include "state/comparison_store.h"
#include "window/saved_file.h"

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
  void exportChart();
  void copyChart();
  /// Of the runs that could be read: what is in view, or everything.
  FileContent valuesInView() const;
  FileContent allValues();
  void write(const QString& file, const FileContent& content, const QString& done);
  void say(const QString& sentence);

  Preferences& preferences_;
  std::unique_ptr<ComparisonStore> store_;
  QStringList failures_;
  QLabel* complaint_;
  QTabWidget* tabs_;
  ComparisonChart* chart_;
  QLabel* said_;
  Background writing_{QStringLiteral("comparison export")};
};

}  // namespace gan
