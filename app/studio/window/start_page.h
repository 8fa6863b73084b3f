#pragma once

#include <QListWidget>
#include <QWidget>

#include "link/background.h"
#include "run_list/run_place.h"

class QLabel;

namespace gan {

class Actions;
class Preferences;

/// What one begins with while no run is open: the ways to a first run, and the runs that were open last, each as its
/// newest samples where they are on this computer.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  StartPage(const Actions& actions, const Preferences& preferences, QWidget* parent = nullptr);

  /// The runs that are remembered now; their pictures come when the disk has answered.
  void showRecent();

 signals:
  void runChosen(const gan::RunPlace& run);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeWays(const Actions& actions);
  QWidget* makeTourButton(const Actions& actions);
  void showRun(const RunPlace& run, const QString& name, const QImage& picture);

  const Preferences& preferences_;
  QLabel* recent_title_;
  QListWidget* recent_;
  Background reading_{QStringLiteral("thumbnails")};
};

}  // namespace gan
