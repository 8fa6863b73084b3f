#include "window/open_run.h"

#include "link/folder_run.h"
#include "link/run_exports.h"
#include "link/run_pictures.h"
#include "link/run_searches.h"
#include "window/run_page.h"
#include "window/steer_panel.h"

namespace gan {
namespace {

PictureLink::Open picturesOver(const std::shared_ptr<PictureConnection>& connection) {
  return [connection] { return openRunPictures(*connection); };
}

SearchLink::Open searchesOver(const std::shared_ptr<PictureConnection>& connection) {
  return [connection] { return openRunSearches(*connection); };
}

}  // namespace

OpenRun::OpenRun(const QString& folder, Preferences& preferences, const Actions& actions)
    : path(folder),
      link([folder] { return openFolderRun(folder.toStdString()); }),
      store(link),
      steering(store),
      server(folder),
      picture_connection(std::make_shared<PictureConnection>(folder.toStdString())),
      pictures(picturesOver(picture_connection)),
      compared_pictures(picturesOver(picture_connection)),
      film(picturesOver(picture_connection)),
      strip(picturesOver(picture_connection)),
      judged(picturesOver(picture_connection)),
      export_link([folder] { return openRunExports(folder.toStdString()); }),
      directions(searchesOver(picture_connection)),
      photo(searchesOver(picture_connection)),
      nearest(searchesOver(picture_connection)),
      sampler(link.samplerLoadAsked()),
      explorer(store, {pictures, compared_pictures, film, strip, server, directions, photo, nearest}),
      exports(store, explorer, {export_link, server}),
      evaluations(store, export_link, server),
      class_pictures(evaluations.model(), explorer.model(), judged, server),
      tests(store),
      page(new RunPage(store, explorer, exports, {evaluations, tests}, actions, preferences)),
      panel(new SteerPanel(store, steering, actions, preferences)) {
  QObject::connect(&explorer.model(), &ExplorerModel::wishChanged, &sampler,
                   [this] { explorer.model().isWatched() ? sampler.start() : sampler.stop(); });
}

OpenRun::~OpenRun() {
  delete panel;
  delete page;
}

}  // namespace gan
