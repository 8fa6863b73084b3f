#include "window/open_run.h"

#include "link/folder_run.h"
#include "link/run_pictures.h"
#include "window/run_page.h"
#include "window/steer_panel.h"

namespace gan {

OpenRun::OpenRun(const QString& folder, Preferences& preferences, const Actions& actions)
    : path(folder),
      link([folder] { return openFolderRun(folder.toStdString()); }),
      store(link),
      steering(store),
      pictures([folder] { return openRunPictures(folder.toStdString()); }),
      explorer(store, pictures),
      page(new RunPage(store, explorer, preferences)),
      panel(new SteerPanel(store, steering, actions)) {}

OpenRun::~OpenRun() {
  delete panel;
  delete page;
}

}  // namespace gan
