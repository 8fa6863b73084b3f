#pragma once

#include <QObject>
#include <memory>

#include "main/languages.h"
#include "main/options.h"
#include "state/preferences.h"

namespace gan {

class MainWindow;

/// The program's life: one window, made anew when the language changes.
class Studio : public QObject {
  Q_OBJECT

 public:
  explicit Studio(const StudioOptions& options);
  ~Studio() override;

  /// Shows the window; with a screenshot asked for, draws it when it is time and ends the event loop.
  void start();

 private:
  void makeWindow();
  void takeScreenshot();

  const StudioOptions options_;
  Preferences preferences_;
  Languages languages_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace gan
