#include "window/open_run.h"

#include "link/folder_run.h"
#include "link/run_exports.h"
#include "link/run_pictures.h"
#include "link/run_searches.h"
#include "window/run_page.h"
#include "window/steer_panel.h"

namespace gan {
namespace {

PictureLink::Open picturesOf(const QString& folder) {
  return [folder] { return openRunPictures(folder.toStdString()); };
}

SearchLink::Open searchesOf(const QString& folder) {
  return [folder] { return openRunSearches(folder.toStdString()); };
}

}  // namespace

OpenRun::OpenRun(const QString& folder, Preferences& preferences, const Actions& actions)
    : path(folder),
      link([folder] { return openFolderRun(folder.toStdString()); }),
      store(link),
      steering(store),
      server(folder),
      pictures(picturesOf(folder)),
      compared_pictures(picturesOf(folder)),
      film(picturesOf(folder)),
      strip(picturesOf(folder)),
      preview(picturesOf(folder)),
      export_link([folder] { return openRunExports(folder.toStdString()); }),
      directions(searchesOf(folder)),
      photo(searchesOf(folder)),
      nearest(searchesOf(folder)),
      sampler(link.samplerLoadAsked()),
      explorer(store, {pictures, compared_pictures, film, strip, server, directions, photo, nearest}),
      exports(store, explorer, {export_link, preview, server}),
      page(new RunPage(store, explorer, exports, actions, preferences)),
      panel(new SteerPanel(store, steering, actions, preferences)) {
  QObject::connect(&explorer.model(), &ExplorerModel::wishChanged, &sampler,
                   [this] { explorer.model().isWatched() ? sampler.start() : sampler.stop(); });
}

OpenRun::~OpenRun() {
  delete panel;
  delete page;
}

}  // namespace gan
