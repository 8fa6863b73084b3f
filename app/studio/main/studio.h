#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "link/engine_access.h"
#include "main/options.h"
#include "state/preferences.h"

class QTranslator;

namespace gan {

/// The translations that are in force; their destruction takes them out again. GUI thread.
class Languages {
 public:
  Languages();
  ~Languages();

  /// "en", "zh_CN", or empty for the system's; a language without translations is English. Texts that were made before
  /// stay as they are.
  void use(const QString& language);

 private:
  std::vector<std::unique_ptr<QTranslator>> translators_;
};

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
  void compare();
  /// With the run that is open; between: when the old one has written what it remembers.
  void makeWindowAnew(const std::function<void()>& between);
  /// What was asked for, once what it needs is open.
  void act();
  void takeScreenshot();

  const StudioOptions options_;
  Preferences preferences_;
  Languages languages_;
  /// Of every window: one that is made anew asks for no password again.
  const std::shared_ptr<EngineAccess> access_ = std::make_shared<EngineAccess>();
  std::unique_ptr<MainWindow> window_;
};

}  // namespace gan
