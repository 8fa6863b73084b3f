#include "window/open_run.h"

#include "link/folder_run.h"
#include "window/run_page.h"
#include "window/steer_panel.h"

namespace gan {

OpenRun::OpenRun(const QString& folder, Preferences& preferences, const Actions& actions)
    : path(folder),
      link([folder] { return openFolderRun(folder.toStdString()); }),
      store(link),
      steering(store),
      page(new RunPage(store, preferences)),
      panel(new SteerPanel(store, steering, actions)) {}

OpenRun::~OpenRun() {
  delete panel;
  delete page;
}

}  // namespace gan
